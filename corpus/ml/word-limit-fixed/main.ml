(* Counts of words, at most three of them. *)

exception Full of string * int

type entry = { word : string; mutable count : int }

let limit = 3
let table : (string, entry) Hashtbl.t = Hashtbl.create 16

(** Adds one to the count of a word, and returns it.

    (word: string) -> (n: int)
    raises Full (w, k) when not (Hashtbl.mem table word) && Hashtbl.length table >= limit && w = word && k = limit
    ensure Hashtbl.mem table word
    ensure n >= 1 *)
let add word =
  match Hashtbl.find_opt table word with
  | Some entry ->
    if entry.count < max_int then entry.count <- entry.count + 1;
    entry.count
  | None ->
    if Hashtbl.length table >= limit then raise (Full (word, limit));
    Hashtbl.add table word { word; count = 1 };
    1

(** Forgets all words. *)
let clear () = Hashtbl.reset table
