(* Integers of 32 bits. *)

include Boxed.Make (struct
  type t = int32
  let bits = 32
  let make n = Int32 n
  let value (Int32 n) = n
end)
