let on = ref false
let is_on () = !on
let toggle () = on := not !on
let off () = on := false
