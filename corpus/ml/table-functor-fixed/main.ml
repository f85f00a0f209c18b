(* Counters by name, in a table made by the functor of the library. *)

module Key = struct
  type t = int

  let equal = Int.equal
  let hash = Hashtbl.hash
end

module Table = Hashtbl.Make (Key)

let counters : int Table.t = Table.create 8

(** (key: int) -> (n: int) -> unit
    ensure Table.mem counters key && Table.find counters key = n
    ensure Table.length counters <= old(Table.length counters) + 1
    ensure old(Table.mem counters key) implies Table.length counters = old(Table.length counters) *)
let set key n = Table.replace counters key n

(** (key: int) -> (n: int)
    modifies nothing
    raises Not_found when not (Table.mem counters key) *)
let get key = Table.find counters key
