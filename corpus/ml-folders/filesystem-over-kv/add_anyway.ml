(* Does not look whether what is above the path is a directory. *)
let add_anyway (path : Path.t) (bytes : Bytes.t) : bool =
  if exists path then false
  else
    let above = getParent path in
    if not (exists above) then false
    else (
      put above (addChild (get above) path);
      put path bytes;
      true)

let[@assertRty] add_anyway ((q : Path.t) [@ghost]) ?l:(path = (true : [%v: Path.t]))
    ?l:(bytes = (true : [%v: Bytes.t])) =
  { pre = rI q; res = (true : [%v: bool]); post = rI q }
