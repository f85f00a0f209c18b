(* A set that asks a helper whether an element is there; the contract of the helper does not tell what it returns. *)

module type ELEM = sig
  type t
end

module type BAG = sig
  type elem

  (** (x: elem) -> unit
      effect <add x> *)
  val add : elem -> unit

  (** (x: elem) -> (found: bool)
      case
        context F <add x>
        effect <mem x true>
        ensure found
      case
        context !F <add x>
        effect <mem x false>
        ensure !found *)
  val mem : elem -> bool
end

module Set (Elem : ELEM) (Bag : BAG with type elem = Elem.t) = struct
  (** (x: Elem.t) -> (found: bool)
      effect G ~<Bag.add _> *)
  let contains x = Bag.mem x

  (** (x: Elem.t) -> unit
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
  let insert x = if not (contains x) then Bag.add x
end
