(* What every program sees. Primitives are named by externals that start with a percent sign. *)

type bool = false | true
type unit = ()
type 'a list = [] | (::) of 'a * 'a list
type 'a option = None | Some of 'a
type ('a, 'b) result = Ok of 'a | Error of 'b
type 'a ref = { mutable contents : 'a }

(* Integers of other sizes, each within its range. *)
type floatarray
type int32 = Int32 of int
type int64 = Int64 of int
type nativeint = Nativeint of int

(* Strings that change are cells. *)
type bytes = { mutable text : string }

(* What is printed is a list of pieces: text, a hint for the pretty printer, or what a printer of the
   user's does with the output. A format waits for its arguments and for what takes the pieces. *)
type ('b, 'c) piece = Text of string | Hint of string | Print of ('b -> 'c)
type ('a, 'b, 'c, 'd, 'e, 'f) format6 = Format of ((('b, 'c) piece list -> 'f) -> 'a)
type ('a, 'b, 'c, 'd) format4 = ('a, 'b, 'c, 'c, 'c, 'd) format6
type ('a, 'b, 'c) format = ('a, 'b, 'c, 'c) format4

(* The nodes of `Seq`, which is a file of its own. *)
module Sequence = struct
  type 'a node = Nil | Cons of 'a * (unit -> 'a node)
end

module Either = struct
  type ('a, 'b) t = Left of 'a | Right of 'b
  let left x = Left x
  let right x = Right x
  let is_left = function Left _ -> true | Right _ -> false
  let is_right = function Left _ -> false | Right _ -> true
  let find_left = function Left x -> Some x | Right _ -> None
  let find_right = function Left _ -> None | Right x -> Some x
  let map_left f = function Left x -> Left (f x) | Right y -> Right y
  let map_right f = function Left x -> Left x | Right y -> Right (f y)
  let map ~left ~right = function Left x -> Left (left x) | Right y -> Right (right y)
  let fold ~left ~right = function Left x -> left x | Right y -> right y
  let iter ~left ~right = function Left x -> left x | Right y -> right y
  let for_all ~left ~right = function Left x -> left x | Right y -> right y
  let equal ~left ~right a b =
    match a, b with
    | Left x, Left y -> left x y
    | Right x, Right y -> right x y
    | _ -> false
  let compare ~left ~right a b =
    match a, b with
    | Left x, Left y -> left x y
    | Right x, Right y -> right x y
    | Left _, Right _ -> -1
    | Right _, Left _ -> 1
end

exception Not_found
exception Failure of string
exception Invalid_argument of string
exception Division_by_zero
exception Stack_overflow
exception Out_of_memory
exception End_of_file
exception Sys_error of string
exception Match_failure of (string * int * int)
exception Assert_failure of (string * int * int)
exception Exit

external raise : exn -> 'a = "%raise"
external raise_notrace : exn -> 'a = "%raise"
let failwith message = raise (Failure message)
let invalid_arg message = raise (Invalid_argument message)

external ( = ) : 'a -> 'a -> bool = "%eq"
external ( <> ) : 'a -> 'a -> bool = "%ne"
external ( < ) : 'a -> 'a -> bool = "%lt"
external ( <= ) : 'a -> 'a -> bool = "%le"
external ( > ) : 'a -> 'a -> bool = "%gt"
external ( >= ) : 'a -> 'a -> bool = "%ge"
external compare : 'a -> 'a -> int = "%compare"
external ( == ) : 'a -> 'a -> bool = "%same"
external ( != ) : 'a -> 'a -> bool = "%not_same"
let min a b = if a <= b then a else b
let max a b = if a >= b then a else b

external not : bool -> bool = "%not"
let ( && ) a b = a && b
let ( || ) a b = a || b

external ( ~- ) : int -> int = "%neg"
external ( ~+ ) : int -> int = "%identity"
external ( + ) : int -> int -> int = "%add"
external ( - ) : int -> int -> int = "%sub"
external ( * ) : int -> int -> int = "%mul"
external quotient : int -> int -> int = "%quot"
external remainder : int -> int -> int = "%rem"
external ideal_neg : int -> int = "%ideal_neg"
let max_int = 4611686018427387903
let min_int = -4611686018427387904
(* Only a quotient by -1 can be out of range. *)
let quotient a b = if b = -1 then - a else quotient a b
let ( / ) a b = if b = 0 then raise Division_by_zero else quotient a b
let ( mod ) a b = if b = 0 then raise Division_by_zero else remainder a b
let succ n = n + 1
let pred n = n - 1
let abs n = if n >= 0 then n else - n
external ( land ) : int -> int -> int = "%and"
external ( lor ) : int -> int -> int = "%or"
external ( lxor ) : int -> int -> int = "%xor"
let lnot n = -1 - n
(* OCaml leaves open what a shift by other amounts gives. *)
external shift_by_a_number_of_bits_outside_0_to_63 : unit -> int = "%unsupported"
external shift_left : int -> int -> int = "%shift_left"
external shift_right : int -> int -> int = "%shift_right"
external shift_right_signed : int -> int -> int = "%shift_right_signed"
let ( lsl ) n by =
  if by < 0 || by > 63 then shift_by_a_number_of_bits_outside_0_to_63 () else shift_left n by
let ( lsr ) n by =
  if by < 0 || by > 63 then shift_by_a_number_of_bits_outside_0_to_63 () else shift_right n by
let ( asr ) n by =
  if by < 0 || by > 63 then shift_by_a_number_of_bits_outside_0_to_63 () else shift_right_signed n by

external ( ~-. ) : float -> float = "%unsupported"
external ( ~+. ) : float -> float = "%unsupported"
external ( +. ) : float -> float -> float = "%unsupported"
external ( -. ) : float -> float -> float = "%unsupported"
external ( *. ) : float -> float -> float = "%unsupported"
external ( /. ) : float -> float -> float = "%unsupported"
external ( ** ) : float -> float -> float = "%unsupported"
external sqrt : float -> float = "%unsupported"
external exp : float -> float = "%unsupported"
external log : float -> float = "%unsupported"
external log10 : float -> float = "%unsupported"
external cos : float -> float = "%unsupported"
external cosh : float -> float = "%unsupported"
external sinh : float -> float = "%unsupported"
external tanh : float -> float = "%unsupported"
external acosh : float -> float = "%unsupported"
external asinh : float -> float = "%unsupported"
external atanh : float -> float = "%unsupported"
external expm1 : float -> float = "%unsupported"
external log1p : float -> float = "%unsupported"
external sin : float -> float = "%unsupported"
external tan : float -> float = "%unsupported"
external acos : float -> float = "%unsupported"
external asin : float -> float = "%unsupported"
external atan : float -> float = "%unsupported"
external atan2 : float -> float -> float = "%unsupported"
external hypot : float -> float -> float = "%unsupported"
external ceil : float -> float = "%unsupported"
external floor : float -> float = "%unsupported"
external abs_float : float -> float = "%unsupported"
external copysign : float -> float -> float = "%unsupported"
external mod_float : float -> float -> float = "%unsupported"
external frexp : float -> float * int = "%unsupported"
external ldexp : float -> int -> float = "%unsupported"
external modf : float -> float * float = "%unsupported"
external infinity : float = "%unsupported"
external neg_infinity : float = "%unsupported"
external nan : float = "%unsupported"
external max_float : float = "%unsupported"
external min_float : float = "%unsupported"
external epsilon_float : float = "%unsupported"
type fpclass = FP_normal | FP_subnormal | FP_zero | FP_infinite | FP_nan
external classify_float : float -> fpclass = "%unsupported"
external float_of_string_opt : string -> float option = "%unsupported"
external float_of_int : int -> float = "%unsupported"
external float : int -> float = "%unsupported"
external int_of_float : float -> int = "%unsupported"
external truncate : float -> int = "%unsupported"
external string_of_float : float -> string = "%unsupported"
external float_of_string : string -> float = "%unsupported"

external ( ^ ) : string -> string -> string = "%concat"
external string_of_int : int -> string = "%int_to_text"
external text_len : string -> int = "%text_len"
external text_sub : string -> int -> int -> string = "%text_sub"
external text_prefix : string -> string -> bool = "%text_prefix"
external text_to_int : string -> int = "%text_to_int"
external text_get : string -> int -> char = "%text_get"
external int_of_char : char -> int = "%char_code"
external ideal_add : int -> int -> int = "%ideal_add"
external ideal_mul : int -> int -> int = "%ideal_mul"
external wrap : int -> int = "%wrap"
let digit_value c =
  let code = int_of_char c in
  if code >= 48 && code <= 57 then code - 48
  else if code >= 97 && code <= 102 then code - 87
  else if code >= 65 && code <= 70 then code - 55
  else -1
(* Digits in a base from a place on, with underscores behind the first one; none beyond 63 bits. *)
let digits_from text start base =
  let length = text_len text in
  let beyond = ideal_add (ideal_mul max_int 2) 2 in
  let rec go i value =
    if value >= beyond then None
    else if i >= length then Some value
    else
      let c = text_get text i in
      if int_of_char c = 95 then go (i + 1) value
      else
        let digit = digit_value c in
        if digit < 0 || digit >= base then None
        else go (i + 1) (ideal_add (ideal_mul value base) digit)
  in
  if start >= length then None
  else
    let digit = digit_value (text_get text start) in
    if digit < 0 || digit >= base then None else go (start + 1) digit
let has_base text small large = text_prefix small text || text_prefix large text
(* A sign, a base, digits. Digits of base ten have a sign in them; others are bits. *)
let int_of_string_opt text =
  let negative = text_prefix "-" text in
  let rest =
    if negative || text_prefix "+" text then text_sub text 1 (text_len text - 1) else text
  in
  let signed value =
    if negative then (if ideal_neg value < min_int then None else Some (ideal_neg value))
    else if value > max_int then None
    else Some value
  in
  let bits base =
    match digits_from rest 2 base with
    | Some value -> Some (wrap (if negative then ideal_neg value else value))
    | None -> None
  in
  let decimal = text_to_int rest in
  if decimal >= 0 then signed decimal
  else if has_base rest "0x" "0X" then bits 16
  else if has_base rest "0o" "0O" then bits 8
  else if has_base rest "0b" "0B" then bits 2
  else if has_base rest "0u" "0U" then bits 10
  else match digits_from rest 0 10 with Some value -> signed value | None -> None
let int_of_string text =
  match int_of_string_opt text with
  | Some value -> value
  | None -> failwith "int_of_string"
let string_of_bool b = if b then "true" else "false"
let bool_of_string_opt = function "true" -> Some true | "false" -> Some false | _ -> None
let bool_of_string text =
  match bool_of_string_opt text with
  | Some value -> value
  | None -> invalid_arg "bool_of_string"
external char_to_text : char -> string = "%char_to_text"
let digit_text n = string_of_int n
external unsafe_chr : int -> char = "%char_of_code"
let char_of_int n = if n < 0 || n > 255 then invalid_arg "char_of_int" else unsafe_chr n

let tracehound__ref value = { contents = value }
external ref : 'a -> 'a ref = "%ref"
let ( ! ) r = r.contents
let ( := ) r value = r.contents <- value
let incr r = r.contents <- r.contents + 1
let decr r = r.contents <- r.contents - 1

let ignore _ = ()
let fst (a, _) = a
let snd (_, b) = b
let ( |> ) x f = f x
let ( @@ ) f x = f x
let rec ( @ ) a b = match a with [] -> b | x :: rest -> x :: (rest @ b)

let ( ^^ ) (Format f) (Format g) = Format (fun k -> f (fun ps -> g (fun qs -> k (ps @ qs))))
external string_of_format : ('a, 'b, 'c, 'd, 'e, 'f) format6 -> string = "%unsupported"
let format_of_string (format : ('a, 'b, 'c, 'd, 'e, 'f) format6) = format

(* Output is not observed: printing evaluates its argument and that is all. *)
type out_channel = Output
type in_channel = Input
let stdout = Output
let stderr = Output
let stdin = Input
let print_string (_ : string) = ()
let print_bytes (_ : bytes) = ()
let print_endline (_ : string) = ()
let print_int (_ : int) = ()
let print_float (_ : float) = ()
let print_char (_ : char) = ()
let print_newline () = ()
let prerr_string (_ : string) = ()
let prerr_bytes (_ : bytes) = ()
let prerr_endline (_ : string) = ()
let prerr_int (_ : int) = ()
let prerr_float (_ : float) = ()
let prerr_char (_ : char) = ()
let prerr_newline () = ()
let output_string (_ : out_channel) (_ : string) = ()
let output_char (_ : out_channel) (_ : char) = ()
let output_bytes (_ : out_channel) (_ : bytes) = ()
let output_byte (_ : out_channel) (_ : int) = ()
let output (_ : out_channel) (_ : bytes) (_ : int) (_ : int) = ()
let output_substring (_ : out_channel) (_ : string) (_ : int) (_ : int) = ()
let flush (_ : out_channel) = ()
let flush_all () = ()
external open_out : string -> out_channel = "%unsupported"
external open_out_bin : string -> out_channel = "%unsupported"
external close_out : out_channel -> unit = "%unsupported"
external close_out_noerr : out_channel -> unit = "%unsupported"
external output_value : out_channel -> 'a -> unit = "%unsupported"
external output_binary_int : out_channel -> int -> unit = "%unsupported"
external open_in : string -> in_channel = "%unsupported"
external open_in_bin : string -> in_channel = "%unsupported"
external close_in : in_channel -> unit = "%unsupported"
external close_in_noerr : in_channel -> unit = "%unsupported"
external input_line : in_channel -> string = "%unsupported"
external input_char : in_channel -> char = "%unsupported"
external input_byte : in_channel -> int = "%unsupported"
external input : in_channel -> bytes -> int -> int -> int = "%unsupported"
external really_input : in_channel -> bytes -> int -> int -> unit = "%unsupported"
external really_input_string : in_channel -> int -> string = "%unsupported"
external input_value : in_channel -> 'a = "%unsupported"
external in_channel_length : in_channel -> int = "%unsupported"
external seek_in : in_channel -> int -> unit = "%unsupported"
external pos_in : in_channel -> int = "%unsupported"
external set_binary_mode_in : in_channel -> bool -> unit = "%unsupported"
external set_binary_mode_out : out_channel -> bool -> unit = "%unsupported"
external exit : int -> 'a = "%unsupported"
let at_exit (_ : unit -> unit) = ()
type open_flag =
  | Open_rdonly
  | Open_wronly
  | Open_append
  | Open_creat
  | Open_trunc
  | Open_excl
  | Open_binary
  | Open_text
  | Open_nonblock
external open_out_gen : open_flag list -> int -> string -> out_channel = "%unsupported"
external open_in_gen : open_flag list -> int -> string -> in_channel = "%unsupported"
external do_at_exit : unit -> unit = "%unsupported"
external read_line : unit -> string = "%unsupported"
external read_int : unit -> int = "%unsupported"
external read_int_opt : unit -> int option = "%unsupported"
external read_float : unit -> float = "%unsupported"

module Fun = struct
  let id x = x
  let const c _ = c
  let flip f x y = f y x
  let negate p x = not (p x)

  exception Finally_raised of exn

  let protect ~finally work =
    let finish () = try finally () with e -> raise (Finally_raised e) in
    let result = try work () with e -> finish (); raise e in
    finish ();
    result
end

module Int = struct
  type t = int
  let zero = 0
  let one = 1
  let minus_one = -1
  let max_int = max_int
  let min_int = min_int
  let compare (a : int) (b : int) = compare a b
  let compare_ideal (a : int) (b : int) = if a < b then -1 else if a > b then 1 else 0
  let equal (a : int) (b : int) = a = b
  let min (a : int) (b : int) = if a <= b then a else b
  let max (a : int) (b : int) = if a >= b then a else b
  let abs = abs
  let add a b = a + b
  let sub a b = a - b
  let mul a b = a * b
  let succ = succ
  let pred = pred
  let neg n = - n
  let div a b = a / b
  let rem a b = a mod b
  let logand a b = a land b
  let logor a b = a lor b
  let logxor a b = a lxor b
  let lognot n = lnot n
  let shift_left n by = n lsl by
  let shift_right n by = n asr by
  let shift_right_logical n by = n lsr by
  let to_string = string_of_int
  let to_float n = float_of_int n
  let of_float x = int_of_float x
end

module Bool = struct
  type t = bool
  let not = not
  let equal (a : bool) (b : bool) = a = b
  let compare (a : bool) (b : bool) = compare a b
  let to_string = string_of_bool
  let to_int b = if b then 1 else 0
end

module Unit = struct
  type t = unit
  let equal () () = true
  let compare () () = 0
  let to_string () = "()"
end

module Char = struct
  type t = char
  let code = int_of_char
  let unsafe_chr = unsafe_chr
  let chr n = if n < 0 || n > 255 then invalid_arg "Char.chr" else unsafe_chr n
  let compare (a : char) (b : char) = compare a b
  let equal (a : char) (b : char) = a = b
  let escaped c =
    let letter text = text in
    let code = int_of_char c in
    if c = '\\' then letter "\\\\"
    else if c = '\'' then letter "\\'"
    else if c = '\n' then letter "\\n"
    else if c = '\t' then letter "\\t"
    else if c = '\r' then letter "\\r"
    else if c = '\b' then letter "\\b"
    else if code >= 32 && code <= 126 then char_to_text c
    else "\\" ^ digit_text (code / 100) ^ digit_text (code / 10 mod 10) ^ digit_text (code mod 10)
  let lowercase_ascii c = if c >= 'A' && c <= 'Z' then unsafe_chr (int_of_char c + 32) else c
  let uppercase_ascii c = if c >= 'a' && c <= 'z' then unsafe_chr (int_of_char c - 32) else c
end

module Option = struct
  type 'a t = 'a option
  let none = None
  let some x = Some x
  let value o ~default = match o with Some x -> x | None -> default
  let get = function Some x -> x | None -> invalid_arg "option is None"
  let bind o f = match o with Some x -> f x | None -> None
  let join = function Some o -> o | None -> None
  let map f = function Some x -> Some (f x) | None -> None
  let fold ~none ~some = function Some x -> some x | None -> none
  let iter f = function Some x -> f x | None -> ()
  let is_none = function None -> true | Some _ -> false
  let is_some = function None -> false | Some _ -> true
  let equal eq a b =
    match a, b with
    | Some a, Some b -> eq a b
    | None, None -> true
    | _ -> false
  let compare cmp a b =
    match a, b with
    | Some a, Some b -> cmp a b
    | None, None -> 0
    | None, Some _ -> -1
    | Some _, None -> 1
  let to_result ~none = function None -> Error none | Some x -> Ok x
  let to_list = function None -> [] | Some x -> [ x ]
  let to_seq o () =
    match o with
    | None -> Sequence.Nil
    | Some x -> Sequence.Cons (x, fun () -> Sequence.Nil)
end

module Result = struct
  type ('a, 'b) t = ('a, 'b) result
  let ok x = Ok x
  let error e = Error e
  let value r ~default = match r with Ok x -> x | Error _ -> default
  let bind r f = match r with Ok x -> f x | Error e -> Error e
  let map f = function Ok x -> Ok (f x) | Error e -> Error e
  let map_error f = function Ok x -> Ok x | Error e -> Error (f e)
  let is_ok = function Ok _ -> true | Error _ -> false
  let is_error = function Ok _ -> false | Error _ -> true
  let get_ok = function Ok x -> x | Error _ -> invalid_arg "result is Error _"
  let get_error = function Error e -> e | Ok _ -> invalid_arg "result is Ok _"
  let join = function Ok r -> r | Error e -> Error e
  let fold ~ok ~error = function Ok x -> ok x | Error e -> error e
  let iter f = function Ok x -> f x | Error _ -> ()
  let iter_error f = function Error e -> f e | Ok _ -> ()
  let equal ~ok ~error a b =
    match a, b with
    | Ok x, Ok y -> ok x y
    | Error x, Error y -> error x y
    | _ -> false
  let compare ~ok ~error a b =
    match a, b with
    | Ok x, Ok y -> ok x y
    | Error x, Error y -> error x y
    | Ok _, Error _ -> -1
    | Error _, Ok _ -> 1
  let to_option = function Ok x -> Some x | Error _ -> None
  let to_list = function Ok x -> [ x ] | Error _ -> []
  let to_seq r () =
    match r with
    | Error _ -> Sequence.Nil
    | Ok x -> Sequence.Cons (x, fun () -> Sequence.Nil)
end

module Lazy = struct
  type 'a t = 'a lazy_t
  exception Undefined
  external force : 'a lazy_t -> 'a = "%force"
  let force_val = force
  let from_val x = lazy x
  let from_fun f = lazy (f ())
  let map f x = lazy (f (force x))
  let map_val f x = lazy (f (force x))
  external is_val : 'a lazy_t -> bool = "%unsupported"
end

(* What trials are made of: see src/trial.rs. *)
external tracehound__note : int -> 'a -> unit = "%note"
external tracehound__own : int -> 'a -> unit = "%own"
external tracehound__ask : string -> 'a = "%ask"
external tracehound__thaw : 'a -> 'a = "%thaw"
external tracehound__any : 'a -> 'b = "%identity"
external tracehound__direct : 'a -> 'a = "%direct"
external tracehound__stands : 'a -> 'a -> unit -> 'a = "%stands"
external tracehound__like : 'a -> 'a -> unit = "%like"
external tracehound__forget : unit -> unit = "%forget"
external tracehound__unknown : string -> 'a = "%unknown"
external tracehound__assume : bool -> unit = "%assume"
external tracehound__check : int -> string -> bool -> unit = "%check"
external tracehound__lost : unit -> 'a = "%lost"
external tracehound__array_new : int -> 'a -> 'a array = "%array_new"
external tracehound__array_set : 'a array -> int -> 'a -> unit = "%array_set"
let tracehound__array_of thaw items =
  let rec length n = function [] -> n | _ :: rest -> length (n + 1) rest in
  match items with
  | [] -> [||]
  | first :: _ ->
    let made = tracehound__array_new (length 0 items) (thaw first) in
    let rec fill at = function
      | [] -> ()
      | item :: rest -> tracehound__array_set made at (thaw item); fill (at + 1) rest
    in
    fill 0 items;
    made
external tracehound__array_len : 'a array -> int = "%array_len"
let tracehound__array_fill array items =
  let rec fill at = function
    | [] -> tracehound__assume (at = tracehound__array_len array)
    | item :: rest ->
      tracehound__assume (at < tracehound__array_len array);
      tracehound__array_set array at item;
      fill (at + 1) rest
  in
  fill 0 items
