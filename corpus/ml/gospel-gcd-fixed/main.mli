val gcd : int -> int -> int
(*@ g = gcd a b
    requires 0 <= a && a <= 4 && 0 <= b && b <= 4
    ensures b = 0 -> g = a
    ensures a > 0 -> g > 0 && a mod g = 0 *)
