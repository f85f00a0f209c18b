(* The store room, behind a door that is known by its operations alone. *)

module type DOOR = sig
  type t

  (** (d: t) -> unit
      effect <unlock d> *)
  val unlock : t -> unit

  (** (d: t) -> unit
      effect <lock d> *)
  val lock : t -> unit
end

module Room (Door : DOOR) = struct
  (** Takes something out of the room.

      (d: Door.t) -> (hurry: bool) -> unit
      require true *)
  let take d hurry =
    Door.unlock d;
    if not hurry then Door.lock d

  (** Looks into the room.

      (d: Door.t) -> unit
      require true *)
  let look d =
    Door.unlock d;
    Door.lock d
end
