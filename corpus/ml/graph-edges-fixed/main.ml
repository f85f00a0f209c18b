(* An undirected graph by the neighbours of its vertices. *)

let neighbours : (int, int) Hashtbl.t = Hashtbl.create 16

let joined a b = List.mem b (Hashtbl.find_all neighbours a)

(** (a: int) -> (b: int) -> unit
    require a >= 0 && a <= 2 && b >= 0 && b <= 2
    ensure joined a b && joined b a *)
let connect a b =
  if not (joined a b) then Hashtbl.add neighbours a b;
  if not (joined b a) then Hashtbl.add neighbours b a
