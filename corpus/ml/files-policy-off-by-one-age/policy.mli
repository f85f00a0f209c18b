val adult : int -> bool
