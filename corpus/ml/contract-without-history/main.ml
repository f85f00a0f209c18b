module type CELL = sig
  (** (n: int) -> unit
      require n >= 0
      effect <write n> *)
  val write : int -> unit
end

module Counter (Cell : CELL) = struct
  (** unit -> unit
      context F <Cell.write n | n < 0>
      effect true *)
  let reset () = Cell.write 0
end
