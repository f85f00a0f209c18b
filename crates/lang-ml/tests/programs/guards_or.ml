type t = A of int | B of int | C of string | D
let f = function
  | (A n | B n) when n > 10 -> "big"
  | A 0 | B 0 -> "zero"
  | A n -> "a" ^ string_of_int n
  | B 1 | B 2 -> "b few"
  | B _ -> "b"
  | C ("x" | "y" as s) -> "c " ^ s
  | C _ -> "c?"
  | D -> "d"
let g = function
  | (1 | 2), ("a" | "b") -> 1
  | (2 | 3), _ -> 2
  | _, "a" -> 3
  | n, s when String.length s = n -> 4
  | _ -> 5
let result =
  String.concat ";" (List.map f [ A 11; B 20; A 0; B 0; A 5; B 2; B 3; C "x"; C "y"; C "z"; D ])
  ^ String.concat "" (List.map (fun p -> string_of_int (g p)) [ (1, "a"); (2, "b"); (2, "c"); (3, "a"); (4, "a"); (5, "hello"); (6, "q") ])
