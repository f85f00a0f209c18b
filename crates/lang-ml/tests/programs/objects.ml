class account owner = object (self)
  val mutable balance = 0
  val mutable log : int list = []
  method owner : string = owner
  method balance = balance
  method deposit n = balance <- balance + n; log <- n :: log; self#check
  method withdraw n = if n <= self#available then begin balance <- balance - n; log <- (-n) :: log end
  method available = balance
  method private check = assert (balance >= 0)
  method history = List.rev log
end

class savings owner rate = object (self)
  inherit account owner as super
  method! available = super#available - 10
  method interest = self#deposit (self#balance * rate / 100)
  initializer self#deposit 10
end

let pair x = object method first = x method twice = object method first = (x, x) end end
let history a = String.concat " " (List.map string_of_int a#history)

let result =
  let a = new account "a" and s = new savings "s" 50 in
  List.iter (fun n -> a#deposit n; s#deposit n) [ 5; 7 ];
  a#withdraw 12;
  s#withdraw 13;
  s#withdraw 12;
  s#interest;
  let all = [ a; (s :> account) ] in
  let total = List.fold_left (fun sum one -> sum + one#balance) 0 all in
  let x, y = (pair total)#twice#first in
  Printf.sprintf "%s %s: %s / %s / %d %d %d" a#owner s#owner (history a) (history s) total (x + y)
    (pair 3)#first
