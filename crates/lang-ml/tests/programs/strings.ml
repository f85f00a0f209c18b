let s = "Hello, World"
let caught f = try f () with Invalid_argument m -> "!" ^ m | Not_found -> "!nf" | Failure m -> "!" ^ m
let result =
  String.concat "|"
    [ string_of_int (String.length s); String.sub s 7 5; String.uppercase_ascii s; String.make 3 'x';
      String.make 1 s.[4]; String.concat "+" (String.split_on_char ',' "a,b,,c"); String.trim "  x y \n";
      string_of_int (String.index s 'o'); string_of_bool (String.contains s 'z'); string_of_bool (s = "Hello" ^ ", World");
      string_of_int (compare "abc" "abd"); string_of_bool ("b" > "abc"); String.map (fun c -> if c = 'l' then 'L' else c) s;
      caught (fun () -> String.sub s 10 5); caught (fun () -> String.make 1 s.[12]); caught (fun () -> string_of_int (String.index s 'q'));
      string_of_int (int_of_string "-42" + int_of_string "17"); caught (fun () -> string_of_int (int_of_string "4x"));
      "tab\tquote\"\\ \065"; string_of_int (Char.code 'A'); String.make 1 (Char.chr 98);
      string_of_bool (String.equal "" ""); {|raw "text"|} ]
