(* The same method under the contract as one would write it first, which no method keeps: a third
   element may be less than the new minimum. *)
let insert_weakly (x : Elem.t) : unit =
  if hasmin () then (
    let least = getmin () in
    add x;
    if elem_lt x least then setmin x)
  else (
    add x;
    setmin x)

let[@assertRty] insert_weakly ((m : Elem.t) [@ghost]) ((e : Elem.t) [@ghost])
    ?l:(x = (true : [%v: Elem.t])) =
  { pre = rI m e; res = (true : [%v: unit]); post = rI m e }
