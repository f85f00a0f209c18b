(* A set in two key-value stores: the elements by key, and an index of the keys by element. Each
   key is associated with a distinct value: no element is stored under two keys.
   An element that is stored is in the index: without this, `insert` could not keep the property. *)

module type ELEM = sig
  type t
end

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

module type KEY = sig
  type t
end

module Set
    (Key : KEY)
    (Elem : ELEM)
    (Elems : STORE with type key = Key.t and type value = Elem.t)
    (Index : STORE with type key = Elem.t and type value = Key.t) =
struct
  (** Stores an element under a key that is not in use.

      (k: Key.t) -> (x: Elem.t) -> unit
      ghost (m: Elem.t)
      context G ~<Elems.put k _>
      invariant F <Elems.put _ m> implies present(Index, m)
      invariant G (<Elems.put _ m> implies X G ~<Elems.put _ m>) *)
  let insert k x =
    if not (Index.mem x) then begin
      Elems.put k x;
      Index.put x k
    end
end
