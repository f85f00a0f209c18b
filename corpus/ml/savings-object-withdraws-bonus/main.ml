(* Accounts as objects: a savings account begins with a bonus that stays in it. *)

class account = object (self)
  val mutable balance = 0
  method balance = balance
  method deposit n = balance <- balance + n; self#check
  method withdraw n = if n <= self#available then balance <- balance - n
  method available = balance
  method private check = assert (balance >= 0)
end

class savings = object (self)
  inherit account as super
  method! available = super#balance
  initializer self#deposit 10
end

(** What is left when all but the bonus was deposited and more is withdrawn.

    (n: int) -> (m: int) -> (r: int)
    require 0 <= n && n < 1000
    require 0 <= m && m < 1000
    ensure r >= 10 *)
let rest n m =
  let a = new savings in
  a#deposit n;
  a#withdraw m;
  a#balance
