(* A journal whose last entry has to be a mark. *)

module type JOURNAL = sig
  (** (n: int) -> unit
      effect <write n> *)
  val write : int -> unit

  (** unit -> unit
      effect <mark> *)
  val mark : unit -> unit
end

module Close (Journal : JOURNAL) = struct
  (** (n: int) -> unit
      after F (<Journal.mark> && last) *)
  let close n = if n > 0 then Journal.write n else Journal.mark ()
end
