(* A set in two key-value stores that puts an insertion off until the set is read. Each key is
   associated with a distinct value. An element that is stored is in the index. *)

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

module Lazy_set
    (Key : KEY)
    (Elem : ELEM)
    (Elems : STORE with type key = Key.t and type value = Elem.t)
    (Index : STORE with type key = Elem.t and type value = Key.t) =
struct
  type insertion = { key : Key.t; elem : Elem.t }

  (** Does what was put off.

      (pending: insertion option) -> unit
      ghost (m: Elem.t)
      invariant F <Elems.put _ m> implies present(Index, m)
      invariant G (<Elems.put _ m> implies X G ~<Elems.put _ m>) *)
  let force pending =
    let put { key; elem } =
      if not (Elems.mem key || Index.mem elem) then begin
        Elems.put key elem;
        Index.put elem key
      end
    in
    Option.iter put pending
end
