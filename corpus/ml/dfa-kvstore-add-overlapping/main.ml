(* A deterministic automaton in a key-value store: the keys of a state are its labels, each with the
   next state. A state has one next state for a label: nothing is put over a transition that was
   not deleted. *)

(** predicate entered(T, r, c, v) := F (<T.put r c v> && X G ~(<T.put r c _> || <T.remove r c>)) *)

(** predicate filled(T, r, c) := F (<T.put r c _> && X G ~<T.remove r c>) *)

(* A key-value store whose keys are pairs of a row and a column. *)
module type TABLE = sig
  type row
  type column
  type value

  (** (r: row) -> (c: column) -> (v: value) -> unit
      effect <put r c v> *)
  val put : row -> column -> value -> unit

  (** (r: row) -> (c: column) -> (v: value)
      context entered(Self, r, c, v)
      effect <get r c v> *)
  val get : row -> column -> value

  (** (r: row) -> (c: column) -> (found: bool)
      case
        context filled(Self, r, c)
        effect <mem r c true>
        ensure found
      case
        context !filled(Self, r, c)
        effect <mem r c false>
        ensure !found *)
  val mem : row -> column -> bool

  (** (r: row) -> (c: column) -> unit
      context filled(Self, r, c)
      effect <remove r c> *)
  val remove : row -> column -> unit
end

module type STATE = sig
  type t
end

module Dfa
    (State : STATE)
    (Next : TABLE with type row = State.t and type column = char and type value = State.t) =
struct
  exception Ambiguous of State.t * char

  (** (from: State.t) -> (label: char) -> (next: State.t) -> bool
      ghost (s: State.t) (c: char)
      invariant G (<Next.put s c _> implies X (~<Next.put s c _> W <Next.remove s c>)) *)
  let add from label next =
    if Next.mem from label && Next.get from label = next then false
    else begin
      Next.put from label next;
      true
    end
end
