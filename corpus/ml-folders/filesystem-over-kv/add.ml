let add (path : Path.t) (bytes : Bytes.t) : bool =
  if exists path then false
  else
    let above = getParent path in
    if not (exists above) then false
    else
      let dir = get above in
      if isDir dir then (
        put above (addChild dir path);
        put path bytes;
        true)
      else false

let[@assertRty] add ((q : Path.t) [@ghost]) ?l:(path = (true : [%v: Path.t]))
    ?l:(bytes = (true : [%v: Bytes.t])) =
  { pre = rI q; res = (true : [%v: bool]); post = rI q }
