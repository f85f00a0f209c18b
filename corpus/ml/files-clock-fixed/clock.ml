type t = { hours : int; minutes : int }

let midnight = { hours = 0; minutes = 0 }

let next { hours; minutes } =
  if minutes >= 59 then { hours = (hours + 1) mod 24; minutes = 0 }
  else { hours; minutes = minutes + 1 }
