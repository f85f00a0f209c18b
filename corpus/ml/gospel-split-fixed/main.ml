let split total people =
  if people <= 0 then invalid_arg "split";
  let each = total / people in
  (each, total - (each * people))
