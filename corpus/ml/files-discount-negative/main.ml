(* A module of another file by its source, and one that is known by its interface alone. *)

(** (cents: int) -> (rest: int)
    require cents >= 0 && cents <= 100000
    effect <Ledger.record rest>
    ensure rest >= 0 *)
let discounted cents =
  let rest = Money.less cents 500 in
  Ledger.record rest;
  rest
