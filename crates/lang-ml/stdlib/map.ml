(* Maps as lists sorted by key: few comparisons matter more here than asymptotics. *)

module type OrderedType = sig
  type t
  val compare : t -> t -> int
end

module type S = sig
  type key
  type +'a t
  val empty : 'a t
  val is_empty : 'a t -> bool
  val mem : key -> 'a t -> bool
  val add : key -> 'a -> 'a t -> 'a t
  val update : key -> ('a option -> 'a option) -> 'a t -> 'a t
  val singleton : key -> 'a -> 'a t
  val remove : key -> 'a t -> 'a t
  val find : key -> 'a t -> 'a
  val find_opt : key -> 'a t -> 'a option
  val merge :
    (key -> 'a option -> 'b option -> 'c option) -> 'a t -> 'b t -> 'c t
  val union : (key -> 'a -> 'a -> 'a option) -> 'a t -> 'a t -> 'a t
  val compare : ('a -> 'a -> int) -> 'a t -> 'a t -> int
  val equal : ('a -> 'a -> bool) -> 'a t -> 'a t -> bool
  val iter : (key -> 'a -> unit) -> 'a t -> unit
  val fold : (key -> 'a -> 'b -> 'b) -> 'a t -> 'b -> 'b
  val for_all : (key -> 'a -> bool) -> 'a t -> bool
  val exists : (key -> 'a -> bool) -> 'a t -> bool
  val filter : (key -> 'a -> bool) -> 'a t -> 'a t
  val partition : (key -> 'a -> bool) -> 'a t -> 'a t * 'a t
  val cardinal : 'a t -> int
  val bindings : 'a t -> (key * 'a) list
  val min_binding : 'a t -> key * 'a
  val min_binding_opt : 'a t -> (key * 'a) option
  val max_binding : 'a t -> key * 'a
  val max_binding_opt : 'a t -> (key * 'a) option
  val choose : 'a t -> key * 'a
  val choose_opt : 'a t -> (key * 'a) option
  val map : ('a -> 'b) -> 'a t -> 'b t
  val mapi : (key -> 'a -> 'b) -> 'a t -> 'b t
  val find_first : (key -> bool) -> 'a t -> key * 'a
  val find_first_opt : (key -> bool) -> 'a t -> (key * 'a) option
  val find_last : (key -> bool) -> 'a t -> key * 'a
  val find_last_opt : (key -> bool) -> 'a t -> (key * 'a) option
  val filter_map : (key -> 'a -> 'b option) -> 'a t -> 'b t
  val split : key -> 'a t -> 'a t * 'a option * 'a t
  val add_to_list : key -> 'a -> 'a list t -> 'a list t
  val of_list : (key * 'a) list -> 'a t
  val to_list : 'a t -> (key * 'a) list
  val to_seq : 'a t -> (unit -> (key * 'a) Sequence.node)
  val to_rev_seq : 'a t -> (unit -> (key * 'a) Sequence.node)
  val to_seq_from : key -> 'a t -> (unit -> (key * 'a) Sequence.node)
  val add_seq : (unit -> (key * 'a) Sequence.node) -> 'a t -> 'a t
  val of_seq : (unit -> (key * 'a) Sequence.node) -> 'a t
end

module Make (Ord : OrderedType) : S with type key = Ord.t = struct
  type key = Ord.t
  type 'a t = (key * 'a) list
  let empty = []
  let is_empty m = match m with [] -> true | _ :: _ -> false
  let rec find_opt k = function
    | [] -> None
    | (key, v) :: rest ->
      let c = Ord.compare k key in
      if c = 0 then Some v else if c < 0 then None else find_opt k rest
  let mem k m = match find_opt k m with Some _ -> true | None -> false
  let find k m = match find_opt k m with Some v -> v | None -> raise Not_found
  let rec add k v = function
    | [] -> [ (k, v) ]
    | ((key, _) as pair) :: rest as m ->
      let c = Ord.compare k key in
      if c = 0 then (k, v) :: rest
      else if c < 0 then (k, v) :: m
      else pair :: add k v rest
  let rec remove k = function
    | [] -> []
    | ((key, _) as pair) :: rest as m ->
      let c = Ord.compare k key in
      if c = 0 then rest else if c < 0 then m else pair :: remove k rest
  let update k f m =
    match f (find_opt k m) with
    | Some v -> add k v m
    | None -> remove k m
  let singleton k v = [ (k, v) ]
  let rec merge f a b =
    let keep k v rest = match v with Some v -> (k, v) :: rest | None -> rest in
    match a, b with
    | [], [] -> []
    | (k, v) :: a, [] -> let w = f k (Some v) None in keep k w (merge f a [])
    | [], (k, v) :: b -> let w = f k None (Some v) in keep k w (merge f [] b)
    | (k, v) :: resta, (l, w) :: restb ->
      let c = Ord.compare k l in
      if c = 0 then let x = f k (Some v) (Some w) in keep k x (merge f resta restb)
      else if c < 0 then let x = f k (Some v) None in keep k x (merge f resta b)
      else let x = f l None (Some w) in keep l x (merge f a restb)
  let union f a b =
    merge
      (fun k v w ->
        match v, w with
        | Some v, Some w -> f k v w
        | Some v, None | None, Some v -> Some v
        | None, None -> None)
      a b
  let rec compare cmp a b =
    match a, b with
    | [], [] -> 0
    | [], _ -> -1
    | _, [] -> 1
    | (k, v) :: a, (l, w) :: b ->
      let c = Ord.compare k l in
      if c <> 0 then c
      else
        let c = cmp v w in
        if c <> 0 then c else compare cmp a b
  let rec equal eq a b =
    match a, b with
    | [], [] -> true
    | (k, v) :: a, (l, w) :: b -> Ord.compare k l = 0 && eq v w && equal eq a b
    | _ -> false
  let iter f m = List.iter (fun (k, v) -> f k v) m
  let fold f m acc = List.fold_left (fun acc (k, v) -> f k v acc) acc m
  let for_all p m = List.for_all (fun (k, v) -> p k v) m
  let exists p m = List.exists (fun (k, v) -> p k v) m
  let filter p m = List.filter (fun (k, v) -> p k v) m
  let partition p m = List.partition (fun (k, v) -> p k v) m
  let cardinal m = List.length m
  let bindings m = m
  let min_binding_opt m = match m with [] -> None | pair :: _ -> Some pair
  let min_binding m = match m with [] -> raise Not_found | pair :: _ -> pair
  let rec max_binding_opt m =
    match m with [] -> None | [ pair ] -> Some pair | _ :: rest -> max_binding_opt rest
  let max_binding m =
    match max_binding_opt m with Some pair -> pair | None -> raise Not_found
  let choose = min_binding
  let choose_opt = min_binding_opt
  let map f m = List.map (fun (k, v) -> (k, f v)) m
  let mapi f m = List.map (fun (k, v) -> (k, f k v)) m
  let rec find_first_opt p = function
    | [] -> None
    | ((k, _) as pair) :: rest -> if p k then Some pair else find_first_opt p rest
  let find_first p m =
    match find_first_opt p m with Some pair -> pair | None -> raise Not_found
  let find_last_opt p m = find_first_opt p (List.rev m)
  let find_last p m = match find_last_opt p m with Some pair -> pair | None -> raise Not_found
  let filter_map f m =
    List.filter_map (fun (k, v) -> match f k v with Some w -> Some (k, w) | None -> None) m
  let split k m =
    ( List.filter (fun (key, _) -> Ord.compare key k < 0) m,
      find_opt k m,
      List.filter (fun (key, _) -> Ord.compare key k > 0) m )
  let add_to_list k v m =
    add k (match find_opt k m with Some l -> v :: l | None -> [ v ]) m
  let of_list l = List.fold_left (fun m (k, v) -> add k v m) empty l
  let to_list m = m
  let to_seq m = List.to_seq m
  let to_rev_seq m = List.to_seq (List.rev m)
  let to_seq_from k m = List.to_seq (List.filter (fun (key, _) -> Ord.compare key k >= 0) m)
  let add_seq seq m = List.fold_left (fun m (k, v) -> add k v m) m (List.of_seq seq)
  let of_seq seq = add_seq seq empty
end
