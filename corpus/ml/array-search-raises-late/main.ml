(* The place of a value in an array. *)

exception Absent

let rec mem_from a x i = i < Array.length a && (a.(i) = x || mem_from a x (i + 1))

(** (a: int array) -> (x: int) -> (i: int)
    require Array.length a <= 3
    raises Absent when not (mem_from a x 0)
    ensure i >= 0 && i < Array.length a && a.(i) = x *)
let index_of a x =
  let found = ref (-1) in
  let i = ref 0 in
  while !found < 0 && !i < Array.length a - 1 do
    if a.(!i) = x then found := !i;
    incr i
  done;
  if !found < 0 then raise Absent else !found
