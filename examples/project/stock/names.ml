(* Nothing is promised here, so there is nothing to check. *)

let shelves = [ "tea"; "coffee" ]
