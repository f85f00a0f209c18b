let rec remove x = function
  | [] -> []
  | y :: rest -> if y = x then rest else y :: remove x rest
