type t = { mutable items : int list; mutable depth : int }

let create () = { items = []; depth = 0 }

let push x stack =
  stack.items <- x :: stack.items;
  stack.depth <- stack.depth + 1

let pop stack = match stack.items with [] -> raise Not_found | first :: rest -> stack.items <- rest; first
