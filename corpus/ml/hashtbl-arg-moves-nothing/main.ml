(* Renaming a key of a module's table. *)

let table : (string, int) Hashtbl.t = Hashtbl.create 8

(** (k: string) -> (v: int) -> unit
    ensure Hashtbl.find table k = v *)
let put k v = Hashtbl.replace table k v

(** (from: string) -> (into: string) -> unit
    ensure old (Hashtbl.mem table from) implies Hashtbl.mem table into *)
let rename from into =
  match Hashtbl.find_opt table from with
  | None -> ()
  | Some v ->
      Hashtbl.replace table into v;
      Hashtbl.remove table from
