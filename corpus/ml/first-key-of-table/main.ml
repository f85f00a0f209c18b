(* Which binding comes first depends on hashes: what is said of it is not decided. *)

(** (a: int) -> (b: int) -> (r: int option)
    require a <> b
    ensure r = Some b *)
let last_put a b =
  let own = Hashtbl.create 4 in
  Hashtbl.replace own a ();
  Hashtbl.replace own b ();
  Hashtbl.fold (fun key () _ -> Some key) own None
