type t = { mutable count : int }

let incr t = t.count <- t.count + 1
let decr t = if t.count > 0 then t.count <- t.count - 1
