(* Sets of the numbers from 0 to 2. *)

let parent = Array.init 3 (fun i -> i)

let rec find i = if parent.(i) = i then i else find parent.(i)

(** (a: int) -> (b: int) -> unit
    require a >= 0 && a <= 2 && b >= 0 && b <= 2
    ensure find a = find b
    ensure old (find 0 = find 1) implies find 0 = find 1 *)
let union a b =
  let ra = find a and rb = find b in
  if ra <> rb then parent.(a) <- rb
