(* Numbers of one digit at the beginning of a text. *)

let is_digit c = c >= '0' && c <= '9'
let starts s = String.length s > 0 && is_digit s.[0]
let is_blank c = c = ' ' || c = '\t'
let starts_later s = String.length s > 1 && is_blank s.[0] && is_digit s.[1]

(** (s: string) -> (n: int)
    require String.length s <= 2
    raises Scan.Stop when not (starts s) && not (starts_later s)
    ensure 0 <= n && n <= 9 *)
let number s =
  let scan = Scan.of_string s in
  if Scan.peek scan = Some ' ' then Scan.blanks scan;
  Scan.digit scan
