let find key entries =
  match List.assoc_opt key entries with
  | Some value -> value
  | None -> raise (Errors.Missing key)
