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
let for_all p a = List.for_all p (to_list a)
let exists p a = List.exists p (to_list a)
let mem x a = List.mem x (to_list a)
