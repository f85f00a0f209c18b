let ( let* ) = Option.bind
let safe_div a b = if b = 0 then None else Some (a / b)
let compute a b c = let* x = safe_div a b in let* y = safe_div x c in Some (x + y)
let show = function None -> "none" | Some n -> string_of_int n
let result =
  String.concat ","
    [ show (compute 100 5 2); show (compute 1 0 2); show (compute 1 1 0); show (Option.map succ (Some 1));
      string_of_int (Option.value None ~default:7); string_of_bool (Option.is_some (Some ()));
      (match Result.bind (Ok 3) (fun x -> if x > 2 then Error "big" else Ok x) with Ok n -> string_of_int n | Error e -> e) ]
