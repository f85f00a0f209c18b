let set_edge (s : State.t) (c : Char.t) (t : State.t) : unit =
  if has_edge s c then disconnect s c;
  connect s c t

let[@assertRty] set_edge ((q : State.t) [@ghost]) ((a : Char.t) [@ghost])
    ?l:(s = (true : [%v: State.t])) ?l:(c = (true : [%v: Char.t])) ?l:(t = (true : [%v: State.t])) =
  { pre = rI q a; res = (true : [%v: unit]); post = rI q a }
