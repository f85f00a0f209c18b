let last = ref 0

let next () =
  incr last;
  if !last > 2 then last := 1;
  !last
