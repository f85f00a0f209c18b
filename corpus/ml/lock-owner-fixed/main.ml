(* A lock that knows who holds it. *)

exception Not_owner

let owner : int option ref = ref None
let depth = ref 0

(** (who: int) -> (got: bool)
    ensure got implies !owner = Some who
    ensure got implies !depth = old !depth + 1 *)
let lock who =
  match !owner with
  | None ->
      owner := Some who;
      depth := 1;
      true
  | Some other when other = who ->
      incr depth;
      true
  | Some _ -> false

(** (who: int) -> unit
    raises Not_owner when !owner <> Some who
    ensure !depth = old !depth - 1 *)
let unlock who =
  match !owner with
  | Some other when other = who ->
      decr depth;
      if !depth = 0 then owner := None
  | _ -> raise Not_owner
