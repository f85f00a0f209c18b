(* A list without the elements that stand twice in a row. *)

let rec repeats = function
  | a :: (b :: _ as rest) -> a = b || repeats rest
  | _ -> false

(** (l: int list) -> (r: int list)
    require List.length l <= 3 *)
let squeeze l =
  let rec go = function
    | a :: b :: rest when a = b -> a :: go rest
    | a :: rest -> a :: go rest
    | [] -> []
  (*@ r = go l
      ensures List.length r <= List.length l
      ensures List.length l > 0 -> List.length r > 0 && List.hd r = List.hd l
      ensures not (repeats r) *)
  in
  go l
