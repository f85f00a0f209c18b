(* Two accounts and transfers between them. *)

type account = { owner : string; mutable balance : int }

exception Overdrawn of string

let alice = { owner = "alice"; balance = 100 }
let bob = { owner = "bob"; balance = 50 }

type who = Alice | Bob

let account = function Alice -> alice | Bob -> bob

let total () = alice.balance + bob.balance

(** (from: who) -> (into: who) -> (amount: int) -> unit
    require amount >= 0 && amount <= 1000
    raises Overdrawn
    ensure total () = old (total ()) *)
let transfer from into amount =
  let a = account from and b = account into in
  let left = a.balance - amount in
  if left < 0 then raise (Overdrawn a.owner);
  b.balance <- b.balance + amount;
  a.balance <- left
