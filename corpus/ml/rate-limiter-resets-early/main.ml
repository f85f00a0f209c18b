(* At most three requests in ten ticks. *)

type window = { mutable start : int; mutable used : int }

let limit = 3
let length = 10
let window = { start = 0; used = 0 }

(** (now: int) -> (allowed: bool)
    require now >= window.start && now <= 1000
    ensure window.used <= limit
    ensure now < old window.start + length implies window.start = old window.start
    ensure allowed implies window.used > 0 *)
let allow now =
  if now - window.start >= length - 1 then begin
    window.start <- now;
    window.used <- 0
  end;
  if window.used < limit then begin
    window.used <- window.used + 1;
    true
  end
  else false
