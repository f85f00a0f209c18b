(* Pretty printing. A formatter collects text; lines are broken only where that is asked for, so text that
   would be too long for a line is not known. *)

type formatter = {
  mutable written : string;
  visible : bool;
  mutable boxes : int;
  (* Where lines break depends on boxes. *)
  mutable broken : bool;
}
type tag = string
type stag = ..
type stag += String_tag of string
type symbolic_output_item =
  | Output_flush
  | Output_newline
  | Output_string of string
  | Output_spaces of int
  | Output_indent of int
let new_formatter visible = { written = ""; visible; boxes = 0; broken = false }
let std_formatter = new_formatter false
let err_formatter = new_formatter false
let str_formatter = new_formatter true
let stdbuf = Buffer.create 16
(* Text that may have to be broken into lines. *)
external text_that_may_be_broken_into_lines : unit -> string = "%unsupported"
let write fmt s = if fmt.visible then fmt.written <- fmt.written ^ s
(* Lines are indented in a box, and outside of all boxes every hint breaks one. *)
let newline fmt =
  if fmt.boxes > 0 then fmt.broken <- true;
  write fmt "\n"
let break_hint fmt s =
  if fmt.boxes <= 0 then fmt.broken <- true;
  write fmt s
let vertical fmt = fmt.broken <- true
let box fmt = fmt.boxes <- fmt.boxes + 1
let unbox fmt = fmt.boxes <- fmt.boxes - 1
(* What a hint prints if nothing has to be broken. *)
let hinted fmt s =
  if s = "@ " || s = "@;" then break_hint fmt " "
  else if s = "@," then break_hint fmt ""
  else if s = "@]" then unbox fmt
  else if s = "@\n" || s = "@." then newline fmt
  else if s = "@@" then write fmt "@"
  else if s = "@%" then write fmt "%"
  else if s = "@[" then box fmt
  else if s = "@[v" then vertical fmt
  (* A hint of a width of its own is not modelled: text with it is not known. *)
  else if s = "@;<" then fmt.broken <- true
let rec output_pieces fmt = function
  | [] -> ()
  | Text s :: rest -> write fmt s; output_pieces fmt rest
  | Hint s :: rest -> hinted fmt s; output_pieces fmt rest
  | Print f :: rest -> f fmt; output_pieces fmt rest
let finished fmt =
  if fmt.broken || String.length fmt.written > 77 then text_that_may_be_broken_into_lines () else fmt.written
let kfprintf k fmt (Format f : ('a, formatter, unit, 'd) format4) =
  f (fun pieces -> output_pieces fmt pieces; k fmt)
let fprintf fmt (Format f : ('a, formatter, unit) format) = f (fun pieces -> output_pieces fmt pieces)
let printf format = fprintf std_formatter format
let eprintf format = fprintf err_formatter format
let ifprintf (_ : 'o) (Format f : ('a, 'b, 'c, unit) format4) = f (fun _ -> ())
let ikfprintf k out (Format f : ('a, 'b, 'c, 'd) format4) = f (fun _ -> k out)
let kasprintf k (Format f : ('a, formatter, unit, 'd) format4) =
  f (fun pieces ->
      let fmt = new_formatter true in
      output_pieces fmt pieces;
      k (finished fmt))
let asprintf (Format f : ('a, formatter, unit, string) format4) =
  f (fun pieces ->
      let fmt = new_formatter true in
      output_pieces fmt pieces;
      finished fmt)
let rec strings = function
  | [] -> []
  | Print f :: rest ->
    let s = f () in
    Text s :: strings rest
  | Text s :: rest -> Text s :: strings rest
  | Hint s :: rest -> Hint s :: strings rest
let ksprintf k (Format f : ('a, unit, string, 'd) format4) =
  f (fun pieces ->
      let fmt = new_formatter true in
      output_pieces fmt (strings pieces);
      k (finished fmt))
let sprintf (Format f : ('a, unit, string) format) =
  f (fun pieces ->
      let fmt = new_formatter true in
      output_pieces fmt (strings pieces);
      finished fmt)
let dprintf (Format f : ('a, formatter, unit, formatter -> unit) format4) =
  f (fun pieces fmt -> output_pieces fmt pieces)
let kdprintf k (Format f : ('a, formatter, unit, 'b) format4) =
  f (fun pieces -> k (fun fmt -> output_pieces fmt pieces))
let formatter_of_out_channel (_ : out_channel) = new_formatter false
external formatter_of_buffer : Buffer.t -> formatter = "%unsupported"
external make_formatter :
  (string -> int -> int -> unit) -> (unit -> unit) -> formatter = "%unsupported"
let flush_str_formatter () =
  let s = finished str_formatter in
  str_formatter.written <- "";
  str_formatter.boxes <- 0;
  s
let pp_print_string fmt s = write fmt s
let pp_print_bytes fmt b = write fmt (Bytes.to_string b)
let pp_print_as fmt (_ : int) s = write fmt s
let pp_print_int fmt n = write fmt (string_of_int n)
let pp_print_float fmt x = if fmt.visible then write fmt (string_of_float x)
let pp_print_char fmt c = write fmt (char_to_text c)
let pp_print_bool fmt b = write fmt (string_of_bool b)
let pp_print_space fmt () = break_hint fmt " "
let pp_print_cut fmt () = break_hint fmt ""
let pp_print_break fmt n (_ : int) = break_hint fmt (String.make n ' ')
external pp_print_custom_break :
  formatter -> fits:string * int * string -> breaks:string * int * string -> unit
  = "%unsupported"
let pp_force_newline fmt () = newline fmt
let pp_print_if_newline (_ : formatter) () = ()
let pp_print_newline fmt () = newline fmt
let pp_print_flush (_ : formatter) () = ()
let pp_open_box fmt (_ : int) = box fmt
let pp_open_hbox fmt () = box fmt
let pp_open_vbox fmt (_ : int) = vertical fmt
let pp_open_hvbox fmt (_ : int) = vertical fmt
let pp_open_hovbox fmt (_ : int) = box fmt
let pp_close_box fmt () = unbox fmt
let pp_open_tag (_ : formatter) (_ : tag) = ()
let pp_close_tag (_ : formatter) () = ()
let pp_open_stag (_ : formatter) (_ : stag) = ()
let pp_close_stag (_ : formatter) () = ()
let pp_open_tbox (_ : formatter) () = ()
let pp_close_tbox (_ : formatter) () = ()
let pp_print_tab (_ : formatter) () = ()
let pp_set_tab (_ : formatter) () = ()
let pp_print_tbreak (_ : formatter) (_ : int) (_ : int) = ()
let pp_set_margin (_ : formatter) (_ : int) = ()
let pp_get_margin (_ : formatter) () = 80
let pp_set_max_indent (_ : formatter) (_ : int) = ()
let pp_get_max_indent (_ : formatter) () = 68
let pp_set_geometry (_ : formatter) ~max_indent ~margin = ignore (max_indent + margin)
let pp_safe_set_geometry (_ : formatter) ~max_indent ~margin = ignore (max_indent + margin)
let pp_set_max_boxes (_ : formatter) (_ : int) = ()
let pp_get_max_boxes (_ : formatter) () = max_int
let pp_over_max_boxes (_ : formatter) () = false
let pp_set_ellipsis_text (_ : formatter) (_ : string) = ()
let pp_get_ellipsis_text (_ : formatter) () = "."
let pp_set_tags (_ : formatter) (_ : bool) = ()
let pp_set_mark_tags (_ : formatter) (_ : bool) = ()
let pp_set_print_tags (_ : formatter) (_ : bool) = ()
let pp_get_mark_tags (_ : formatter) () = false
let pp_get_print_tags (_ : formatter) () = false
external pp_set_formatter_out_channel : formatter -> out_channel -> unit = "%unsupported"
external pp_set_formatter_output_functions :
  formatter -> (string -> int -> int -> unit) -> (unit -> unit) -> unit = "%unsupported"
let rec pp_print_list ?(pp_sep = pp_print_cut) pp fmt = function
  | [] -> ()
  | [ x ] -> pp fmt x
  | x :: rest ->
    pp fmt x;
    pp_sep fmt ();
    pp_print_list ~pp_sep pp fmt rest
let pp_print_seq ?(pp_sep = pp_print_cut) pp fmt seq = pp_print_list ~pp_sep pp fmt (List.of_seq seq)
let pp_print_array ?(pp_sep = pp_print_cut) pp fmt a =
  pp_print_list ~pp_sep pp fmt (Array.to_list a)
let pp_print_text fmt s = vertical fmt; write fmt s
let pp_print_option ?(none = fun _ () -> ()) pp fmt = function
  | None -> none fmt ()
  | Some x -> pp fmt x
let pp_print_result ~ok ~error fmt = function Ok x -> ok fmt x | Error e -> error fmt e
let pp_print_either ~left ~right fmt = function
  | Either.Left x -> left fmt x
  | Either.Right x -> right fmt x
let print_string s = pp_print_string std_formatter s
let print_int n = pp_print_int std_formatter n
let print_float x = pp_print_float std_formatter x
let print_char c = pp_print_char std_formatter c
let print_bool b = pp_print_bool std_formatter b
let print_space () = ()
let print_cut () = ()
let print_break (_ : int) (_ : int) = ()
let print_newline () = ()
let print_flush () = ()
let force_newline () = ()
let open_box (_ : int) = ()
let open_hbox () = ()
let open_vbox (_ : int) = ()
let open_hvbox (_ : int) = ()
let open_hovbox (_ : int) = ()
let close_box () = ()
let open_tag (_ : tag) = ()
let close_tag () = ()
let open_stag (_ : stag) = ()
let close_stag () = ()
let set_margin (_ : int) = ()
let get_margin () = 80
let set_max_indent (_ : int) = ()
let set_max_boxes (_ : int) = ()
let set_tags (_ : bool) = ()
let set_mark_tags (_ : bool) = ()
let set_print_tags (_ : bool) = ()
external set_formatter_out_channel : out_channel -> unit = "%unsupported"
external set_formatter_output_functions :
  (string -> int -> int -> unit) -> (unit -> unit) -> unit = "%unsupported"
let print_as (_ : int) s = pp_print_string std_formatter s
let print_bytes b = pp_print_bytes std_formatter b
let print_if_newline () = ()
let open_tbox () = ()
let close_tbox () = ()
let print_tab () = ()
let set_tab () = ()
let print_tbreak (_ : int) (_ : int) = ()
let get_max_indent () = 68
let get_max_boxes () = max_int
let over_max_boxes () = false
let set_ellipsis_text (_ : string) = ()
let get_ellipsis_text () = "."
let get_mark_tags () = false
let get_print_tags () = false
type geometry = { max_indent : int; margin : int }
let check_geometry { max_indent; margin } = max_indent > 1 && margin > max_indent
let pp_get_geometry (_ : formatter) () = { max_indent = 68; margin = 80 }
let get_geometry () = { max_indent = 68; margin = 80 }
let pp_update_geometry (_ : formatter) (f : geometry -> geometry) = ignore (f { max_indent = 68; margin = 80 })
let update_geometry (f : geometry -> geometry) = ignore (f { max_indent = 68; margin = 80 })
let set_geometry ~max_indent ~margin = ignore (max_indent + margin)
let safe_set_geometry ~max_indent ~margin = ignore (max_indent + margin)
(* Where text goes is not known beyond formatters, so neither is what becomes of it by functions of the user. *)
type formatter_out_functions = {
  out_string : string -> int -> int -> unit;
  out_flush : unit -> unit;
  out_newline : unit -> unit;
  out_spaces : int -> unit;
  out_indent : int -> unit;
}
type formatter_stag_functions = {
  mark_open_stag : stag -> string;
  mark_close_stag : stag -> string;
  print_open_stag : stag -> unit;
  print_close_stag : stag -> unit;
}
type formatter_tag_functions = {
  mark_open_tag : tag -> string;
  mark_close_tag : tag -> string;
  print_open_tag : tag -> unit;
  print_close_tag : tag -> unit;
}
external formatter_of_out_functions : formatter_out_functions -> formatter = "%unsupported"
external pp_set_formatter_out_functions : formatter -> formatter_out_functions -> unit = "%unsupported"
external pp_get_formatter_out_functions : formatter -> unit -> formatter_out_functions = "%unsupported"
external set_formatter_out_functions : formatter_out_functions -> unit = "%unsupported"
external get_formatter_out_functions : unit -> formatter_out_functions = "%unsupported"
external pp_get_formatter_output_functions :
  formatter -> unit -> (string -> int -> int -> unit) * (unit -> unit) = "%unsupported"
external get_formatter_output_functions :
  unit -> (string -> int -> int -> unit) * (unit -> unit) = "%unsupported"
external pp_set_formatter_stag_functions : formatter -> formatter_stag_functions -> unit = "%unsupported"
external pp_get_formatter_stag_functions : formatter -> unit -> formatter_stag_functions = "%unsupported"
external set_formatter_stag_functions : formatter_stag_functions -> unit = "%unsupported"
external get_formatter_stag_functions : unit -> formatter_stag_functions = "%unsupported"
external pp_set_formatter_tag_functions : formatter -> formatter_tag_functions -> unit = "%unsupported"
external pp_get_formatter_tag_functions : formatter -> unit -> formatter_tag_functions = "%unsupported"
external set_formatter_tag_functions : formatter_tag_functions -> unit = "%unsupported"
external get_formatter_tag_functions : unit -> formatter_tag_functions = "%unsupported"
type symbolic_output_buffer = { mutable items : symbolic_output_item list }
let make_symbolic_output_buffer () = { items = [] }
let clear_symbolic_output_buffer buffer = buffer.items <- []
let get_symbolic_output_buffer buffer = List.rev buffer.items
let flush_symbolic_output_buffer buffer =
  let items = List.rev buffer.items in
  buffer.items <- [];
  items
let add_symbolic_output_item buffer item = buffer.items <- item :: buffer.items
external formatter_of_symbolic_output_buffer : symbolic_output_buffer -> formatter = "%unsupported"
