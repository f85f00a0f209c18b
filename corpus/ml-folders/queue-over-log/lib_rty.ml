let[@libRty] append ?l:(i = (v >= 0 : [%v: int])) ?l:(x = (true : [%v: Elem.t])) =
  { pre = true; res = (true : [%v: unit]); newadding = lastL && Append ((i [@d]), (x [@d]), v, true) }

(* The length is behind every place that was written. *)
let[@libRty] length ?l:(u = (true : [%v: unit])) =
  {
    pre = true;
    res = (true : [%v: nat]);
    newadding = lastL && Length (u, v, true);
  }

let[@libRty] read ((a : Elem.t) [@ghost]) ?l:(i = (true : [%v: nat])) =
  { pre = writtenP i a; res = (v == a : [%v: Elem.t]); newadding = lastL && Read ((i [@d]), v, v == a) }
