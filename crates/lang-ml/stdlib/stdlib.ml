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
let int_of_string_opt text =
  let negative = text_prefix "-" text in
  let digits = if negative then text_sub text 1 (text_len text - 1) else text in
  let value = text_to_int digits in
  if value < 0 then None else Some (if negative then - value else value)
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
external int_of_char : char -> int = "%char_code"
external unsafe_chr : int -> char = "%identity"
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
end

module Int = struct
  type t = int
  let zero = 0
  let one = 1
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
