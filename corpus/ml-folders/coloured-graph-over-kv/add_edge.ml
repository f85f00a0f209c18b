let add_edge (n : Node.t) (m : Node.t) : bool =
  if is_colored n && is_colored m then
    if color_eq (color_of n) (color_of m) then false
    else (
      put_edge n m;
      true)
  else false

let[@assertRty] add_edge ((a : Node.t) [@ghost]) ((b : Node.t) [@ghost]) ((c : Color.t) [@ghost])
    ?l:(n = (true : [%v: Node.t])) ?l:(m = (true : [%v: Node.t])) =
  { pre = rI a b c; res = (true : [%v: bool]); post = rI a b c }
