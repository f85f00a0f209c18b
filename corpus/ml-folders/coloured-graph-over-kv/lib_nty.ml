val put_edge : Node.t -> Node.t -> unit
val put_color : Node.t -> Color.t -> unit
val is_colored : Node.t -> bool
val color_of : Node.t -> Color.t
