(* How many there are of each article. *)

let stock : (string, int) Hashtbl.t = Hashtbl.create 16

let have name = try Hashtbl.find stock name with Not_found -> 0

(** (name: string) -> (n: int) -> unit
    require n > 0 && n <= 10
    ensure have name = old (have name) + n *)
let receive name n = Hashtbl.replace stock name (have name + n)

(** Takes as many as there are, at most [n].

    (name: string) -> (n: int) -> (taken: int)
    require n > 0 && n <= 10
    ensure have name >= 0
    ensure taken <= n
    ensure have name + taken = old (have name) *)
let take name n =
  let there = have name in
  let taken = if there + 1 >= n then n else there in
  Hashtbl.replace stock name (there - taken);
  taken
