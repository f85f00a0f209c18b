(* A stack whose nodes are linked in a key-value store; `Node.null` ends it. Elements are linked
   linearly: no node gets a second predecessor, and a link to a node is never replaced. *)

module type ELEM = sig
  type t
end

module type NODE = sig
  type t

  val null : t
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

module Stack
    (Node : NODE)
    (Elem : ELEM)
    (Nxt : STORE with type key = Node.t and type value = Node.t)
    (Val : STORE with type key = Node.t and type value = Elem.t) =
struct
  (** Puts an element, in a node that is not in use, on a stack whose top has nothing above it.

      (node: Node.t) -> (top: Node.t) -> (x: Elem.t) -> Node.t
      ghost (n: Node.t)
      require n <> Node.null && node <> Node.null && top <> Node.null && node <> top
      context G ~(<Nxt.put node _> || <Nxt.put _ node> || <Nxt.put _ top> || <Nxt.remove _>)
      invariant G (<Nxt.put _ n> implies X G ~<Nxt.put _ n>)
      invariant G (<Nxt.put n v | v <> Node.null> implies X G ~<Nxt.put n _>) *)
  let push node top x =
    Val.put node x;
    let below = if Nxt.mem top then Nxt.get top else Node.null in
    Nxt.put node below;
    node
end
