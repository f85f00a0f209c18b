(* Discounts are modules, and one of them is chosen while the program runs. *)

module type DISCOUNT = sig
  val off : int -> int
end

module Members : DISCOUNT = struct
  let off price = price / 10
end

module Guests : DISCOUNT = struct
  let off _ = 0
end

let chosen member : (module DISCOUNT) = if member then (module Members) else (module Guests)

(** (member: bool) -> (price: int) -> (r: int)
    require price >= 0
    ensure r <= price
    ensure r = if member then price - price / 10 else price - 0 *)
let total member price =
  let (module Discount) = chosen member in
  price - Discount.off price
