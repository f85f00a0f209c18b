(* Orders from a stock: which exception comes out depends on what the table holds. *)

exception Unknown_item of string
exception Too_few of string

let stock : (string, int) Hashtbl.t = Hashtbl.create 16

(** (item: string) -> (count: int) -> unit
    require 0 < count && count < 100
    ensure Hashtbl.mem stock item *)
let store item count = Hashtbl.replace stock item count

(** (item: string) -> (count: int) -> (left: int)
    require count > 0
    raises Unknown_item i when not (Hashtbl.mem stock item) && i = item
    raises Too_few i when Hashtbl.mem stock item && Hashtbl.find stock item < count && i = item
    ensure left = Hashtbl.find stock item
    ensure left >= 0 *)
let order item count =
  match Hashtbl.find_opt stock item with
  | None -> raise (Unknown_item item)
  | Some there when there <= count -> raise (Too_few item)
  | Some there ->
      Hashtbl.replace stock item (there - count);
      there - count
