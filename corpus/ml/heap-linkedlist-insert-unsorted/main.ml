(* A heap as a sorted list of cells. Elements are stored at unique locations, and a cell is never
   linked to one with a smaller element. *)

(** predicate made(C, c) := F <C.fresh _ c> *)

(** predicate holds(C, c, e) := F (<C.write c e> && X G ~<C.write c _>) *)

(** predicate follows(C, c, d) := F (<C.link c d> && X G ~<C.link c _>) *)

(* Cells of linked lists. *)
module type CELLS = sig
  type t
  type elem

  (** A fresh cell.

      unit -> (c: t)
      context !made(Self, c)
      effect <fresh _ c> *)
  val fresh : unit -> t

  (** (c: t) -> (e: elem) -> unit
      context made(Self, c)
      effect <write c e> *)
  val write : t -> elem -> unit

  (** (c: t) -> (e: elem)
      context holds(Self, c, e)
      effect <read c e> *)
  val read : t -> elem

  (** Makes `d` the next cell after `c`.

      (c: t) -> (d: t) -> unit
      context made(Self, c) && made(Self, d)
      effect <link c d> *)
  val link : t -> t -> unit

  (** (c: t) -> (found: bool)
      case
        context F <link c _>
        effect <has_next c true>
        ensure found
      case
        context made(Self, c) && !F <link c _>
        effect <has_next c false>
        ensure !found *)
  val has_next : t -> bool

  (** (c: t) -> (d: t)
      context follows(Self, c, d)
      effect <next c d> *)
  val next : t -> t
end

module Heap (Cell : CELLS with type elem = int) = struct
  (** Inserts an element behind the first one, which is not greater.

      (first: Cell.t) -> (x: int) -> unit
      ghost (c: Cell.t) (d: Cell.t) (a: int) (b: int)
      require a > b
      context F <Cell.write first y | y <= x>
      invariant G (<Cell.write c _> implies X G ~<Cell.write c _>)
      invariant G (<Cell.write d _> implies X G ~<Cell.write d _>)
      invariant F <Cell.write c a> && F <Cell.write d b> implies G ~<Cell.link c d>
      invariant F <Cell.link _ d> implies F <Cell.write d _> *)
  let insert first x =
    let cell = Cell.fresh () in
    Cell.write cell x;
    let rec behind prev =
      if not (Cell.has_next prev) then Cell.link prev cell
      else
        let next = Cell.next prev in
        if Cell.read next > x then behind next
        else begin
          Cell.link prev cell;
          Cell.link cell next
        end
    in
    behind first
end
