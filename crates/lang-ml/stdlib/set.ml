(* Sets as sorted lists. *)

module type OrderedType = sig
  type t
  val compare : t -> t -> int
end

module type S = sig
  type elt
  type t
  val empty : t
  val is_empty : t -> bool
  val mem : elt -> t -> bool
  val add : elt -> t -> t
  val singleton : elt -> t
  val remove : elt -> t -> t
  val union : t -> t -> t
  val inter : t -> t -> t
  val diff : t -> t -> t
  val compare : t -> t -> int
  val equal : t -> t -> bool
  val subset : t -> t -> bool
  val iter : (elt -> unit) -> t -> unit
  val map : (elt -> elt) -> t -> t
  val fold : (elt -> 'a -> 'a) -> t -> 'a -> 'a
  val for_all : (elt -> bool) -> t -> bool
  val exists : (elt -> bool) -> t -> bool
  val filter : (elt -> bool) -> t -> t
  val partition : (elt -> bool) -> t -> t * t
  val cardinal : t -> int
  val elements : t -> elt list
  val min_elt : t -> elt
  val min_elt_opt : t -> elt option
  val max_elt : t -> elt
  val max_elt_opt : t -> elt option
  val choose : t -> elt
  val choose_opt : t -> elt option
  val of_list : elt list -> t
  val disjoint : t -> t -> bool
  val filter_map : (elt -> elt option) -> t -> t
  val split : elt -> t -> t * bool * t
  val find : elt -> t -> elt
  val find_opt : elt -> t -> elt option
  val find_first : (elt -> bool) -> t -> elt
  val find_first_opt : (elt -> bool) -> t -> elt option
  val find_last : (elt -> bool) -> t -> elt
  val find_last_opt : (elt -> bool) -> t -> elt option
  val to_list : t -> elt list
  val to_seq : t -> (unit -> elt Sequence.node)
  val to_rev_seq : t -> (unit -> elt Sequence.node)
  val to_seq_from : elt -> t -> (unit -> elt Sequence.node)
  val add_seq : (unit -> elt Sequence.node) -> t -> t
  val of_seq : (unit -> elt Sequence.node) -> t
end

module Make (Ord : OrderedType) : S with type elt = Ord.t = struct
  type elt = Ord.t
  type t = elt list
  let empty = []
  let is_empty s = match s with [] -> true | _ :: _ -> false
  let rec mem x = function
    | [] -> false
    | y :: rest ->
      let c = Ord.compare x y in
      if c = 0 then true else if c < 0 then false else mem x rest
  let rec add x = function
    | [] -> [ x ]
    | y :: rest as s ->
      let c = Ord.compare x y in
      if c = 0 then s else if c < 0 then x :: s else y :: add x rest
  let singleton x = [ x ]
  let rec remove x = function
    | [] -> []
    | y :: rest as s ->
      let c = Ord.compare x y in
      if c = 0 then rest else if c < 0 then s else y :: remove x rest
  let rec union a b =
    match a, b with
    | [], s | s, [] -> s
    | x :: xs, y :: ys ->
      let c = Ord.compare x y in
      if c = 0 then x :: union xs ys
      else if c < 0 then x :: union xs b
      else y :: union a ys
  let inter a b = List.filter (fun x -> mem x b) a
  let diff a b = List.filter (fun x -> not (mem x b)) a
  let rec compare a b =
    match a, b with
    | [], [] -> 0
    | [], _ -> -1
    | _, [] -> 1
    | x :: a, y :: b ->
      let c = Ord.compare x y in
      if c <> 0 then c else compare a b
  let equal a b = compare a b = 0
  let subset a b = List.for_all (fun x -> mem x b) a
  let iter = List.iter
  let fold f s acc = List.fold_left (fun acc x -> f x acc) acc s
  let for_all = List.for_all
  let exists = List.exists
  let filter = List.filter
  let partition = List.partition
  let cardinal = List.length
  let elements s = s
  let min_elt_opt s = match s with [] -> None | x :: _ -> Some x
  let min_elt s = match s with [] -> raise Not_found | x :: _ -> x
  let rec max_elt_opt s = match s with [] -> None | [ x ] -> Some x | _ :: rest -> max_elt_opt rest
  let max_elt s = match max_elt_opt s with Some x -> x | None -> raise Not_found
  let choose = min_elt
  let choose_opt = min_elt_opt
  let of_list l = List.fold_left (fun s x -> add x s) empty l
  let map f s = of_list (List.map f s)
  let disjoint a b = List.for_all (fun x -> not (mem x b)) a
  let filter_map f s = of_list (List.filter_map f s)
  let split x s =
    ( List.filter (fun y -> Ord.compare y x < 0) s,
      mem x s,
      List.filter (fun y -> Ord.compare y x > 0) s )
  let find_opt x s = List.find_opt (fun y -> Ord.compare x y = 0) s
  let find x s = match find_opt x s with Some y -> y | None -> raise Not_found
  let find_first_opt p s = List.find_opt p s
  let find_first p s = List.find p s
  let find_last_opt p s = List.find_opt p (List.rev s)
  let find_last p s = List.find p (List.rev s)
  let to_list s = s
  let to_seq s = List.to_seq s
  let to_rev_seq s = List.to_seq (List.rev s)
  let to_seq_from x s = List.to_seq (List.filter (fun y -> Ord.compare y x >= 0) s)
  let add_seq seq s = List.fold_left (fun s x -> add x s) s (List.of_seq seq)
  let of_seq seq = add_seq seq empty
end
