(* A character that is compared and never asked for its code is a byte, too. *)

let is_byte c = c >= '\000' && c <= '\255' && Char.code c < 256

(** (c: char) -> (fits: bool)
    ensure fits *)
let argument c = is_byte c

(** (l: char list) -> (fits: bool)
    ensure fits *)
let in_a_list l = match l with a :: b :: _ -> is_byte a && compare b '\255' <= 0 | _ -> true

(** (text: string) -> (fits: bool)
    ensure fits *)
let in_a_string text = String.length text = 0 || is_byte text.[0]

(** (n: int) -> (fits: bool)
    require n > 255 || n < 0
    ensure fits *)
let no_other n = try ignore (Char.chr n); false with Invalid_argument _ -> true

(** (c: char) -> (upper: char)
    require 97 <= c && c <= 122
    ensure 65 <= upper && upper <= 90 *)
let upper c = Char.uppercase_ascii c
