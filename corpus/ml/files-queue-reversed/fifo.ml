type 'a t = { front : 'a list; back : 'a list }

let empty = { front = []; back = [] }
let push x q = { q with back = x :: q.back }
let to_list q = q.front @ List.rev q.back

let pop q =
  match q with
  | { front = x :: front; back } -> Some (x, { front; back })
  | { front = []; back } -> (
      match back with
      | [] -> None
      | x :: front -> Some (x, { front; back = [] }))
