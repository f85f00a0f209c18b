(* A file system over a key-value store that says of each path whether it is a directory. Whatever
   exists stands in a directory that exists; only the root stands nowhere. *)

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

module type PATH = sig
  type t

  val root : t
  val parent : t -> t [@@pure]
end

(** predicate placed(p) := present(Nodes, p) implies stored(Nodes, Path.parent(p), true) *)

module File_system
    (Path : PATH)
    (Nodes : STORE with type key = Path.t and type value = bool) =
struct
  type problem =
    | Exists
    | Missing
    | Not_a_directory
    | Is_a_directory

  let is_directory path = Nodes.mem path && Nodes.get path

  (** ghost (p: Path.t)
      require p <> Path.root
      invariant placed(p) *)
  let create path ~directory =
    if Nodes.mem path then Error Exists
    else if not (is_directory (Path.parent path)) then Error Not_a_directory
    else begin
      Nodes.put path directory;
      Ok ()
    end

  (** ghost (p: Path.t)
      require p <> Path.root
      invariant placed(p) *)
  let delete path =
    if not (Nodes.mem path) then Error Missing
    else if is_directory path then Error Is_a_directory
    else begin
      Nodes.remove path;
      Ok ()
    end
end
