let[@pred] existsP (p : Path.t) = _F (Put ((p [@d]), b, v, true))

let[@pred] storedP (p : Path.t) (b : Bytes.t) =
  _F (Put ((p [@d]), (b [@d]), v, true) && _X (_G (not (Put ((p [@d]), c, v, true)))))

let[@pred] dirP (p : Path.t) =
  _F (Put ((p [@d]), b, v, is_dir b) && _X (_G (not (Put ((p [@d]), c, v, not (is_dir c))))))
