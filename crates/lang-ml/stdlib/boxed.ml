(* Integers of a size of their own: one text for all of them. *)

external above_63_bits : unit -> int = "%unsupported"
let ideal_sub a b = ideal_add a (ideal_neg b)
let two_to_62 = ideal_add max_int 1

module Make (Size : sig
  type t
  val bits : int
  val make : int -> t
  val value : t -> int
end) =
struct
  type t = Size.t
  let value = Size.value
  (* Half of the numbers are negative. *)
  let half = if Size.bits = 32 then 2147483648 else ideal_mul two_to_62 2
  let all = ideal_mul half 2
  let make n =
    let n = remainder n all in
    Size.make
      (if n >= half then ideal_sub n all else if n < ideal_neg half then ideal_add n all else n)
  let zero = make 0
  let one = make 1
  let minus_one = make (-1)
  let max_int = Size.make (ideal_sub half 1)
  let min_int = Size.make (ideal_neg half)
  let neg a = make (ideal_neg (value a))
  let add a b = make (ideal_add (value a) (value b))
  let sub a b = make (ideal_sub (value a) (value b))
  let mul a b = make (ideal_mul (value a) (value b))
  let div a b =
    if value b = 0 then raise Division_by_zero
    else if value b = -1 then neg a
    else make (quotient (value a) (value b))
  let rem a b =
    if value b = 0 then raise Division_by_zero
    else if value b = -1 then zero
    else make (remainder (value a) (value b))
  let succ a = add a one
  let pred a = sub a one
  let abs a = if value a >= 0 then a else neg a
  let compare a b = compare (value a) (value b)
  let equal a b = value a = value b
  let min a b = if value a <= value b then a else b
  let max a b = if value a >= value b then a else b
  let fits n = n < two_to_62 && n >= ideal_neg two_to_62
  (* The bits of a number that an `int` holds go on for ever to the left. *)
  let bitwise op a b =
    let (a, b) = (value a, value b) in
    make (if fits a && fits b then op a b else above_63_bits ())
  let logand a b = bitwise ( land ) a b
  let logor a b = bitwise ( lor ) a b
  let logxor a b = bitwise ( lxor ) a b
  let lognot a = make (ideal_sub (-1) (value a))
  let rec power n = if n = 0 then 1 else ideal_mul 2 (power (n - 1))
  let in_range by = by >= 0 && by < Size.bits
  let shift_left a by =
    if in_range by then make (ideal_mul (value a) (power by)) else make (above_63_bits ())
  let floor_div n by =
    let q = quotient n by in
    if n < 0 && ideal_mul q by <> n then ideal_sub q 1 else q
  let shift_right a by =
    if in_range by then make (floor_div (value a) (power by)) else make (above_63_bits ())
  let shift_right_logical a by =
    if not (in_range by) then make (above_63_bits ())
    else
      let n = value a in
      make (floor_div (if n < 0 then ideal_add n all else n) (power by))
  let of_int n = make n
  let to_int a = wrap (value a)
  let unsigned n = if n < 0 then ideal_add n all else n
  let unsigned_compare a b = Int.compare_ideal (unsigned (value a)) (unsigned (value b))
  let unsigned_div a b =
    if value b = 0 then raise Division_by_zero
    else make (quotient (unsigned (value a)) (unsigned (value b)))
  let unsigned_rem a b =
    if value b = 0 then raise Division_by_zero
    else make (remainder (unsigned (value a)) (unsigned (value b)))
  let unsigned_to_int a =
    let n = unsigned (value a) in
    if fits n then Some n else None
  let to_string a = string_of_int (value a)
  external of_float : float -> t = "%unsupported"
  external to_float : t -> float = "%unsupported"
  external of_string : string -> t = "%unsupported"
  external of_string_opt : string -> t option = "%unsupported"
  external bits_of_float : float -> t = "%unsupported"
  external float_of_bits : t -> float = "%unsupported"
  external hash : t -> int = "%unsupported"
  external seeded_hash : int -> t -> int = "%unsupported"
  external format : string -> t -> string = "%unsupported"
end
