(* What methods are judged by: the definition of formulas on lists of events, and the contracts. *)

type event = Put of int * int | Mem of int * bool

type formula =
  | Ev of (event -> bool)
  | No of formula
  | Both of formula * formula
  | Either of formula * formula
  | Then of formula * formula
  | Next of formula
  | Some_time of formula
  | Always of formula

let rec suffixes t = match t with [] -> [] | _ :: rest -> t :: suffixes rest

let rec holds p t =
  match p, t with
  | Ev e, first :: _ -> e first
  | Ev _, [] -> false
  | No p, _ -> not (holds p t)
  | Both (p, q), _ -> holds p t && holds q t
  | Either (p, q), _ -> holds p t || holds q t
  | Then (p, q), _ -> (not (holds p t)) || holds q t
  | Next p, _ :: rest -> holds p rest
  | Next _, [] -> false
  | Some_time p, _ -> List.exists (holds p) (suffixes t)
  | Always p, _ -> List.for_all (holds p) (suffixes t)

let was_put k t = List.exists (function Put (l, _) -> k = l | Mem _ -> false) t

(* Whether the library could have answered so. *)
let rec is_history before t =
  match t with
  | [] -> true
  | Mem (k, found) :: rest ->
      found = was_put k before && is_history (before @ [ Mem (k, found) ]) rest
  | put :: rest -> is_history (before @ [ put ]) rest

let log : event list ref = ref []

module Key = struct type t = int end

module Store = struct
  type key = int
  let put k v = log := !log @ [ Put (k, v) ]
  let mem k =
    let found = was_put k !log in
    log := !log @ [ Mem (k, found) ];
    found
end

type verdict = Fine | Outside | Unsure | Broken of string

let show = function
  | Fine -> "fine"
  | Outside -> "outside"
  | Unsure -> "unsure"
  | Broken why -> "broken " ^ why

exception Too_wide

(* Contracts calculate without bound; what the machine cannot hold is not judged. *)
module Exact = struct
  let ( ~- ) a = if a = min_int then raise Too_wide else Stdlib.( ~- ) a

  let ( + ) a b =
    let sum = Stdlib.( + ) a b in
    if a >= 0 = (b >= 0) && sum >= 0 <> (a >= 0) then raise Too_wide else sum

  let ( - ) a b = a + -b

  let ( * ) a b =
    let product = Stdlib.( * ) a b in
    if a <> 0 && (product / a <> b || (a = -1 && b = min_int)) then raise Too_wide else product
end

(* A call without a history. *)
let plain require call ensure =
  match require () with
  | exception Too_wide -> Unsure
  | false -> Outside
  | true -> (
      match call () with
      | exception Stack_overflow -> Outside
      | exception error -> Broken (Printexc.to_string error)
      | result -> (
          match ensure result with
          | exception Too_wide -> Unsure
          | true -> Fine
          | false -> Broken "ensure"))

(* A call after a history. *)
let after history ~context ~invariant ~effect call ensure =
  if not (is_history [] history && holds context history && holds invariant history) then Outside
  else begin
    log := history;
    match call () with
    | exception error -> Broken (Printexc.to_string error)
    | result ->
        let rec drop n t = if n = 0 then t else drop (n - 1) (List.tl t) in
        let own = drop (List.length history) !log in
        if not (holds effect own) then Broken "effect"
        else if not (holds invariant !log) then Broken "invariant"
        else if not (ensure result) then Broken "ensure"
        else Fine
  end

let ints = [ 0; 1; -1; 2; 3; 5; 7; -3 ]
let lists = [ []; [ 0 ]; [ 3 ]; [ -1 ]; [ 1; 2 ]; [ 3; 0 ]; [ 5; 5 ]; [ 2; 7; -1 ]; [ 0; 0; 0 ] ]
let bools = [ false; true ]
let keys = [ 1; 2; 3 ]

let histories =
  let events = List.concat_map (fun k -> [ Put (k, 0); Put (k, 3); Mem (k, true); Mem (k, false) ]) [ 1; 2 ] in
  let longer = List.concat_map (fun t -> List.map (fun e -> t @ [ e ]) events) in
  let one = longer [ [] ] in
  List.filter (is_history []) ([] :: one @ longer one)

(* The first of some calls that breaks something. *)
let search name calls =
  let rec go n = function
    | [] -> Printf.printf "%s searched %d\n" name n
    | (shown, call) :: rest -> (
        match call () with
        | Broken why -> Printf.printf "%s broken %s by %s\n" name (String.escaped why) shown
        | Fine -> go (n + 1) rest
        | Outside | Unsure -> go n rest)
  in
  go 0 calls

let witness name call =
  Printf.printf "%s witness %s\n" name (try String.escaped (show (call ())) with e -> Printexc.to_string e)

let k0, k1, k2, k3, k4, k5, k6, k7 = 0, 1, 2, 3, 4, 5, 6, 7
