(* Tickets of a counter that can be closed. *)

module Counter : sig
  val take : unit -> int option
  val close : unit -> unit
  val reopen : unit -> unit
  val issued : unit -> int
end = struct
  let number = ref 0
  let is_open = ref true

  (** unit -> (ticket: int option)
      ensure ticket <> None implies issued () = old (issued ()) + 1 *)
  let rec take () =
    if !is_open then begin
      incr number;
      Some !number
    end
    else None

  and issued () = !number

  (** unit -> unit
      ensure issued () = old (issued ()) *)
  let close () =
    if !is_open then incr number;
    is_open := false

  let reopen () = is_open := true
end
