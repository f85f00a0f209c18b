exception Custom of int * string
exception Plain
let attempt f = try string_of_int (f ()) with
  | Custom (n, s) when n > 10 -> "big " ^ s
  | Custom (n, s) -> "small " ^ s ^ string_of_int n
  | Plain -> "plain"
  | Not_found -> "not found"
  | Failure m -> "failure " ^ m
  | Invalid_argument m -> "invalid " ^ m
  | Division_by_zero -> "zero"
let reraised = try (try raise Plain with Not_found -> 1) with Plain -> 2
let rec find p = function [] -> raise Not_found | x :: rest -> if p x then x else find p rest
let result =
  String.concat ";"
    [ attempt (fun () -> raise (Custom (11, "a")));
      attempt (fun () -> raise (Custom (1, "b")));
      attempt (fun () -> raise Plain);
      attempt (fun () -> find (fun x -> x > 3) [ 1; 2; 3 ]);
      attempt (fun () -> failwith "oops");
      attempt (fun () -> invalid_arg "arg");
      attempt (fun () -> 1 / 0);
      attempt (fun () -> 7 mod 0);
      attempt (fun () -> List.hd []);
      attempt (fun () -> 42);
      string_of_int reraised ]
