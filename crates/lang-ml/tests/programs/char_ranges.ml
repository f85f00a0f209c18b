let kind = function
  | 'a' .. 'z' -> "lower" | 'A' .. 'M' -> "upper-left" | 'Q' -> "Q" | 'N' .. 'Z' -> "upper-right"
  | '0' .. '9' -> "digit" | ' ' | '\n' -> "space" | _ -> "other"
let result = String.concat "," (List.map kind [ 'a'; 'z'; 'M'; 'Q'; 'R'; '5'; '\n'; '!'; '\065' ])
