(* Ropes: texts that are joined without copying, except for short ends. *)

type t = Leaf of string | Node of t * t

(** The text of a rope. *)
let rec to_string = function
  | Leaf s -> s
  | Node (left, right) -> to_string left ^ to_string right

(** (a: t) -> (b: t) -> (r: t)
    ensure to_string r = to_string a ^ to_string b *)
let concat a b =
  match a, b with
  | Leaf "", rest | rest, Leaf "" -> rest
  | Node (left, Leaf x), Leaf y -> Node (left, Leaf (x ^ y))
  | left, right -> Node (left, right)
