let compose f g x = f (g x)
let counter () =
  let n = ref 0 in
  fun () -> incr n; !n
let result =
  let next = counter () in
  let a = next () in
  let b = next () in
  let add x y z = x + y * z in
  let partial = add 1 in
  let twice = compose (fun x -> x * 2) (partial 3) in
  String.concat "," (List.map string_of_int [ a; b; twice 4; (fun x -> x) 7 ])
