let on = ref false
let is_on () = !on
let toggle () = on := true
let off () = on := false
