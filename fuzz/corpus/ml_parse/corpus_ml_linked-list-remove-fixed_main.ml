(* A linked list over two key-value stores that are known by their contracts alone: one holds the
   successor of each node, the other its element. *)

(** predicate stored(S, k, v) := F (<S.put k v> && X G ~<S.put k _>) *)

module type NODE = sig
  type t

  val null : t
end

module type ELEM = sig
  type t
end

module type STORE = sig
  type key
  type value

  (** (k: key) -> (v: value) -> unit
      effect <put k v> *)
  val put : key -> value -> unit

  (** (k: key) -> (v: value)
      ghost (v': value)
      context stored(Self, k, v')
      effect <get k v>
      ensure v = v' *)
  val get : key -> value
end

module Linked_list
    (Node : NODE)
    (Elem : ELEM)
    (Nxt : STORE with type key = Node.t and type value = Node.t)
    (Val : STORE with type key = Node.t and type value = Elem.t) =
struct
  (** Removes the first node that holds an element. A node gets a new predecessor only after the
      old one has let go of it.

      (hd: Node.t) -> (elem: Elem.t) -> Node.t
      ghost (a: Node.t) (b: Node.t)
      require b <> Node.null
      context stored(Nxt, a, b) && G ~<Nxt.put !a b>
      effect ~<Nxt.put !a b> W <Nxt.put a !b> *)
  let remove hd elem =
    if hd = Node.null then hd
    else if Val.get hd = elem then Nxt.get hd
    else
      let rec loop prev =
        let curr = Nxt.get prev in
        if curr = Node.null then ()
        else if Val.get curr = elem then begin
          let next = Nxt.get curr in
          Nxt.put curr Node.null;
          Nxt.put prev next
        end
        else loop curr
      in
      loop hd;
      hd
end
