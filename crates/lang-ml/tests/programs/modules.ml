module Stack = struct
  type 'a t = { mutable items : 'a list; name : string }
  exception Empty
  let create name = { items = []; name }
  let push x s = s.items <- x :: s.items
  let pop s = match s.items with [] -> raise Empty | x :: rest -> s.items <- rest; x
  module Debug = struct let size s = List.length s.items end
end
module S = Stack
open Stack.Debug
let s = S.create "s"
let () = S.push 1 s; Stack.push 2 s; S.(push 3 s)
let top = S.pop s
let result =
  let open Stack in
  string_of_int top ^ string_of_int (size s) ^ s.name ^ (try ignore (pop s); ignore (pop s); string_of_int (pop s) with Empty -> "empty")
