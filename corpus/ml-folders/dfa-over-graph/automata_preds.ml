let[@pred] edgeP (s : State.t) (c : Char.t) =
  _F (Connect ((s [@d]), (c [@d]), t, v, true) && _X (_G (not (Disconnect ((s [@d]), (c [@d]), v, true)))))
