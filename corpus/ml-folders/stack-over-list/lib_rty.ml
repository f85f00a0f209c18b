let[@libRty] newcell ?l:(u = (true : [%v: unit])) =
  { pre = true; res = (true : [%v: Cell.t]); newadding = lastL && Newcell (u, v, true) }

let[@libRty] setnext ?l:(c = (true : [%v: Cell.t])) ?l:(d = (true : [%v: Cell.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Setnext ((c [@d]), (d [@d]), v, true) }

let[@libRty] hasnext ?l:(c = (true : [%v: Cell.t])) =
  [|
    { pre = linkedP c; res = (v : [%v: bool]); newadding = lastL && Hasnext ((c [@d]), v, v) };
    { pre = not (linkedP c); res = (not v : [%v: bool]); newadding = lastL && Hasnext ((c [@d]), v, not v) };
  |]

let[@libRty] getnext ((d : Cell.t) [@ghost]) ?l:(c = (true : [%v: Cell.t])) =
  { pre = nextP c d; res = (v == d : [%v: Cell.t]); newadding = lastL && Getnext ((c [@d]), v, v == d) }
