(** Stacks that know how deep they are. *)

type t = { mutable items : int list; mutable depth : int }
(*@ invariant depth = List.length items *)

val create : unit -> t
(*@ stack = create ()
    ensures stack.items = [] *)

val push : int -> t -> unit
(*@ push x stack
    modifies stack
    ensures stack.items = x :: old stack.items *)

val pop : t -> int
(*@ first = pop stack
    modifies stack
    raises Not_found -> old stack.items = []
    ensures first :: stack.items = old stack.items *)
