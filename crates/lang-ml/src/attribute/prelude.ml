(* What the files of attribute specifications take for granted. Blank lines part the pieces, and a
   folder gets those that it uses. A type variable such as 'elem stands for the one type at which
   the folder uses the operators on it. *)

type nat = int

let elem_eq a b = a = b

let node_eq a b = a = b

let cell_eq a b = a = b

let color_eq a b = a = b

let ptr_eq a b = a = b

val elem_lt : 'elem -> 'elem -> bool [@@pure]

let[@axiom] elem_lt_irreflexive ((a [@forall]) : 'elem) = not (elem_lt a a)

let[@axiom] elem_lt_transitive ((a [@forall]) : 'elem) ((b [@forall]) : 'elem) ((c [@forall]) : 'elem) =
  implies (elem_lt a b && elem_lt b c) (elem_lt a c)

val is_nullptr : 'ptr -> bool [@@pure]

val the_nullptr : 'ptr

let get_nullptr () = the_nullptr

let[@axiom] nullptr_is_one ((a [@forall]) : 'ptr) ((b [@forall]) : 'ptr) =
  implies (is_nullptr a && is_nullptr b) (a == b)

let[@axiom] nullptr_is_null = is_nullptr the_nullptr

val parent : 'path -> 'path [@@pure]

let[@axiom] parent_is_another ((p [@forall]) : 'path) = p != parent p

val is_root : 'path -> bool [@@pure]

val the_root : 'path

let getRoot () = the_root

let[@axiom] root_is_root = is_root the_root

let getParent p = parent p

let isRoot p = is_root p

val is_dir : 'bytes -> bool [@@pure]

val is_del : 'bytes -> bool [@@pure]

let[@axiom] dir_is_not_deleted ((b [@forall]) : 'bytes) = not (is_dir b && is_del b)

let isDir b = is_dir b

val the_first_file : 'bytes

let fileInit () = the_first_file

let[@axiom] first_is_dir = is_dir the_first_file

val setDeleted : 'bytes -> 'bytes [@@pure]

let[@axiom] set_deleted_is_deleted ((b [@forall]) : 'bytes) = is_del (setDeleted b)

val add_child : 'bytes -> 'path -> 'bytes [@@pure]

let[@axiom] add_child_keeps_dir ((b [@forall]) : 'bytes) ((p [@forall]) : 'path) =
  iff (is_dir b) (is_dir (add_child b p))

let[@axiom] add_child_keeps_del ((b [@forall]) : 'bytes) ((p [@forall]) : 'path) =
  iff (is_del b) (is_del (add_child b p))

val del_child : 'bytes -> 'path -> 'bytes [@@pure]

let[@axiom] del_child_keeps_dir ((b [@forall]) : 'bytes) ((p [@forall]) : 'path) =
  iff (is_dir b) (is_dir (del_child b p))

let[@axiom] del_child_keeps_del ((b [@forall]) : 'bytes) ((p [@forall]) : 'path) =
  iff (is_del b) (is_del (del_child b p))

val is_child : 'bytes -> 'path -> bool [@@pure]

let[@axiom] added_is_child ((b [@forall]) : 'bytes) ((p [@forall]) : 'path) =
  is_child (add_child b p) p

let[@axiom] deleted_is_no_child ((b [@forall]) : 'bytes) ((p [@forall]) : 'path) =
  not (is_child (del_child b p) p)

val has_child : 'bytes -> bool [@@pure]

let[@axiom] child_is_had ((b [@forall]) : 'bytes) ((p [@forall]) : 'path) =
  implies (is_child b p) (has_child b)

let addChild b p = add_child b p

let delChild b p = del_child b p

let hasChild b = has_child b

val getChild : 'bytes -> 'path [@@pure]

let[@axiom] had_child_is_child ((b [@forall]) : 'bytes) =
  implies (has_child b) (is_child b (getChild b))
