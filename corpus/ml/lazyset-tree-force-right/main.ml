(* A set as a binary search tree that puts an insertion off until the next one or until the set
   is read. What is to the right of a node is greater than the node, what is to the left is smaller. *)

(** axiom irreflexive(x: Elem.t) := !Elem.less(x, x) *)

(** axiom transitive(x: Elem.t, y: Elem.t, z: Elem.t) :=
      Elem.less(x, y) && Elem.less(y, z) implies Elem.less(x, z) *)

(** axiom total(x: Elem.t, y: Elem.t) := Elem.less(x, y) || Elem.less(y, x) || x == y *)

module type ORDERED = sig
  type t

  val less : t -> t -> bool [@@pure]
end

(** predicate inside(T, x) := F (<T.plant x> || <T.add_left _ x> || <T.add_right _ x>) *)

(* A binary tree whose nodes are known by their elements. *)
module type TREE = sig
  type elem

  (** (x: elem) -> unit
      context !F <plant _>
      effect <plant x> *)
  val plant : elem -> unit

  (** unit -> (found: bool)
      case
        context F <plant _>
        effect <planted _ true>
        ensure found
      case
        context !F <plant _>
        effect <planted _ false>
        ensure !found *)
  val planted : unit -> bool

  (** unit -> (x: elem)
      context F <plant x>
      effect <root _ x> *)
  val root : unit -> elem

  (** (p: elem) -> (x: elem) -> unit
      context inside(Self, p) && !inside(Self, x) && !F <add_left p _>
      effect <add_left p x> *)
  val add_left : elem -> elem -> unit

  (** (p: elem) -> (x: elem) -> unit
      context inside(Self, p) && !inside(Self, x) && !F <add_right p _>
      effect <add_right p x> *)
  val add_right : elem -> elem -> unit

  (** (p: elem) -> (found: bool)
      case
        context F <add_left p _>
        effect <has_left p true>
        ensure found
      case
        context inside(Self, p) && !F <add_left p _>
        effect <has_left p false>
        ensure !found *)
  val has_left : elem -> bool

  (** (p: elem) -> (found: bool)
      case
        context F <add_right p _>
        effect <has_right p true>
        ensure found
      case
        context inside(Self, p) && !F <add_right p _>
        effect <has_right p false>
        ensure !found *)
  val has_right : elem -> bool

  (** (p: elem) -> (x: elem)
      context F <add_left p x>
      effect <left p x> *)
  val left : elem -> elem

  (** (p: elem) -> (x: elem)
      context F <add_right p x>
      effect <right p x> *)
  val right : elem -> elem
end

module Lazy_set (Elem : ORDERED) (Tree : TREE with type elem = Elem.t) = struct
  let rec insert_below node x =
    if Elem.less x node then
      if Tree.has_left node then insert_below (Tree.left node) x
      else Tree.add_right node x
    else if Elem.less node x then
      if Tree.has_right node then insert_below (Tree.right node) x
      else Tree.add_right node x

  (** Does what was put off, if there is anything.

      (pending: Elem.t option) -> unit
      ghost (p: Elem.t)
      invariant G ~<Tree.add_left p y | !Elem.less(y, p)>
      invariant G ~<Tree.add_right p y | !Elem.less(p, y)> *)
  let force pending =
    match pending with
    | None -> ()
    | Some x when Tree.planted () -> insert_below (Tree.root ()) x
    | Some x -> Tree.plant x
end
