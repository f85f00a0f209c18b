type t = A | B of int | C | D of string * int
let cmp a b = string_of_int (compare a b)
let result =
  String.concat ","
    [ cmp A C; cmp C (B 1); cmp (B 1) A; cmp (B 1) (B 2); cmp (D ("a", 2)) (D ("a", 1)); cmp [ 1; 2 ] [ 1 ]; cmp [] [ 1 ];
      cmp (1, "b") (1, "a"); cmp None (Some 0); cmp true false; cmp 'a' 'b'; string_of_bool ((1, [ "x" ]) = (1, [ "x" ]));
      string_of_bool ([ 1 ] <> [ 1 ]); string_of_bool (B 3 < D ("", 0)); string_of_bool ((2, 1) >= (1, 2)) ]
