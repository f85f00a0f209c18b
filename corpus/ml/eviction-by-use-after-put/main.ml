(* A cache of two entries that throws out what was used longest ago, found by going through its table: in which order that
   happens must not matter. *)

let room = 2
let entries : (int, string * int) Hashtbl.t = Hashtbl.create 4
let time = ref 0

let now () =
  incr time;
  !time

let throw_out () =
  let older key (_, used) found =
    match found with
    | Some (_, least) when least <= used -> found
    | _ -> Some (key, used)
  in
  match Hashtbl.fold older entries None with
  | Some (key, _) -> Hashtbl.remove entries key
  | None -> ()

(** (key: int) -> (value: string) -> unit
    ensure Hashtbl.length entries <= room
    ensure Hashtbl.mem entries key *)
let put key value =
  Hashtbl.replace entries key (value, now ());
  if Hashtbl.length entries > room + 1 then throw_out ()
