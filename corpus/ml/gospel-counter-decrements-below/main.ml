type t = { mutable count : int }

let incr t = t.count <- t.count + 1
let decr t = t.count <- t.count - 1
