let[@pred] addedP (x : Elem.t) = _F (Add ((x [@d]), v, true))

let[@pred] minSetP = _F (Setmin (x, v, true))

(* This element is the one that was noted last. *)
let[@pred] minP (x : Elem.t) =
  _F (Setmin ((x [@d]), v, true) && _X (_G (not (Setmin (y, v, true)))))
