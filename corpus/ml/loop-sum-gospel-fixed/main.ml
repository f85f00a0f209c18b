(* The sum of the numbers below a bound, with an invariant as Gospel writes it. *)

let sum_below n =
  let total = ref 0 in
  for i = 0 to n do
    (*@ invariant !total = i * (i - 1) / 2 *)
    total := !total + i
  done;
  !total
