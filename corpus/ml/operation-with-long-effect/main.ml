module type LOG = sig
  (** unit -> unit
      effect <start> ; <stop> *)
  val start : unit -> unit

  val stop : unit -> unit
end

module Service (Log : LOG) = struct
  (** effect true *)
  let run () = Log.start ()
end
