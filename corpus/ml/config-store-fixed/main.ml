(* Settings by name, with defaults. *)

let settings : (string, int) Hashtbl.t = Hashtbl.create 8

(** (key: string) -> (value: int) -> unit
    ensure Hashtbl.find settings key = value *)
let set key value = Hashtbl.replace settings key value

(** (key: string) -> (default: int) -> (value: int)
    modifies nothing
    ensure Hashtbl.mem settings key implies value = Hashtbl.find settings key
    ensure not (Hashtbl.mem settings key) implies value = default *)
let get key default =
  match Hashtbl.find_opt settings key with
  | Some value -> value
  | None ->
      default

(** (key: string) -> unit
    ensure not (Hashtbl.mem settings key) *)
let unset key = Hashtbl.remove settings key
