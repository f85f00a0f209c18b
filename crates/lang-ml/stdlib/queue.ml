(* Queues: what was put in last comes first in `back`. *)

exception Empty
type 'a t = { mutable front : 'a list; mutable back : 'a list }
let create () = { front = []; back = [] }
let clear q = q.front <- []; q.back <- []
let add x q = q.back <- x :: q.back
let push = add
let turn q =
  match q.front with
  | [] ->
    q.front <- List.rev q.back;
    q.back <- []
  | _ :: _ -> ()
let take_opt q =
  turn q;
  match q.front with
  | [] -> None
  | x :: rest ->
    q.front <- rest;
    Some x
let take q = match take_opt q with Some x -> x | None -> raise Empty
let pop = take
let peek_opt q =
  turn q;
  match q.front with [] -> None | x :: _ -> Some x
let peek q = match peek_opt q with Some x -> x | None -> raise Empty
let top = peek
let drop q = ignore (take q)
let is_empty q = match q.front, q.back with [], [] -> true | _ -> false
let length q = List.length q.front + List.length q.back
let to_list q = q.front @ List.rev q.back
let copy q = { front = q.front; back = q.back }
let iter f q = List.iter f (to_list q)
let fold f acc q = List.fold_left f acc (to_list q)
let transfer a b =
  b.back <- List.rev_append (to_list a) b.back;
  clear a
let to_seq q = List.to_seq (to_list q)
let add_seq q seq = List.iter (fun x -> add x q) (List.of_seq seq)
let of_seq seq =
  let q = create () in
  add_seq q seq;
  q
