type 'a queue = { front : 'a list; back : 'a list }
let empty = { front = []; back = [] }
let push x q = { q with back = x :: q.back }
let rec pop q = match q with
  | { front = []; back = [] } -> None
  | { front = []; back } -> pop { front = List.rev back; back = [] }
  | { front = x :: front; back } -> Some (x, { front; back })
let rec drain q = match pop q with None -> [] | Some (x, q) -> x :: drain q
let result = String.concat "" (drain (push "c" (push "b" (push "a" empty))))
