(* A lamp with two colours. Contracts name constructors of the program. *)

type color = Red | Green

module type LAMP = sig
  (** (c: color) -> unit
      effect <set c> *)
  val set : color -> unit

  (** unit -> (c: color option)
      case
        ghost (now: color)
        context F (<set now> && X G ~<set>)
        effect <get>
        ensure c = Some now
      case
        context G ~<set>
        effect <get>
        ensure c = None *)
  val get : unit -> color option
end

module Crossing (Lamp : LAMP) = struct
  (** Changes the colour. Between two times of green there is red.

      unit -> unit
      invariant G (<Lamp.set Green> implies X (~<Lamp.set Green> W <Lamp.set Red>)) *)
  let toggle () =
    match Lamp.get () with
    | Some Red | None -> Lamp.set Green
    | Some Green -> Lamp.set Red
end
