let maximum a =
  if Array.length a = 0 then invalid_arg "maximum";
  let best = ref 0 in
  for i = 0 to Array.length a - 1 do
    if a.(i) > !best then best := a.(i)
  done;
  !best
