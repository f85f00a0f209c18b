(* Settings by name. *)

let settings : (string, int) Hashtbl.t = Hashtbl.create 8

(** (key: string) -> (value: int) -> unit
    ensure Hashtbl.find settings key = value *)
let set key value = Hashtbl.add settings key value

(** (key: string) -> unit
    ensure not (Hashtbl.mem settings key) *)
let unset key = Hashtbl.remove settings key
