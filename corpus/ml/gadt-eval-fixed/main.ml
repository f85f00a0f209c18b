(* Expressions of two types, and their values. *)

type _ expr =
  | Int : int -> int expr
  | Bool : bool -> bool expr
  | If : bool expr * 'a expr * 'a expr -> 'a expr
  | Le : int expr * int expr -> bool expr

let rec eval : type a. a expr -> a = function
  | Int n -> n
  | Bool b -> b
  | If (cond, yes, no) -> if eval cond then eval yes else eval no
  | Le (a, b) -> eval a <= eval b

(** (x: int) -> (y: int) -> (r: int)
    ensure r >= x && r >= y *)
let max x y = eval (If (Le (Int x, Int y), Int y, Int x))

(** (x: int) -> (y: int) -> (r: bool)
    ensure r iff x <= y *)
let le x y = eval (Le (Int x, Int y))
