(* Integers of 64 bits. *)

include Boxed.Make (struct
  type t = int64
  let bits = 64
  let make n = Int64 n
  let value (Int64 n) = n
end)
let of_int32 (Int32 n) = Int64 n
let to_int32 n = Int32.make (value n)
let of_nativeint (Nativeint n) = Int64 n
let to_nativeint n = Nativeint (value n)
