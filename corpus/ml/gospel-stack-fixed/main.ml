let items : int Stack.t = Stack.create ()

let size () = Stack.length items
let top () = if Stack.is_empty items then raise Not_found else Stack.top items
let push x = Stack.push x items
