(* Whatever is there, its parent is a directory; the root has none. *)
let[@pred] rI (p : Path.t) = implies (existsP p) (Any (is_root p) || dirP (parent p))
