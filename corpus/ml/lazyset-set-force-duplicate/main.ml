(* A set that puts insertions off until somebody looks. The same element is never inserted twice. *)

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
    | Insert of Elem.t * pending

  let insert x pending = Insert (x, pending)

  (** Does what was put off.

      (pending: pending) -> unit
      ghost (m: Elem.t)
      invariant G (<Set.add m> implies X G ~<Set.add m>) *)
  let rec force pending =
    match pending with
    | Nothing -> ()
    | Insert (x, rest) ->
      Set.add x;
      force rest
end
