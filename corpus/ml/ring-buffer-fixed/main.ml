(* A ring buffer of four slots, kept by the position of its first element and its length. A slot
   that is in use is not written until it was freed. The ghost `i` is any slot; the context says
   that it is in use only if it lies in the window. *)

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

(** predicate freed_first(i) :=
      G (<Slots.put i _> implies X (~<Slots.put i _> W <Slots.remove i>)) *)

module Ring
    (Elem : ELEM)
    (Slots : STORE with type key = int and type value = Elem.t) =
struct
  let capacity = 4

  let wrap position = if position >= capacity then position - capacity else position

  (** Returns the new length.

      (first: int) -> (length: int) -> (x: Elem.t) -> (length': int)
      ghost (i: int)
      require 0 <= first && first < 4 && 0 <= length && length <= 4 && 0 <= i && i < 4
      context present(Slots, i) implies
                <_ | (first <= i && i < first + length) || i + 4 < first + length>
      invariant freed_first(i)
      ensure length' <= 4 *)
  let push first length x =
    if length >= capacity then length
    else begin
      Slots.put (wrap (first + length)) x;
      length + 1
    end

  (** The first element, if there is one, and what remains.

      ghost (i: int)
      require 0 <= first && first < 4 && 0 <= length && length <= 4
      invariant freed_first(i) *)
  let pop first length =
    if length = 0 || not (Slots.mem first) then None
    else begin
      let x = Slots.get first in
      Slots.remove first;
      Some (x, wrap (first + 1), length - 1)
    end
end
