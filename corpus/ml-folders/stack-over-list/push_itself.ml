(* No condition says that the two cells differ. *)
let push_itself (top : Cell.t) (fresh : Cell.t) : Cell.t =
  setnext fresh top;
  fresh

let[@assertRty] push_itself ((c : Cell.t) [@ghost]) ?l:(top = (true : [%v: Cell.t]))
    ?l:(fresh = (true : [%v: Cell.t])) =
  { pre = rI c; res = (true : [%v: Cell.t]); post = rI c }
