(* Digits of numbers. *)

exception Not_a_digit of char

(** (c: char) -> (d: int)
    raises Not_a_digit when c < 48 || c > 57
    ensure d >= 0 && d <= 9 *)
let digit c =
  if c >= '0' && c <= ':' then Char.code c - Char.code '0' else raise (Not_a_digit c)
