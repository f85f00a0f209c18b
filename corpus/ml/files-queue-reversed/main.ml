(* People who wait at a counter. *)

let waiting : int Fifo.t ref = ref Fifo.empty

(** (who: int) -> unit
    ensure List.mem who (Fifo.to_list !waiting) *)
let come who = waiting := Fifo.push who !waiting

(** unit -> (next: int option)
    ensure next = None iff old (Fifo.to_list !waiting) = []
    ensure next <> None implies Some (List.hd (old (Fifo.to_list !waiting))) = next *)
let serve () =
  match Fifo.pop !waiting with
  | None -> None
  | Some (who, rest) ->
      waiting := rest;
      Some who
