module type BAG = sig
  type elem

  (** (x: elem) -> unit
      effect <add x> *)
  val add : elem -> unit
end

module Set (Bag : BAG) = struct
  (** (x: Bag.elem) -> unit
      effect F <Bag.ad x> *)
  let insert x = Bag.add x
end
