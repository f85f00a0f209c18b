(* Prices in cents. *)

type t = int

let times (price : t) n = price * n
let add (a : t) (b : t) : t = a + b
