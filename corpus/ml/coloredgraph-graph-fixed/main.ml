(* A graph with colors. Vertices are colored before being connected to vertices with different
   colors, and a vertex keeps the color that it got. *)

module type VERTEX = sig
  type t
end

(** predicate vertex(Gr, v) := F <Gr.add v> *)

(** predicate edge(Gr, u, v) := F (<Gr.connect u v> && X G ~<Gr.disconnect u v>) *)

(* A directed graph. *)
module type GRAPH = sig
  type vertex

  (** (v: vertex) -> unit
      effect <add v> *)
  val add : vertex -> unit

  (** (v: vertex) -> (found: bool)
      case
        context vertex(Self, v)
        effect <mem v true>
        ensure found
      case
        context !vertex(Self, v)
        effect <mem v false>
        ensure !found *)
  val mem : vertex -> bool

  (** (u: vertex) -> (v: vertex) -> unit
      context vertex(Self, u) && vertex(Self, v)
      effect <connect u v> *)
  val connect : vertex -> vertex -> unit

  (** (u: vertex) -> (v: vertex) -> (found: bool)
      case
        context edge(Self, u, v)
        effect <connected u v true>
        ensure found
      case
        context !edge(Self, u, v)
        effect <connected u v false>
        ensure !found *)
  val connected : vertex -> vertex -> bool

  (** (u: vertex) -> (v: vertex) -> unit
      context edge(Self, u, v)
      effect <disconnect u v> *)
  val disconnect : vertex -> vertex -> unit
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

module type COLOR = sig
  type t
end

module Colored
    (Vertex : VERTEX)
    (Color : COLOR)
    (Graph : GRAPH with type vertex = Vertex.t)
    (Paint : STORE with type key = Vertex.t and type value = Color.t) =
struct
  (** (u: Vertex.t) -> (v: Vertex.t) -> unit
      ghost (a: Vertex.t) (b: Vertex.t) (c: Color.t)
      require u <> v
      invariant ~<Graph.connect a _> W <Paint.put a _>
      invariant ~<Graph.connect _ a> W <Paint.put a _>
      invariant stored(Paint, a, c) && stored(Paint, b, c) implies G ~<Graph.connect a b> *)
  let connect u v =
    if Graph.mem u && Graph.mem v && Paint.mem u && Paint.mem v then
      if Paint.get u <> Paint.get v then Graph.connect u v

  (** (v: Vertex.t) -> (color: Color.t) -> unit
      ghost (a: Vertex.t) (b: Vertex.t) (c: Color.t)
      context G ~<Paint.remove _>
      invariant ~<Graph.connect a _> W <Paint.put a _>
      invariant ~<Graph.connect _ a> W <Paint.put a _>
      invariant ~<Graph.connect b _> W <Paint.put b _>
      invariant ~<Graph.connect _ b> W <Paint.put b _>
      invariant stored(Paint, a, c) && stored(Paint, b, c) implies G ~<Graph.connect a b> *)
  let paint v color = if not (Paint.mem v) then Paint.put v color
end
