let[@libRty] put_edge ?l:(n = (true : [%v: Node.t])) ?l:(m = (true : [%v: Node.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Put_edge ((n [@d]), (m [@d]), v, true) }

let[@libRty] put_color ?l:(n = (true : [%v: Node.t])) ?l:(c = (true : [%v: Color.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Put_color ((n [@d]), (c [@d]), v, true) }

let[@libRty] is_colored ?l:(n = (true : [%v: Node.t])) =
  [|
    { pre = coloredP n; res = (v : [%v: bool]); newadding = lastL && Is_colored ((n [@d]), v, v) };
    { pre = not (coloredP n); res = (not v : [%v: bool]); newadding = lastL && Is_colored ((n [@d]), v, not v) };
  |]

let[@libRty] color_of ((c : Color.t) [@ghost]) ?l:(n = (true : [%v: Node.t])) =
  { pre = colorP n c; res = (v == c : [%v: Color.t]); newadding = lastL && Color_of ((n [@d]), v, v == c) }
