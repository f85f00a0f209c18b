(* A waiting line of the library's queues: whoever comes when it is full takes the place of the first. *)

let room = 2
let line : int Queue.t = Queue.create ()
let waiting () = List.of_seq (Queue.to_seq line)

(** (n: int) -> unit
    ensure Queue.length line <= room
    ensure List.mem n (waiting ()) *)
let enqueue n =
  if Queue.length line >= room then ignore (Queue.pop line);
  Queue.push n line
