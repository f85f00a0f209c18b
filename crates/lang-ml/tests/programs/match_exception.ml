exception E of string
let run f = match f () with
  | 0 -> "zero"
  | n when n < 0 -> "negative"
  | n -> string_of_int n
  | exception E s -> "E " ^ s
  | exception Not_found -> "missing"
let outer = try (match run (fun () -> raise Exit) with s -> s) with Exit -> "exit"
let inside = try (match 1 with 1 -> raise (E "body") | _ -> "" | exception E _ -> "wrong") with E s -> s
let result =
  String.concat "|"
    [ run (fun () -> 0); run (fun () -> -5); run (fun () -> 5); run (fun () -> raise (E "x"));
      run (fun () -> List.assoc 1 []); outer; inside ]
