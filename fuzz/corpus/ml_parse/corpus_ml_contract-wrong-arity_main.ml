module type CELL = sig
  (** (n: int) -> (m: int) -> unit
      effect <write n> *)
  val write : int -> unit
end

module Counter (Cell : CELL) = struct
  (** ensure true *)
  let reset () = Cell.write 0
end
