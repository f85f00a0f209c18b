type expr = Num of int | Var of string | Add of expr * expr | Let of binding * expr | If of cond * expr * expr
and binding = { name : string; value : expr }
and cond = Less of expr * expr | Not of cond
let rec eval env = function
  | Num n -> n
  | Var x -> List.assoc x env
  | Add (a, b) -> eval env a + eval env b
  | Let ({ name; value }, body) -> eval ((name, eval env value) :: env) body
  | If (c, a, b) -> if test env c then eval env a else eval env b
and test env = function Less (a, b) -> eval env a < eval env b | Not c -> not (test env c)
let program = Let ({ name = "x"; value = Add (Num 2, Num 3) }, If (Not (Less (Var "x", Num 5)), Add (Var "x", Var "x"), Num 0))
let result = string_of_int (eval [] program) ^ (try string_of_int (eval [] (Var "y")) with Not_found -> " unbound")
