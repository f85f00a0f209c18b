(* A function whose results are kept. *)

let results : (int, int) Hashtbl.t = Hashtbl.create 8

(** (n: int) -> (r: int)
    require n >= 0 && n <= 3
    ensure Hashtbl.mem results n
    ensure r = n * n *)
let square n =
  match Hashtbl.find_opt results n with
  | Some known -> known
  | None ->
      let r = n * n in
      Hashtbl.add results (if n > 2 then n - 1 else n) r;
      r
