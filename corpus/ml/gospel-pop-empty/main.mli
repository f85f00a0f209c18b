(* A stack with a capacity, with contracts in the notation of Gospel. *)

val capacity : int

val size : unit -> int
(*@ n = size ()
    ensures 0 <= n && n <= capacity
    ensures forall i. 0 <= i -> i < n *)

val push : int -> unit
(*@ push x
    raises Failure _ -> size () = capacity
    ensures size () = old (size ()) + 1 *)

val pop : unit -> int
(*@ x = pop ()
    raises Not_found -> size () = 0
    ensures size () = old (size ()) - 1 *)
