module S = Set.Make (Int)
let a = S.of_list [ 3; 1; 2; 3 ] and b = S.of_list [ 2; 3; 4 ]
let show s = "{" ^ String.concat "," (List.map string_of_int (S.elements s)) ^ "}"
let result =
  String.concat " "
    [ show a; show (S.union a b); show (S.inter a b); show (S.diff a b); string_of_bool (S.mem 2 a);
      string_of_bool (S.subset (S.singleton 3) b); string_of_int (S.cardinal a); string_of_int (S.min_elt b);
      show (S.filter (fun x -> x > 1) a); show (S.map (fun x -> x / 2) b); string_of_bool (S.equal a b); string_of_int (S.fold ( + ) a 0) ]
