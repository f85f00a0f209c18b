(* What is below the top is what it was linked to last. *)
let pop (top : Cell.t) : Cell.t = if hasnext top then getnext top else top

let[@assertRty] pop ((d : Cell.t) [@ghost]) ?l:(top = (true : [%v: Cell.t])) =
  [|
    { pre = nextP top d; res = (v == d : [%v: Cell.t]); newadding = not (_F (Setnext (a, b, v, true))) };
    { pre = not (linkedP top); res = (cell_eq v top : [%v: Cell.t]); newadding = lastL && Hasnext ((top [@d]), v, not v) };
  |]
