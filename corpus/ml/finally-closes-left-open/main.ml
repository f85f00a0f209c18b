(* Files that must be closed, as a flag. *)

exception Bad_line of int

let is_open = ref false

let read line = if line < 0 then raise (Bad_line line) else line + 1

(** (line: int) -> (next: int)
    require line < 1000
    require not !is_open
    modifies nothing
    raises Bad_line l when l = line && line < 0
    ensure next = line + 1 *)
let with_open line =
  is_open := true;
  let next = read line in
  is_open := false;
  next
