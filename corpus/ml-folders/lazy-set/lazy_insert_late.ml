(* Asks first; what was put off may insert the element after that. *)
let lazy_insert_late (thunk : unit -> unit) (x : Elem.t) : unit =
  let known = mem x in
  thunk ();
  if not known then insert x

let[@assertRty] lazy_insert_late ((m : Elem.t) [@ghost])
    ?l:(thunk =
        fun ?l:(u = (true : [%v: unit])) ->
          { pre = rI m; res = (true : [%v: unit]); post = rI m })
    ?l:(x = (true : [%v: Elem.t])) =
  { pre = rI m; res = (true : [%v: unit]); post = rI m }
