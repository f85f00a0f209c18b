let log = ref ""
let l = lazy (log := !log ^ "x"; 42)
let a = Lazy.force l
let b = Lazy.force l
let unused = lazy (failwith "never")
let result = string_of_int (a + b) ^ !log
