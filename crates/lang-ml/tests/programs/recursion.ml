let rec fact n = if n = 0 then 1 else n * fact (n - 1)
let rec even n = n = 0 || odd (n - 1)
and odd n = n <> 0 && even (n - 1)
let fib n =
  let rec go a b n = if n = 0 then a else go b (a + b) (n - 1) in
  go 0 1 n
let result =
  string_of_int (fact 15) ^ " " ^ string_of_bool (even 100) ^ " " ^ string_of_bool (odd 7)
  ^ " " ^ string_of_int (fib 50)
