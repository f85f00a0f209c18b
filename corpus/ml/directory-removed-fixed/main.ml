(* Names inside of constructors of events, and constructors as arguments of predicates. *)

module type DISK = sig
  type entry = File of int | Dir of int

  (** (at: int) -> (e: entry) -> unit
      effect <write at e> *)
  val write : int -> entry -> unit
end

(** predicate holds(at, e) := F (<Disk.write at e> && X G ~<Disk.write at _>) *)

module Tree (Disk : DISK) = struct
  (** (at: int) -> (children: int) -> unit
      effect G ~<Disk.write _ (Dir n) | n < 0> *)
  let remove_child at children =
    if children > 0 then Disk.write at (Disk.Dir (children - 1))

  (** (at: int) -> unit
      after holds(at, Dir 0) *)
  let make at = Disk.write at (Disk.Dir 0)
end
