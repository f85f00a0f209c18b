(* Members of a club; lists are handled in another file. *)

let members : int list ref = ref []

(** (who: int) -> unit
    ensure List.mem who !members *)
let join who = if not (List.mem who !members) then members := who :: !members

(** (who: int) -> unit
    ensure not (List.mem who !members)
    ensure old (List.mem who !members) implies List.length !members = old (List.length !members) - 1 *)
let drop who = members := Entries.remove who !members
