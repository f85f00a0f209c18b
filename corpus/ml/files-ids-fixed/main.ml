(* Ids of users from a generator in another file. *)

let newest = ref 0

(** unit -> (id: int)
    ensure id > old !newest *)
let new_user () =
  let id = Gen.next () in
  newest := id;
  id
