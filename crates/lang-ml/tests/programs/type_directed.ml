type a = { id : int; name : string }
type b = { id : int; tag : char }
type shape = Circle of int | Square of int
type other = Circle of string
let get_a (x : a) = x.id
let of_list : shape list -> int = List.fold_left (fun acc s -> match (s : shape) with Circle r -> acc + r | Square w -> acc + w * w) 0
let mk () : a = { id = 1; name = "n" }
let both = { id = 2; tag = 't' }
let s : shape = Circle 3
let o = Circle "x"
let f ?(init = 0) ~f:g l = List.fold_left (fun acc x -> acc + g x) init l
type 'a cell = { mutable value : 'a; mutable next : 'a cell option }
let rec last c = match c.next with None -> c | Some n -> last n
let append c v = (last c).next <- Some { value = v; next = None }
let rec to_list c = c.value :: (match c.next with None -> [] | Some n -> to_list n)
let c = { value = 1; next = None }
let () = append c 2; append c 3; c.value <- 10
let apply_n n f = let rec go i acc = if i >= n then acc else go (i + 1) (f acc) in go 0
let result =
  String.concat ","
    (List.map string_of_int
       ([ get_a (mk ()); both.id; of_list [ s; Square 2 ]; f ~f:succ [ 1; 2 ]; f ~init:10 ~f:(fun x -> x * x) [ 3 ]; apply_n 3 (fun x -> x * 2) 5 ] @ to_list c))
  ^ (match o with Circle t -> t)
