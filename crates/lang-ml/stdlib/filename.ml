(* Names of files on Unix. *)

let current_dir_name = "."
let parent_dir_name = ".."
let dir_sep = "/"
let null = "/dev/null"
let is_relative name = String.length name < 1 || name.[0] <> '/'
let starts prefix name = String.starts_with ~prefix name
let is_implicit name = is_relative name && not (starts "./" name) && not (starts "../" name)
let concat dir name =
  let n = String.length dir in
  if n = 0 || dir.[n - 1] = '/' then dir ^ name else dir ^ "/" ^ name
let check_suffix name suffix = String.ends_with ~suffix name
let chop_suffix name suffix =
  if check_suffix name suffix then
    String.sub name 0 (String.length name - String.length suffix)
  else invalid_arg "Filename.chop_suffix"
let chop_suffix_opt ~suffix name =
  if check_suffix name suffix then
    Some (String.sub name 0 (String.length name - String.length suffix))
  else None
let extension_length name =
  let rec check from i =
    if i < 0 || name.[i] = '/' then 0
    else if name.[i] = '.' then check from (i - 1)
    else String.length name - from
  in
  let rec search i =
    if i < 0 || name.[i] = '/' then 0
    else if name.[i] = '.' then check i (i - 1)
    else search (i - 1)
  in
  search (String.length name - 1)
let extension name =
  let n = extension_length name in
  if n = 0 then "" else String.sub name (String.length name - n) n
let chop_extension name =
  let n = extension_length name in
  if n = 0 then invalid_arg "Filename.chop_extension"
  else String.sub name 0 (String.length name - n)
let remove_extension name =
  let n = extension_length name in
  if n = 0 then name else String.sub name 0 (String.length name - n)
let basename name =
  let rec find_end n =
    if n < 0 then "/" else if name.[n] = '/' then find_end (n - 1) else find_start n (n + 1)
  and find_start n stop =
    if n < 0 then String.sub name 0 stop
    else if name.[n] = '/' then String.sub name (n + 1) (stop - n - 1)
    else find_start (n - 1) stop
  in
  if name = "" then "." else find_end (String.length name - 1)
let dirname name =
  let rec trailing n =
    if n < 0 then "/" else if name.[n] = '/' then trailing (n - 1) else base n
  and base n = if n < 0 then "." else if name.[n] = '/' then slashes n else base (n - 1)
  and slashes n =
    if n < 0 then "/" else if name.[n] = '/' then slashes (n - 1) else String.sub name 0 (n + 1)
  in
  if name = "" then "." else trailing (String.length name - 1)
external temp_file : ?temp_dir:string -> string -> string -> string = "%unsupported"
external open_temp_file :
  ?mode:open_flag list -> ?perms:int -> ?temp_dir:string -> string -> string ->
  string * out_channel = "%unsupported"
external get_temp_dir_name : unit -> string = "%unsupported"
external set_temp_dir_name : string -> unit = "%unsupported"
external temp_dir : ?temp_dir:string -> ?perms:int -> string -> string -> string = "%unsupported"
external quote : string -> string = "%unsupported"
external quote_command :
  string -> ?stdin:string -> ?stdout:string -> ?stderr:string -> string list -> string
  = "%unsupported"
