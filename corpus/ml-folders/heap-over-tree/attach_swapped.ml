(* Compares the two elements the wrong way round. *)
let attach_swapped (p : Node.t) (c : Node.t) : bool =
  if elem_lt (value_of p) (value_of c) then false
  else (
    put_child p c;
    true)

let[@assertRty] attach_swapped ((n : Node.t) [@ghost]) ((m : Node.t) [@ghost]) ((x : Elem.t) [@ghost])
    ((y : Elem.t) [@ghost]) ?l:(p = (true : [%v: Node.t])) ?l:(c = (true : [%v: Node.t])) =
  { pre = rI n m x y; res = (true : [%v: bool]); post = rI n m x y }
