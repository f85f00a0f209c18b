(* The length that the library tells is any number: its contract does not say that the place is free. *)
let enqueue_anywhere (x : Elem.t) : unit = append (length ()) x

let[@assertRty] enqueue_anywhere ((j : nat) [@ghost]) ?l:(x = (true : [%v: Elem.t])) =
  { pre = rI j; res = (true : [%v: unit]); post = rI j }
