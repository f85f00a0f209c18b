let[@pred] valueP (n : Node.t) (x : Elem.t) =
  _F (Put_value ((n [@d]), (x [@d]), v, true) && _X (_G (not (Put_value ((n [@d]), y, v, true)))))

let[@pred] childP (p : Node.t) (c : Node.t) = _F (Put_child ((p [@d]), (c [@d]), v, true))
