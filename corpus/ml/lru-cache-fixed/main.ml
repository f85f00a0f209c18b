(* A cache over two key-value stores: the values, and when each was used last. A value has a stamp
   and a stamp has a value. Of two entries, the one that was used last survives. *)

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

module type VALUE = sig
  type t
end

(** predicate paired(k) := present(Values, k) iff present(Stamps, k) *)

module Lru
    (Key : KEY)
    (Value : VALUE)
    (Values : STORE with type key = Key.t and type value = Value.t)
    (Stamps : STORE with type key = Key.t and type value = int) =
struct
  (** ghost (k: Key.t)
      invariant paired(k) *)
  let find ~now key =
    match Values.mem key with
    | false -> None
    | true ->
      Stamps.put key now;
      Some (Values.get key)

  (** ghost (k: Key.t)
      invariant paired(k) *)
  let add ~now key value =
    Values.put key value;
    Stamps.put key now

  (** Makes room by evicting one of two entries.

      (left: Key.t) -> (right: Key.t) -> unit
      ghost (k: Key.t) (older: int) (newer: int)
      require left <> right && older < newer
      context stored(Stamps, left, older) && stored(Stamps, right, newer)
      context present(Values, left) && present(Values, right)
      invariant paired(k)
      effect G ~<Values.remove right> *)
  let evict left right =
    let drop key =
      Values.remove key;
      Stamps.remove key
    in
    drop (if Stamps.get left < Stamps.get right then left else right)
end
