let[@pred] coloredP (n : Node.t) = _F (Put_color ((n [@d]), c, v, true))

let[@pred] colorP (n : Node.t) (c : Color.t) =
  _F (Put_color ((n [@d]), (c [@d]), v, true) && _X (_G (not (Put_color ((n [@d]), d, v, true)))))

let[@pred] edgeP (n : Node.t) (m : Node.t) = _F (Put_edge ((n [@d]), (m [@d]), v, true))
