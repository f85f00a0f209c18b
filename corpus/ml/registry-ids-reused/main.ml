(* Names and their ids, which another file gives out. *)

exception Duplicate of string

let all : (Ids.t * string) list ref = ref []

(** (name: string) -> (id: Ids.t)
    raises Duplicate n when List.exists (fun (_, known) -> known = name) !all && n = name
    ensure List.mem_assoc id !all
    ensure List.length !all = List.length (old(!all)) + 1 *)
let register name =
  if List.exists (fun (_, known) -> known = name) !all then raise (Duplicate name);
  let id = if List.length !all = 2 then Ids.peek () else Ids.fresh () in
  all := (id, name) :: List.remove_assoc id !all;
  id
