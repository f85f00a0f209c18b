module type BAG = sig
  type elem

  (** (x: elem) -> unit
      effect <add x> *)
  val add : elem -> unit
end

module Set (Bag : BAG) = struct
  (** (x: Bag.elem) -> unit
      require x = 1 *)
  let insert x = Bag.add x
end
