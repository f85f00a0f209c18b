(* A cart of articles with prices. *)

let cart : (int * int) list ref = ref []

(** (price: int) -> (n: int) -> unit
    require price >= 0 && price <= 100 && n >= 1 && n <= 3
    ensure List.length !cart = old (List.length !cart) + 1 *)
let put price n = cart := (price, n) :: !cart

(** unit -> (sum: int)
    ensure sum >= 0
    ensure !cart = [] implies sum = 0
    ensure List.length !cart = 1 implies sum = fst (List.hd !cart) * snd (List.hd !cart) *)
let total () =
  List.fold_left (fun sum (price, n) -> Price.add sum (Price.times price n)) 0 !cart
