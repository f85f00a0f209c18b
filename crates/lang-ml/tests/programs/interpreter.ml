type token = Int of int | Plus | Times | Open | Close
exception Syntax of int
let tokenize s =
  let n = String.length s in
  let rec go i = if i >= n then [] else match s.[i] with
    | ' ' -> go (i + 1)
    | '+' -> Plus :: go (i + 1)
    | '*' -> Times :: go (i + 1)
    | '(' -> Open :: go (i + 1)
    | ')' -> Close :: go (i + 1)
    | '0' .. '9' ->
      let rec digits j acc = if j < n && s.[j] >= '0' && s.[j] <= '9' then digits (j + 1) (acc * 10 + Char.code s.[j] - Char.code '0') else (j, acc) in
      let j, v = digits i 0 in
      Int v :: go j
    | _ -> raise (Syntax i)
  in go 0
let rec expr ts = let v, ts = term ts in (match ts with Plus :: ts -> let w, ts = expr ts in (v + w, ts) | _ -> (v, ts))
and term ts = let v, ts = atom ts in (match ts with Times :: ts -> let w, ts = term ts in (v * w, ts) | _ -> (v, ts))
and atom = function
  | Int v :: ts -> (v, ts)
  | Open :: ts -> (match expr ts with v, Close :: ts -> (v, ts) | _ -> raise (Syntax (-1)))
  | _ -> raise (Syntax (-2))
let run s = try string_of_int (fst (expr (tokenize s))) with Syntax n -> "error " ^ string_of_int n
let result = String.concat ";" (List.map run [ "1 + 2 * 3"; "(1+2)*3"; "12*(3+4)*2"; "1 + ?"; "(1"; "*" ])
