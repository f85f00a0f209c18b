(* The largest number of a list, or zero, by a function that the library calls. *)

(** (l: int list) -> (r: int)
    require List.length l <= 3
    ensure r >= 0 *)
let largest l =
  let largest = ref 0 in
  (** (x: int) -> unit
      require x >= 0
      ensure !largest >= old(!largest) && !largest >= x *)
  let note x = if x > !largest then largest := x in
  List.iter note l;
  !largest
