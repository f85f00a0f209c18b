(* One of two things that are demanded holds, which is not enough. *)
let pop_top (top : Cell.t) : Cell.t = if hasnext top then top else top

let[@assertRty] pop_top ((d : Cell.t) [@ghost]) ?l:(top = (true : [%v: Cell.t])) =
  [|
    { pre = nextP top d; res = (v == d : [%v: Cell.t]); newadding = lastL };
    { pre = not (linkedP top); res = (v == top : [%v: Cell.t]); newadding = lastL };
  |]
