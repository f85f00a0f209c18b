(* No integer from outside is beyond the range, wherever it comes from. *)

module type SOURCE = sig
  type pair = { left : int; right : int }

  (** unit -> (n: int)
      effect <next _ n> *)
  val next : unit -> int

  (** unit -> (p: pair)
      effect <both _ p> *)
  val both : unit -> pair

  (** pure *)
  val weight : int -> int
end

module Ranges (Source : SOURCE) = struct
  let inside n = min_int <= n && n <= max_int

  (** (n: int) -> (fits: bool)
      ensure fits *)
  let argument n = inside n

  (** (l: (int * int) option list) -> (fits: bool)
      ensure fits *)
  let parts l =
    match l with
    | Some (a, b) :: Some (c, _) :: _ -> inside a && inside b && inside c
    | _ -> true

  (** unit -> (fits: bool)
      ensure fits *)
  let results () =
    let n = Source.next () in
    let p = Source.both () in
    inside n && inside p.left && inside p.right

  (** (n: int) -> (fits: bool)
      ensure fits *)
  let functions n = inside (Source.weight n) && inside (Source.weight (n + 1))

  (** (s: string) -> (fits: bool)
      ensure fits *)
  let lengths s = String.length s >= 0 && String.length s + 1 > 0 && String.length s < max_int / 2
end
