let rec ones = 1 :: ones
let rec take n l = if n = 0 then [] else match l with [] -> [] | x :: r -> x :: take (n - 1) r
let result = String.concat "" (List.map string_of_int (take 4 ones))
