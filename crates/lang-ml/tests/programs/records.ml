type point = { x : int; y : int }
type shape = { name : string; mutable at : point; mutable size : int }
let move p dx = { p with x = p.x + dx }
let a = { name = "a"; at = { x = 1; y = 2 }; size = 3 }
let b = { a with name = "b" }
let () = a.size <- 10; b.at <- move b.at 5
let show { name; at = { x; y }; size } =
  name ^ "(" ^ string_of_int x ^ "," ^ string_of_int y ^ ")" ^ string_of_int size
let result = show a ^ " " ^ show b ^ " " ^ string_of_bool (a = b) ^ string_of_bool (a.at = { y = 2; x = 1 })
