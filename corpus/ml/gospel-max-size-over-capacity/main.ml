let capacity = 2
let items : int Queue.t = Queue.create ()
let size () = Queue.length items

let add x =
  if size () <= capacity then begin
    Queue.add x items;
    true
  end
  else false

let clear () = Queue.clear items
