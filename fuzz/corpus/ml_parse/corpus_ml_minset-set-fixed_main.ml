(* A set that caches its minimum. The cached element has been inserted, and it is no larger than
   the other elements.
   Something is cached as soon as something was inserted. The ghost `old` is the element that is
   cached before the call: the property is needed of it to follow for `m` after the call. *)

(* A set that only grows. *)
module type SET = sig
  type elem

  (** (x: elem) -> unit
      effect <add x> *)
  val add : elem -> unit

  (** (x: elem) -> (found: bool)
      case
        context F <add x>
        effect <mem x true>
        ensure found
      case
        context !F <add x>
        effect <mem x false>
        ensure !found *)
  val mem : elem -> bool
end

(** predicate current(C, v) := F (<C.write v> && X G ~<C.write _>) *)

(* A cell that holds one value, once there is one. *)
module type CELL = sig
  type value

  (** (v: value) -> unit
      effect <write v> *)
  val write : value -> unit

  (** unit -> (v: value)
      context current(Self, v)
      effect <read _ v> *)
  val read : unit -> value

  (** unit -> (found: bool)
      case
        context F <write _>
        effect <written _ true>
        ensure found
      case
        context !F <write _>
        effect <written _ false>
        ensure !found *)
  val written : unit -> bool
end

(** predicate least(m) := current(Min, m) implies F <Set.add m> && G ~<Set.add y | y < m> *)

module Min_set (Set : SET with type elem = int) (Min : CELL with type value = int) = struct
  (** (x: int) -> unit
      ghost (m: int) (old: int)
      context current(Min, old) || !F <Min.write _>
      invariant F <Set.add _> implies F <Min.write _>
      invariant least(old)
      invariant least(m) *)
  let insert x =
    if not (Set.mem x) then begin
      Set.add x;
      if not (Min.written ()) || x < Min.read () then Min.write x
    end

  (** unit -> (least: int)
      ghost (m: int) (y: int)
      context current(Min, m) && F <Set.add y> && G ~<Set.add x | x < m>
      ensure least <= y *)
  let minimum () = Min.read ()
end
