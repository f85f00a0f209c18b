(* Two nodes may differ and still have one colour. *)
let add_edge_blindly (n : Node.t) (m : Node.t) : bool =
  if node_eq n m then false
  else (
    put_edge n m;
    true)

let[@assertRty] add_edge_blindly ((a : Node.t) [@ghost]) ((b : Node.t) [@ghost])
    ((c : Color.t) [@ghost]) ?l:(n = (true : [%v: Node.t])) ?l:(m = (true : [%v: Node.t])) =
  { pre = rI a b c; res = (true : [%v: bool]); post = rI a b c }
