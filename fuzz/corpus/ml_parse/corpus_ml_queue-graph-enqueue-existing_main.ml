(* A queue as a path in a graph. Degrees are at most one: at most one edge leaves a vertex, and at
   most one edge enters it. *)

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

module type VERTEX = sig
  type t
end

module Queue (Vertex : VERTEX) (Graph : GRAPH with type vertex = Vertex.t) = struct
  (** Returns the new end of the queue.

      (back: Vertex.t) -> (v: Vertex.t) -> (back': Vertex.t)
      ghost (u: Vertex.t)
      require back <> v
      context G ~<Graph.connect back _>
      invariant G (<Graph.connect u _> implies X G ~<Graph.connect u _>)
      invariant G (<Graph.connect _ u> implies X G ~<Graph.connect _ u>) *)
  let enqueue back v =
    if not (Graph.mem v) then Graph.add v;
    Graph.connect back v;
    v
end
