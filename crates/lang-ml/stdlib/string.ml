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
let index_from_opt s i c =
  if i < 0 || i > length s then invalid_arg "String.index_from_opt / Bytes.index_from_opt"
  else
    let found = unsafe_index s (of_char c) i in
    if found < 0 then None else Some found
let rec last_index s i c =
  if i < 0 then None else if unsafe_get s i = c then Some i else last_index s (i - 1) c
let rindex_opt s c = last_index s (length s - 1) c
let rindex s c = match rindex_opt s c with Some i -> i | None -> raise Not_found
let rindex_from_opt s i c =
  if i < -1 || i >= length s then invalid_arg "String.rindex_from_opt / Bytes.rindex_from_opt"
  else last_index s i c
let rindex_from s i c =
  if i < -1 || i >= length s then invalid_arg "String.rindex_from / Bytes.rindex_from"
  else match last_index s i c with Some i -> i | None -> raise Not_found
let contains_from s i c =
  if i < 0 || i > length s then invalid_arg "String.contains_from / Bytes.contains_from"
  else unsafe_index s (of_char c) i >= 0
let rcontains_from s i c =
  if i < 0 || i >= length s then invalid_arg "String.rcontains_from / Bytes.rcontains_from"
  else match last_index s i c with Some _ -> true | None -> false
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
let fold_right f s acc =
  let rec go i acc = if i < 0 then acc else go (i - 1) (f (unsafe_get s i) acc) in
  go (length s - 1) acc
let for_all p s =
  let rec go i = i = length s || (p (unsafe_get s i) && go (i + 1)) in
  go 0
let exists p s =
  let rec go i = i < length s && (p (unsafe_get s i) || go (i + 1)) in
  go 0
let apply1 f s = if length s = 0 then s else of_char (f (unsafe_get s 0)) ^ unsafe_sub s 1 (length s - 1)
let capitalize_ascii s = apply1 Char.uppercase_ascii s
let uncapitalize_ascii s = apply1 Char.lowercase_ascii s
let escaped s =
  let escape c = if c = '"' then "\\\"" else if c = '\'' then "'" else Char.escaped c in
  let rec go i acc = if i = length s then acc else go (i + 1) (acc ^ escape (unsafe_get s i)) in
  go 0 ""
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
let to_seq s =
  let rec from i () =
    if i = length s then Sequence.Nil else Sequence.Cons (unsafe_get s i, from (i + 1))
  in
  from 0
let to_seqi s =
  let rec from i () =
    if i = length s then Sequence.Nil else Sequence.Cons ((i, unsafe_get s i), from (i + 1))
  in
  from 0
let of_seq seq =
  let rec go acc seq =
    match seq () with
    | Sequence.Nil -> acc
    | Sequence.Cons (c, rest) -> go (acc ^ of_char c) rest
  in
  go "" seq
(* As `Bytes.blit_string`, which comes after this. *)
let blit s from (b : bytes) to_ len =
  let size = length b.text in
  if len < 0 || from < 0 || from > length s - len || to_ < 0 || to_ > size - len then
    invalid_arg "String.blit / Bytes.blit_string"
  else
    b.text <-
      unsafe_sub b.text 0 to_ ^ unsafe_sub s from len
      ^ unsafe_sub b.text (to_ + len) (size - to_ - len)
let unsafe_blit = blit
let of_bytes (b : bytes) = b.text
let to_bytes s = { text = s }
external hash : string -> int = "%unsupported"
external seeded_hash : int -> string -> int = "%unsupported"
let get_uint8 s i = Char.code (get s i)
let get_int8 s i =
  let n = get_uint8 s i in
  if n > 127 then n - 256 else n
let get_uint16_be s i = (get_uint8 s i * 256) + get_uint8 s (i + 1)
let get_uint16_le s i = get_uint8 s i + (get_uint8 s (i + 1) * 256)
external get_uint16_ne : string -> int -> int = "%unsupported"
external get_int16_ne : string -> int -> int = "%unsupported"
let get_int16_be s i =
  let n = get_uint16_be s i in
  if n > 32767 then n - 65536 else n
let get_int16_le s i =
  let n = get_uint16_le s i in
  if n > 32767 then n - 65536 else n
external get_int32_be : string -> int -> int32 = "%unsupported"
external get_int32_le : string -> int -> int32 = "%unsupported"
external get_int32_ne : string -> int -> int32 = "%unsupported"
external get_int64_be : string -> int -> int64 = "%unsupported"
external get_int64_le : string -> int -> int64 = "%unsupported"
external get_int64_ne : string -> int -> int64 = "%unsupported"
(* Letters of Latin-1, up to OCaml 4. *)
external lowercase : string -> string = "%unsupported"
external uppercase : string -> string = "%unsupported"
external capitalize : string -> string = "%unsupported"
external uncapitalize : string -> string = "%unsupported"
let copy (s : string) = s
