(* A set that inserts what a function makes, of which nothing is known. *)

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
  (** (make: unit -> Elem.t) -> unit
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
  let insert_made make = Bag.add (make ())
end
