let result =
  String.concat ","
    (List.map string_of_int
       [ 7 / 2; -7 / 2; 7 / -2; 7 mod 3; -7 mod 3; 7 mod -3; abs (-4); 2 * 3 - 4; - 5 + 2; min 3 (-2); max 1 9;
         compare 1 2; compare 2 2; compare "b" "a"; 0x1F; 0b101; 1_000_000; pred 3; succ (-1); max_int; min_int ])
