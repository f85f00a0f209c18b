exception Syntax of string

let parse s =
  let n = ref 0 in
  if s = "" && !n > 0 then raise (Syntax s);
  String.iter
    (fun c ->
      if c >= '0' && c <= '9' then n := (!n * 10) + Char.code c - Char.code '0' else raise (Syntax s))
    s;
  !n
