(* Constructs of the language that people use beside the plain ones. *)
type shape = Circle of { radius : int; mutable name : string } | Square of { side : int }

let area s = match s with Circle c -> 3 * c.radius * c.radius | Square { side } -> side * side
let renamed s =
  match s with
  | Circle c ->
    c.name <- c.name ^ "!";
    Circle { c with radius = c.radius + 1 }
  | Square _ as s -> s
let name = function Circle { name; _ } -> name | Square _ -> "square"

let color = function `Red -> "red" | `Green -> "green" | `Rgb (r, g, b) -> string_of_int (r + g + b)
let widen c = (c : [ `Red | `Green ] :> [ `Red | `Green | `Rgb of int * int * int ])

type _ expr =
  | Int : int -> int expr
  | Bool : bool -> bool expr
  | Add : int expr * int expr -> int expr
  | If : bool expr * 'a expr * 'a expr -> 'a expr
  | Less : int expr * int expr -> bool expr

let rec eval : type a. a expr -> a = function
  | Int n -> n
  | Bool b -> b
  | Add (a, b) -> eval a + eval b
  | If (c, a, b) -> if eval c then eval a else eval b
  | Less (a, b) -> eval a < eval b

type event = ..
type event += Key of char | Click of int * int
let told = function Key c -> String.make 1 c | Click (x, y) -> string_of_int (x * y) | _ -> "?"

module rec Even : sig val test : int -> bool end = struct
  let test n = n = 0 || Odd.test (n - 1)
end
and Odd : sig val test : int -> bool end = struct
  let test n = n > 0 && Even.test (n - 1)
end

let widen_error r = match r with Ok n -> Ok (string_of_int n) | Error _ as e -> e
let rec first ~key x = if x > 10 then key else second x ~key:(key + 1)
and second ~key x = first ~key (x * 2)
let forced (lazy x, y) = x + y
let ( let* ) o f = match o with None -> None | Some x -> f x
let both a b =
  let* x = a in
  let* y = b in
  Some Stdlib.(x + y)

let result =
  let circle = renamed (Circle { radius = 2; name = "c" }) in
  String.concat ";"
    [
      string_of_int (area circle);
      name circle;
      color (widen `Red);
      color (`Rgb (1, 2, 3));
      string_of_int (eval (If (Less (Int 1, Int 2), Add (Int 3, Int 4), Int 0)));
      told (Key 'k') ^ told (Click (3, 4));
      string_of_bool (Even.test 10);
      (match widen_error (Error "no") with Ok s -> s | Error e -> e);
      string_of_int (first ~key:1 1);
      string_of_int (forced (lazy 3, 4));
      (match both (Some 1) (Some 2) with Some n -> string_of_int n | None -> "none");
    ]
