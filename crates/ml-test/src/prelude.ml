(* The same in every test: properties of finite traces, and a library that is known by its
   contracts alone. *)
module Tracehound = struct
  (* A property of the events from some position to the end, perhaps none. *)
  type 'e formula =
    | True
    | False
    | Event of ('e -> bool) (* begins with such an event *)
    | One of ('e -> bool) (* is one such event *)
    | Last
    | Empty
    | Not of 'e formula
    | And of 'e formula list
    | Or of 'e formula list
    | Implies of 'e formula * 'e formula
    | Iff of 'e formula * 'e formula
    | Next of 'e formula
    | Weak_next of 'e formula
    | Finally of 'e formula
    | Globally of 'e formula
    | Until of 'e formula * 'e formula
    | Weak_until of 'e formula * 'e formula
    | Release of 'e formula * 'e formula
    | Then of 'e formula list
    | Star of 'e formula
    | Accepting of 'e automaton * int list (* some run ends in one of these states *)
    | Violating of 'e automaton * int list (* no run meets one of these states *)

  (* The first state, and transitions: from, events, to. *)
  and 'e automaton = int * (int * ('e -> bool) * int) list

  let none_of set event = not (set event)
  let all_of sets event = List.for_all (fun set -> set event) sets
  let any_of sets event = List.exists (fun set -> set event) sets

  (* All ways to cut a trace in two. *)
  let rec cuts trace =
    ([], trace)
    :: (match trace with
       | [] -> []
       | first :: rest -> List.map (fun (before, after) -> (first :: before, after)) (cuts rest))

  let moves transitions states event =
    List.concat_map
      (fun (from, set, into) -> if List.mem from states && set event then [ into ] else [])
      transitions

  let rec holds formula trace =
    match (formula, trace) with
    | True, _ -> true
    | False, _ -> false
    | Event set, first :: _ -> set first
    | Event _, [] -> false
    | One set, [ only ] -> set only
    | One _, _ -> false
    | Last, [ _ ] -> true
    | Last, _ -> false
    | Empty, _ -> trace = []
    | Not a, _ -> not (holds a trace)
    | And parts, _ -> List.for_all (fun part -> holds part trace) parts
    | Or parts, _ -> List.exists (fun part -> holds part trace) parts
    | Implies (a, b), _ -> (not (holds a trace)) || holds b trace
    | Iff (a, b), _ -> holds a trace = holds b trace
    | Next a, _ :: rest -> holds a rest
    | Next _, [] -> false
    | Weak_next a, _ :: (_ :: _ as rest) -> holds a rest
    | Weak_next _, _ -> true
    | (Finally _ | Until _), [] -> false
    | (Globally _ | Weak_until _ | Release _), [] -> true
    | Finally a, _ :: rest -> holds a trace || holds formula rest
    | Globally a, _ :: rest -> holds a trace && holds formula rest
    | (Until (a, b) | Weak_until (a, b)), _ :: rest ->
        holds b trace || (holds a trace && holds formula rest)
    | Release (a, b), _ :: rest -> holds b trace && (holds a trace || holds formula rest)
    | Then [], _ -> trace = []
    | Then (part :: parts), _ ->
        List.exists (fun (before, after) -> holds part before && holds (Then parts) after) (cuts trace)
    | Star a, _ ->
        trace = []
        || List.exists
             (fun (before, after) -> before <> [] && holds a before && holds formula after)
             (cuts trace)
    | Accepting ((start, transitions), good), _ ->
        let last = List.fold_left (moves transitions) [ start ] trace in
        List.exists (fun state -> List.mem state good) last
    | Violating ((start, transitions), bad), _ ->
        let rec safe states trace =
          (not (List.exists (fun state -> List.mem state bad) states))
          && match trace with [] -> true | e :: rest -> safe (moves transitions states e) rest
        in
        safe [ start ] trace

  (* What has happened, and what happened when the fault was found: first what the libraries did
     before the call, then what they did in it. *)
  type 'e run = {
    mutable history : 'e list;
    mutable past : 'e list;
    mutable recorded : 'e list;
    mutable stopped : verdict option;
  }

  and verdict = Kept | Broken of string | Not_reached of string

  exception Stop

  let start ~history ~recorded = { history; past = history; recorded; stopped = None }

  (* Ends the call, even if it handles all exceptions. *)
  let stop run verdict =
    if run.stopped = None then run.stopped <- Some verdict;
    raise Stop

  let rec remove event = function
    | [] -> []
    | first :: rest -> if first = event then rest else first :: remove event rest

  let distinct values =
    List.rev (List.fold_left (fun all v -> if List.mem v all then all else v :: all) [] values)

  let exists values holds = List.exists holds values
  let map = List.map
  let concat_map = List.concat_map

  (* A function by its values. *)
  let table rows args otherwise =
    match List.assoc_opt args rows with Some value -> value | None -> otherwise

  (* The place of a value in an order; what is not there comes last. *)
  let rank order value =
    let rec from at = function
      | first :: rest -> if first = value then (at, value) else from (at + 1) rest
      | [] -> (at, value)
    in
    from 0 order

  (* Numbers without bound, which contracts calculate with: whether it is negative, and its digits
     in a base whose squares are small, the lowest first. *)
  type num = bool * int list

  let base = 1_000_000

  let num n : num =
    (* Negative numbers reach further. *)
    let rec digits n = if n = 0 then [] else -(n mod base) :: digits (n / base) in
    (n < 0, digits (if n > 0 then -n else n))

  let rec trim = function
    | [] -> []
    | digit :: rest -> ( match (digit, trim rest) with 0, [] -> [] | digit, rest -> digit :: rest)

  let first = function [] -> 0 | digit :: _ -> digit
  let rest = function [] -> [] | _ :: rest -> rest

  let rec add_digits carry a b =
    match (a, b) with
    | [], [] -> if carry = 0 then [] else [ carry ]
    | _ ->
        let sum = first a + first b + carry in
        (sum mod base) :: add_digits (sum / base) (rest a) (rest b)

  (* The first is not the smaller one. *)
  let rec sub_digits borrow a b =
    match a with
    | [] -> []
    | digit :: a ->
        let difference = digit - first b - borrow in
        if difference < 0 then (difference + base) :: sub_digits 1 a (rest b)
        else difference :: sub_digits 0 a (rest b)

  let rec scale carry by = function
    | [] -> if carry = 0 then [] else [ carry ]
    | digit :: rest ->
        let product = (digit * by) + carry in
        (product mod base) :: scale (product / base) by rest

  let compare_digits a b =
    match compare (List.length a) (List.length b) with
    | 0 -> compare (List.rev a) (List.rev b)
    | order -> order

  let ( +! ) ((a_negative, a) : num) ((b_negative, b) : num) : num =
    if a_negative = b_negative then (a_negative, add_digits 0 a b)
    else
      match compare_digits a b with
      | 0 -> (false, [])
      | order when order > 0 -> (a_negative, trim (sub_digits 0 a b))
      | _ -> (b_negative, trim (sub_digits 0 b a))

  let ( *! ) ((a_negative, a) : num) ((b_negative, b) : num) : num =
    let digits = List.fold_right (fun by sum -> add_digits 0 (scale 0 by b) (0 :: sum)) a [] in
    let digits = trim digits in
    (a_negative <> b_negative && digits <> [], digits)

  let order ((a_negative, a) : num) ((b_negative, b) : num) =
    match (a_negative, b_negative) with
    | false, true -> 1
    | true, false -> -1
    | false, false -> compare_digits a b
    | true, true -> compare_digits b a

  let ( =! ) a b = order a b = 0
  let ( <>! ) a b = order a b <> 0
  let ( <=! ) a b = order a b <= 0
  let ( <! ) a b = order a b < 0

  let int_of ((negative, digits) as number : num) =
    if number <! num min_int || num max_int <! number then
      failwith "a number of the contract is beyond int";
    let below = List.fold_right (fun digit value -> (value * base) - digit) digits 0 in
    if negative then below else -below

  (* Division that leaves a remainder of at least zero, without leaving `int` on the way. *)
  let mod_euclid a b =
    let remainder = a mod b in
    if remainder >= 0 then remainder else if b > 0 then remainder + b else remainder - b

  let div_euclid a b =
    let quotient = a / b in
    if a mod b >= 0 then quotient else if b > 0 then quotient - 1 else quotient + 1

  let show_string = Printf.sprintf "%S"
  let show_list show values = "[" ^ String.concat "; " (List.map show values) ^ "]"

  (* A name that no value has. *)
  let fresh prefix known =
    let rec from n =
      let name = prefix ^ string_of_int n in
      if List.mem name known then from (n + 1) else name
    in
    from 0

  (* A call that does not end is no business of this test. *)
  let most_events = 200

  let nothing _ _ = false
  let own_event _ _ _ = true

  (* What an operation adds to the trace: its own event, or events that were recorded together. *)
  let only_own _ event = [ [ event ] ]

  let rec beginnings = function
    | [] -> []
    | first :: rest -> [ first ] :: List.map (fun more -> first :: more) (beginnings rest)

  let rec sublists events =
    beginnings events @ match events with [] -> [ [] ] | _ :: rest -> sublists rest

  let recorded_blocks run event =
    beginnings run.recorded @ ([ event ] :: sublists (run.history @ run.recorded))

  (* An operation is called. It answers as it did when the fault was found if its contract allows
     that now, else with the first answer that the contract allows. *)
  let answer run ~name ~refuses ~allows ~blocks ~among event =
    if run.stopped <> None then raise Stop;
    if List.length run.past >= most_events then stop run (Not_reached "the call has too many events");
    let among = distinct among in
    let like recorded = List.filter (fun value -> event value = recorded) among in
    let first = List.concat_map like run.recorded in
    (match among with
    | some :: _ when refuses run.past (event some) ->
        stop run (Broken ("calls " ^ name ^ " with arguments that it does not allow"))
    | _ -> ());
    let ways value = List.map (fun added -> (value, added)) (blocks run (event value)) in
    let allowed (value, added) = allows run.past added (event value) in
    match List.find_opt allowed (List.concat_map ways (first @ among)) with
    | None -> stop run (Not_reached (name ^ " is called where its contract says nothing of it"))
    | Some (value, added) ->
        run.past <- run.past @ added;
        run.recorded <- List.fold_left (fun left event -> remove event left) run.recorded added;
        value

  (* The events of the call. *)
  let events run = List.filteri (fun at _ -> at >= List.length run.history) run.past

  (* What happened so far, happened before the call. *)
  let begin_call run = run.history <- run.past

  (* A call that came before: how it ended is no matter, unless a library ended it. *)
  let called call = try ignore (call ()) with Stop -> raise Stop | _ -> ()

  (* A value as it is now, which later calls do not change. *)
  let frozen value = Marshal.from_string (Marshal.to_string value [ Marshal.Closures ]) 0

  (* What was computed before the call, or why it has no value. *)
  let remembered compute =
    match compute () with value -> fun () -> value | exception error -> fun () -> raise error

  (* Makes the call and looks at what it promised. *)
  let verdict run call promises =
    match call () with
    | exception _ when run.stopped <> None -> Option.get run.stopped
    | exception error -> Broken ("raises " ^ Printexc.to_string error)
    | result -> (
        match run.stopped with
        | Some verdict -> verdict
        | None -> (
            match List.find_opt (fun (_, kept) -> not kept) (promises result) with
            | Some (promise, _) -> Broken ("breaks " ^ promise)
            | None -> Kept))

  (* What happened, for people. *)
  let told run ~show ~call =
    let line at event = Printf.sprintf "  %2d. %s\n" (at + 1) (show event) in
    let lines from events = String.concat "" (List.mapi (fun at e -> line (from + at) e) events) in
    let before = List.length run.history in
    lines 0 run.history ^ "then the call: " ^ call ^ "\n" ^ lines before (events run)
end
