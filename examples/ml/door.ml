(* A small lock service over a door that is known by its operations alone. How a door is used is
   stated apart from the program:

     tracehound check examples/ml/door.ml --spec examples/ml/door.trace *)

module type DOOR = sig
  type t

  (** (d: t) -> unit
      effect <unlock d> *)
  val unlock : t -> unit

  (** (d: t) -> unit
      effect <lock d> *)
  val lock : t -> unit
end

module Service (Door : DOOR) = struct
  (** Lets a visitor through.

      (d: Door.t) -> (hurry: bool) -> unit
      require true *)
  let pass d hurry =
    Door.unlock d;
    if not hurry then Door.lock d

  (** Lets a visitor through, and locks in any case.

      (d: Door.t) -> unit
      require true *)
  let pass_safely d =
    Door.unlock d;
    Door.lock d
end
