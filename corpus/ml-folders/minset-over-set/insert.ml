(* The invariant of two elements says nothing of a third: what is less than the old minimum is known
   only if that minimum is the one that the invariant is about. So the contract names it. *)
let insert (x : Elem.t) : unit =
  if hasmin () then (
    let least = getmin () in
    add x;
    if elem_lt x least then setmin x)
  else (
    add x;
    setmin x)

let[@assertRty] insert ((m : Elem.t) [@ghost]) ((e : Elem.t) [@ghost]) ((n : Elem.t) [@ghost])
    ?l:(x = (true : [%v: Elem.t])) =
  [|
    { pre = minP n && rI n e && rI m e; res = (true : [%v: unit]); post = rI m e };
    { pre = (not minSetP) && rI m e; res = (true : [%v: unit]); post = rI m e };
  |]
