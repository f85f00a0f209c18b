let result =
  let module M = struct let x = 3 let f y = x + y end in
  let exception Local of int in
  let module S = Set.Make (struct type t = int * int let compare = compare end) in
  let set = S.add (1, 2) (S.add (0, 5) S.empty) in
  string_of_int (M.f 4) ^ (try raise (Local 5) with Local n -> string_of_int n)
  ^ String.concat "" (List.map (fun (a, b) -> string_of_int (a + b)) (S.elements set))
