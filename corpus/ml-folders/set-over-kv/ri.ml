(* No element is put twice. *)
let[@pred] rI (m : Elem.t) =
  _G (implies (Put (k, (m [@d]), v, true)) (_X (_G (not (Put (k, (m [@d]), v, true))))))
