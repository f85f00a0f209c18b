(* Nothing that was added is less than what is noted as the least, and something is noted once there
   is an element. *)
let[@pred] rI (m : Elem.t) (x : Elem.t) =
  implies (minP m && addedP x) (Any (not (elem_lt x m))) && implies (addedP x) minSetP
  && implies (minP m) (addedP m)
