let[@libRty] add_node ?l:(n = (true : [%v: Node.t])) =
  {
    pre = not (nodeP n);
    res = (true : [%v: unit]);
    newadding = lastL && Add_node ((n [@d]), v, true);
  }

let[@libRty] is_node ?l:(n = (true : [%v: Node.t])) =
  [|
    { pre = nodeP n; res = (v : [%v: bool]); newadding = lastL && Is_node ((n [@d]), v, v) };
    { pre = not (nodeP n); res = (not v : [%v: bool]); newadding = lastL && Is_node ((n [@d]), v, not v) };
  |]

let[@libRty] add_edge ?l:(a = (true : [%v: Node.t])) ?l:(b = (true : [%v: Node.t])) =
  {
    pre = nodeP a && nodeP b;
    res = (true : [%v: unit]);
    newadding = lastL && Add_edge ((a [@d]), (b [@d]), v, true);
  }
