(* Marks what is there as deleted, though there may be something below it. *)
let delete (path : Path.t) : bool =
  if exists path then (
    let bytes = get path in
    put path (setDeleted bytes);
    true)
  else false

let[@assertRty] delete ((q : Path.t) [@ghost]) ?l:(path = (true : [%v: Path.t])) =
  { pre = rI q; res = (true : [%v: bool]); post = rI q }
