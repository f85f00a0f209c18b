(* The first index of a sorted array whose value is not below a key. *)

(** (a: int array) -> (key: int) -> (r: int)
    require Array.length a <= 3
    ensure 0 <= r && r <= Array.length a *)
let lower_bound a key =
  let lo = ref 0 and hi = ref (Array.length a) in
  while !lo < !hi do
    (** invariant 0 <= !lo && !lo <= !hi
        invariant !hi <= Array.length a
        variant !hi - !lo *)
    let mid = (!lo + !hi) / 2 in
    if a.(mid) < key then lo := mid + 2 else hi := mid
  done;
  min !lo (Array.length a)
