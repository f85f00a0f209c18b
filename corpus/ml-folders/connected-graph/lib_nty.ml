val add_node : Node.t -> unit
val is_node : Node.t -> bool
val add_edge : Node.t -> Node.t -> unit
