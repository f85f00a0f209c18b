(* Who may come in, by a policy in another file with an interface. *)

exception Too_young

let inside = ref 0

(** (years: int) -> unit
    require years >= 0 && years <= 120
    raises Too_young when years < 18
    ensure !inside = old !inside + 1 *)
let enter years = if Policy.adult years then incr inside else raise Too_young

let leave () = if !inside > 0 then decr inside
