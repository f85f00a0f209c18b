type t = A | B
let f = function A -> 1 | B -> 2
type u = B | C of t
let g = function B -> 10 | C A -> 20 | C B -> 30
let x = 1
let x = x + 1
let y = let x = x * 10 in x + 1
type r1 = { v : int }
type r2 = { v : string; w : int }
let h (r : r1) = r.v
let k r = r.w
let ( + ) a b = a * b
let result = String.concat "," (List.map string_of_int [ f A; f B; g B; g (C A); x; y; h { v = 4 }; k { v = "s"; w = 6 }; 3 + 4 ])
