(* A flag that a module keeps: raising it performs nothing. *)

module type LOG = sig
  val write : int -> unit
end

module Flag (Log : LOG) = struct
  let raised = ref false

  (** (x: int) -> unit
      effect G false *)
  let up (x : int) = if x > 0 then raised := true

  (** (x: int) -> unit
      effect G <Log.write 1> *)
  let say (_ : int) = if !raised then Log.write 1
end
