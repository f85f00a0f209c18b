(* Exceptions with arguments that the contract does not name, and a counter that the module keeps. *)

let count = ref 0

(** unit -> unit
    modifies count
    ensure !count = old(!count) + 1 *)
let tick () = incr count

(** (k: int) -> unit
    require k < 1000
    raises Invalid_argument when k < 0
    ensure !count = k *)
let reset k = if k < 0 then invalid_arg "reset" else count := k

(** (k: int) -> (r: int)
    raises Not_found when k = 0
    raises Failure when k < 0
    ensure r <= 100 *)
let share k = if k = 0 then raise Not_found else if k < 0 then failwith "negative" else 100 / k

(** (k: int) -> (r: int)
    raises Failure when k < 0
    ensure r = k *)
let positive k = if k <= 0 then failwith "not positive" else k

(** (k: int) -> (r: int)
    raises Failure when k < 0
    ensure r = k *)
let natural k = if k < -1 then failwith "negative" else k
