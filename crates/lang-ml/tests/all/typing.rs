//! What is accepted and what is rejected, with our message, compared with the real compiler.

use std::process::Command;

use lang_ml::{Layout, load};
use source::Files;
use term::Pool;

/// Programs that are fine, with the type of the last definition.
const ACCEPTED: &[(&str, &str)] = &[
    ("let f x = x", "'a -> 'a"),
    ("let f g x = g (g x)", "('a -> 'a) -> 'a -> 'a"),
    ("let f = List.map", "('a -> 'b) -> 'a list -> 'b list"),
    ("let f x y = (y, x)", "'a -> 'b -> 'b * 'a"),
    ("let f ~a ?b c = ignore b; a + c", "a:int -> ?b:'a -> int -> int"),
    ("let f ?(a = 1) () = a", "?a:int -> unit -> int"),
    ("let rec f = function [] -> 0 | x :: r -> x + f r", "int list -> int"),
    ("type 'a t = A of 'a | B let f = function A x -> Some x | B -> None", "'a t -> 'a option"),
    ("type r = { a : int; b : string } let f r = r.b", "r -> string"),
    ("type r = { a : int } type s = { a : string } let f r = r.a", "s -> string"),
    ("type r = { a : int } type s = { a : string } let f (r : r) = r.a", "r -> int"),
    ("type t = A | B type u = A | C let f (x : t) = match x with A -> 1 | B -> 2", "t -> int"),
    ("let x = let id x = x in (id 1, id true)", "int * bool"),
    ("let f = fun (x : 'a) (y : 'a) -> x = y", "'a -> 'a -> bool"),
    ("let x = List.rev []", "'a list"),
    (
        "module M : sig type t val x : t val f : t -> int end = struct type t = int let x = 3 let f n = n end let y = M.f M.x",
        "int",
    ),
    (
        "module M : sig type t type e = A of t exception X of t val x : t end = struct type t = int type e = A of t exception X of t let x = 3 end let f = function M.A y -> [ y; M.x ]",
        "M.e -> M.t list",
    ),
    (
        "module M : sig type 'a e = L of 'a | C of 'a * 'a t and 'a t val fold : ('b -> 'a e -> 'b) -> 'b -> 'a t -> 'b end = struct type 'a e = L of 'a | C of 'a * 'a t and 'a t = 'a e list let fold = List.fold_left end let rec size n = function M.L _ -> n + 1 | M.C (_, t) -> M.fold size n t",
        "int -> 'a M.e -> int",
    ),
    ("type t = T of { a : int * int as 'p; b : 'p } let f (T r) = fst r.b", "t -> int"),
    ("let ( & ) = Int.logand let f x = x & 7", "int -> int"),
    ("let f x y = x & y or x", "bool -> bool -> bool"),
    (
        "module type S = sig val f : int -> int end module type T = sig include S val f : unit -> int -> int end module M : T = struct let f () x = x end let g = M.f ()",
        "int -> int",
    ),
    (
        "module type G = sig module V : sig type t val create : int -> t end end module F (B : sig include G val create : unit -> V.t end) = struct let f x = B.V.create x = B.create () end module M = F (struct module V = struct type t = int let create x = x end let create () = 1 end) let g = M.f",
        "int -> bool",
    ),
    (
        "let group (type k) ?(eq : k -> k -> bool = ( = )) (l : k list) = let module M = struct type t = k let same : t -> t -> bool = eq end in List.filter (fun x -> M.same x x) l",
        "?eq:('a -> 'a -> bool) -> 'a list -> 'a list",
    ),
    (
        "module F (X : sig type t val x : t end) = struct let pair = (X.x, X.x) end module X = struct type t = string let x = \"\" end module A = F (X) let y = A.pair",
        "X.t * X.t",
    ),
    ("module S = Set.Make (Int) let f x = S.mem x S.empty", "S.elt -> bool"),
    ("module M = Map.Make (String) let m = M.add \"a\" 1 M.empty", "int M.t"),
    ("type t = int * int let f ((a, b) : t) = a + b", "t -> int"),
    ("exception E of int let f x = try x () with E n -> n", "(unit -> int) -> int"),
    ("let f : 'a. 'a -> 'a list = fun x -> [ x ]", "'a -> 'a list"),
    ("let f (type a) (x : a) = [ x ]", "'a -> 'a list"),
    ("let f r = r := !r + 1", "int ref -> unit"),
    ("let g ~a ~b = a - b let f x = g x 1", "int -> int"),
    ("let f g = g ~a:1 2", "(a:int -> int -> 'a) -> 'a"),
    ("external put : int -> string -> unit = \"put\" let f x = put x \"v\"", "int -> unit"),
    (
        "module type S = sig type t end module F (X : S) (Y : S with type t = X.t) = struct let f (x : X.t) : Y.t = x end let z = 1",
        "int",
    ),
    ("let f x = match x with (1 | 2), y | y, 3 -> y | _ -> 0", "int * int -> int"),
    ("let rec f x = g x and g x = if x > 0 then f (x - 1) else \"\"", "int -> string"),
    ("let f x = lazy (x + 1)", "int -> int lazy_t"),
    ("type 'a t = { get : unit -> 'a } let f t = t.get ()", "'a t -> 'a"),
    ("let f a = a.(0) ^ \"x\"", "string array -> string"),
    ("let f s = s.[0]", "string -> char"),
    ("let f x = assert false", "'a -> 'b"),
];

/// Programs that are wrong, with the place and the message.
const REJECTED: &[(&str, &str)] = &[
    ("let x = 1 + \"a\"", "1:13: this has type `string`, but `int` was expected"),
    ("let x = y", "1:9: unbound value `y`"),
    ("let length = 1 let x = lenght", "1:24: unbound value `lenght` (did you mean `length`?)"),
    ("let x = List.mpa", "1:9: unbound value `List.mpa` (did you mean `map`?)"),
    ("let x = Lst.map", "1:9: unbound module `Lst` (did you mean `List`?)"),
    ("let x : foo = 1", "1:9: unbound type `foo`"),
    ("let x = Foo", "1:9: unbound constructor `Foo`"),
    ("let f x = x x", "1:13: this has type `'_a -> '_b`, but `'_a` was expected"),
    ("let x = if true then 1 else \"a\"", "1:29: this has type `string`, but `int` was expected"),
    ("let x = if 1 then 2 else 3", "1:12: this has type `int`, but `bool` was expected"),
    (
        "let f x = x + 1 let y = f 1 2",
        "1:29: this function of type `int -> int` gets too many arguments",
    ),
    ("let y = 1 2", "1:9: this has type `int` and is not a function"),
    (
        "let f ~a = a + 1 let y = f ~b:1",
        "1:31: this function of type `a:int -> int` has no argument labelled `b`",
    ),
    ("type t = A of int let x = A", "1:27: the constructor `A` takes 1 argument, found 0"),
    (
        "type t = A of int * int let f (A x) = x",
        "1:32: the constructor `A` takes 2 arguments, found 1",
    ),
    (
        "type r = { a : int; b : int } let x = { a = 1 }",
        "1:39: some record fields are not defined: `b`",
    ),
    ("type r = { a : int } let f r = r.a <- 1", "1:34: the record field `a` is not mutable"),
    ("type r = { a : int } let f r = r.c", "1:34: unbound record field `c`"),
    ("let f (x, x) = x", "1:11: `x` is bound several times in this pattern"),
    (
        "let f = function Some x | None -> 1",
        "1:23: `x` must be bound on both sides of this `|` pattern",
    ),
    (
        "module M : sig val x : int end = struct let x = \"\" end",
        "1:34: the value `x` has type `string`, but the signature asks for `int`",
    ),
    (
        "module M : sig val x : int val y : int end = struct let x = 1 end",
        "1:46: the signature asks for the value `y`",
    ),
    (
        "module M : sig type t val x : t end = struct type t = int let x = 3 end let y = M.x + 1",
        "1:81: this has type `M.t`, but `int` was expected",
    ),
    (
        "module M : sig val f : 'a -> 'a end = struct let f x = x + 1 end",
        "1:39: the value `f` has type `int -> int`, but the signature asks for `'a -> 'a`",
    ),
    (
        "let r = ref [] let () = r := [ 1 ]; r := [ \"a\" ]",
        "1:44: this has type `string`, but `int` was expected",
    ),
    ("let f x = (x : int) ^ \"\"", "1:11: this has type `int`, but `string` was expected"),
    ("let f : 'a. 'a -> 'a = fun x -> x + 1", "1:33: this has type `'a`, but `int` was expected"),
    ("type t = t list", "1:6: the abbreviation `t` is cyclic"),
    ("type 'a t = A of 'b", "1:6: the type variable `'b` is not a parameter of this type"),
    ("let x : (int, int) list = []", "1:9: type `list` takes 1 argument, found 2"),
    (
        "module F (X : sig type t end) = struct let f (x : X.t) = x + 1 end",
        "1:58: this has type `X.t`, but `int` was expected",
    ),
    (
        "module F (X : sig val x : int end) = struct end module A = F (struct end)",
        "1:63: the signature asks for the value `x`",
    ),
    ("let rec f x = f", "1:15: this has type `'_a -> '_b`, but `'_b` was expected"),
    (
        "let f x = match x with 1 -> 2 | \"a\" -> 3",
        "1:33: this has type `string`, but `int` was expected",
    ),
    ("let f x = raise x + raise 1", "1:27: this has type `int`, but `exn` was expected"),
    ("let f g = (g 1, g \"a\")", "1:19: this has type `string`, but `int` was expected"),
    ("let x = 'a' = \"a\"", "1:15: this has type `string`, but `char` was expected"),
    ("let rec (x, y) = (1, 2)", "1:10: only variables can be bound by `let rec`"),
];

/// The type of the last definition, or the first complaint.
fn judge(text: &str) -> Result<String, String> {
    let pool = Pool::new();
    let mut files = Files::new();
    let file = files.add("a.ml", text);
    match load(&pool, &mut files, &[file], Layout::Modules) {
        Ok(module) => {
            let last = module.outline.methods.last();
            Ok(last.map_or_else(String::new, |method| method.ty.text.clone()))
        }
        Err(diagnostics) => {
            let first = &diagnostics[0];
            let place = files.describe(first.labels[0].span);
            let help: String = first.helps.iter().map(|help| format!(" ({help})")).collect();
            let place = place.trim_start_matches("a.ml:");
            Err(format!("{place}: {}{help}", first.message))
        }
    }
}

/// Whether the real compiler accepts a program.
fn compiles(number: usize, text: &str) -> bool {
    let folder = std::env::temp_dir().join(format!("lang-ml-typing-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let name = format!("sample{number}.ml");
    std::fs::write(folder.join(&name), text).expect("writable");
    let mut command = Command::new("ocamlc");
    command.current_dir(&folder).args(["-w", "-a", "-c", &name]);
    command.output().expect("OCaml is there").status.success()
}

#[test]
fn good_programs_have_the_expected_types() {
    let wrong: Vec<String> = ACCEPTED
        .iter()
        .map(|(text, expected)| (text, Ok((*expected).to_owned()), judge(text)))
        .filter(|(_, expected, found)| expected != found)
        .map(|(text, expected, found)| {
            format!("{text}\n  expected {expected:?}\n  found    {found:?}")
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn wrong_programs_are_rejected_at_the_place() {
    let wrong: Vec<String> = REJECTED
        .iter()
        .map(|(text, expected)| (text, Err((*expected).to_owned()), judge(text)))
        .filter(|(_, expected, found)| expected != found)
        .map(|(text, expected, found)| {
            format!("{text}\n  expected {expected:?}\n  found    {found:?}")
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_real_compiler_agrees() {
    if !testbed::Tool::Ocaml.is_there() {
        return;
    }
    let good = ACCEPTED.iter().map(|(text, _)| (text, true));
    let bad = REJECTED.iter().map(|(text, _)| (text, false));
    let mut wrong = Vec::new();
    for (number, (text, expected)) in good.chain(bad).enumerate() {
        if compiles(number, text) != expected {
            wrong.push(*text);
        }
    }
    assert!(wrong.is_empty(), "the compiler disagrees on {wrong:#?}");
}
