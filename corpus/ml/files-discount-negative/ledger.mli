(** (cents: int) -> unit
    effect <record cents> *)
val record : int -> unit
