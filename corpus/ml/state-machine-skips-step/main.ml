(* The life of an order. *)

type stage = Cart | Paid | Shipped | Cancelled

exception Illegal of stage

let stage = ref Cart

(** unit -> unit
    raises Illegal when !stage <> Cart
    ensure !stage = Paid *)
let pay () = if !stage = Cart then stage := Paid else raise (Illegal !stage)

(** unit -> unit
    raises Illegal when !stage <> Paid
    ensure !stage = Shipped *)
let ship () =
  match !stage with
  | Paid | Cancelled -> stage := Shipped
  | (Cart | Shipped) as s -> raise (Illegal s)

(** unit -> unit
    raises Illegal when !stage = Shipped || !stage = Cancelled
    ensure !stage = Cancelled *)
let cancel () =
  match !stage with
  | Cart | Paid -> stage := Cancelled
  | (Shipped | Cancelled) as s -> raise (Illegal s)
