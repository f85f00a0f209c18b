(* A ring of two places in an array, of which the second is the first to be used. *)

exception Full
exception Empty

type ring = { data : int option array; mutable head : int; mutable length : int }

let ring = { data = Array.make 2 None; head = 1; length = 0 }
let capacity = Array.length ring.data

let content () =
  List.init ring.length (fun i -> Option.get ring.data.((ring.head + i) mod capacity))

(** (x: int) -> unit
    raises Full when ring.length = capacity
    ensure content () = List.append (old(content ())) [x] *)
let push x =
  if ring.length = capacity then raise Full;
  ring.data.((ring.head + ring.length) mod capacity) <- Some x;
  ring.length <- ring.length + 1

(** unit -> (x: int)
    raises Empty when ring.length = 0
    ensure x :: content () = old(content ()) *)
let pop () =
  if ring.length = 0 then raise Empty;
  let x = Option.get ring.data.(ring.head) in
  ring.data.(ring.head) <- None;
  ring.head <- ring.head + 1;
  ring.length <- ring.length - 1;
  x
