(* Who listens to what: topics with the numbers of their listeners. *)

let listeners : (int, int list) Hashtbl.t = Hashtbl.create 8

let on topic = Option.value (Hashtbl.find_opt listeners topic) ~default:[]

(** (topic: int) -> (who: int) -> unit
    require topic >= 0 && topic <= 2
    ensure List.mem who (on topic) *)
let subscribe topic who =
  if not (List.mem who (on topic)) then Hashtbl.replace listeners topic (who :: on topic)

(** (topic: int) -> (who: int) -> unit
    require topic >= 0 && topic <= 2
    ensure not (List.mem who (on topic))
    ensure old (List.mem who (on topic)) implies List.length (on topic) = old (List.length (on topic)) - 1 *)
let unsubscribe topic who =
  Hashtbl.replace listeners topic (List.filter (fun other -> other <> who) (on topic))
