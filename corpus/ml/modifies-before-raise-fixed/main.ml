(* Tokens; what was refused is counted elsewhere. *)

exception No_token

let tokens = ref 3
let served = ref 0

(** unit -> unit
    ensure !tokens = 3 *)
let refill () = tokens := 3

(** unit -> unit
    raises No_token when !tokens = 0
    modifies tokens
    ensure !tokens = old !tokens - 1 *)
let take () =
  if !tokens = 0 then raise No_token;
  decr tokens
