(* Every node but the first has an edge. *)
let[@pred] rI (n : Node.t) =
  implies (nodeP n) (touchedP n || Add_node ((n [@d]), v, true))
