(* Strings. Characters are their codes, strings are sequences of them. *)

type t = string
external length : string -> int = "%text_len"
external unsafe_get : string -> int -> char = "%text_get"
external of_char : char -> string = "%char_to_text"
external unsafe_sub : string -> int -> int -> string = "%text_sub"
external unsafe_index : string -> string -> int -> int = "%text_index_of"
let get s i = if i < 0 || i >= length s then invalid_arg "index out of bounds" else unsafe_get s i
let sub s start len =
  if start < 0 || len < 0 || start > length s - len then
    invalid_arg "String.sub / Bytes.sub"
  else unsafe_sub s start len
let empty = ""
(* `Sys.max_string_length`. *)
let no_length n = n < 0 || n > 144115188075855863
let make n c =
  if no_length n then invalid_arg "Bytes.create"
  else
    let rec go n = if n = 0 then "" else of_char c ^ go (n - 1) in
    go n
let init n f =
  if no_length n then invalid_arg "Bytes.create"
  else
    let rec go i acc = if i = n then acc else go (i + 1) (acc ^ of_char (f i)) in
    go 0 ""
let equal (a : string) (b : string) = a = b
let compare (a : string) (b : string) = compare a b
let cat a b = a ^ b
let rec concat sep = function
  | [] -> ""
  | [ s ] -> s
  | s :: rest -> s ^ sep ^ concat sep rest
let starts_with ~prefix s = text_prefix prefix s
external text_suffix : string -> string -> bool = "%text_suffix"
let ends_with ~suffix s = text_suffix suffix s
let contains s c = unsafe_index s (of_char c) 0 >= 0
let index_opt s c =
  let i = unsafe_index s (of_char c) 0 in
  if i < 0 then None else Some i
let index s c = match index_opt s c with Some i -> i | None -> raise Not_found
let index_from s i c =
  if i < 0 || i > length s then invalid_arg "String.index_from / Bytes.index_from"
  else
    let found = unsafe_index s (of_char c) i in
    if found < 0 then raise Not_found else found
let iter f s =
  let rec go i = if i < length s then (f (unsafe_get s i); go (i + 1)) in
  go 0
let iteri f s =
  let rec go i = if i < length s then (f i (unsafe_get s i); go (i + 1)) in
  go 0
let map f s = init (length s) (fun i -> f (unsafe_get s i))
let mapi f s = init (length s) (fun i -> f i (unsafe_get s i))
let fold_left f acc s =
  let rec go i acc = if i = length s then acc else go (i + 1) (f acc (unsafe_get s i)) in
  go 0 acc
let for_all p s =
  let rec go i = i = length s || (p (unsafe_get s i) && go (i + 1)) in
  go 0
let exists p s =
  let rec go i = i < length s && (p (unsafe_get s i) || go (i + 1)) in
  go 0
let lowercase_ascii s = map Char.lowercase_ascii s
let uppercase_ascii s = map Char.uppercase_ascii s
let is_space c = c = ' ' || c = '\012' || c = '\n' || c = '\r' || c = '\t'
let trim s =
  let rec first i = if i < length s && is_space (unsafe_get s i) then first (i + 1) else i in
  let rec last i = if i >= 0 && is_space (unsafe_get s i) then last (i - 1) else i in
  let start = first 0 in
  let stop = last (length s - 1) in
  if stop < start then "" else unsafe_sub s start (stop - start + 1)
let split_on_char sep s =
  let rec go start =
    let i = unsafe_index s (of_char sep) start in
    if i < 0 then [ unsafe_sub s start (length s - start) ]
    else
      let part = unsafe_sub s start (i - start) in
      part :: go (i + 1)
  in
  go 0
