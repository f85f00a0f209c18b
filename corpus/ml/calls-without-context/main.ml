module type DOOR = sig
  val lock : unit -> unit

  (** unit -> unit
      context F <lock>
      effect <unlock> *)
  val unlock : unit -> unit
end

module House (Door : DOOR) = struct
  (** unit -> unit
      context G ~<Door.lock>
      effect <Door.unlock> *)
  let enter () = Door.unlock ()
end
