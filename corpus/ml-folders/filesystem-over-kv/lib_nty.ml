val put : Path.t -> Bytes.t -> unit
val exists : Path.t -> bool
val get : Path.t -> Bytes.t
