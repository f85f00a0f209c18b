let[@libRty] add ?l:(x = (true : [%v: Elem.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Add ((x [@d]), v, true) }

let[@libRty] mem ?l:(x = (true : [%v: Elem.t])) =
  [|
    { pre = addedP x; res = (v : [%v: bool]); newadding = lastL && Mem ((x [@d]), v, v) };
    { pre = not (addedP x); res = (not v : [%v: bool]); newadding = lastL && Mem ((x [@d]), v, not v) };
  |]

let[@libRty] setmin ?l:(x = (true : [%v: Elem.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Setmin ((x [@d]), v, true) }

let[@libRty] hasmin ?l:(u = (true : [%v: unit])) =
  [|
    { pre = minSetP; res = (v : [%v: bool]); newadding = lastL && Hasmin (u, v, v) };
    { pre = not minSetP; res = (not v : [%v: bool]); newadding = lastL && Hasmin (u, v, not v) };
  |]

let[@libRty] getmin ((m : Elem.t) [@ghost]) ?l:(u = (true : [%v: unit])) =
  { pre = minP m; res = (v == m : [%v: Elem.t]); newadding = lastL && Getmin (u, v, v == m) }
