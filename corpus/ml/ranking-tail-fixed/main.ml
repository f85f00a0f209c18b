(* A ranking is a list that never rises. What is left of it is one, too: a proof leaves open what the function says of
   lists that it does not know. *)

let rec falling = function a :: (b :: _ as rest) -> a >= b && falling rest | _ -> true

(** (ranking: int list) -> (r: int list)
    require falling ranking
    ensure falling r *)
let without_best ranking = match ranking with [] -> [] | _ :: rest -> rest

(** (ranking: int list) -> (best: int) -> (r: int list)
    require falling ranking
    require ranking = [] || List.hd ranking <= best
    ensure falling r
    ensure List.mem best r *)
let with_best ranking best = best :: ranking
