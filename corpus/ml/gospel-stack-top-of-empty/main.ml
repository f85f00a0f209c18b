let items : int Stack.t = Stack.create ()

let size () = Stack.length items
let top () = Stack.top items
let push x = Stack.push x items
