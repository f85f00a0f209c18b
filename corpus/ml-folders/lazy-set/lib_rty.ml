let[@libRty] insert ?l:(x = (true : [%v: Elem.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Insert ((x [@d]), v, true) }

let[@libRty] mem ?l:(x = (true : [%v: Elem.t])) =
  [|
    { pre = memP x; res = (v : [%v: bool]); newadding = lastL && Mem ((x [@d]), v, v) };
    { pre = not (memP x); res = (not v : [%v: bool]); newadding = lastL && Mem ((x [@d]), v, not v) };
  |]
