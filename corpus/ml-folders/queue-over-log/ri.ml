(* Each place of the log is written once. *)
let[@pred] rI (i : nat) =
  _G (implies (Append ((i [@d]), x, v, true)) (_X (_G (not (Append ((i [@d]), x, v, true))))))
