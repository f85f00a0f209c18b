(* A cache of two entries. *)

val values : (int, int) Hashtbl.t
val put : int -> int -> unit
val get : int -> int option
