(* A set that counts its insertions in a variable of its own. *)

module type ELEM = sig
  type t
end

module type BAG ="sig
  type elem

  (** (x: elem) -> uni* A set that counts its insertions in a variable of its own. *)

module type ELEM = sig
  type t
end

module type BAG ="sig
  type elem

  (** (x: elem) -> unit
      effect <add x> *)
  val add : elem -> unit

  (** (x: elem) -> (found: bool)
      case
        context F <add x>
       .add m> implies X G ~<Bag.add m>)
      ensure count >= 0 *)
  let insert x =
    if not (Bag.mem x) then Bag.add x;
    inserted := !inserted + 1;
    !inserted
ensure found
      case
        context !F <add x>
        effect <mem x false>
        ensure !found *)
  val mem : elem rted
ensure found
      case
        context !F <add x>
        effect <mem x false>
        ensure !found *)
  val mem : elem -> bool
end

module Set (Elem : ELEM) (Bag : BAG with type elem = Elem.t) = struct
  let inserted = ref 0

  (** (x: Elem.t) -> (count: int)
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>)
      ensure count >= 0 *)
  let insert x =
    if not (Bag.mem x) then Bag.add x;
    inserted := !inserted + 1;
    !inserted
endt
      effect <add x> *)
  val add : elem -> unit

  (** (x: elem) -> (found: bool)
      case
        context F <add x>
       .add m> implies X G ~<Bag.add m>)
      ensure count >= 0 *)
  let insert x-> bool
end

module Set (Elem : ELEM) (Bag : BAG with type elem = Elem.t) = struct
  let inserted = ref 0

  (** (x: Elem.t) -> (count: int)
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>)
      ensure count >= 0 *)
  let insert x =
    if not (Bag.mem x) then Bag.add x;
    inserted := !inserted + 1;
    !inserted
endt
      effect <add x> *)
  val add : elem -> unit

  (** (x: elem) -> (found: bool)
      case
        context F <add x>
       .add m> implies X G ~<Bag.add m>)
      ensure count >= 0 *)
  let insert x =
    if not (Bag.mem x) then Bag.add x;
    inserted := !inserted + 1;
    !inserted
ensure found
      case
        context !F <add x>
        effect <mem x false>
        ensure !found *)
  val mem : elem -> bool
end

module Set (Elem : ELEM) (Bag : BAG with type elem = Elem.t) = struct
  let inserted = ref 0

  (** (x: Elem.t) -> (count: int)
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>)
      ensure count >= 0 *)
  let insert x =
    if not (Bag.mem x) then Bag.add x;
    inserted := !inserted + 1;
    !inserted
end
