(* The last stop of a route, by recursion. Proofs take the function by its contract, exceptions included, and leave open what
   `List.mem` says of a list of any length. *)

exception No_stops

(** (stops: int list) -> (r: int)
    raises No_stops when stops = []
    ensure List.mem r stops *)
let rec last stops =
  match stops with
  | [] -> 0
  | [ stop ] -> stop
  | _ :: rest -> last rest

(** (stops: int list) -> (home: int) -> (r: int)
    ensure r = home || List.mem r stops *)
let target stops home = try last stops with No_stops -> home
