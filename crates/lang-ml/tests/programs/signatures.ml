module type COUNTER = sig
  type t
  val zero : t
  val next : t -> t
  val value : t -> int
end
module Up : COUNTER = struct type t = int let zero = 0 let next n = n + 1 let value n = n let hidden = 3 end
module Down : COUNTER with type t = string = struct
  type t = string
  let zero = ""
  let next s = s ^ "-"
  let value s = - (String.length s)
end
module Both (A : COUNTER) (B : COUNTER) = struct
  let run n = let rec go n a b = if n = 0 then A.value a * 100 + B.value b else go (n - 1) (A.next a) (B.next b) in go n A.zero B.zero
end
module R = Both (Up) (Down)
let result = string_of_int (R.run 5) ^ Down.next "x" ^ string_of_int (Up.value (Up.next Up.zero))
