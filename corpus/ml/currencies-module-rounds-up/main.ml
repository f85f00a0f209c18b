(* Currencies as first-class modules. *)

module type CURRENCY = sig
  type t
  val of_cents : int -> t
  val whole : t -> int
end

module Euro = struct
  type t = int
  let of_cents cents = cents
  let whole cents = (cents + 99) / 100
end

module Yen = struct
  type t = Yen of int
  let of_cents cents = Yen cents
  let whole (Yen n) = n
end

let known : (string * (module CURRENCY)) list = [ ("eur", (module Euro)); ("jpy", (module Yen)) ]

let whole_of (module C : CURRENCY) cents = C.whole (C.of_cents cents)

(** (name: string) -> (cents: int) -> (r: int)
    require 0 <= cents && cents < 10000
    raises Not_found when not (List.mem_assoc name known)
    ensure name = "eur" implies r * 100 <= cents && cents < (r + 1) * 100 *)
let whole name cents =
  let currency = List.assoc name known in
  whole_of currency cents

(** (cents: int) -> (r: int)
    require 0 <= cents && cents < 10000
    ensure r = cents *)
let yen cents =
  let module C = (val List.assoc "jpy" known) in
  C.whole (C.of_cents cents)
