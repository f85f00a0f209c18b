type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
let rec insert x = function
  | Leaf -> Node (Leaf, x, Leaf)
  | Node (l, y, r) as t ->
    if x < y then Node (insert x l, y, r) else if x > y then Node (l, y, insert x r) else t
let rec to_list = function Leaf -> [] | Node (l, x, r) -> to_list l @ (x :: to_list r)
let rec depth = function Leaf -> 0 | Node (l, _, r) -> 1 + max (depth l) (depth r)
let tree = List.fold_left (fun t x -> insert x t) Leaf [ 5; 2; 8; 1; 9; 3; 5 ]
let result = String.concat "," (List.map string_of_int (to_list tree)) ^ " " ^ string_of_int (depth tree)
