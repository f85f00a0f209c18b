(* The new cell is another one if the library never makes a cell twice: the contract of this method
   covers cells that no other cell links to yet. *)
let push (top : Cell.t) (fresh : Cell.t) : Cell.t =
  if cell_eq top fresh then top
  else if hasnext fresh then top
  else (
    setnext fresh top;
    fresh)

let[@assertRty] push ((c : Cell.t) [@ghost]) ?l:(top = (true : [%v: Cell.t]))
    ?l:(fresh = (true : [%v: Cell.t])) =
  { pre = rI c && not (_F (Setnext (d, (top [@d]), v, true))); res = (true : [%v: Cell.t]); post = rI c }
