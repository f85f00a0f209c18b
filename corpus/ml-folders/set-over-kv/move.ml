(* What the call adds is said apart from what was before: an element is read and put elsewhere. *)
let move (k : Key.t) (l : Key.t) : Elem.t =
  let x = get k in
  put l x;
  x

let[@assertRty] move ((a : Elem.t) [@ghost]) ?l:(k = (true : [%v: Key.t]))
    ?l:(l = (true : [%v: Key.t])) =
  {
    pre = storedP k a;
    res = (v == a : [%v: Elem.t]);
    post =
      (storedP k a;
       lastL && Get ((k [@d]), x, x == a);
       lastL && Put ((l [@d]), (a [@d]), v, true));
  }
