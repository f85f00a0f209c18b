let find key entries =
  match List.assoc_opt key entries with
  | Some value -> value
  | None -> raise (if entries = [] then Errors.Invalid key else Errors.Missing key)
