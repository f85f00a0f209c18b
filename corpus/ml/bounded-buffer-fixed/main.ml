(* The last three readings of a sensor. *)

let keep = 3
let readings : int Queue.t = Queue.create ()
let newest = ref None

(** (x: int) -> unit
    ensure Queue.length readings <= keep
    ensure !newest = Some x
    ensure Queue.length readings < keep implies Queue.length readings = old (Queue.length readings) + 1 *)
let add x =
  newest := Some x;
  Queue.push x readings;
  if Queue.length readings > keep then ignore (Queue.pop readings)
