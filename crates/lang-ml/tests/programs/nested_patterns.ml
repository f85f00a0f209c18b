let rec zip a b = match a, b with
  | [], _ | _, [] -> []
  | x :: xs, y :: ys -> (x, y) :: zip xs ys
let classify = function
  | [] -> "empty"
  | [ _ ] -> "one"
  | [ (1, _); (2, Some x) ] -> "special " ^ x
  | (n, None) :: _ :: _ when n > 5 -> "large"
  | (_, Some "k") :: (m, _) :: rest -> "k" ^ string_of_int m ^ string_of_int (List.length rest)
  | _ -> "other"
let swap = function (a, b), [ c; d ] -> (d, c), [ b; a ] | p, l -> p, l
let result =
  String.concat ","
    [ classify []; classify [ (0, None) ]; classify [ (1, None); (2, Some "z") ];
      classify [ (6, None); (0, None) ]; classify [ (0, Some "k"); (9, None); (1, None) ];
      classify [ (0, None); (1, None) ];
      (match swap ((1, 2), [ 3; 4 ]) with (a, b), l -> string_of_int a ^ string_of_int b ^ string_of_int (List.length l));
      string_of_int (List.length (zip [ 1; 2; 3 ] [ 'a'; 'b' ])) ]
