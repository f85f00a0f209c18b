(* Lists, as in the standard library: same results, same exceptions. *)

type 'a t = 'a list
external is_unknown : 'a list -> bool = "%list_is_unknown"
external length_of_unknown : 'a list -> int = "%list_length"
let length l =
  let rec go n = function
    | [] -> n
    | _ :: rest when is_unknown rest -> n + 1 + length_of_unknown rest
    | _ :: rest -> go (n + 1) rest
  in
  go 0 l
let cons x l = x :: l
let hd = function [] -> failwith "hd" | x :: _ -> x
let tl = function [] -> failwith "tl" | _ :: rest -> rest
let is_empty = function [] -> true | _ :: _ -> false
let nth l n =
  if n < 0 then invalid_arg "List.nth"
  else
    let rec go l n =
      match l with
      | [] -> failwith "nth"
      | x :: rest -> if n = 0 then x else go rest (n - 1)
    in
    go l n
let nth_opt l n =
  if n < 0 then invalid_arg "List.nth"
  else
    let rec go l n =
      match l with
      | [] -> None
      | x :: rest -> if n = 0 then Some x else go rest (n - 1)
    in
    go l n
let rec rev_append a b = match a with [] -> b | x :: rest -> rev_append rest (x :: b)
let rev l = rev_append l []
let append a b = a @ b
let rec concat = function [] -> [] | l :: rest -> l @ concat rest
let flatten = concat
let init n f =
  if n < 0 then invalid_arg "List.init"
  else
    let rec go i = if i >= n then [] else let x = f i in x :: go (i + 1) in
    go 0
let rec map f = function [] -> [] | x :: rest -> let y = f x in y :: map f rest
let mapi f l =
  let rec go i = function [] -> [] | x :: rest -> let y = f i x in y :: go (i + 1) rest in
  go 0 l
let rev_map f l =
  let rec go acc = function [] -> acc | x :: rest -> go (f x :: acc) rest in
  go [] l
let rec iter f = function [] -> () | x :: rest -> f x; iter f rest
let iteri f l =
  let rec go i = function [] -> () | x :: rest -> f i x; go (i + 1) rest in
  go 0 l
let rec fold_left f acc = function [] -> acc | x :: rest -> fold_left f (f acc x) rest
let rec fold_right f l acc = match l with [] -> acc | x :: rest -> f x (fold_right f rest acc)
let rec map2 f a b =
  match a, b with
  | [], [] -> []
  | x :: a, y :: b -> let z = f x y in z :: map2 f a b
  | _ -> invalid_arg "List.map2"
let rec iter2 f a b =
  match a, b with
  | [], [] -> ()
  | x :: a, y :: b -> f x y; iter2 f a b
  | _ -> invalid_arg "List.iter2"
let rec fold_left2 f acc a b =
  match a, b with
  | [], [] -> acc
  | x :: a, y :: b -> fold_left2 f (f acc x y) a b
  | _ -> invalid_arg "List.fold_left2"
let rev_map2 f a b =
  let rec go acc a b =
    match a, b with
    | [], [] -> acc
    | x :: a, y :: b -> go (f x y :: acc) a b
    | _ -> invalid_arg "List.rev_map2"
  in
  go [] a b
let rec fold_right2 f a b acc =
  match a, b with
  | [], [] -> acc
  | x :: a, y :: b -> f x y (fold_right2 f a b acc)
  | _ -> invalid_arg "List.fold_right2"
let fold_left_map f acc l =
  let rec go acc done_ = function
    | [] -> (acc, rev done_)
    | x :: rest -> let (acc, y) = f acc x in go acc (y :: done_) rest
  in
  go acc [] l
let rec for_all p = function [] -> true | x :: rest -> p x && for_all p rest
let rec exists p = function [] -> false | x :: rest -> p x || exists p rest
let rec for_all2 p a b =
  match a, b with
  | [], [] -> true
  | x :: a, y :: b -> p x y && for_all2 p a b
  | _ -> invalid_arg "List.for_all2"
let rec exists2 p a b =
  match a, b with
  | [], [] -> false
  | x :: a, y :: b -> p x y || exists2 p a b
  | _ -> invalid_arg "List.exists2"
let rec mem x = function [] -> false | y :: rest -> x = y || mem x rest
let rec memq x = function [] -> false | y :: rest -> x == y || memq x rest
let rec find p = function [] -> raise Not_found | x :: rest -> if p x then x else find p rest
let rec find_opt p = function [] -> None | x :: rest -> if p x then Some x else find_opt p rest
let rec find_map f = function
  | [] -> None
  | x :: rest -> (match f x with Some y -> Some y | None -> find_map f rest)
let find_index p l =
  let rec go i = function [] -> None | x :: rest -> if p x then Some i else go (i + 1) rest in
  go 0 l
let find_mapi f l =
  let rec go i = function
    | [] -> None
    | x :: rest -> (match f i x with Some y -> Some y | None -> go (i + 1) rest)
  in
  go 0 l
let filter p l =
  let rec go acc = function
    | [] -> rev acc
    | x :: rest -> if p x then go (x :: acc) rest else go acc rest
  in
  go [] l
let find_all = filter
let filteri p l =
  let rec go i acc = function
    | [] -> rev acc
    | x :: rest -> go (i + 1) (if p i x then x :: acc else acc) rest
  in
  go 0 [] l
let filter_map f l =
  let rec go acc = function
    | [] -> rev acc
    | x :: rest -> (match f x with None -> go acc rest | Some y -> go (y :: acc) rest)
  in
  go [] l
let concat_map f l =
  let rec go acc = function [] -> rev acc | x :: rest -> go (rev_append (f x) acc) rest in
  go [] l
let partition p l =
  let rec go yes no = function
    | [] -> (rev yes, rev no)
    | x :: rest -> if p x then go (x :: yes) no rest else go yes (x :: no) rest
  in
  go [] [] l
let rec assoc k = function
  | [] -> raise Not_found
  | (key, v) :: rest -> if key = k then v else assoc k rest
let rec assoc_opt k = function
  | [] -> None
  | (key, v) :: rest -> if key = k then Some v else assoc_opt k rest
let rec mem_assoc k = function
  | [] -> false
  | (key, _) :: rest -> key = k || mem_assoc k rest
let rec remove_assoc k = function
  | [] -> []
  | ((key, _) as pair) :: rest -> if key = k then rest else pair :: remove_assoc k rest
let partition_map f l =
  let rec go left right = function
    | [] -> (rev left, rev right)
    | x :: rest -> (
      match f x with
      | Either.Left y -> go (y :: left) right rest
      | Either.Right y -> go left (y :: right) rest)
  in
  go [] [] l
let rec assq k = function
  | [] -> raise Not_found
  | (key, v) :: rest -> if key == k then v else assq k rest
let rec assq_opt k = function
  | [] -> None
  | (key, v) :: rest -> if key == k then Some v else assq_opt k rest
let rec mem_assq k = function [] -> false | (key, _) :: rest -> key == k || mem_assq k rest
let rec remove_assq k = function
  | [] -> []
  | ((key, _) as pair) :: rest -> if key == k then rest else pair :: remove_assq k rest
let rec split = function
  | [] -> ([], [])
  | (a, b) :: rest -> let (xs, ys) = split rest in (a :: xs, b :: ys)
let rec combine a b =
  match a, b with
  | [], [] -> []
  | x :: a, y :: b -> (x, y) :: combine a b
  | _ -> invalid_arg "List.combine"
let rec merge cmp a b =
  match a, b with
  | [], l | l, [] -> l
  | x :: xs, y :: ys -> if cmp x y <= 0 then x :: merge cmp xs b else y :: merge cmp a ys
let stable_sort cmp l =
  let rec insert x = function
    | [] -> [ x ]
    | y :: rest -> if cmp x y < 0 then x :: y :: rest else y :: insert x rest
  in
  fold_left (fun sorted x -> insert x sorted) [] l
let sort = stable_sort
let fast_sort = stable_sort
let sort_uniq cmp l =
  let rec go = function
    | x :: (y :: _ as rest) -> if cmp x y = 0 then go rest else x :: go rest
    | short -> short
  in
  go (stable_sort cmp l)
let rec equal eq a b =
  match a, b with
  | [], [] -> true
  | x :: a, y :: b -> eq x y && equal eq a b
  | _ -> false
let rec compare_lengths a b =
  match a, b with
  | [], [] -> 0
  | [], _ -> -1
  | _, [] -> 1
  | _ :: a, _ :: b -> compare_lengths a b
let rec compare cmp a b =
  match a, b with
  | [], [] -> 0
  | [], _ -> -1
  | _, [] -> 1
  | x :: a, y :: b ->
    let c = cmp x y in
    if c <> 0 then c else compare cmp a b
let rec compare_length_with l n =
  match l with
  | [] -> if n = 0 then 0 else if n > 0 then -1 else 1
  | _ :: rest -> if n <= 0 then 1 else compare_length_with rest (n - 1)
let rec take n l =
  match l with x :: rest when n > 0 -> x :: take (n - 1) rest | _ -> []
let rec drop n l = match l with _ :: rest when n > 0 -> drop (n - 1) rest | l -> l
let rec take_while p = function x :: rest when p x -> x :: take_while p rest | _ -> []
let rec drop_while p = function x :: rest when p x -> drop_while p rest | l -> l
let rec to_seq l () =
  match l with [] -> Sequence.Nil | x :: rest -> Sequence.Cons (x, to_seq rest)
let of_seq seq =
  let rec go acc seq =
    match seq () with Sequence.Nil -> rev acc | Sequence.Cons (x, rest) -> go (x :: acc) rest
  in
  go [] seq
