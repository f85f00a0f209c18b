(* A bounded queue in an array. *)

exception Full
exception Empty

let capacity = 2
let data = Array.make capacity 0
let head = ref 0
let size = ref 0

(** (x: int) -> unit
    raises Full when !size = capacity
    ensure !size = old !size + 1
    ensure !size <= capacity *)
let push x =
  if !size = capacity then raise Full;
  let place = !head + !size in
  let place = if place > capacity then place - capacity else place in
  data.(place) <- x;
  incr size

(** unit -> (x: int)
    raises Empty when !size = 0
    ensure !size = old !size - 1 *)
let pop () =
  if !size = 0 then raise Empty;
  let x = data.(!head) in
  head := (!head + 1) mod capacity;
  decr size;
  x
