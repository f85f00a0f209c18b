let last = ref 0

let next () =
  incr last;
  !last
