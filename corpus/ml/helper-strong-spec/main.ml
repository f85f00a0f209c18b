(* A set that asks a helper whether an element is there; the contract of the helper tells. *)

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
      case
        context F <Bag.add x>
        effect G ~<Bag.add _>
        ensure found
      case
        context !F <Bag.add x>
        effect G ~<Bag.add _>
        ensure !found *)
  let contains x = Bag.mem x

  (** (x: Elem.t) -> unit
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
  let insert x = if not (contains x) then Bag.add x

  (** (x: Elem.t) -> (y: Elem.t) -> unit
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
  let insert_both x y =
    insert x;
    insert y
end
