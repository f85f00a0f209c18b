let[@libRty] connect ?l:(s = (true : [%v: State.t])) ?l:(c = (true : [%v: Char.t]))
    ?l:(t = (true : [%v: State.t])) =
  {
    pre = true;
    res = (true : [%v: unit]);
    newadding = lastL && Connect ((s [@d]), (c [@d]), (t [@d]), v, true);
  }

let[@libRty] disconnect ?l:(s = (true : [%v: State.t])) ?l:(c = (true : [%v: Char.t])) =
  {
    pre = edgeP s c;
    res = (true : [%v: unit]);
    newadding = lastL && Disconnect ((s [@d]), (c [@d]), v, true);
  }

let[@libRty] has_edge ?l:(s = (true : [%v: State.t])) ?l:(c = (true : [%v: Char.t])) =
  [|
    {
      pre = edgeP s c;
      res = (v : [%v: bool]);
      newadding = lastL && Has_edge ((s [@d]), (c [@d]), v, v);
    };
    {
      pre = not (edgeP s c);
      res = (not v : [%v: bool]);
      newadding = lastL && Has_edge ((s [@d]), (c [@d]), v, not v);
    };
  |]
