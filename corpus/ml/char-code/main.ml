(* A buffer of bytes. A character that is not known is still a byte, be it an argument, what an
   operation returns, or a part of a text. *)

module type SINK = sig
  (** (n: int) -> unit
      effect <write n> *)
  val write : int -> unit

  (** unit -> (c: char)
      effect <peek _ c> *)
  val peek : unit -> char
end

module Encoder (Sink : SINK) = struct
  (** (c: char) -> unit
      effect G ~<Sink.write n | n < 0 || n > 255> *)
  let put c = Sink.write (Char.code c)

  (** unit -> unit
      effect G ~<Sink.write n | n < 0 || n > 255> *)
  let again () = Sink.write (Char.code (Sink.peek ()))

  (** (text: string) -> unit
      effect G ~<Sink.write n | n < 0 || n > 255> *)
  let put_first text = if String.length text > 0 then Sink.write (Char.code text.[0])
end
