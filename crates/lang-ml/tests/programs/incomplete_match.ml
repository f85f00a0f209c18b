let f = function 1 -> "one" | 2 -> "two"
let g (Some x) = x
let result =
  let try_it f = try f () with Match_failure (_, line, column) -> string_of_int line ^ ":" ^ string_of_int column in
  String.concat " " [ try_it (fun () -> f 2); try_it (fun () -> f 3); try_it (fun () -> g (Some "s")) ]
