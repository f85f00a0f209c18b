(* Small functions on characters and lists. *)

(** (c: char) -> (r: bool)
    ensure r = (c = 'a' || c = 'e' || c = 'i' || c = 'o' || c = 'u') *)
let vowel c = match c with 'a' | 'e' | 'i' | 'o' | 'u' -> true | _ -> false

(** (xs: int list) -> (ys: int list) -> (r: int list)
    ensure r = xs @ ys *)
let join xs ys = List.rev_append (List.rev xs) ys

(** (xs: int list) -> (r: int list)
    ensure List.for_all (fun x -> x > 0) r
    ensure List.fold_left (+) 0 r >= List.length r *)
let positive xs = List.filter (fun x -> x > 0 && x < 100) xs
