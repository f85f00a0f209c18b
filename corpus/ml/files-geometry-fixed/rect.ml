type t = { width : int; height : int }

let area r = r.width * r.height
