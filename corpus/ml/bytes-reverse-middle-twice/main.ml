(* Text in the other direction, by exchanging bytes. *)

(** (s: string) -> (r: string)
    require String.length s <= 2
    ensure String.length r = String.length s
    ensure String.length s > 0 implies r.[0] = s.[String.length s - 1] *)
let reverse s =
  let b = Bytes.of_string s in
  let last = Bytes.length b - 1 in
  for i = 0 to last do
    let c = Bytes.get b i in
    Bytes.set b i (Bytes.get b (last - i));
    Bytes.set b (last - i) c
  done;
  Bytes.to_string b
