(* Ranges as text. *)

type range = { first : int; last : int }

(** (r: range) -> (s: string)
    require 0 <= r.first && r.first <= r.last && r.last < 10
    ensure String.length s = (if r.first = r.last then 1 else 3) *)
let show r =
  let b = Buffer.create 8 in
  Buffer.add_string b (string_of_int r.first);
  if r.first < r.last then Buffer.add_string b (Printf.sprintf "-%d" r.last);
  Buffer.contents b
