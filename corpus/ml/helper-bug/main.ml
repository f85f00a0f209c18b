(* A set whose method adds an element once more after a helper has added it. *)

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
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
  let insert x = if not (Bag.mem x) then Bag.add x

  (** (x: Elem.t) -> unit
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
  let insert_twice x =
    insert x;
    Bag.add x
end
