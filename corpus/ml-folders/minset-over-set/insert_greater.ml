(* The comparison is the wrong way round. *)
let insert_greater (x : Elem.t) : unit =
  if hasmin () then (
    let least = getmin () in
    add x;
    if elem_lt least x then setmin x)
  else (
    add x;
    setmin x)

let[@assertRty] insert_greater ((m : Elem.t) [@ghost]) ((e : Elem.t) [@ghost])
    ?l:(x = (true : [%v: Elem.t])) =
  { pre = rI m e; res = (true : [%v: unit]); post = rI m e }
