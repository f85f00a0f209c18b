(* An account is a mutable record; to take more than there is raises an exception. *)

type account = { mutable balance : int; limit : int }

exception Insufficient of int

(** Takes money out.

    (a: account) -> (n: int) -> unit
    require n > 0 && n <= 1000
    require a.balance >= 0 && a.balance <= 1000
    raises Insufficient missing when a.balance < n && missing = n - a.balance
    ensure a.balance = old(a.balance) - n *)
let withdraw a n =
  if a.balance <= n then raise (Insufficient (n - a.balance)) else a.balance <- a.balance - n
