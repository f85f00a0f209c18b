let[@libRty] put ?l:(k = (true : [%v: Key.t])) ?l:(x = (true : [%v: Elem.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Put ((k [@d]), (x [@d]), v, true) }

let[@libRty] has ?l:(k = (true : [%v: Key.t])) =
  [|
    { pre = usedP k; res = (v : [%v: bool]); newadding = lastL && Has ((k [@d]), v, v) };
    { pre = not (usedP k); res = (not v : [%v: bool]); newadding = lastL && Has ((k [@d]), v, not v) };
  |]

let[@libRty] get ((a : Elem.t) [@ghost]) ?l:(k = (true : [%v: Key.t])) =
  { pre = storedP k a; res = (v == a : [%v: Elem.t]); newadding = lastL && Get ((k [@d]), v, v == a) }
