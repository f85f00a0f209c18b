(* A connected graph as a linked list of its edges, with the set of its vertices and an index of its
   edges beside it. Edges are uniquely stored, their vertices are valid, and each vertex has one.
   What is stored is in the index: otherwise a caller of the index could not keep the rest. *)

module type VERTEX = sig
  type t
end

(** predicate made(C, c) := F <C.fresh _ c> *)

(* Cells of linked lists, each with room for a pair. *)
module type PAIR_CELLS = sig
  type t
  type elem

  (** A fresh cell.

      unit -> (c: t)
      context !made(Self, c)
      effect <fresh _ c> *)
  val fresh : unit -> t

  (** (c: t) -> (x: elem) -> (y: elem) -> unit
      context made(Self, c)
      effect <write c x y> *)
  val write : t -> elem -> elem -> unit

  (** Makes `d` the next cell after `c`.

      (c: t) -> (d: t) -> unit
      context made(Self, c) && made(Self, d)
      effect <link c d> *)
  val link : t -> t -> unit
end

(* A set that only grows. *)
module type SET = sig
  type elem

  (** (x: elem) -> unit
      effect <add x> *)
  val add : elem -> unit

  (** (x: elem) -> (found: bool)
      case
        context F <add x>
        effect <mem x true>
        ensure found
      case
        context !F <add x>
        effect <mem x false>
        ensure !found *)
  val mem : elem -> bool
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

(** predicate once(u, v) := G (<Cell.write _ u v> implies X G ~<Cell.write _ u v>) *)

(** predicate indexed(u, v) := F <Cell.write _ u v> implies filled(Index, u, v) *)

(** predicate attached(v) :=
      F <Vertices.add v> implies F (<Cell.write _ v _> || <Cell.write _ _ v>) *)

(** predicate valid(v) :=
      F (<Cell.write _ v _> || <Cell.write _ _ v>) implies F <Vertices.add v> *)

module Connected
    (Vertex : VERTEX)
    (Cell : PAIR_CELLS with type elem = Vertex.t)
    (Index : TABLE with type row = Vertex.t and type column = Vertex.t and type value = Cell.t)
    (Vertices : SET with type elem = Vertex.t) =
struct
  let store u v =
    let cell = Cell.fresh () in
    Cell.write cell u v;
    Index.put u v cell;
    cell

  (** (u: Vertex.t) -> (v: Vertex.t) -> Cell.t
      ghost (a: Vertex.t) (b: Vertex.t)
      context eps
      invariant once(a, b)
      invariant indexed(a, b)
      invariant attached(a)
      invariant valid(a) *)
  let init u v =
    Vertices.add u;
    Vertices.add v;
    store u v

  (** (first: Cell.t) -> (v: Vertex.t) -> (neighbour: Vertex.t) -> Cell.t
      ghost (a: Vertex.t) (b: Vertex.t)
      invariant once(a, b)
      invariant indexed(a, b)
      invariant attached(a)
      invariant valid(a) *)
  let add_vertex first v neighbour =
    if Vertices.mem v || Index.mem v neighbour || not (Vertices.mem neighbour) then first
    else begin
      Vertices.add v;
      let cell = store v neighbour in
      Cell.link cell first;
      cell
    end

  (** (first: Cell.t) -> (u: Vertex.t) -> (v: Vertex.t) -> Cell.t
      ghost (a: Vertex.t) (b: Vertex.t)
      invariant once(a, b)
      invariant indexed(a, b)
      invariant attached(a)
      invariant valid(a) *)
  let add_edge first u v =
    let known = Vertices.mem u && Vertices.mem v && not (Index.mem u v) in
    if known then begin
      let cell = store u v in
      Cell.link cell first;
      cell
    end
    else first
end
