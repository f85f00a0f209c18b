(* A counter in a cell that refuses negative numbers. *)

(** predicate holds(C, n) := F (<C.write n> && X G ~<C.write _>) *)

module type CELL = sig
  (** (n: int) -> unit
      require n >= 0
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
  (** Counts down, but not below zero.

      unit -> unit
      ghost (n: int)
      context holds(Cell, n)
      effect true *)
  let decrease () =
    let n = Cell.read () in
    if n > 0 then Cell.write (n - 1)
end
