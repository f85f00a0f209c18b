(* A cache that throws out what was used least recently: a table of the nodes of a doubly linked list. *)

type node = {
  key : int;
  mutable value : string;
  mutable prev : node option;
  mutable next : node option;
}

type t = {
  capacity : int;
  table : (int, node) Hashtbl.t;
  mutable first : node option;
  mutable last : node option;
}

let create capacity =
  if capacity <= 0 then invalid_arg "create";
  { capacity; table = Hashtbl.create 16; first = None; last = None }

let unlink t node =
  (match node.prev with Some p -> p.next <- node.next | None -> t.first <- node.next);
  (match node.next with Some n -> n.prev <- node.prev | None -> t.last <- node.prev);
  node.prev <- None;
  node.next <- None

let push_front t node =
  node.next <- t.first;
  (match t.first with Some f -> f.prev <- Some node | None -> t.last <- Some node);
  t.first <- Some node

let cache = create 1

(** (k: int) -> (v: string) -> unit
    ensure Hashtbl.length cache.table <= cache.capacity
    ensure Hashtbl.mem cache.table k *)
let put k v =
  match Hashtbl.find_opt cache.table k with
  | Some node ->
      node.value <- v;
      unlink cache node;
      push_front cache node
  | None ->
      (match cache.last with
      | Some oldest when Hashtbl.length cache.table >= cache.capacity ->
          unlink cache oldest;
          Hashtbl.remove cache.table oldest.key
      | _ -> ());
      let node = { key = k; value = v; prev = None; next = None } in
      Hashtbl.add cache.table k node;
      push_front cache node
