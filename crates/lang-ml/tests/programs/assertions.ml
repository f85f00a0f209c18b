let check n = try assert (n > 0); "ok" with Assert_failure (_, line, _) -> "line " ^ string_of_int line
let result = check 1 ^ "," ^ check 0
