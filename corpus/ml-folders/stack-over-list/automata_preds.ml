let[@pred] cellP (c : Cell.t) = _F (Newcell (u, v, v == c))

let[@pred] linkedP (c : Cell.t) = _F (Setnext ((c [@d]), d, v, true))

let[@pred] nextP (c : Cell.t) (d : Cell.t) =
  _F (Setnext ((c [@d]), (d [@d]), v, true) && _X (_G (not (Setnext ((c [@d]), e, v, true)))))
