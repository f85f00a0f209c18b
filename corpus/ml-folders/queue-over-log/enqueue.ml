(* The caller knows where the log ends, and that it is not longer than integers. *)
let enqueue (i : int) (x : Elem.t) : int =
  append i x;
  i + 1

let[@assertRty] enqueue ((j : nat) [@ghost]) ?l:(i = (v < 1000 : [%v: nat])) ?l:(x = (true : [%v: Elem.t])) =
  { pre = rI j && not (usedP i); res = (v > i : [%v: int]); post = rI j }
