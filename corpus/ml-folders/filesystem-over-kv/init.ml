let init (u : unit) : unit = put (getRoot ()) (fileInit ())

let[@assertRty] init ((q : Path.t) [@ghost]) ?l:(u = (true : [%v: unit])) =
  { pre = rI q && not (existsP q); res = (true : [%v: unit]); post = rI q }
