(* Euclid by subtraction: the loop has to come to an end. *)

(** (a: int) -> (b: int) -> (r: int)
    require 0 < a && a <= 3
    require 0 < b && b <= 3 *)
let gcd a b =
  let x = ref a and y = ref b in
  while !x <> !y do
    (** variant !x + !y *)
    if !x > !y then x := !x - !y else y := !y - !x
  done;
  !x
