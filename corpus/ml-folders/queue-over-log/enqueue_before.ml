(* The place before the first one does not exist, and the library does not allow it. *)
let enqueue_before (i : int) (x : Elem.t) : unit = append (i - 1) x

let[@assertRty] enqueue_before ((j : nat) [@ghost]) ?l:(i = (true : [%v: nat]))
    ?l:(x = (true : [%v: Elem.t])) =
  { pre = not (_F (Append (k, y, v, true))); res = (true : [%v: unit]); post = rI j }
