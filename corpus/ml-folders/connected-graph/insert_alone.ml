(* The new node gets an edge only if the other end is there. *)
let insert_alone (old : Node.t) (fresh : Node.t) : bool =
  if is_node fresh then false
  else (
    add_node fresh;
    if is_node old then if not (node_eq old fresh) then add_edge old fresh;
    true)

let[@assertRty] insert_alone ((n : Node.t) [@ghost]) ?l:(old = (true : [%v: Node.t]))
    ?l:(fresh = (true : [%v: Node.t])) =
  { pre = rI n; res = (true : [%v: bool]); post = rI n }
