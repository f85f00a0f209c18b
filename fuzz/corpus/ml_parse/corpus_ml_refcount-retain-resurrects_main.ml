(* Handles that are counted in a key-value store and closed with the last reference. A handle is
   closed once, and a handle that is closed is not counted. *)

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

module type RESOURCE = sig
  type t

  (** unit -> (h: t)
      context G ~<acquire _ h>
      effect <acquire _ h> *)
  val acquire : unit -> t

  (** (h: t) -> unit
      context F <acquire _ h>
      effect <close h> *)
  val close : t -> unit
end

(** predicate closed_once(h) := G (<Resource.close h> implies X G ~<Resource.close h>) *)

(** predicate uncounted(h) := F <Resource.close h> implies !present(Counts, h) *)

module Shared
    (Resource : RESOURCE)
    (Counts : STORE with type key = Resource.t and type value = int) =
struct
  (** ghost (h: Resource.t)
      invariant closed_once(h)
      invariant uncounted(h) *)
  let retain handle =
    let count = if Counts.mem handle then Counts.get handle else 0 in
    Counts.put handle (count + 1)
end
