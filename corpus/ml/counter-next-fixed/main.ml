(* A counter in a cell that is known by its contract alone. *)

(** predicate holds(C, n) := F (<C.write n> && X G ~<C.write _>) *)

module type CELL = sig
  (** (n: int) -> unit
      effect <write n> *)
  val write : int -> unit

  (** unit -> (n: int)
      ghost (now: int)
      context holds(Self, now)
      effect <read _ n>
      ensure n = now *)
  val read : unit -> int
end

module Counter (Cell : CELL) = struct
  (** Counts up and returns the new number.

      unit -> (next: int)
      ghost (n: int)
      require n < max_int
      context holds(Cell, n)
      effect F (<Cell.write w | w = n + 1>)
      ensure next = n + 1 *)
  let next () =
    let n = Cell.read () in
    Cell.write (n + 1);
    n + 1
end
