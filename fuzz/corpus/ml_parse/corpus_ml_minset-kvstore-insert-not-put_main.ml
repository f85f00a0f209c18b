(* A set in a key-value store that caches the key of its minimum. The cached element has been put,
   and it is no larger than the other elements. Something is cached as soon as something was put.
   The ghosts `old` and `n` are the key that is cached before the call, and the element under it. *)

(** predicate stored(S, k, v) := F (<S.put k v> && X G ~(<S.put k _> || <S.remove k>)) *)

(** predicate present(S, k) := F (<S.put k _> && X G ~<S.remove k>) *)

(* A key-value store. *)
module type STORE = sig
  type key
  type value

  (** (k: key) -> (v: value) -> unit
      effect <put k v> *)
  val put : key -> value -> unit

  (** (k: key) -> (v: value)
      context stored(Self, k, v)
      effect <get k v> *)
  val get : key -> value

  (** (k: key) -> (found: bool)
      case
        context present(Self, k)
        effect <mem k true>
        ensure found
      case
        context !present(Self, k)
        effect <mem k false>
        ensure !found *)
  val mem : key -> bool

  (** (k: key) -> unit
      context present(Self, k)
      effect <remove k> *)
  val remove : key -> unit
end

(** predicate current(C, v) := F (<C.write v> && X G ~<C.write _>) *)

(* A cell that holds one value, once there is one. *)
module type CELL = sig
  type value

  (** (v: value) -> unit
      effect <write v> *)
  val write : value -> unit

  (** unit -> (v: value)
      context current(Self, v)
      effect <read _ v> *)
  val read : unit -> value

  (** unit -> (found: bool)
      case
        context F <write _>
        effect <written _ true>
        ensure found
      case
        context !F <write _>
        effect <written _ false>
        ensure !found *)
  val written : unit -> bool
end

module type KEY = sig
  type t
end

(** predicate smallest(k, v, other, y) :=
      current(Min, k) && stored(Elems, k, v) && stored(Elems, other, y) implies <_ | v <= y> *)

module Min_set
    (Key : KEY)
    (Elems : STORE with type key = Key.t and type value = int)
    (Min : CELL with type value = Key.t) =
struct
  (** (k: Key.t) -> (x: int) -> unit
      ghost (least: Key.t) (m: int) (other: Key.t) (y: int) (old: Key.t) (n: int)
      context (current(Min, old) && stored(Elems, old, n)) || !F <Min.write _>
      context G ~<Elems.remove _>
      invariant F <Elems.put _ _> implies F <Min.write _>
      invariant current(Min, least) implies present(Elems, least)
      invariant smallest(old, n, other, y)
      invariant smallest(least, m, other, y) *)
  let insert k x =
    if not (Elems.mem k) then begin
      if Min.written () && x >= Elems.get (Min.read ()) then Elems.put k x else Min.write k
    end
end
