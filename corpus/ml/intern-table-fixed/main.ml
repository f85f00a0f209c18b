(* Names and their numbers, as in a symbol table. *)

let numbers : (string, int) Hashtbl.t = Hashtbl.create 16
let count = ref 0

let known name = Hashtbl.mem numbers name

(** (name: string) -> (number: int)
    ensure known name
    ensure number < !count
    ensure old (known name) implies number = old (Hashtbl.find numbers name) *)
let intern name =
  match Hashtbl.find_opt numbers name with
  | Some number when number >= 0 -> number
  | _ ->
      let number = !count in
      Hashtbl.replace numbers name number;
      incr count;
      number
