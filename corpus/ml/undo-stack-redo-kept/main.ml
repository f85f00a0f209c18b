(* The text of an editor, as one number, with undo and redo. *)

let text = ref 0
let undone : int list ref = ref []
let done_ : int list ref = ref []

(** (next: int) -> unit
    modifies text, done_, undone
    ensure !text = next
    ensure !undone = []
    ensure !done_ = old !text :: old !done_ *)
let edit next =
  done_ := !text :: !done_;
  if !text <> next then undone := [];
  text := next

(** unit -> (did: bool)
    ensure did iff old !done_ <> []
    ensure did implies List.hd !undone = old !text *)
let undo () =
  match !done_ with
  | [] -> false
  | previous :: rest ->
      undone := !text :: !undone;
      done_ := rest;
      text := previous;
      true

(** unit -> (did: bool)
    ensure did iff old !undone <> [] *)
let redo () =
  match !undone with
  | [] -> false
  | next :: rest ->
      done_ := !text :: !done_;
      undone := rest;
      text := next;
      true
