let rec sum n acc = if n = 0 then acc else sum (n - 1) (acc + n)
let rec build n = if n = 0 then [] else n :: build (n - 1)
let result = string_of_int (sum 3000 0) ^ " " ^ string_of_int (List.length (List.map succ (build 500)))
