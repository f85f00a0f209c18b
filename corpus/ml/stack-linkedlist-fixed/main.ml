(* A stack of linked cells. Elements are stored at unique locations: no cell is written twice, and
   no cell stands above the top of a stack that is in use. *)

module type ELEM = sig
  type t
end

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

module Stack (Elem : ELEM) (Cell : CELLS with type elem = Elem.t) = struct
  (** (top: Cell.t) -> (x: Elem.t) -> (top': Cell.t)
      ghost (c: Cell.t)
      invariant G (<Cell.write c _> implies X G ~<Cell.write c _>) *)
  let push top x =
    let cell = Cell.fresh () in
    Cell.write cell x;
    Cell.link cell top;
    cell

  (** Puts the elements of one stack above those of another.

      (upper: Cell.t) -> (lower: Cell.t) -> Cell.t
      require upper <> lower
      invariant G ~<Cell.link _ upper> *)
  let concat upper (lower : Cell.t) =
    let rec bottom cell =
      if Cell.has_next cell then bottom (Cell.next cell) else cell
    in
    Cell.link (bottom upper) lower;
    upper
end
