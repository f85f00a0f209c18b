(* Sequences that are computed as they are looked at. *)

type 'a node = 'a Sequence.node = Nil | Cons of 'a * (unit -> 'a Sequence.node)
type 'a t = unit -> 'a Sequence.node
let empty () = Nil
let return x () = Cons (x, empty)
let singleton = return
let cons x rest () = Cons (x, rest)
let is_empty seq = match seq () with Nil -> true | Cons _ -> false
let uncons seq = match seq () with Nil -> None | Cons (x, rest) -> Some (x, rest)
let length seq =
  let rec go n seq = match seq () with Nil -> n | Cons (_, rest) -> go (n + 1) rest in
  go 0 seq
let rec append a b () = match a () with Nil -> b () | Cons (x, rest) -> Cons (x, append rest b)
let rec map f seq () = match seq () with Nil -> Nil | Cons (x, rest) -> Cons (f x, map f rest)
let rec filter_map f seq () =
  match seq () with
  | Nil -> Nil
  | Cons (x, rest) -> (
    match f x with None -> filter_map f rest () | Some y -> Cons (y, filter_map f rest))
let rec filter p seq () =
  match seq () with
  | Nil -> Nil
  | Cons (x, rest) -> if p x then Cons (x, filter p rest) else filter p rest ()
let rec concat seq () =
  match seq () with Nil -> Nil | Cons (x, rest) -> append x (concat rest) ()
let rec flat_map f seq () =
  match seq () with Nil -> Nil | Cons (x, rest) -> append (f x) (flat_map f rest) ()
let concat_map = flat_map
let rec fold_left f acc seq =
  match seq () with Nil -> acc | Cons (x, rest) -> fold_left f (f acc x) rest
let fold_lefti f acc seq =
  let rec go i acc seq =
    match seq () with Nil -> acc | Cons (x, rest) -> go (i + 1) (f acc i x) rest
  in
  go 0 acc seq
let rec iter f seq = match seq () with Nil -> () | Cons (x, rest) -> f x; iter f rest
let iteri f seq =
  let rec go i seq = match seq () with Nil -> () | Cons (x, rest) -> f i x; go (i + 1) rest in
  go 0 seq
let rec unfold f acc () = match f acc with None -> Nil | Some (x, acc) -> Cons (x, unfold f acc)
let rec for_all p seq = match seq () with Nil -> true | Cons (x, rest) -> p x && for_all p rest
let rec exists p seq = match seq () with Nil -> false | Cons (x, rest) -> p x || exists p rest
let rec find p seq =
  match seq () with Nil -> None | Cons (x, rest) -> if p x then Some x else find p rest
let rec find_map f seq =
  match seq () with
  | Nil -> None
  | Cons (x, rest) -> ( match f x with None -> find_map f rest | found -> found)
let rec init_from i n f () = if i >= n then Nil else Cons (f i, init_from (i + 1) n f)
let init n f = if n < 0 then invalid_arg "Seq.init" else init_from 0 n f
let rec repeat x () = Cons (x, repeat x)
let rec forever f () = Cons (f (), forever f)
let cycle seq =
  let rec again () = append seq again () in
  fun () -> if is_empty seq then Nil else again ()
let rec iterate f x () = Cons (x, fun () -> iterate f (f x) ())
let mapi f seq =
  let rec go i seq () =
    match seq () with Nil -> Nil | Cons (x, rest) -> Cons (f i x, go (i + 1) rest)
  in
  go 0 seq
let rec scan f acc seq () =
  Cons
    ( acc,
      fun () ->
        match seq () with Nil -> Nil | Cons (x, rest) -> scan f (f acc x) rest () )
let rec take_now n seq () =
  if n = 0 then Nil
  else match seq () with Nil -> Nil | Cons (x, rest) -> Cons (x, take_now (n - 1) rest)
let take n seq = if n < 0 then invalid_arg "Seq.take" else take_now n seq
let rec drop_now n seq =
  if n = 0 then seq ()
  else match seq () with Nil -> Nil | Cons (_, rest) -> drop_now (n - 1) rest
let drop n seq = if n < 0 then invalid_arg "Seq.drop" else fun () -> drop_now n seq
let rec take_while p seq () =
  match seq () with
  | Nil -> Nil
  | Cons (x, rest) -> if p x then Cons (x, take_while p rest) else Nil
let rec drop_while p seq () =
  match seq () with
  | Nil -> Nil
  | Cons (x, rest) as node -> if p x then drop_while p rest () else node
let rec zip a b () =
  match a () with
  | Nil -> Nil
  | Cons (x, a) -> ( match b () with Nil -> Nil | Cons (y, b) -> Cons ((x, y), zip a b))
let rec map2 f a b () =
  match a () with
  | Nil -> Nil
  | Cons (x, a) -> ( match b () with Nil -> Nil | Cons (y, b) -> Cons (f x y, map2 f a b))
let rec interleave a b () =
  match a () with Nil -> b () | Cons (x, a) -> Cons (x, interleave b a)
let rec equal eq a b =
  match a (), b () with
  | Nil, Nil -> true
  | Cons (x, a), Cons (y, b) -> eq x y && equal eq a b
  | _ -> false
let rec compare cmp a b =
  match a (), b () with
  | Nil, Nil -> 0
  | Nil, Cons _ -> -1
  | Cons _, Nil -> 1
  | Cons (x, a), Cons (y, b) ->
    let c = cmp x y in
    if c <> 0 then c else compare cmp a b
let unzip seq = (map fst seq, map snd seq)
let split = unzip
let partition p seq = (filter p seq, filter (fun x -> not (p x)) seq)
let memoize seq =
  let rec keep seq =
    let node = lazy (match seq () with Nil -> Nil | Cons (x, rest) -> Cons (x, keep rest)) in
    fun () -> Lazy.force node
  in
  keep seq
let rec ints i () = Cons (i, ints (i + 1))
let to_dispenser seq =
  let rest = ref seq in
  fun () ->
    match !rest () with
    | Nil -> None
    | Cons (x, more) ->
      rest := more;
      Some x
let rec of_dispenser next () =
  match next () with None -> Nil | Some x -> Cons (x, of_dispenser next)
