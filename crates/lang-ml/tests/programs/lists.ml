let show l = "[" ^ String.concat ";" (List.map string_of_int l) ^ "]"
let l = [ 3; 1; 4; 1; 5; 9; 2; 6 ]
let yes, no = List.partition (fun x -> x > 3) l
let xs, ys = List.split [ (1, 2); (3, 4) ]
let result =
  String.concat " "
    [ show (List.sort compare l); show (List.rev l); show (List.sort_uniq compare l); show yes; show no;
      show (xs @ ys); show (List.map2 ( + ) xs ys); show (List.init 4 (fun i -> i * i));
      show (List.mapi (fun i x -> i + x) l); show (List.filteri (fun i _ -> i mod 2 = 0) l);
      show (List.rev_append [ 1; 2 ] [ 3 ]); show (List.concat [ [ 1 ]; []; [ 2; 3 ] ]);
      string_of_int (List.nth l 2); string_of_bool (List.mem 9 l); string_of_bool (List.exists (fun x -> x > 9) l);
      string_of_bool (List.for_all (fun x -> x > 0) l); string_of_int (List.assoc "b" [ ("a", 1); ("b", 2) ]);
      (match List.find_opt (fun x -> x > 4) l with Some x -> string_of_int x | None -> "none");
      show (List.filter_map (fun x -> if x > 3 then Some (x * 10) else None) l);
      string_of_int (List.length (List.combine xs ys)); show (List.map fst (List.remove_assoc 1 [ (1, 'a'); (2, 'b') ])) ]
