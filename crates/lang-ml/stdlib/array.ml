(* Arrays. *)

type 'a t = 'a array
external length : 'a array -> int = "%array_len"
external unsafe_get : 'a array -> int -> 'a = "%array_get"
external unsafe_set : 'a array -> int -> 'a -> unit = "%array_set"
external unsafe_make : int -> 'a -> 'a array = "%array_new"
let get a i = if i < 0 || i >= length a then invalid_arg "index out of bounds" else unsafe_get a i
let set a i x =
  if i < 0 || i >= length a then invalid_arg "index out of bounds" else unsafe_set a i x
(* `Sys.max_array_length`. *)
let make n x = if n < 0 || n > 18014398509481983 then invalid_arg "Array.make" else unsafe_make n x
let create = make
external create_float : int -> float array = "%unsupported"
external make_float : int -> float array = "%unsupported"
let init n f =
  if n < 0 then invalid_arg "Array.init"
  else if n = 0 then [||]
  else begin
    let a = make n (f 0) in
    let rec go i = if i < n then (unsafe_set a i (f i); go (i + 1)) in
    go 1;
    a
  end
let of_list l =
  match l with
  | [] -> [||]
  | x :: _ ->
    let a = unsafe_make (List.length l) x in
    let rec go i = function [] -> () | x :: rest -> unsafe_set a i x; go (i + 1) rest in
    go 0 l;
    a
let to_list a =
  let rec go i acc = if i < 0 then acc else go (i - 1) (unsafe_get a i :: acc) in
  go (length a - 1) []
let copy a = if length a = 0 then [||] else init (length a) (fun i -> unsafe_get a i)
let append a b = of_list (to_list a @ to_list b)
let sub a start len =
  if start < 0 || len < 0 || start > length a - len then invalid_arg "Array.sub"
  else init len (fun i -> unsafe_get a (start + i))
let fill a start len x =
  if start < 0 || len < 0 || start > length a - len then invalid_arg "Array.fill"
  else
    for i = start to start + len - 1 do
      unsafe_set a i x
    done
let blit a from b to_ len =
  if len < 0 || from < 0 || from > length a - len || to_ < 0 || to_ > length b - len then
    invalid_arg "Array.blit"
  else if from < to_ then
    for i = len - 1 downto 0 do
      unsafe_set b (to_ + i) (unsafe_get a (from + i))
    done
  else
    for i = 0 to len - 1 do
      unsafe_set b (to_ + i) (unsafe_get a (from + i))
    done
let concat l = of_list (List.concat (List.map to_list l))
let make_matrix n m x =
  if n < 0 || m < 0 then invalid_arg "Array.make_matrix" else init n (fun _ -> make m x)
let create_matrix = make_matrix
let init_matrix n m f =
  if n < 0 || m < 0 then invalid_arg "Array.init_matrix"
  else init n (fun i -> init m (fun j -> f i j))
let iter f a =
  for i = 0 to length a - 1 do
    f (unsafe_get a i)
  done
let iteri f a =
  for i = 0 to length a - 1 do
    f i (unsafe_get a i)
  done
let map f a = init (length a) (fun i -> f (unsafe_get a i))
let mapi f a = init (length a) (fun i -> f i (unsafe_get a i))
let fold_left f acc a =
  let rec go i acc = if i = length a then acc else go (i + 1) (f acc (unsafe_get a i)) in
  go 0 acc
let fold_right f a acc =
  let rec go i acc = if i < 0 then acc else go (i - 1) (f (unsafe_get a i) acc) in
  go (length a - 1) acc
let iter2 f a b =
  if length a <> length b then invalid_arg "Array.iter2: arrays must have the same length"
  else
    for i = 0 to length a - 1 do
      f (unsafe_get a i) (unsafe_get b i)
    done
let map2 f a b =
  if length a <> length b then invalid_arg "Array.map2: arrays must have the same length"
  else init (length a) (fun i -> f (unsafe_get a i) (unsafe_get b i))
let fold_left_map f acc a =
  let (acc, l) = List.fold_left_map f acc (to_list a) in
  (acc, of_list l)
let map_inplace f a =
  for i = 0 to length a - 1 do
    unsafe_set a i (f (unsafe_get a i))
  done
let mapi_inplace f a =
  for i = 0 to length a - 1 do
    unsafe_set a i (f i (unsafe_get a i))
  done
let put_all a l = List.iteri (fun i x -> unsafe_set a i x) l
let stable_sort cmp a = put_all a (List.stable_sort cmp (to_list a))
let sort = stable_sort
let fast_sort = stable_sort
let for_all2 p a b =
  if length a <> length b then invalid_arg "Array.for_all2" else List.for_all2 p (to_list a) (to_list b)
let exists2 p a b =
  if length a <> length b then invalid_arg "Array.exists2" else List.exists2 p (to_list a) (to_list b)
let memq x a = List.memq x (to_list a)
let find_opt p a = List.find_opt p (to_list a)
let find_index p a = List.find_index p (to_list a)
let find_map f a = List.find_map f (to_list a)
let find_mapi f a = List.find_mapi f (to_list a)
let split a =
  let (x, y) = List.split (to_list a) in
  (of_list x, of_list y)
let combine a b =
  if length a <> length b then invalid_arg "Array.combine"
  else init (length a) (fun i -> (unsafe_get a i, unsafe_get b i))
let to_seq a =
  let rec from i () =
    if i < length a then Sequence.Cons (unsafe_get a i, from (i + 1)) else Sequence.Nil
  in
  from 0
let to_seqi a =
  let rec from i () =
    if i < length a then Sequence.Cons ((i, unsafe_get a i), from (i + 1)) else Sequence.Nil
  in
  from 0
let of_seq seq = of_list (List.of_seq seq)
let equal eq a b = length a = length b && for_all2 eq a b
let compare cmp a b =
  let rec go i =
    if i = length a then 0
    else
      let c = cmp (unsafe_get a i) (unsafe_get b i) in
      if c <> 0 then c else go (i + 1)
  in
  if length a <> length b then length a - length b else go 0
let shuffle_with next a =
  for i = length a - 1 downto 1 do
    let j = next (i + 1) in
    let x = get a i in
    set a i (get a j);
    set a j x
  done
let shuffle ~rand a = shuffle_with rand a
let for_all p a = List.for_all p (to_list a)
let exists p a = List.exists p (to_list a)
let mem x a = List.mem x (to_list a)
