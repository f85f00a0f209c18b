(* Numbers for connections: given out, and given back. *)

let next = ref 0
let free : int list ref = ref []

let is_free id = List.mem id !free

(** unit -> (id: int)
    ensure not (is_free id) *)
let allocate () =
  match !free with
  | id :: rest ->
      free := List.filter (fun other -> other <> id) rest;
      id
  | [] ->
      let id = !next in
      incr next;
      id

(** Gives a number back, once.

    (id: int) -> unit
    require id >= 0 && id <= 5
    ensure is_free id
    ensure List.length !free <= old (List.length !free) + 1
    ensure old (is_free id) implies List.length !free = old (List.length !free) *)
let release id = if not (is_free id) then free := id :: !free
