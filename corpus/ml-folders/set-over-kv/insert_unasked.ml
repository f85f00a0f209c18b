(* Looks at one key only; the element may stand under another one. *)
let insert_unasked (k : Key.t) (x : Elem.t) : unit = if has k then () else put k x

let[@assertRty] insert_unasked ((m : Elem.t) [@ghost]) ?l:(k = (true : [%v: Key.t]))
    ?l:(x = (true : [%v: Elem.t])) =
  { pre = rI m; res = (true : [%v: unit]); post = rI m }
