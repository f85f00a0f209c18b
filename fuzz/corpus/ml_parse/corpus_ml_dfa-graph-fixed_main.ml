(* A deterministic automaton as a graph: the outgoing edges of each state are labeled by different
   characters. An edge stays until it is taken away, and until then no other edge has its label. *)

(** predicate leads(Gr, u, l, v) := F (<Gr.connect u l v> && X G ~<Gr.disconnect u l v>) *)

(* A directed graph whose edges have labels. *)
module type LABELLED_GRAPH = sig
  type vertex
  type label

  (** (u: vertex) -> (l: label) -> (v: vertex) -> unit
      effect <connect u l v> *)
  val connect : vertex -> label -> vertex -> unit

  (** (u: vertex) -> (l: label) -> (v: vertex) -> (found: bool)
      case
        context leads(Self, u, l, v)
        effect <connected u l v true>
        ensure found
      case
        context !leads(Self, u, l, v)
        effect <connected u l v false>
        ensure !found *)
  val connected : vertex -> label -> vertex -> bool

  (** Whether an edge with this label was ever drawn from here.

      (u: vertex) -> (l: label) -> (found: bool)
      case
        context F <connect u l _>
        effect <labelled u l true>
        ensure found
      case
        context !F <connect u l _>
        effect <labelled u l false>
        ensure !found *)
  val labelled : vertex -> label -> bool

  (** (u: vertex) -> (l: label) -> (v: vertex) -> unit
      context leads(Self, u, l, v)
      effect <disconnect u l v> *)
  val disconnect : vertex -> label -> vertex -> unit
end

module type STATE = sig
  type t
end

module Dfa
    (State : STATE)
    (Graph : LABELLED_GRAPH with type vertex = State.t and type label = char) =
struct
  (** (from: State.t) -> (label: char) -> (next: State.t) -> unit
      ghost (s: State.t) (c: char) (t: State.t)
      invariant G (<Graph.connect s c t> implies
                     X (~<Graph.connect s c _> W <Graph.disconnect s c t>)) *)
  let add from label next =
    if not (Graph.labelled from label) then Graph.connect from label next

  (** (from: State.t) -> (label: char) -> (next: State.t) -> unit
      ghost (s: State.t) (c: char) (t: State.t)
      invariant G (<Graph.connect s c t> implies
                     X (~<Graph.connect s c _> W <Graph.disconnect s c t>)) *)
  let delete from label next =
    if Graph.connected from label next then Graph.disconnect from label next
end
