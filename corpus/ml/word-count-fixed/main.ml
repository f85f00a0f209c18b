(* How often each word was seen, with a functor's table. *)

module Words = Hashtbl.Make (struct
  type t = string

  let equal = String.equal
  let hash = Hashtbl.hash
end)

let counts : int Words.t = Words.create 16

let seen word = match Words.find_opt counts word with Some n -> n | None -> 0

(** (word: string) -> unit
    ensure seen word = old (seen word) + 1 *)
let add word =
  let n = seen word in
  Words.replace counts word (if n > 0 then n + 1 else 1)
