(* What every program sees. Primitives are named by externals that start with a percent sign. *)

type bool = false | true
type unit = ()
type 'a list = [] | (::) of 'a * 'a list
type 'a option = None | Some of 'a
type ('a, 'b) result = Ok of 'a | Error of 'b
type 'a ref = { mutable contents : 'a }

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
external unsafe_chr : int -> char = "%char_of_code"
let char_of_int n = if n < 0 || n > 255 then invalid_arg "char_of_int" else unsafe_chr n

let ref value = { contents = value }
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

(* Output is not observed: printing evaluates its argument and that is all. *)
let print_string (_ : string) = ()
let print_endline (_ : string) = ()
let print_int (_ : int) = ()
let print_char (_ : char) = ()
let print_newline () = ()
let prerr_string (_ : string) = ()
let prerr_endline (_ : string) = ()
external exit : int -> 'a = "%unsupported"
external read_line : unit -> string = "%unsupported"
external read_int : unit -> int = "%unsupported"
external hash_value : 'a -> int = "%unsupported"

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
end

module Bool = struct
  type t = bool
  let not = not
  let equal (a : bool) (b : bool) = a = b
  let compare (a : bool) (b : bool) = compare a b
  let to_string = string_of_bool
end

module Unit = struct
  type t = unit
  let equal () () = true
  let compare () () = 0
end

module Char = struct
  type t = char
  let code = int_of_char
  let chr n = if n < 0 || n > 255 then invalid_arg "Char.chr" else unsafe_chr n
  let compare (a : char) (b : char) = compare a b
  let equal (a : char) (b : char) = a = b
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
  let to_list = function None -> [] | Some x -> [ x ]
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
  let to_option = function Ok x -> Some x | Error _ -> None
end

module Lazy = struct
  type 'a t = 'a lazy_t
  external force : 'a lazy_t -> 'a = "%force"
end

module Printf = struct
  external sprintf : string -> 'a = "%unsupported"
  external printf : string -> 'a = "%unsupported"
  external eprintf : string -> 'a = "%unsupported"
end

module Hashtbl = struct
  external hash : 'a -> int = "%unsupported"
end
