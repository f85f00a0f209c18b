(* No element is inserted twice. *)
let[@pred] rI (m : Elem.t) =
  _G (implies (Insert ((m [@d]), v, true)) (_X (_G (not (Insert ((m [@d]), v, true))))))
