(* A cache of two entries: keys in the order of their use, and a table of values. *)

let order : int list ref = ref []
let values : (int, int) Hashtbl.t = Hashtbl.create 4

let touch key = order := key :: List.filter (fun other -> other <> key) !order

(** (key: int) -> (value: int) -> unit
    require key >= 0 && key <= 3
    ensure Hashtbl.length values <= 2
    ensure Hashtbl.mem values key
    ensure Hashtbl.mem values key implies Hashtbl.find values key = value *)
let put key value =
  Hashtbl.replace values key value;
  touch key;
  match !order with
  | [ a; b; c ] ->
      let gone = c in
      ignore b;
      Hashtbl.remove values gone;
      order := List.filter (fun other -> other <> gone) !order
  | _ -> ()

(** (key: int) -> (found: int option)
    require key >= 0 && key <= 3
    ensure found <> None iff Hashtbl.mem values key *)
let get key =
  let found = Hashtbl.find_opt values key in
  if found <> None then touch key;
  found
