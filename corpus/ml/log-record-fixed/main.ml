(* A service over a log that has to be opened before something is written, and closed after it. The
   effect of [record] is more than one event. *)

module type LOG = sig
  type entry

  val start : unit -> unit
  val write : entry -> unit
  val stop : unit -> unit

  (** Opens the log, writes and closes it again.

      (e: entry) -> unit
      effect <start> ; <write e> ; <stop> *)
  val record : entry -> unit
end

module Service (Log : LOG) = struct
  (** Writes two entries. A log that is open is closed before it is opened again.

      (a: Log.entry) -> (b: Log.entry) -> unit
      invariant G (<Log.start> implies X (~<Log.start> U <Log.stop>)) *)
  let both a b =
    Log.record a;
    Log.record b
end
