(** axiom smaller(a: Elem.t, b: Elem.t) := Elem.less(a, b) *)

(** axiom irreflexive(a: Elem.t) := !Elem.less(a, a) *)

module type ELEM = sig
  type t

  val less : t -> t -> bool [@@pure]
end

module type BAG = sig
  type elem

  val add : elem -> unit
end

module Sorted (Elem : ELEM) (Bag : BAG with type elem = Elem.t) = struct
  (** (x: Elem.t) -> unit
      effect <Bag.add x> *)
  let insert x = Bag.add x
end
