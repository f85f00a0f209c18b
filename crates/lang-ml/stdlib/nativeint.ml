(* Integers of a machine word, which has 64 bits. *)

include Boxed.Make (struct
  type t = nativeint
  let bits = 64
  let make n = Nativeint n
  let value (Nativeint n) = n
end)
let size = 64
let of_int32 (Int32 n) = Nativeint n
let to_int32 n = Int32.make (value n)
