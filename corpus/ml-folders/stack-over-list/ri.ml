(* No cell is linked to itself, and no cell is linked to twice. *)
let[@pred] rI (c : Cell.t) =
  _G (not (Setnext ((c [@d]), (c [@d]), v, true)))
  && _G (implies (Setnext (d, (c [@d]), v, true)) (_X (_G (not (Setnext (d, (c [@d]), v, true))))))
