let[@libRty] put_value ?l:(n = (true : [%v: Node.t])) ?l:(x = (true : [%v: Elem.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Put_value ((n [@d]), (x [@d]), v, true) }

let[@libRty] put_child ?l:(p = (true : [%v: Node.t])) ?l:(c = (true : [%v: Node.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Put_child ((p [@d]), (c [@d]), v, true) }

let[@libRty] value_of ((x : Elem.t) [@ghost]) ?l:(n = (true : [%v: Node.t])) =
  { pre = valueP n x; res = (v == x : [%v: Elem.t]); newadding = lastL && Value_of ((n [@d]), v, v == x) }
