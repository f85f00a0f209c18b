let insert (old : Node.t) (fresh : Node.t) : bool =
  if is_node old && not (is_node fresh) then (
    add_node fresh;
    add_edge old fresh;
    true)
  else false

let[@assertRty] insert ((n : Node.t) [@ghost]) ?l:(old = (true : [%v: Node.t]))
    ?l:(fresh = (true : [%v: Node.t])) =
  { pre = rI n; res = (true : [%v: bool]); post = rI n }
