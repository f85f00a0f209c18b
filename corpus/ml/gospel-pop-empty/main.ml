let items : int list ref = ref []
let capacity = 2

let push x = if List.length !items > capacity then failwith "full" else items := x :: !items

let pop () =
  match !items with
  | [] -> raise Not_found
  | x :: rest ->
      items := rest;
      x

let size () = List.length !items
