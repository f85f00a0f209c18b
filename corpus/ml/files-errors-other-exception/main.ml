(* A table of another module, with exceptions of a third. *)

(** (key: string) -> (entries: (string * int) list) -> (value: int)
    require List.length entries <= 2
    raises Errors.Missing when not (List.mem_assoc key entries) *)
let lookup key entries = Table.find key entries
