(* Strings that change: cells with a string. *)

type t = bytes
let of_string s = { text = s }
let to_string (b : bytes) = b.text
let unsafe_of_string s = of_string s
let unsafe_to_string (b : bytes) = b.text
let length (b : bytes) = String.length b.text
let empty = { text = "" }
let get (b : bytes) i =
  if i < 0 || i >= length b then invalid_arg "index out of bounds" else String.unsafe_get b.text i
let unsafe_get = get
let put (b : bytes) start s =
  let stop = start + String.length s in
  b.text <-
    String.unsafe_sub b.text 0 start ^ s ^ String.unsafe_sub b.text stop (length b - stop)
let set b i c =
  if i < 0 || i >= length b then invalid_arg "index out of bounds" else put b i (char_to_text c)
let unsafe_set = set
let make n c = { text = String.make n c }
(* What new bytes hold is not said; here they hold zeros. *)
let create n = make n '\000'
let init n f = { text = String.init n f }
let copy (b : bytes) = { text = b.text }
let sub (b : bytes) start len = { text = String.sub b.text start len }
let sub_string (b : bytes) start len = String.sub b.text start len
let extend (b : bytes) left right =
  let len = length b + left + right in
  if len < 0 then invalid_arg "Bytes.extend"
  else
    let new_ = create len in
    let from = if left < 0 then - left else 0 in
    let to_ = if left < 0 then 0 else left in
    let shared = min (length b - from) (len - to_) in
    if shared > 0 then put new_ to_ (String.unsafe_sub b.text from shared);
    new_
let fill b start len c =
  if start < 0 || len < 0 || start > length b - len then
    invalid_arg "String.fill / Bytes.fill"
  else put b start (String.make len c)
let blit_string s from b to_ len =
  if len < 0 || from < 0 || from > String.length s - len || to_ < 0 || to_ > length b - len then
    invalid_arg "String.blit / Bytes.blit_string"
  else put b to_ (String.unsafe_sub s from len)
let blit (a : bytes) from b to_ len =
  if len < 0 || from < 0 || from > length a - len || to_ < 0 || to_ > length b - len then
    invalid_arg "Bytes.blit"
  else put b to_ (String.unsafe_sub a.text from len)
let unsafe_blit = blit
let unsafe_fill = fill
let concat (sep : bytes) l = { text = String.concat sep.text (List.map to_string l) }
let cat (a : bytes) (b : bytes) = { text = a.text ^ b.text }
let iter f (b : bytes) = String.iter f b.text
let iteri f (b : bytes) = String.iteri f b.text
let map f (b : bytes) = { text = String.map f b.text }
let mapi f (b : bytes) = { text = String.mapi f b.text }
let fold_left f acc (b : bytes) = String.fold_left f acc b.text
let fold_right f (b : bytes) acc = String.fold_right f b.text acc
let for_all p (b : bytes) = String.for_all p b.text
let exists p (b : bytes) = String.exists p b.text
let trim (b : bytes) = { text = String.trim b.text }
let escaped (b : bytes) = { text = String.escaped b.text }
let index (b : bytes) c = String.index b.text c
let index_opt (b : bytes) c = String.index_opt b.text c
let rindex (b : bytes) c = String.rindex b.text c
let rindex_opt (b : bytes) c = String.rindex_opt b.text c
let index_from (b : bytes) i c = String.index_from b.text i c
let index_from_opt (b : bytes) i c = String.index_from_opt b.text i c
let rindex_from (b : bytes) i c = String.rindex_from b.text i c
let rindex_from_opt (b : bytes) i c = String.rindex_from_opt b.text i c
let contains (b : bytes) c = String.contains b.text c
let contains_from (b : bytes) i c = String.contains_from b.text i c
let rcontains_from (b : bytes) i c = String.rcontains_from b.text i c
let uppercase_ascii (b : bytes) = { text = String.uppercase_ascii b.text }
let lowercase_ascii (b : bytes) = { text = String.lowercase_ascii b.text }
let capitalize_ascii (b : bytes) = { text = String.capitalize_ascii b.text }
let uncapitalize_ascii (b : bytes) = { text = String.uncapitalize_ascii b.text }
let compare (a : bytes) (b : bytes) = String.compare a.text b.text
let equal (a : bytes) (b : bytes) = String.equal a.text b.text
let starts_with ~prefix (b : bytes) = String.starts_with ~prefix:(to_string prefix) b.text
let ends_with ~suffix (b : bytes) = String.ends_with ~suffix:(to_string suffix) b.text
let split_on_char c (b : bytes) = List.map of_string (String.split_on_char c b.text)
let to_seq (b : bytes) = String.to_seq b.text
let to_seqi (b : bytes) = String.to_seqi b.text
let of_seq seq = { text = String.of_seq seq }
let get_uint8 b i = Char.code (get b i)
let get_int8 b i =
  let n = get_uint8 b i in
  if n > 127 then n - 256 else n
let set_uint8 b i n = set b i (Char.chr (n land 255))
let set_int8 = set_uint8
let get_uint16_be b i = (get_uint8 b i * 256) + get_uint8 b (i + 1)
let get_uint16_le b i = get_uint8 b i + (get_uint8 b (i + 1) * 256)
let set_uint16_be b i n = set_uint8 b (i + 1) n; set_uint8 b i (n asr 8)
let set_uint16_le b i n = set_uint8 b (i + 1) (n asr 8); set_uint8 b i n
external get_uint16_ne : bytes -> int -> int = "%unsupported"
external get_int16_ne : bytes -> int -> int = "%unsupported"
let get_int16_be b i =
  let n = get_uint16_be b i in
  if n > 32767 then n - 65536 else n
let get_int16_le b i =
  let n = get_uint16_le b i in
  if n > 32767 then n - 65536 else n
external set_uint16_ne : bytes -> int -> int -> unit = "%unsupported"
external set_int16_ne : bytes -> int -> int -> unit = "%unsupported"
let set_int16_be = set_uint16_be
let set_int16_le = set_uint16_le
external get_int32_ne : bytes -> int -> int32 = "%unsupported"
external get_int32_be : bytes -> int -> int32 = "%unsupported"
external get_int32_le : bytes -> int -> int32 = "%unsupported"
external set_int32_ne : bytes -> int -> int32 -> unit = "%unsupported"
external set_int32_be : bytes -> int -> int32 -> unit = "%unsupported"
external set_int32_le : bytes -> int -> int32 -> unit = "%unsupported"
external get_int64_ne : bytes -> int -> int64 = "%unsupported"
external get_int64_be : bytes -> int -> int64 = "%unsupported"
external get_int64_le : bytes -> int -> int64 = "%unsupported"
external set_int64_ne : bytes -> int -> int64 -> unit = "%unsupported"
external set_int64_be : bytes -> int -> int64 -> unit = "%unsupported"
external set_int64_le : bytes -> int -> int64 -> unit = "%unsupported"
(* Letters of Latin-1, up to OCaml 4. *)
external lowercase : bytes -> bytes = "%unsupported"
external uppercase : bytes -> bytes = "%unsupported"
external capitalize : bytes -> bytes = "%unsupported"
external uncapitalize : bytes -> bytes = "%unsupported"
