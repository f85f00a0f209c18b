let log = ref ""
let note s x = log := !log ^ s; x
let f ~a ?(b = 2) c ~d = a * 1000 + b * 100 + c * 10 + d
let g = f 3
let h = f ~d:4
let first = f ~a:(note "a" 1) (note "c" 3) ~d:(note "d" 4)
let result =
  String.concat " "
    (List.map string_of_int [ first; g ~a:1 ~d:4; h ~a:1 3; h ~a:1 ~b:9 3; f ~d:1 ~a:2 7 ]) ^ !log
