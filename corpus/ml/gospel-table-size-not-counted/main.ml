let table : (int, string) Hashtbl.t = Hashtbl.create 8
let count = ref 0

let mem k = Hashtbl.mem table k
let size () = !count

let set k v =
  incr count;
  Hashtbl.replace table k v

let remove k =
  if mem k then decr count;
  Hashtbl.remove table k
