(* A batch of payments is made as a whole or not at all. *)

exception Refused

let balance = ref 10
let log : int list ref = ref []

(** (amount: int) -> unit
    require amount >= 0 && amount <= 10
    ensure !balance = old !balance + amount *)
let deposit amount = balance := !balance + amount

(** Makes two payments. If they are refused, nothing changes but the log.

    (a: int) -> (b: int) -> unit
    require a >= 0 && a <= 20 && b >= 0 && b <= 20
    raises Refused when a + b > !balance
    modifies log, balance
    ensure !balance = old !balance - a - b *)
let pay a b =
  if a + b > !balance then raise Refused;
  balance := !balance - a - b

(** Tries a payment.

    (a: int) -> (paid: bool)
    require a >= 0 && a <= 20
    ensure not paid implies !balance = old !balance *)
let spend_all a =
  let before = !balance in
  try
    balance := 0;
    if before < a then raise Refused;
    true
  with Refused ->
    log := a :: !log;
    false
