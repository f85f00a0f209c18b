(* A graph with colors in key-value stores: the color of each vertex, and the weights of the edges
   to its neighbours. Each vertex is associated with vertices of different colors. *)

module type VERTEX = sig
  type t
end

(** predicate stored(S, k, v) := F (<S.put k v> && X G ~(<S.put k _> || <S.remove k>)) *)

(** predicate present(S, k) := F (<S.put k _> && X G ~<S.remove k>) *)

(* A key-value store. *)
module type STORE = sig
  type key
  type value

  (** (k: key) -> (v: value) -> unit
      effect <put k v> *)
  val put : key -> value -> unit

  (** (k: key) -> (v: value)
      context stored(Self, k, v)
      effect <get k v> *)
  val get : key -> value

  (** (k: key) -> (found: bool)
      case
        context present(Self, k)
        effect <mem k true>
        ensure found
      case
        context !present(Self, k)
        effect <mem k false>
        ensure !found *)
  val mem : key -> bool

  (** (k: key) -> unit
      context present(Self, k)
      effect <remove k> *)
  val remove : key -> unit
end

(** predicate entered(T, r, c, v) := F (<T.put r c v> && X G ~(<T.put r c _> || <T.remove r c>)) *)

(** predicate filled(T, r, c) := F (<T.put r c _> && X G ~<T.remove r c>) *)

(* A key-value store whose keys are pairs of a row and a column. *)
module type TABLE = sig
  type row
  type column
  type value

  (** (r: row) -> (c: column) -> (v: value) -> unit
      effect <put r c v> *)
  val put : row -> column -> value -> unit

  (** (r: row) -> (c: column) -> (v: value)
      context entered(Self, r, c, v)
      effect <get r c v> *)
  val get : row -> column -> value

  (** (r: row) -> (c: column) -> (found: bool)
      case
        context filled(Self, r, c)
        effect <mem r c true>
        ensure found
      case
        context !filled(Self, r, c)
        effect <mem r c false>
        ensure !found *)
  val mem : row -> column -> bool

  (** (r: row) -> (c: column) -> unit
      context filled(Self, r, c)
      effect <remove r c> *)
  val remove : row -> column -> unit
end

module type COLOR = sig
  type t
end

module Colored
    (Vertex : VERTEX)
    (Color : COLOR)
    (Paint : STORE with type key = Vertex.t and type value = Color.t)
    (Weight : TABLE with type row = Vertex.t and type column = Vertex.t and type value = int) =
struct
  let color v = if Paint.mem v then Some (Paint.get v) else None

  (** (u: Vertex.t) -> (v: Vertex.t) -> (weight: int) -> unit
      ghost (a: Vertex.t) (b: Vertex.t) (c: Color.t)
      require u <> v
      invariant stored(Paint, a, c) && stored(Paint, b, c) implies G ~<Weight.put a b _> *)
  let connect u v weight =
    match color u, color v with
    | Some c, Some d when c <> d -> Weight.put u v weight
    | _ -> ()
end
