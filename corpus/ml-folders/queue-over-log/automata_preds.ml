let[@pred] writtenP (i : nat) (x : Elem.t) = _F (Append ((i [@d]), (x [@d]), v, true))

let[@pred] usedP (i : nat) = _F (Append ((i [@d]), x, v, true))
