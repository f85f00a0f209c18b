let rec gcd a b = if b = 0 then abs (a - 1) + 1 else gcd b (a mod b)
