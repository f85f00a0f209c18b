let peek (i : int) : Elem.t = read i

let[@assertRty] peek ((a : Elem.t) [@ghost]) ?l:(i = (true : [%v: nat])) =
  {
    pre = writtenP i a && rI i;
    res = (v == a : [%v: Elem.t]);
    newadding = lastL && Read ((i [@d]), v, v == a);
  }
