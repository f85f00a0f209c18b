(* The ends of an edge do not have the same colour. *)
let[@pred] rI (n : Node.t) (m : Node.t) (c : Color.t) =
  not (edgeP n m && colorP n c && colorP m c)
