(* Calculations that may have no result, with binding operators. *)

let ( let* ) = Option.bind
let ( let+ ) value f = Option.map f value

let ( and+ ) a b =
  match (a, b) with
  | Some a, Some b -> Some (a, b)
  | _ -> None

(** (a: int option) -> (b: int option) -> (r: int option)
    ensure (r = None) iff (a = None || b = None) *)
let sum a b =
  let+ x = a and+ y = b in
  x + y

let divide x y = if x * y = 0 then None else Some (x / y)

(** (a: int option) -> (b: int option) -> (r: int option)
    ensure (r = None) iff (a = None || b = None || b = Some 0) *)
let ratio a b =
  let* x = a in
  let* y = b in
  divide x y
