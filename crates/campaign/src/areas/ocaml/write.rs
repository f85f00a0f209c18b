//! Random methods in OCaml with their contracts, and the same contracts as code of the oracle.

use test_support::Dice;

/// Types and functions that methods use. `twice` has a contract of its own.
pub(super) const TYPES: &str = "\
exception Odd of int
type shape = Dot | Line of int | Pair of int * int
type point = { px : int; py : int }

(** (tw: int) -> (r: int)
    ensure r = tw + tw *)
let twice tw = tw + tw

let rec total l = match l with [] -> 0 | h :: t -> h + total t
let rec count p l = match l with [] -> 0 | h :: t -> (if p h then 1 else 0) + count p t
";

/// The library and the head of the functor in which methods with histories stand.
pub(super) const LIBRARY: &str = "\
module type KEY = sig type t end
module type STORE = sig
  type key
  (** (k: key) -> (v: int) -> unit
      effect <put k v> *)
  val put : key -> int -> unit
  (** (k: key) -> (found: bool)
      case context F <put k _> effect <mem k true> ensure found
      case context !F <put k _> effect <mem k false> ensure !found *)
  val mem : key -> bool
end
module M (K : KEY) (S : STORE with type key = K.t) = struct
";

/// A method in both forms.
pub(super) struct Method {
    /// Whether it stands in the functor.
    pub(super) has_history: bool,
    /// The definition with its contract.
    pub(super) text: String,
    /// A function of the oracle, of history, ghost and arguments, to a verdict.
    pub(super) judge: String,
    /// The parameters, for the oracle's enumeration.
    pub(super) lists: Vec<&'static str>,
}

/// The method that a tape describes.
pub(super) fn method(tape: &[u8], number: usize) -> Method {
    let mut dice = Dice::of_tape(tape);
    let has_history = dice.percent(40);
    let writer = Writer { dice, ints: Vec::new(), keys: Vec::new(), next: 0, loops: true };
    if has_history { writer.with_history(number) } else { writer.without_history(number) }
}

struct Writer {
    dice: Dice,
    ints: Vec<String>,
    keys: Vec<String>,
    next: usize,
    /// Whether a loop may be written here. Loops in loops would meet the bound on unrolling, within
    /// which an answer is right, and the oracle would not.
    loops: bool,
}

impl Writer {
    fn without_history(mut self, number: usize) -> Method {
        let (name, ty, list) = *self.dice.pick(&[
            ("l", "int list", "lists"),
            ("s", "shape", "shapes"),
            ("o", "int option", "options"),
            ("b", "bool", "bools"),
            ("c", "point", "points"),
        ]);
        self.ints = vec!["x".to_owned(), "y".to_owned()];
        let body = self.over(name, 2);
        self.ints.truncate(2);
        let require = if self.dice.percent(60) { self.cond(1, false) } else { "true".to_owned() };
        self.ints.push("r".to_owned());
        let ensure = self.cond(2, false);
        let contract = format!("(x: int) -> (y: int) -> ({name}: {ty}) -> (r: int)");
        let text = format!(
            "(** {contract}\n    require {require}\n    ensure {ensure} *)\nlet f{number} (x : int) (y : int) ({name} : {ty}) : int = {body}\n\n"
        );
        let judge = format!(
            "let judge{number} x y {name} = plain (fun () -> Exact.({require})) (fun () -> f{number} x y {name}) (fun r -> Exact.({ensure}))\n"
        );
        Method { has_history: false, text, judge, lists: vec!["ints", "ints", list] }
    }

    fn with_history(mut self, number: usize) -> Method {
        self.ints = vec!["n".to_owned()];
        self.keys = vec!["a".to_owned(), "b".to_owned()];
        let body = self.actions(2);
        let result = self.effectful_bool(1);
        self.keys.push("i".to_owned());
        let (context, context_code) =
            if self.dice.percent(40) { self.formula(2) } else { anything() };
        let (invariant, invariant_code) =
            if self.dice.percent(60) { self.formula(3) } else { anything() };
        let (effect, effect_code) =
            if self.dice.percent(40) { self.formula(2) } else { anything() };
        let ensure = *self.dice.pick(&["true", "r", "not r || n > 2", "r || n < 1"]);
        let written = ensure.replace("not r", "!r");
        let mut clauses = String::new();
        for (name, formula) in
            [("context", &context), ("invariant", &invariant), ("effect", &effect)]
        {
            if formula != "true" {
                clauses.push_str(&format!("      {name} {formula}\n"));
            }
        }
        let text = format!(
            "  (** (a: K.t) -> (b: K.t) -> (n: int) -> (r: bool)\n      ghost (i: K.t)\n{clauses}      ensure {written} *)\n  let f{number} (a : K.t) (b : K.t) (n : int) : bool =\n    {body};\n    {result}\n\n"
        );
        let judge = format!(
            "let judge{number} history i a b n = ignore (i, a, b, n); after history ~context:({context_code}) ~invariant:({invariant_code}) ~effect:({effect_code}) (fun () -> P.f{number} a b n) (fun r -> ignore r; {ensure})\n"
        );
        Method {
            has_history: true,
            text,
            judge,
            lists: vec!["histories", "keys", "keys", "keys", "ints"],
        }
    }

    fn key(&mut self) -> String {
        self.dice.pick(&self.keys.clone()).clone()
    }

    /// A sequence of calls.
    fn actions(&mut self, depth: usize) -> String {
        let count = 1 + self.dice.below(2);
        let all: Vec<String> = (0..count).map(|_| self.action(depth)).collect();
        all.join("; ")
    }

    fn action(&mut self, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 3 } else { 6 }) {
            0 | 1 => format!("S.put {} ({})", self.key(), self.int(1)),
            2 => format!("ignore (S.mem {})", self.key()),
            3 => format!("(if {} then ({}))", self.effectful_bool(1), self.actions(depth - 1)),
            4 => format!(
                "(if {} then ({}) else ({}))",
                self.effectful_bool(1),
                self.actions(depth - 1),
                self.actions(depth - 1)
            ),
            _ => format!(
                "(let q = {} in if q then ({}))",
                self.effectful_bool(0),
                self.actions(depth - 1)
            ),
        }
    }

    fn effectful_bool(&mut self, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 4 } else { 7 }) {
            0 | 1 => format!("(S.mem {})", self.key()),
            2 => format!("({} > {})", self.int(0), self.dice.below(4)),
            3 => "true".to_owned(),
            4 => format!("(not {})", self.effectful_bool(depth - 1)),
            5 => format!(
                "({} && {})",
                self.effectful_bool(depth - 1),
                self.effectful_bool(depth - 1)
            ),
            _ => format!(
                "({} || {})",
                self.effectful_bool(depth - 1),
                self.effectful_bool(depth - 1)
            ),
        }
    }

    /// A set of events, as text and as code.
    fn event(&mut self) -> (String, String) {
        let key = self.key();
        let (text, code) = match self.dice.below(5) {
            0 => (format!("<S.put {key} _>"), format!("Put (k, _) -> k = {key} | _ -> false")),
            1 => {
                let v = self.dice.below(4);
                (
                    format!("<S.put {key} {v}>"),
                    format!("Put (k, v) -> k = {key} && v = {v} | _ -> false"),
                )
            }
            2 => (format!("<S.put !{key} _>"), format!("Put (k, _) -> k <> {key} | _ -> false")),
            3 => (
                format!("<S.mem {key} true>"),
                format!("Mem (k, f) -> k = {key} && f | _ -> false"),
            ),
            _ => (format!("<S.mem {key} _>"), format!("Mem (k, _) -> k = {key} | _ -> false")),
        };
        if self.dice.percent(30) {
            return (format!("~{text}"), format!("Ev (fun e -> not ((function {code}) e))"));
        }
        (text, format!("Ev (function {code})"))
    }

    fn formula(&mut self, depth: usize) -> (String, String) {
        if depth == 0 {
            return self.event();
        }
        let one = |this: &mut Writer, text: &str, code: &str| {
            let (own, own_code) = this.formula(depth - 1);
            (format!("{text} ({own})"), format!("{code} ({own_code})"))
        };
        let two = |this: &mut Writer, text: &str, code: &str| {
            let ((a, a_code), (b, b_code)) = (this.formula(depth - 1), this.formula(depth - 1));
            (format!("(({a}) {text} ({b}))"), format!("{code} ({a_code}, {b_code})"))
        };
        match self.dice.below(9) {
            0 | 1 => one(self, "G", "Always"),
            2 => one(self, "F", "Some_time"),
            3 => one(self, "!", "No"),
            4 => one(self, "X", "Next"),
            5 => two(self, "&&", "Both"),
            6 => two(self, "||", "Either"),
            7 => two(self, "implies", "Then"),
            _ => {
                let ((a, a_code), (b, b_code)) = (self.event(), self.event());
                (
                    format!("G ({a} implies X G ({b}))"),
                    format!("Always (Then ({a_code}, Next (Always ({b_code}))))"),
                )
            }
        }
    }

    /// Takes a parameter apart.
    fn over(&mut self, name: &str, depth: usize) -> String {
        match name {
            "l" => match self.dice.below(4) {
                0 => {
                    let empty = self.int(1);
                    let rest = self.with(&["h"], |this| this.int(depth));
                    format!("(match l with [] -> {empty} | h :: _ -> {rest})")
                }
                1 => {
                    self.loops = false;
                    let step = self.with(&["h", "acc"], |this| this.int(1));
                    self.loops = true;
                    let end = self.with(&["acc"], |this| this.int(1));
                    format!(
                        "(let rec go acc l = match l with [] -> {end} | h :: t -> go ({step}) t in go x l)"
                    )
                }
                2 => {
                    let test = self.with(&["e"], |this| this.cond(1, true));
                    let rest = self.with(&["k"], |this| this.int(depth));
                    format!("(let k = count (fun e -> {test}) l in {rest})")
                }
                _ => {
                    let rest = self.with(&["k"], |this| this.int(depth));
                    let of = *self.dice.pick(&[
                        "total l",
                        "List.length l",
                        "List.fold_left (fun m e -> if e > m then e else m) 0 l",
                        "List.length (List.filter (fun e -> e > y) l)",
                        "total (List.map (fun e -> e - 1) l)",
                        "(if List.mem x l then 1 else 0)",
                    ]);
                    format!("(let k = {of} in {rest})")
                }
            },
            "s" => {
                let dot = self.int(1);
                let line = self.with(&["n"], |this| this.int(depth));
                let pair = self.with(&["n", "m"], |this| this.int(depth));
                format!("(match s with Dot -> {dot} | Line n -> {line} | Pair (n, m) -> {pair})")
            }
            "o" => {
                let none = self.int(1);
                let some = self.with(&["n"], |this| this.int(depth));
                format!("(match o with None -> {none} | Some n -> {some})")
            }
            "c" => {
                let inner = self.with(&["c.px", "c.py"], |this| this.int(depth + 1));
                format!("({inner})")
            }
            _ => format!("(if b then {} else {})", self.int(depth), self.int(depth)),
        }
    }

    fn with<T>(&mut self, names: &[&str], make: impl FnOnce(&mut Writer) -> T) -> T {
        let outer = self.ints.len();
        self.ints.extend(names.iter().map(|name| (*name).to_owned()));
        let made = make(self);
        self.ints.truncate(outer);
        made
    }

    fn int(&mut self, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 3 } else { 13 }) {
            0 => self.dice.below(8).to_string(),
            1 | 2 => self.dice.pick(&self.ints.clone()).clone(),
            3..6 => {
                let op = *self.dice.pick(&["+", "-"]);
                format!("({} {op} {})", self.int(depth - 1), self.int(depth - 1))
            }
            6 => format!("({} * {})", self.dice.below(4), self.int(depth - 1)),
            7 => {
                let op = *self.dice.pick(&["/", "mod"]);
                let by = if self.dice.percent(70) {
                    (1 + self.dice.below(3)).to_string()
                } else {
                    self.int(0)
                };
                format!("({} {op} {by})", self.int(depth - 1))
            }
            8 | 9 => {
                let (cond, yes, no) =
                    (self.cond(1, true), self.int(depth - 1), self.int(depth - 1));
                format!("(if {cond} then {yes} else {no})")
            }
            10 => self.exceptional(depth),
            11 if self.loops => self.looping(depth),
            11 => self.int(depth - 1),
            _ => format!("(twice {})", self.int(0)),
        }
    }

    fn exceptional(&mut self, depth: usize) -> String {
        let cond = self.cond(1, true);
        let (thrown, no) = (self.int(0), self.int(depth - 1));
        let caught = self.with(&["z"], |this| this.int(depth - 1));
        match self.dice.below(3) {
            0 => format!("(if {cond} then raise (Odd {thrown}) else {no})"),
            1 => format!(
                "(try if {cond} then raise (Odd {thrown}) else {no} with Odd z -> {caught})"
            ),
            _ => format!("(try {no} with Division_by_zero -> {thrown})"),
        }
    }

    fn looping(&mut self, depth: usize) -> String {
        self.next += 1;
        let name = format!("q{}", self.next);
        let (start, cond) = (self.int(0), self.cond(0, true));
        self.loops = false;
        let step = self.with(&["j"], |this| this.int(depth - 1));
        self.loops = true;
        format!(
            "(let {name} = ref {start} in for j = 0 to 2 do if {cond} then {name} := !{name} + {step} done; !{name})"
        )
    }

    /// A condition; contracts have no `not`.
    fn cond(&mut self, depth: usize, code: bool) -> String {
        let operand = |this: &mut Writer| {
            let simple = this.int(0);
            if code || this.dice.percent(70) {
                simple
            } else {
                format!("({simple} + {})", this.int(0))
            }
        };
        match self.dice.below(if depth == 0 { 4 } else { 6 }) {
            0..4 => {
                let op = *self.dice.pick(&["=", "<>", "<", "<=", ">", ">="]);
                format!("({} {op} {})", operand(self), operand(self))
            }
            kind => {
                let op = if kind == 4 { "&&" } else { "||" };
                format!("({} {op} {})", self.cond(depth - 1, code), self.cond(depth - 1, code))
            }
        }
    }
}

/// The formula that says nothing.
fn anything() -> (String, String) {
    ("true".to_owned(), "Either (Ev (fun _ -> true), No (Ev (fun _ -> true)))".to_owned())
}
