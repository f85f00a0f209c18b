(* What the library does at the edges: results, exceptions and their payloads. *)
let shown f =
  try f () with
  | Invalid_argument m -> "invalid " ^ m
  | Failure m -> "failure " ^ m
  | Not_found -> "not found"
  | Division_by_zero -> "zero"
let int f = shown (fun () -> string_of_int (f ()))
let bool f = shown (fun () -> string_of_bool (f ()))
let text f = shown f
let list f = shown (fun () -> String.concat "," (List.map string_of_int (f ())))
let array f = list (fun () -> Array.to_list (f ()))
let option f = shown (fun () -> match f () with None -> "none" | Some n -> "some " ^ string_of_int n)
let numbers = [ -1; 0; 1; 2; 3; 4; max_int; min_int ]
let for_numbers f = List.map f numbers
let for_pairs f = List.concat_map (fun a -> List.map (fun b -> f a b) numbers) numbers
let small = [ 3; 1; 2 ]
let result =
  String.concat "\n"
    (List.concat
       [ for_numbers (fun n -> int (fun () -> List.nth small n));
         for_numbers (fun n -> option (fun () -> List.nth_opt small n));
         List.map (fun n -> list (fun () -> List.init n (fun i -> i * i))) [ -1; 0; 3; min_int ];
         for_numbers (fun n -> text (fun () -> String.make 1 "abc".[n]));
         for_pairs (fun a b -> text (fun () -> String.sub "abc" a b));
         List.map (fun n -> text (fun () -> String.make n 'x')) [ -1; 0; 2; min_int; max_int ];
         List.map (fun n -> text (fun () -> String.init n (fun i -> Char.chr (97 + i)))) [ -1; 0; 2 ];
         for_numbers (fun n -> int (fun () -> String.index_from "abcb" n 'b'));
         [ int (fun () -> String.index "abc" 'z'); option (fun () -> String.index_opt "abc" 'z') ];
         List.map (fun n -> int (fun () -> Char.code (Char.chr n))) [ -1; 0; 127; 128; 255; 256; max_int; min_int ];
         List.map (fun n -> int (fun () -> Char.code (char_of_int n))) [ -1; 255; 256 ];
         List.map (fun c -> string_of_int (Char.code (Char.uppercase_ascii c))) [ 'a'; 'z'; '{'; '\200'; '0' ];
         List.map (fun c -> String.make 1 (Char.lowercase_ascii c)) [ 'A'; 'Z'; '['; '@' ];
         [ bool (fun () -> 'a' < 'b'); bool (fun () -> '\255' > 'a'); int (fun () -> compare '\200' 'a');
           bool (fun () -> 'a' = 'a'); bool (fun () -> 'a' == 'a'); int (fun () -> Char.compare 'b' 'a');
           bool (fun () -> ('a', 1) < ('a', 2)); bool (fun () -> [ 'b' ] > [ 'a'; 'c' ]);
           bool (fun () -> (match 'm' with 'a' .. 'l' -> false | 'm' -> true | _ -> false)) ];
         for_numbers (fun n -> int (fun () -> [| 1; 2; 3 |].(n)));
         for_numbers (fun n -> array (fun () -> let a = [| 1; 2; 3 |] in a.(n) <- 9; a));
         List.map (fun n -> array (fun () -> Array.make n 7)) [ -1; 0; 2; min_int; max_int ];
         List.map (fun n -> array (fun () -> Array.init n (fun i -> i))) [ -1; 0; 2; min_int; max_int ];
         for_pairs (fun a b -> array (fun () -> Array.sub [| 1; 2; 3 |] a b));
         for_pairs (fun a b -> array (fun () -> let x = [| 1; 2; 3 |] in Array.fill x a b 0; x));
         [ int (fun () -> List.hd []); list (fun () -> List.tl []); int (fun () -> List.find (fun x -> x > 5) small);
           int (fun () -> List.assoc 4 [ (1, 2) ]); option (fun () -> List.assoc_opt 1 [ (1, 2) ]);
           list (fun () -> List.map2 ( + ) [ 1 ] [ 1; 2 ]); list (fun () -> List.map2 ( + ) [ 1 ] [ 2 ]);
           int (fun () -> List.fold_left2 (fun a b c -> a + b + c) 0 [ 1 ] []);
           bool (fun () -> List.for_all2 ( = ) [ 1 ] [ 1; 2 ]); bool (fun () -> List.for_all2 ( = ) [ 2 ] [ 1; 2 ]);
           int (fun () -> List.length (List.combine [ 1 ] [])); list (fun () -> List.sort compare [ max_int; -1; min_int; 0 ]);
           list (fun () -> List.sort_uniq compare [ 2; 1; 2; 3; 1 ]); list (fun () -> List.concat [ [ 1 ]; []; [ 2; 3 ] ]);
           list (fun () -> List.filteri (fun i _ -> i > 0) small); list (fun () -> List.remove_assoc 1 [ (1, 2); (1, 3) ] |> List.map snd);
           int (fun () -> compare small [ 3; 1 ]); int (fun () -> compare [] [ 1 ]); int (fun () -> compare (Some 1) None);
           int (fun () -> compare (1, "b") (1, "a")); int (fun () -> compare max_int min_int); int (fun () -> compare "" "a");
           int (fun () -> Option.get None); option (fun () -> Option.join (Some None)); text (fun () -> string_of_int min_int);
           bool (fun () -> bool_of_string "True"); bool (fun () -> bool_of_string "true");
           text (fun () -> String.concat "|" (String.split_on_char ',' "")); text (fun () -> String.trim " \t\n\r\012a b \n");
           text (fun () -> String.concat "|" (String.split_on_char ',' ",a,,"));
           text (fun () -> String.sub (String.lowercase_ascii "ABC\200") 0 3); bool (fun () -> String.contains "abc" 'c');
           bool (fun () -> "a" < "B"); bool (fun () -> "\200" > "a"); int (fun () -> String.compare "ab" "b");
           int (fun () -> String.length "\000\255é\u{20ac}{|é|}"); int (fun () -> String.length {|é|});
           int (fun () -> Char.code "é".[1]); bool (fun () -> "é" = "\195\169") ] ])
