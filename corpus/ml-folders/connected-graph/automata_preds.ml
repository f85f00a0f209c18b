let[@pred] nodeP (n : Node.t) = _F (Add_node ((n [@d]), v, true))

let[@pred] touchedP (n : Node.t) =
  _F (Add_edge (a, b, v, node_eq a n || node_eq b n))
