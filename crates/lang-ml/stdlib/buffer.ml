(* Buffers are strings that grow. *)

type t = { mutable text : string }
let create (_ : int) = { text = "" }
let contents b = b.text
let to_bytes b = Bytes.of_string b.text
let length b = String.length b.text
let clear b = b.text <- ""
let reset = clear
let sub b start len =
  if start < 0 || len < 0 || start > length b - len then invalid_arg "Buffer.sub"
  else String.sub b.text start len
let nth b i =
  if i < 0 || i >= length b then invalid_arg "Buffer.nth" else String.get b.text i
let truncate b len =
  if len < 0 || len > length b then invalid_arg "Buffer.truncate"
  else b.text <- String.sub b.text 0 len
let add_string b s = b.text <- b.text ^ s
let add_char b c = b.text <- b.text ^ char_to_text c
let add_bytes b bytes = add_string b (Bytes.to_string bytes)
let add_substring b s start len =
  if start < 0 || len < 0 || start > String.length s - len then
    invalid_arg "Buffer.add_substring/add_subbytes"
  else add_string b (String.sub s start len)
let add_subbytes b bytes start len = add_substring b (Bytes.to_string bytes) start len
let add_buffer b other = add_string b other.text
let blit b start bytes to_ len =
  if start < 0 || len < 0 || start > length b - len then invalid_arg "Buffer.blit"
  else Bytes.blit_string b.text start bytes to_ len
let output_buffer (_ : out_channel) (_ : t) = ()
external add_substitute : t -> (string -> string) -> string -> unit = "%unsupported"
external add_channel : t -> in_channel -> int -> unit = "%unsupported"
external add_utf_8_uchar : t -> 'u -> unit = "%unsupported"
external add_utf_16be_uchar : t -> 'u -> unit = "%unsupported"
external add_utf_16le_uchar : t -> 'u -> unit = "%unsupported"
let byte n = char_to_text (Char.chr (n land 255))
let add_uint8 b n = add_string b (byte n)
let add_int8 = add_uint8
let add_uint16_be b n = add_string b (byte (n asr 8) ^ byte n)
let add_uint16_le b n = add_string b (byte n ^ byte (n asr 8))
let add_int16_be = add_uint16_be
let add_int16_le = add_uint16_le
external add_uint16_ne : t -> int -> unit = "%unsupported"
external add_int16_ne : t -> int -> unit = "%unsupported"
external add_int32_be : t -> int32 -> unit = "%unsupported"
external add_int32_le : t -> int32 -> unit = "%unsupported"
external add_int32_ne : t -> int32 -> unit = "%unsupported"
external add_int64_be : t -> int64 -> unit = "%unsupported"
external add_int64_le : t -> int64 -> unit = "%unsupported"
external add_int64_ne : t -> int64 -> unit = "%unsupported"
let to_seq b = String.to_seq b.text
let to_seqi b = String.to_seqi b.text
let add_seq b seq = List.iter (add_char b) (List.of_seq seq)
let of_seq seq =
  let b = create 16 in
  add_seq b seq;
  b
