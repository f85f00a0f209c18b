(* A graph in which all vertices are connected. Every vertex has an edge from the call on that
   creates it, no edge is drawn twice, and the only edge of a vertex is not taken away. *)

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

(** predicate attached(v) := F <Graph.add v> implies F (<Graph.connect v _> || <Graph.connect _ v>) *)

(** predicate once(u, v) :=
      G (<Graph.connect u v> implies X (~<Graph.connect u v> W <Graph.disconnect u v>)) *)

module Connected (Vertex : VERTEX) (Graph : GRAPH with type vertex = Vertex.t) = struct
  (** (u: Vertex.t) -> (v: Vertex.t) -> unit
      ghost (a: Vertex.t) (b: Vertex.t)
      require u <> v
      context eps
      invariant attached(a)
      invariant once(a, b) *)
  let init u v =
    List.iter Graph.add [ u; v ];
    Graph.connect u v

  (** (v: Vertex.t) -> (neighbour: Vertex.t) -> unit
      ghost (a: Vertex.t) (b: Vertex.t)
      invariant F <Graph.connect a b> implies F <Graph.add a> && F <Graph.add b>
      invariant attached(a)
      invariant once(a, b) *)
  let add v neighbour =
    if Graph.mem neighbour && not (Graph.mem v) then begin
      Graph.add v;
      Graph.connect v neighbour
    end

  (** Takes an edge away where a detour remains.

      (u: Vertex.t) -> (v: Vertex.t) -> (detour: Vertex.t) -> unit
      ghost (a: Vertex.t) (b: Vertex.t)
      require u <> v
      context edge(Graph, a, b) && G ~(<Graph.connect a !b> || <Graph.connect _ a>)
      effect G ~<Graph.disconnect a b> *)
  let disconnect u v detour =
    let remains = detour <> v && Graph.connected u detour && Graph.connected detour v in
    if Graph.connected u v && remains then Graph.disconnect u v
end
