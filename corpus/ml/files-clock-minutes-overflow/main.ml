(* The time of day, kept by another module. *)

let now = ref Clock.midnight

(** (hours: int) -> (minutes: int) -> unit
    require hours >= 0 && hours < 24 && minutes >= 0 && minutes < 60
    ensure (!now).minutes = minutes *)
let set hours minutes = now := { Clock.hours; minutes }

(** unit -> unit
    require (!now).minutes <= 60
    ensure (!now).minutes < 60 *)
let tick () = now := Clock.next !now
