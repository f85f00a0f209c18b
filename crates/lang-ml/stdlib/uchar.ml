(* Characters of Unicode. *)

module Code : sig
  type t
  val of_code : int -> t
  val code : t -> int
end = struct
  type t = int
  let of_code c = c
  let code c = c
end

type t = Code.t
let to_int u = Code.code u
let unsafe_of_int i = Code.of_code i
let is_valid i = (0 <= i && i <= 0xD7FF) || (0xE000 <= i && i <= 0x10FFFF)
let of_int i = if is_valid i then Code.of_code i else invalid_arg "Uchar.of_int"
let min = Code.of_code 0
let max = Code.of_code 0x10FFFF
let bom = Code.of_code 0xFEFF
let rep = Code.of_code 0xFFFD
let succ u =
  if to_int u = 0xD7FF then Code.of_code 0xE000
  else if to_int u = 0x10FFFF then invalid_arg "U+10FFFF has no successor"
  else Code.of_code (to_int u + 1)
let pred u =
  if to_int u = 0xE000 then Code.of_code 0xD7FF
  else if to_int u = 0 then invalid_arg "U+0000 has no predecessor"
  else Code.of_code (to_int u - 1)
let is_char u = to_int u < 256
let of_char c = Code.of_code (Char.code c)
let to_char u = if is_char u then Char.chr (to_int u) else invalid_arg "U+ is not a latin1 character"
let unsafe_to_char u = Char.chr (to_int u)
let equal a b = to_int a = to_int b
let compare a b = compare (to_int a) (to_int b)
let hash u = to_int u
let utf_8_byte_length u =
  let c = to_int u in
  if c <= 0x7F then 1 else if c <= 0x7FF then 2 else if c <= 0xFFFF then 3 else 4
let utf_16_byte_length u = if to_int u <= 0xFFFF then 2 else 4
