(* The element of a child is never less than that of its parent. *)
let[@pred] rI (p : Node.t) (c : Node.t) (x : Elem.t) (y : Elem.t) =
  implies (childP p c && valueP p x && valueP c y) (Any (not (elem_lt y x)))
