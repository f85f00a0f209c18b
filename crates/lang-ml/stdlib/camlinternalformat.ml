(* What formats are made of. A literal becomes calls of these functions. *)

let make f = Format f
let text s = Text s
let hint s = Hint s
let print f = Print f
let pair p x out = p out x
let rec spaces n = if n <= 0 then "" else " " ^ spaces (n - 1)
let rec zeros n = if n <= 0 then "" else "0" ^ zeros (n - 1)
let has flag flags = String.contains flags flag
(* Fills up to a width, which may be negative for the left. *)
let padded flags width s =
  let missing = (if width < 0 then - width else width) - String.length s in
  if missing <= 0 then s
  else if width < 0 || has '-' flags then s ^ spaces missing
  else spaces missing ^ s
let signed flags n s =
  if n < 0 then s else if has '+' flags then "+" ^ s else if has ' ' flags then " " ^ s else s
let number flags width s =
  let sign = String.length s > 0 && (s.[0] = '-' || s.[0] = '+' || s.[0] = ' ') in
  if has '0' flags && not (has '-' flags) && width > String.length s then
    if sign then
      String.sub s 0 1 ^ zeros (width - String.length s) ^ String.sub s 1 (String.length s - 1)
    else zeros (width - String.length s) ^ s
  else padded flags width s
external precision_of_an_integer : unit -> string = "%unsupported"
let integer flags width precision n =
  if precision >= 0 then precision_of_an_integer ()
  else number flags width (signed flags n (string_of_int n))
external unsigned_of_a_negative_number : unit -> string = "%unsupported"
let unsigned flags width precision n =
  if n < 0 then unsigned_of_a_negative_number () else integer flags width precision n
let digit upper n =
  if n < 10 then string_of_int n
  else char_to_text (Char.chr ((if upper then 55 else 87) + n))
let rec in_base shift upper n =
  let low = digit upper (n land ((1 lsl shift) - 1)) in
  let rest = n lsr shift in
  if rest = 0 then low else in_base shift upper rest ^ low
let based shift upper prefix flags width precision n =
  if precision >= 0 then precision_of_an_integer ()
  else
    let digits = in_base shift upper n in
    number flags width (if has '#' flags && n <> 0 then prefix ^ digits else digits)
let hex = based 4 false "0x"
let hex_upper = based 4 true "0X"
let octal = based 3 false "0"
let string flags width (_ : int) s = padded flags width s
let quoted flags width (_ : int) s = padded flags width ("\"" ^ String.escaped s ^ "\"")
let char flags width (_ : int) c = padded flags width (char_to_text c)
let quoted_char flags width (_ : int) c = padded flags width ("'" ^ Char.escaped c ^ "'")
let bool flags width (_ : int) b = padded flags width (string_of_bool b)
external float : string -> int -> int -> float -> string = "%unsupported"
let int32 flags width precision (Int32 n) = integer flags width precision n
let int64 flags width precision (Int64 n) = integer flags width precision n
let nativeint flags width precision (Nativeint n) = integer flags width precision n
(* The text of pieces whose printers give text. *)
let rec to_text = function
  | [] -> ""
  | Text s :: rest | Hint s :: rest -> let more = to_text rest in s ^ more
  | Print f :: rest ->
    let s = f () in
    s ^ to_text rest
(* Gives all pieces to an output. *)
let rec output emit out = function
  | [] -> ()
  | Text s :: rest | Hint s :: rest -> emit out s; output emit out rest
  | Print f :: rest -> f out; output emit out rest
