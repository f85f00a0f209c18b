let items : string list ref = ref []
let length () = List.length !items

let push x =
  match !items with
  | [ first; _ ] -> items := [ first; x ]
  | all -> items := all @ [ x ]

let pop () =
  match !items with
  | [] -> raise Not_found
  | x :: rest ->
      items := rest;
      x
