val connect : State.t -> Char.t -> State.t -> unit
val disconnect : State.t -> Char.t -> unit
val has_edge : State.t -> Char.t -> bool
