(* Sessions by their numbers, with the time at which each ends. *)

type session = { user : string; ends : int }

let sessions : (int, session) Hashtbl.t = Hashtbl.create 16

(** (id: int) -> (user: string) -> (ends: int) -> unit
    ensure Hashtbl.mem sessions id *)
let login id user ends = Hashtbl.replace sessions id { user; ends }

(** (id: int) -> (now: int) -> (user: string option)
    ensure Hashtbl.mem sessions id && (Hashtbl.find sessions id).ends <= now implies user = None *)
let find id now =
  match Hashtbl.find_opt sessions id with
  | Some session when session.ends >= now -> Some session.user
  | _ -> None
