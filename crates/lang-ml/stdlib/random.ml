(* Random numbers are unknown ones: what a program does with them is not known. *)

external bits : unit -> int = "%unsupported"
external int : int -> int = "%unsupported"
external full_int : int -> int = "%unsupported"
external int_in_range : min:int -> max:int -> int = "%unsupported"
external int32 : int32 -> int32 = "%unsupported"
external int64 : int64 -> int64 = "%unsupported"
external nativeint : nativeint -> nativeint = "%unsupported"
external float : float -> float = "%unsupported"
external bool : unit -> bool = "%unsupported"
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
  external bits : t -> int = "%unsupported"
  external int : t -> int -> int = "%unsupported"
  external full_int : t -> int -> int = "%unsupported"
  external int_in_range : t -> min:int -> max:int -> int = "%unsupported"
  external int32 : t -> int32 -> int32 = "%unsupported"
  external int64 : t -> int64 -> int64 = "%unsupported"
  external nativeint : t -> nativeint -> nativeint = "%unsupported"
  external float : t -> float -> float = "%unsupported"
  external bool : t -> bool = "%unsupported"
  external bits32 : t -> int32 = "%unsupported"
  external bits64 : t -> int64 = "%unsupported"
end
let get_state () = State.State
let set_state (_ : State.t) = ()
let split () = State.State
