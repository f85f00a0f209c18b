(* The key holds the element: it was put there and nothing was put there later. *)
let[@pred] storedP (k : Key.t) (x : Elem.t) =
  _F (Put ((k [@d]), (x [@d]), v, true) && _X (_G (not (Put ((k [@d]), y, v, true)))))

let[@pred] usedP (k : Key.t) = _F (Put ((k [@d]), x, v, true))

let[@pred] memP (x : Elem.t) = _F (Put (k, (x [@d]), v, true))
