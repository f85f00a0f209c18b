let[@libRty] put ?l:(p = (true : [%v: Path.t])) ?l:(b = (true : [%v: Bytes.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Put ((p [@d]), (b [@d]), v, true) }

let[@libRty] exists ?l:(p = (true : [%v: Path.t])) =
  [|
    { pre = existsP p; res = (v : [%v: bool]); newadding = lastL && Exists ((p [@d]), v, v) };
    { pre = not (existsP p); res = (not v : [%v: bool]); newadding = lastL && Exists ((p [@d]), v, not v) };
  |]

let[@libRty] get ((b : Bytes.t) [@ghost]) ?l:(p = (true : [%v: Path.t])) =
  { pre = storedP p b; res = (v == b : [%v: Bytes.t]); newadding = lastL && Get ((p [@d]), v, v == b) }
