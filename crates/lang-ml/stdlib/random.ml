(* Random integers and truth values are any that the real ones could be: inputs. What a program does with the
   others is not known. *)

let unknown_between least most =
  let n : int = tracehound__ask "random number" in
  tracehound__assume (least <= n && n <= most);
  n
let unknown_below most n name = if n <= 0 || n > most then invalid_arg name else unknown_between 0 (n - 1)
let bits () = unknown_between 0 0x3FFFFFFF
let int n = unknown_below 0x3FFFFFFF n "Random.int"
let full_int n = unknown_below max_int n "Random.full_int"
let int_in_range ~min ~max =
  if min > max then invalid_arg "Random.int_in_range" else unknown_between min max
let bool () = unknown_between 0 1 = 1
external int32 : int32 -> int32 = "%unsupported"
external int64 : int64 -> int64 = "%unsupported"
external nativeint : nativeint -> nativeint = "%unsupported"
external float : float -> float = "%unsupported"
external bits32 : unit -> int32 = "%unsupported"
external bits64 : unit -> int64 = "%unsupported"
let init (_ : int) = ()
let full_init (_ : int array) = ()
let self_init () = ()
module State = struct
  type t = State
  let make (_ : int array) = State
  let make_self_init () = State
  let copy s = s
  let bits State = bits ()
  let int State n = int n
  let full_int State n = full_int n
  let int_in_range State ~min ~max = int_in_range ~min ~max
  let bool State = bool ()
  external int32 : t -> int32 -> int32 = "%unsupported"
  external int64 : t -> int64 -> int64 = "%unsupported"
  external nativeint : t -> nativeint -> nativeint = "%unsupported"
  external float : t -> float -> float = "%unsupported"
  external bits32 : t -> int32 = "%unsupported"
  external bits64 : t -> int64 = "%unsupported"
end
let get_state () = State.State
let set_state (_ : State.t) = ()
let split () = State.State
