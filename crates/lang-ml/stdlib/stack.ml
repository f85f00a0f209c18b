(* Stacks: what was pushed last comes first. *)

exception Empty
type 'a t = { mutable items : 'a list }
let create () = { items = [] }
let clear s = s.items <- []
let push x s = s.items <- x :: s.items
let pop_opt s =
  match s.items with
  | [] -> None
  | x :: rest ->
    s.items <- rest;
    Some x
let pop s = match pop_opt s with Some x -> x | None -> raise Empty
let top_opt s = match s.items with [] -> None | x :: _ -> Some x
let top s = match top_opt s with Some x -> x | None -> raise Empty
let drop s = ignore (pop s)
let is_empty s = match s.items with [] -> true | _ :: _ -> false
let length s = List.length s.items
let copy s = { items = s.items }
let iter f s = List.iter f s.items
let fold f acc s = List.fold_left f acc s.items
let to_seq s = List.to_seq s.items
let add_seq s seq = List.iter (fun x -> push x s) (List.of_seq seq)
let of_seq seq =
  let s = create () in
  add_seq s seq;
  s
