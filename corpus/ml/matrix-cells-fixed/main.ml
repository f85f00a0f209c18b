(* A matrix of two rows and three columns. *)

let rows = 2
let columns = 3
let cells = Array.init rows (fun _ -> Array.make columns 0)

(** (row: int) -> (column: int) -> (x: int) -> unit
    require row >= 0 && row < rows && column >= 0 && column < columns
    ensure cells.(row).(column) = x *)
let set row column x = cells.(row).(column) <- x

(** (row: int) -> (column: int) -> (x: int)
    require row >= 0 && row < rows && column >= 0 && column < columns
    modifies nothing
    ensure x = cells.(row).(column) *)
let get row column = cells.(row).(column)
