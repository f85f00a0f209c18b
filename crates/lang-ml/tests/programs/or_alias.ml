type 'a formula = Atom of 'a | Not of 'a formula | And of 'a formula list | True | False

let rec map f = function
  | Atom a -> Atom (f a)
  | Not x -> Not (map f x)
  | And l -> And (List.map (map f) l)
  | (True | False) as constant -> constant

let rec show = function
  | Atom a -> a
  | Not x -> "!" ^ show x
  | And l -> "(" ^ String.concat "&" (List.map show l) ^ ")"
  | True -> "1"
  | False -> "0"

let result = show (map string_of_int (And [ Atom 3; Not (Atom 4); True; Not False ]))
