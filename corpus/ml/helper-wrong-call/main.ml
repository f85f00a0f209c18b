(* A set whose helper adds elements that are not there yet, and is called for any. *)

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
  (** (x: Elem.t) -> unit
      context !F <Bag.add x>
      effect <Bag.add x> && last *)
  let add_new x = Bag.add x

  (** (x: Elem.t) -> unit
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
  let insert x = add_new x
end
