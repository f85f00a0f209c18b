let attach (p : Node.t) (c : Node.t) : bool =
  if elem_lt (value_of c) (value_of p) then false
  else (
    put_child p c;
    true)

let[@assertRty] attach ((n : Node.t) [@ghost]) ((m : Node.t) [@ghost]) ((x : Elem.t) [@ghost])
    ((y : Elem.t) [@ghost]) ?l:(p = (true : [%v: Node.t])) ?l:(c = (true : [%v: Node.t])) =
  { pre = rI n m x y; res = (true : [%v: bool]); post = rI n m x y }
