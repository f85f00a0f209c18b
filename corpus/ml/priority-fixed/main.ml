(* Tasks in the order of their priorities, which is that of the constructors. *)

type priority = Low | Normal | Urgent of int

let rec is_sorted = function
  | first :: (second :: _ as rest) -> first <= second && is_sorted rest
  | _ -> true

let rec add p = function
  | [] -> [ p ]
  | first :: rest -> if p <= first then p :: first :: rest else first :: add p rest

(** (p: priority) -> (tasks: priority list) -> (r: priority list)
    require is_sorted tasks
    ensure is_sorted r *)
let insert p tasks = add p tasks

(** (p: priority) -> (q: priority) -> (r: priority)
    ensure r >= p && r >= q
    ensure r = p || r = q *)
let higher p q = if compare p q < 0 then q else p
