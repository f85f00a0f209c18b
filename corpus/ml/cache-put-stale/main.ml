(* A cache in front of a store. To put a value must not leave an older one in the cache. *)

module type STORE = sig
  type key
  type value

  (** (k: key) -> (v: value) -> unit
      effect <put k v> *)
  val put : key -> value -> unit

  (** (k: key) -> (v: value)
      ghost (v': value)
      context F (<put k v'> && X G ~<put k _>)
      ensure v = v' *)
  val get : key -> value
end

module Cache (Store : STORE) : sig
  val put : Store.key -> Store.value -> unit
  val get : Store.key -> Store.value
end = struct
  let cached = ref []

  let put k v = Store.put k v

  let rec find k = function
    | [] -> None
    | (known, v) :: rest -> if known = k then Some v else find k rest

  (** (k: Store.key) -> (v: Store.value)
      ghost (v': Store.value)
      context F (<Store.put k v'> && X G ~<Store.put k _>)
      ensure v = v' *)
  let get k =
    match find k !cached with
    | Some v -> v
    | None ->
        let v = Store.get k in
        cached := (k, v) :: !cached;
        v
end
