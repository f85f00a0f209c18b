let[@pred] memP (x : Elem.t) = _F (Insert ((x [@d]), v, true))
