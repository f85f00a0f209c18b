(* Accounts in a map from names to what they hold. *)

module Accounts = Map.Make (Int)

exception No_such_account of int
exception Insufficient of int

let accounts : int Accounts.t ref = ref Accounts.empty

let balance id =
  match Accounts.find_opt id !accounts with
  | Some held -> held
  | None -> raise (No_such_account id)

let total () = Accounts.fold (fun _ held sum -> held + sum) !accounts 0

(** (id: int) -> (amount: int) -> unit
    require 0 <= id && id < 2 && 0 < amount && amount < 1000
    ensure Accounts.mem id !accounts *)
let deposit id amount =
  let held = Option.value (Accounts.find_opt id !accounts) ~default:0 in
  accounts := Accounts.add id (held + amount) !accounts

(** (src: int) -> (dst: int) -> (amount: int) -> unit
    require 0 < amount && amount < 1000
    raises No_such_account id when id = src || id = dst
    raises Insufficient
    ensure total () = old(total ()) *)
let transfer src dst amount =
  let into = balance dst in
  let from = balance src in
  if from < amount then raise (Insufficient from);
  begin
    accounts := Accounts.add src (from - amount) !accounts;
    accounts := Accounts.add dst (into + amount) !accounts
  end
