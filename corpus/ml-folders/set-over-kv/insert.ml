(* Elements are kept under keys of their own: the caller states that this one is new. *)
let insert (k : Key.t) (x : Elem.t) : unit =
  if has k then if elem_eq (get k) x then () else put k x else put k x

let[@assertRty] insert ((m : Elem.t) [@ghost]) ?l:(k = (true : [%v: Key.t]))
    ?l:(x = (true : [%v: Elem.t])) =
  { pre = rI m && not (memP x); res = (true : [%v: unit]); post = rI m }
