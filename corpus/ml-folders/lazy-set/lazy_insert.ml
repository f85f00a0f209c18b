(* What was put off is done first; then the set is asked. *)
let lazy_insert (thunk : unit -> unit) (x : Elem.t) : unit =
  thunk ();
  if not (mem x) then insert x

let[@assertRty] lazy_insert ((m : Elem.t) [@ghost])
    ?l:(thunk =
        fun ?l:(u = (true : [%v: unit])) ->
          { pre = rI m; res = (true : [%v: unit]); post = rI m })
    ?l:(x = (true : [%v: Elem.t])) =
  { pre = rI m; res = (true : [%v: unit]); post = rI m }
