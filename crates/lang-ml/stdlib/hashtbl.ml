(* Hash tables as lists of bindings, the latest first. The real ones are gone through in an order that depends on
   hashes; here it is any order. *)

type ('a, 'b) table = { mutable bindings : ('a * 'b) list }
type ('a, 'b) t = ('a, 'b) table
type statistics = {
  num_bindings : int;
  num_buckets : int;
  max_bucket_length : int;
  bucket_histogram : int array;
}
external hash : 'a -> int = "%unsupported"
external seeded_hash : int -> 'a -> int = "%unsupported"
external hash_param : int -> int -> 'a -> int = "%unsupported"
external seeded_hash_param : int -> int -> int -> 'a -> int = "%unsupported"
external stats : ('a, 'b) t -> statistics = "%unsupported"
let randomize () = ()
let is_randomized () = false

(* What both kinds of tables share, over the equality of keys. *)
let rec find_in same k = function
  | [] -> None
  | (key, v) :: rest -> if same key k then Some v else find_in same k rest
let rec remove_in same k = function
  | [] -> []
  | ((key, _) as pair) :: rest -> if same key k then rest else pair :: remove_in same k rest
let rec has_in same k = function
  | [] -> false
  | (key, _) :: rest -> same key k || has_in same k rest
let rec replace_in same k v = function
  | [] -> []
  | ((key, _) as pair) :: rest ->
    if same key k then (k, v) :: rest else pair :: replace_in same k v rest
let rec all_in same k = function
  | [] -> []
  | (key, v) :: rest -> if same key k then v :: all_in same k rest else all_in same k rest

let equal_keys a b = a = b

(* The same for keys that are compared as values are. Of a list that is not known at all a proof knows what it is as a
   whole: lang-core's `Whole`. *)
external is_unknown : 'a list -> bool = "%list_is_unknown"
external length_of_unknown : 'a list -> int = "%list_length"
external unknown_holds : 'a -> ('a * 'b) list -> bool = "%list_holds"
external bound_in_unknown : 'a -> ('a * 'b) list -> 'b = "%list_bound"
external unknown_without : 'a -> ('a * 'b) list -> ('a * 'b) list = "%list_without"
let rec find_key k l =
  if is_unknown l then if unknown_holds k l then Some (bound_in_unknown k l) else None
  else match l with [] -> None | (key, v) :: rest -> if key = k then Some v else find_key k rest
let rec has_key k l =
  if is_unknown l then unknown_holds k l
  else match l with [] -> false | (key, _) :: rest -> key = k || has_key k rest
let rec remove_key k l =
  if is_unknown l then if unknown_holds k l then unknown_without k l else l
  else
    match l with
    | [] -> []
    | ((key, _) as pair) :: rest -> if key = k then rest else pair :: remove_key k rest
let rec replace_key k v l =
  if is_unknown l then (k, v) :: unknown_without k l
  else
    match l with
    | [] -> []
    | ((key, _) as pair) :: rest -> if key = k then (k, v) :: rest else pair :: replace_key k v rest
let rec count n l =
  if is_unknown l then n + length_of_unknown l
  else match l with [] -> n | _ :: rest -> count (n + 1) rest
let create ?(random = false) (_ : int) = ignore random; { bindings = [] }
let clear t = t.bindings <- []
let reset t = t.bindings <- []
let copy t = { bindings = t.bindings }
let length t = count 0 t.bindings
let add t k v = t.bindings <- (k, v) :: t.bindings
let find_opt t k = find_key k t.bindings
let find t k = match find_opt t k with Some v -> v | None -> raise Not_found
let find_all t k = all_in equal_keys k t.bindings
let mem t k = has_key k t.bindings
let remove t k = t.bindings <- remove_key k t.bindings
let replace t k v =
  if mem t k then t.bindings <- replace_key k v t.bindings else add t k v
(* In which order a table with several bindings is gone through depends on the hashes of its keys: any order, but of
   the bindings of one key the latest comes first. All questions are asked whether they matter or not, so that the
   same run can be made in another order. *)
external order_of_several_bindings : unit -> 'a = "%unsupported"
let asked () : bool = tracehound__ask "order of bindings"
let unlike (key, _) (other, _) = tracehound__assume (key <> other)
let two swap a b = if swap then (unlike a b; [ b; a ]) else [ a; b ]
let three first second swap a b c =
  if first then a :: two swap b c
  else if second then (unlike a b; b :: two swap a c)
  else (unlike a c; unlike b c; c :: two swap a b)
let in_order t =
  match t.bindings with
  | [] | [ _ ] -> t.bindings
  | [ a; b ] -> two (asked ()) a b
  | [ a; b; c ] ->
    let first = asked () in
    let second = asked () in
    three first second (asked ()) a b c
  | [ a; b; c; d ] ->
    let early = asked () in
    let half = asked () in
    let first = asked () in
    let second = asked () in
    let swap = asked () in
    if early then
      if half then a :: three first second swap b c d
      else (unlike a b; b :: three first second swap a c d)
    else if half then (unlike a c; unlike b c; c :: three first second swap a b d)
    else (unlike a d; unlike b d; unlike c d; d :: three first second swap a b c)
  | _ -> order_of_several_bindings ()
let iter f t = List.iter (fun (k, v) -> f k v) (in_order t)
let fold f t acc = List.fold_left (fun acc (k, v) -> f k v acc) acc (in_order t)
let filter_map_inplace f t =
  t.bindings <-
    List.filter_map
      (fun (k, v) -> match f k v with Some v -> Some (k, v) | None -> None)
      (in_order t)
let to_seq t = List.to_seq (in_order t)
let to_seq_keys t = List.to_seq (List.map fst (in_order t))
let to_seq_values t = List.to_seq (List.map snd (in_order t))
let add_seq t seq = List.iter (fun (k, v) -> add t k v) (List.of_seq seq)
let replace_seq t seq = List.iter (fun (k, v) -> replace t k v) (List.of_seq seq)
let of_seq seq =
  let t = create 16 in
  replace_seq t seq;
  t
let rebuild ?(random = false) t = ignore random; copy t

module type HashedType = sig
  type t
  val equal : t -> t -> bool
  val hash : t -> int
end

module type SeededHashedType = sig
  type t
  val equal : t -> t -> bool
  val hash : int -> t -> int
end

module type S = sig
  type key
  type !'a t
  val create : int -> 'a t
  val clear : 'a t -> unit
  val reset : 'a t -> unit
  val copy : 'a t -> 'a t
  val add : 'a t -> key -> 'a -> unit
  val remove : 'a t -> key -> unit
  val find : 'a t -> key -> 'a
  val find_opt : 'a t -> key -> 'a option
  val find_all : 'a t -> key -> 'a list
  val replace : 'a t -> key -> 'a -> unit
  val mem : 'a t -> key -> bool
  val iter : (key -> 'a -> unit) -> 'a t -> unit
  val filter_map_inplace : (key -> 'a -> 'a option) -> 'a t -> unit
  val fold : (key -> 'a -> 'b -> 'b) -> 'a t -> 'b -> 'b
  val length : 'a t -> int
  val stats : 'a t -> statistics
  val to_seq : 'a t -> (unit -> (key * 'a) Sequence.node)
  val to_seq_keys : 'a t -> (unit -> key Sequence.node)
  val to_seq_values : 'a t -> (unit -> 'a Sequence.node)
  val add_seq : 'a t -> (unit -> (key * 'a) Sequence.node) -> unit
  val replace_seq : 'a t -> (unit -> (key * 'a) Sequence.node) -> unit
  val of_seq : (unit -> (key * 'a) Sequence.node) -> 'a t
end

module Make (H : HashedType) : S with type key = H.t = struct
  type key = H.t
  type 'a t = (key, 'a) table
  let create n = create n
  let clear = clear
  let reset = reset
  let copy = copy
  let add = add
  let find_opt t k = find_in H.equal k t.bindings
  let find t k = match find_opt t k with Some v -> v | None -> raise Not_found
  let find_all t k = all_in H.equal k t.bindings
  let mem t k = has_in H.equal k t.bindings
  let remove t k = t.bindings <- remove_in H.equal k t.bindings
  let replace t k v =
    if mem t k then t.bindings <- replace_in H.equal k v t.bindings else add t k v
  let iter = iter
  let filter_map_inplace = filter_map_inplace
  let fold = fold
  let length = length
  let stats t = stats t
  let to_seq = to_seq
  let to_seq_keys = to_seq_keys
  let to_seq_values = to_seq_values
  let add_seq = add_seq
  let replace_seq t seq = List.iter (fun (k, v) -> replace t k v) (List.of_seq seq)
  let of_seq seq =
    let t = create 16 in
    replace_seq t seq;
    t
end

module type SeededS = sig
  type key
  type !'a t
  val create : ?random:bool -> int -> 'a t
  val clear : 'a t -> unit
  val reset : 'a t -> unit
  val copy : 'a t -> 'a t
  val add : 'a t -> key -> 'a -> unit
  val remove : 'a t -> key -> unit
  val find : 'a t -> key -> 'a
  val find_opt : 'a t -> key -> 'a option
  val find_all : 'a t -> key -> 'a list
  val replace : 'a t -> key -> 'a -> unit
  val mem : 'a t -> key -> bool
  val iter : (key -> 'a -> unit) -> 'a t -> unit
  val filter_map_inplace : (key -> 'a -> 'a option) -> 'a t -> unit
  val fold : (key -> 'a -> 'b -> 'b) -> 'a t -> 'b -> 'b
  val length : 'a t -> int
  val stats : 'a t -> statistics
end

module MakeSeeded (H : SeededHashedType) : SeededS with type key = H.t = struct
  include Make (struct
    type t = H.t
    let equal = H.equal
    let hash x = H.hash 0 x
  end)
  let create ?(random = false) n = ignore random; create n
end
