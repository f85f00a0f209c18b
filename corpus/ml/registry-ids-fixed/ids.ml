type t = int

let last = ref 0

let fresh () =
  incr last;
  !last

let peek () = !last
