(* Forgets the edge that is there. *)
let add_edge (s : State.t) (c : Char.t) (t : State.t) : unit = connect s c t

let[@assertRty] add_edge ((q : State.t) [@ghost]) ((a : Char.t) [@ghost])
    ?l:(s = (true : [%v: State.t])) ?l:(c = (true : [%v: Char.t])) ?l:(t = (true : [%v: State.t])) =
  { pre = rI q a; res = (true : [%v: unit]); post = rI q a }
