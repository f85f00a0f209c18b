(* A set that puts insertions off until the set is read. The same element is never inserted twice. *)

module type ELEM = sig
  type t
end

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

module Lazy_set (Elem : ELEM) (Set : SET with type elem = Elem.t) = struct
  type pending =
    | Nothing
    | One of Elem.t
    | Two of Elem.t * Elem.t

  let add x = Set.add x

  (** Does what was put off.

      (pending: pending) -> unit
      ghost (m: Elem.t)
      invariant G (<Set.add m> implies X G ~<Set.add m>) *)
  let force pending =
    match pending with
    | Nothing -> ()
    | One x -> add x
    | Two (x, y) ->
      add x;
      add y

  (** Puts an insertion off, or does the oldest one if two are waiting.

      (x: Elem.t) -> (pending: pending) -> pending
      ghost (m: Elem.t)
      invariant G (<Set.add m> implies X G ~<Set.add m>) *)
  let insert x = function
    | Nothing -> One x
    | One y -> Two (y, x)
    | Two (y, z) ->
      add y;
      Two (z, x)
end
