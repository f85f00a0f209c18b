(* The element at an index; a negative index and one beyond the list are told apart. *)

exception Beyond

(** (l: int list) -> (n: int) -> (r: int option)
    raises Invalid_argument m when n < 0 *)
let find l n =
  (** (rest: int list) -> (at: int) -> (x: int)
      require at >= 0
      raises Beyond when at >= List.length rest *)
  let rec go rest at =
    match rest with
    | [] -> raise Beyond
    | x :: rest -> if at = 0 then x else go rest (at - 1)
  in
  if n < 0 then invalid_arg "find";
  match go l n with x -> Some x | exception Beyond -> None
