//! Random modules with state, exceptions and mutable fields under random contracts, against the real
//! compiler.
//!
//! Each module is judged twice. Tracehound is asked what its functions can break after at most
//! [`CALLS`] calls of the module's own functions. And a program that is written here runs every such
//! sequence of calls, followed by every call, and judges it by plain OCaml code for each clause, which
//! shares nothing with the notes of trials. Every finding must happen when it is run, clause by clause,
//! and every kind of violation that some sequence shows must be found.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::Command;

use serde_json::Value;
use test_support::Dice;
use testbed::{Tool, amount};

use crate::common::{Programs, tracehound};

/// How many calls come before the call that is judged, at most.
const CALLS: &str = "2";
/// Modules that are compiled together.
const BATCH: u64 = 40;

/// What every module begins with.
const HEAD: &str = "\
type box = { mutable count : int; mutable on : bool }
exception Full
exception Bad of int
let cell = ref 0
let flag = ref false
let items : int list ref = ref []
let box = { count = 0; on = false }
let table : (int, int) Hashtbl.t = Hashtbl.create 8
let slots = Array.make 2 0
";

/// The variables of a module, each with an expression for what it holds, as data.
const VARIABLES: [(&str, &str); 6] = [
    ("cell", "[ [ !cell ] ]"),
    ("flag", "[ [ Bool.to_int !flag ] ]"),
    ("items", "[ !items ]"),
    ("box", "[ [ box.count; Bool.to_int box.on ] ]"),
    ("table", "List.map (Hashtbl.find_all table) [ -3; -2; -1; 0; 1; 2; 3; 4; 5; 6; 7; 8; 9 ]"),
    ("slots", "[ Array.to_list slots ]"),
];

/// A parameter of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Param {
    Unit,
    Int,
    Bool,
    Box,
}

impl Param {
    /// Its name in patterns.
    fn pattern(self) -> &'static str {
        match self {
            Param::Unit => "()",
            Param::Int => "n",
            Param::Bool => "b",
            Param::Box => "r",
        }
    }

    /// Its place in the first line of a contract.
    fn place(self) -> &'static str {
        match self {
            Param::Unit => "unit",
            Param::Int => "(n: int)",
            Param::Bool => "(b: bool)",
            Param::Box => "(r: box)",
        }
    }

    /// What keeps its values few.
    fn bound(self) -> Option<&'static str> {
        match self {
            Param::Unit | Param::Bool => None,
            Param::Int => Some("n >= 0 && n <= 2"),
            Param::Box => Some("r.count >= 0 && r.count <= 1"),
        }
    }

    /// All of its values. Each is an expression, so that no call shares a record with another.
    fn values(self) -> &'static [&'static str] {
        match self {
            Param::Unit => &["()"],
            Param::Int => &["0", "1", "2"],
            Param::Bool => &["false", "true"],
            Param::Box => &[
                "{ count = 0; on = false }",
                "{ count = 0; on = true }",
                "{ count = 1; on = false }",
                "{ count = 1; on = true }",
            ],
        }
    }
}

/// What may be named at some place.
#[derive(Clone)]
struct Scope {
    params: Vec<Param>,
    /// Whether `old` and the result may be mentioned.
    is_after: bool,
}

impl Scope {
    fn has(&self, param: Param) -> bool {
        self.params.contains(&param)
    }
}

/// A clause as contracts have it, and as the judge has it.
#[derive(Clone)]
struct Condition {
    contract: String,
    judge: String,
}

/// A random module.
struct Generated {
    text: String,
    functions: Vec<Function>,
}

struct Function {
    name: String,
    params: Vec<Param>,
    body: String,
    require: Option<Condition>,
    ensure: Vec<Condition>,
    raises: Vec<Raises>,
    modifies: Option<Vec<&'static str>>,
    /// What `old` stands before, in the order of the judge's variables.
    olds: Vec<String>,
    /// The first line of the contract's clauses in the file, and that of each kind of clause.
    lines: Lines,
}

#[derive(Default)]
struct Lines {
    ensure: Vec<usize>,
    raises: Vec<usize>,
    modifies: Option<usize>,
}

struct Raises {
    exception: &'static str,
    /// Whether its argument has a name in the condition.
    named: bool,
    when: Option<Condition>,
}

/// Draws expressions; `olds` are the expressions that `old` stands before.
struct Drawer<'a> {
    dice: &'a mut Dice,
    olds: Vec<String>,
}

impl Drawer<'_> {
    /// A number that the program computes.
    fn number(&mut self, scope: &Scope, depth: usize) -> String {
        if depth > 0 && self.dice.percent(35) {
            let left = self.number(scope, depth - 1);
            let op = *self.dice.pick(&["+", "-"]);
            return format!("({left} {op} {})", self.number(scope, depth - 1));
        }
        self.state_number(scope)
    }

    fn state_number(&mut self, scope: &Scope) -> String {
        let mut all = vec![
            self.dice.below(4).to_string(),
            "!cell".to_owned(),
            "box.count".to_owned(),
            "List.length !items".to_owned(),
            "Hashtbl.length table".to_owned(),
            format!("slots.({})", self.dice.below(2)),
        ];
        // Parameters matter most.
        if scope.has(Param::Int) {
            all.extend(["n".to_owned(), "n".to_owned()]);
        }
        if scope.has(Param::Box) {
            all.extend(["r.count".to_owned(), "r.count".to_owned()]);
        }
        format!("({})", self.dice.pick(&all))
    }

    /// A condition of the program.
    fn test(&mut self, scope: &Scope) -> String {
        let mut all = vec!["!flag".to_owned(), "box.on".to_owned(), "!items = []".to_owned()];
        if scope.has(Param::Bool) {
            all.extend(["b".to_owned(), "b".to_owned()]);
        }
        if scope.has(Param::Box) {
            all.push("r.on".to_owned());
        }
        if scope.has(Param::Int) {
            all.push("Hashtbl.mem table n".to_owned());
        }
        if self.dice.percent(60) {
            let op = *self.dice.pick(&["=", "<", "<=", ">", "<>"]);
            let (left, right) = (self.number(scope, 0), self.number(scope, 1));
            return format!("({left} {op} {right})");
        }
        format!("({})", self.dice.pick(&all))
    }

    fn statements(&mut self, scope: &Scope, depth: usize) -> String {
        let count = 1 + self.dice.below(2);
        let all: Vec<String> = (0..count).map(|_| self.statement(scope, depth)).collect();
        all.join("; ")
    }

    fn statement(&mut self, scope: &Scope, depth: usize) -> String {
        if depth > 0 && self.dice.percent(45) {
            let (test, inner) = (self.test(scope), self.statements(scope, depth - 1));
            return match self.dice.below(8) {
                0..=2 => format!("if {test} then begin {inner} end"),
                3..=4 => {
                    let other = self.statements(scope, depth - 1);
                    format!("if {test} then begin {inner} end else begin {other} end")
                }
                5 => format!("for _ = 1 to 2 do {inner} done"),
                6 => format!("(try {inner} with Full -> flag := not !flag)"),
                _ => format!("(try {inner} with Not_found | Bad _ -> incr cell)"),
            };
        }
        let number = self.number(scope, 1);
        let key = if scope.has(Param::Int) && self.dice.percent(60) { "n" } else { "1" };
        match self.dice.below(16) {
            0 | 1 => format!("cell := {number}"),
            2 => "incr cell".to_owned(),
            3 => format!("flag := {}", self.test(scope)),
            4 => format!("items := {number} :: !items"),
            5 => "items := (match !items with [] -> [] | _ :: rest -> rest)".to_owned(),
            6 => format!("box.count <- {number}"),
            7 => format!("box.on <- {}", self.test(scope)),
            8 => format!("Hashtbl.replace table {key} {number}"),
            9 => format!("Hashtbl.add table {key} {number}"),
            10 => format!("Hashtbl.remove table {key}"),
            11 => format!("slots.({}) <- {number}", self.dice.pick(&["0", "1", key])),
            12 if scope.has(Param::Box) => format!("r.count <- {number}"),
            12 => format!("cell := Hashtbl.find table {key}"),
            13 => format!("if {} then raise Full", self.test(scope)),
            14 => format!("if {} then raise (Bad {number})", self.test(scope)),
            _ => format!("if {} then failwith \"no\"", self.test(scope)),
        }
    }

    /// Words of a contract that mean the same in the judge, save for `old` and `implies`.
    fn condition(&mut self, scope: &Scope, depth: usize) -> Condition {
        if depth > 0 && self.dice.percent(40) {
            let (a, b) = (self.condition(scope, depth - 1), self.condition(scope, depth - 1));
            let (word, judge) = match self.dice.below(3) {
                0 => ("&&", format!("({} && {})", a.judge, b.judge)),
                1 => ("||", format!("({} || {})", a.judge, b.judge)),
                _ => ("implies", format!("((not {}) || {})", a.judge, b.judge)),
            };
            return Condition {
                contract: format!("({} {word} {})", a.contract, b.contract),
                judge,
            };
        }
        if scope.has(Param::Int) && self.dice.percent(12) {
            return self.lookup(scope);
        }
        if self.dice.percent(20) {
            let test = self.flag(scope);
            return Condition { contract: test.contract, judge: test.judge };
        }
        let op = *self.dice.pick(&["=", "<=", ">=", "<", "<>", ">"]);
        let (left, right) = (self.value(scope, 0), self.value(scope, 1));
        Condition {
            contract: format!("({} {op} {})", left.contract, right.contract),
            judge: format!("({} {op} {})", left.judge, right.judge),
        }
    }

    /// A condition of which a part has a value only where another holds.
    fn lookup(&mut self, scope: &Scope) -> Condition {
        let value = self.value(scope, 0);
        let find = "Hashtbl.find table n";
        Condition {
            contract: format!("(Hashtbl.mem table n implies {find} >= {})", value.contract),
            judge: format!("((not (Hashtbl.mem table n)) || {find} >= {})", value.judge),
        }
    }

    fn flag(&mut self, scope: &Scope) -> Condition {
        let mut all = vec!["!flag", "box.on"];
        all.extend(scope.has(Param::Bool).then_some("b"));
        all.extend(scope.has(Param::Box).then_some("r.on"));
        let text = (*self.dice.pick(&all)).to_owned();
        let sides = self.before(scope, &text, 40);
        match self.dice.percent(50) {
            true => Condition {
                contract: format!("(not ({}))", sides.contract),
                judge: format!("(not ({}))", sides.judge),
            },
            false => sides,
        }
    }

    fn value(&mut self, scope: &Scope, depth: usize) -> Condition {
        if depth > 0 && self.dice.percent(30) {
            let (a, b) = (self.value(scope, 0), self.value(scope, 0));
            return Condition {
                contract: format!("({} + {})", a.contract, b.contract),
                judge: format!("({} + {})", a.judge, b.judge),
            };
        }
        if scope.is_after && self.dice.percent(20) {
            let result = "result".to_owned();
            return Condition { contract: result.clone(), judge: result };
        }
        let text = self.state_number(scope);
        self.before(scope, &text, 35)
    }

    /// A value as it is, or as it was before the call.
    fn before(&mut self, scope: &Scope, text: &str, percent: usize) -> Condition {
        if !scope.is_after || !self.dice.percent(percent) {
            return Condition { contract: text.to_owned(), judge: text.to_owned() };
        }
        self.olds.push(text.to_owned());
        let judge = format!("old_{}", self.olds.len() - 1);
        Condition { contract: format!("old({text})"), judge }
    }
}

fn function(dice: &mut Dice, name: String) -> Function {
    let params = dice
        .pick(&[
            vec![Param::Unit],
            vec![Param::Int],
            vec![Param::Int],
            vec![Param::Bool],
            vec![Param::Box],
            vec![Param::Int, Param::Bool],
            vec![Param::Int, Param::Box],
        ])
        .clone();
    let before = Scope { params: params.clone(), is_after: false };
    let after = Scope { params: params.clone(), is_after: true };
    let mut drawer = Drawer { dice, olds: Vec::new() };
    let result = drawer.number(&before, 1);
    let body = format!("let kept = {result} in {}; kept", drawer.statements(&before, 2));
    let require = drawer.dice.percent(25).then(|| drawer.condition(&before, 0));
    let ensure: Vec<Condition> =
        (0..drawer.dice.below(3)).map(|_| drawer.condition(&after, 1)).collect();
    let mut raises = Vec::new();
    for exception in ["Full", "Bad", "Failure", "Not_found", "Invalid_argument"] {
        if !drawer.dice.percent(60) {
            continue;
        }
        let named = exception == "Bad" && drawer.dice.percent(50);
        let when = match drawer.dice.below(3) {
            0 if named => Some(same(&format!("k >= {}", drawer.dice.below(3)))),
            0 => Some(drawer.condition(&before, 1)),
            _ => None,
        };
        raises.push(Raises { exception, named: named && when.is_some(), when });
    }
    let modifies = drawer.dice.percent(25).then(|| {
        let all = VARIABLES.iter().map(|(name, _)| *name);
        all.filter(|_| drawer.dice.percent(70)).collect::<Vec<&str>>()
    });
    let olds = drawer.olds;
    let lines = Lines::default();
    Function { name, params, body, require, ensure, raises, modifies, olds, lines }
}

fn same(text: &str) -> Condition {
    Condition { contract: text.to_owned(), judge: text.to_owned() }
}

impl Function {
    /// Its contract and its definition; the lines of the clauses are noted.
    fn write(&mut self, text: &mut String) {
        let places: Vec<&str> = self.params.iter().map(|param| param.place()).collect();
        writeln!(text, "\n(** {} -> (result: int)", places.join(" -> ")).expect("it is a string");
        let mut clause = |clause: String| {
            writeln!(text, "    {clause}").expect("it is a string");
            text.lines().count()
        };
        for bound in self.params.iter().filter_map(|param| param.bound()) {
            clause(format!("require {bound}"));
        }
        if let Some(require) = &self.require {
            clause(format!("require {}", require.contract));
        }
        for raises in &self.raises {
            let argument = if raises.named { " k" } else { "" };
            let when = raises.when.as_ref().map(|when| format!(" when {}", when.contract));
            let (exception, when) = (raises.exception, when.unwrap_or_default());
            self.lines.raises.push(clause(format!("raises {exception}{argument}{when}")));
        }
        for ensure in &self.ensure {
            self.lines.ensure.push(clause(format!("ensure {}", ensure.contract)));
        }
        if let Some(modified) = &self.modifies {
            let names =
                if modified.is_empty() { "nothing".to_owned() } else { modified.join(", ") };
            self.lines.modifies = Some(clause(format!("modifies {names}")));
        }
        // A contract without promises would be no contract.
        clause("ensure true *)".to_owned());
        writeln!(text, "let {} {} = {}", self.name, self.patterns(), self.body)
            .expect("it is a string");
    }

    fn patterns(&self) -> String {
        self.params.iter().map(|param| param.pattern()).collect::<Vec<_>>().join(" ")
    }

    /// Whether the contract covers a call, as OCaml.
    fn covered(&self) -> String {
        let bounds = self.params.iter().filter_map(|param| param.bound()).map(str::to_owned);
        let all: Vec<String> =
            bounds.chain(self.require.iter().map(|require| require.judge.clone())).collect();
        if all.is_empty() { "true".to_owned() } else { all.join(" && ") }
    }

    /// A function that makes the call and says which clauses it breaks, as pairs of a code and a line;
    /// nothing is known of a call that the contract does not cover.
    fn judge(&self) -> String {
        let mut text = format!(
            "let judge_{} {} = if not ({}) then None else begin\n",
            self.name,
            self.patterns(),
            self.covered()
        );
        for (number, old) in self.olds.iter().enumerate() {
            writeln!(text, "  let old_{number} = {old} in").expect("it is a string");
        }
        for (number, raises) in self.raises.iter().enumerate() {
            if let Some(when) = raises.when.as_ref().filter(|_| !raises.named) {
                writeln!(text, "  let when_{number} = {} in", when.judge).expect("it is a string");
            }
        }
        let unchanged: Vec<&(&str, &str)> = match &self.modifies {
            Some(modified) => {
                VARIABLES.iter().filter(|(name, _)| !modified.contains(name)).collect()
            }
            None => Vec::new(),
        };
        for (name, held) in &unchanged {
            writeln!(text, "  let held_{name} = {held} in").expect("it is a string");
        }
        let line = self.lines.modifies.unwrap_or_default();
        let changed: Vec<String> = unchanged
            .iter()
            .map(|(name, held)| format!("broken (held_{name} = {held}) \"ADT002\" {line}"))
            .collect();
        let changed = format!("[ {} ]", changed.join("; "));
        let mut returned: Vec<String> = Vec::new();
        for (ensure, line) in self.ensure.iter().zip(&self.lines.ensure) {
            returned.push(format!("broken {} \"ADT002\" {line}", ensure.judge));
        }
        for (number, (raises, line)) in self.raises.iter().zip(&self.lines.raises).enumerate() {
            if raises.when.is_some() && !raises.named {
                returned.push(format!("broken (not when_{number}) \"ADT004\" {line}"));
            }
        }
        write!(
            text,
            "  match {} {} with\n  | result -> Some (List.concat ([ {} ] @ {changed}))\n",
            self.name,
            self.patterns(),
            returned.join("; ")
        )
        .expect("it is a string");
        for (number, (raises, line)) in self.raises.iter().zip(&self.lines.raises).enumerate() {
            let pattern = match (raises.exception, raises.named) {
                ("Bad", true) => "Bad k",
                ("Bad", false) => "Bad _",
                ("Failure", _) => "Failure _",
                ("Invalid_argument", _) => "Invalid_argument _",
                (plain, _) => plain,
            };
            let kept = match (&raises.when, raises.named) {
                (None, _) => "true".to_owned(),
                (Some(when), true) => when.judge.clone(),
                (Some(_), false) => format!("when_{number}"),
            };
            writeln!(
                text,
                "  | exception {pattern} -> Some (List.concat (broken ({kept}) \"ADT004\" {line} :: {changed}))"
            )
            .expect("it is a string");
        }
        text.push_str("  | exception _ -> Some [ (\"ML101\", 0) ]\nend\n");
        text
    }

    /// All calls, as texts of expressions after the name of the function.
    fn arguments(&self) -> Vec<String> {
        let mut all = vec![String::new()];
        for param in &self.params {
            let with = |text: &String| {
                param.values().iter().map(|value| format!("{text} {value}")).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }
}

fn generate(seed: u64) -> Generated {
    let dice = &mut Dice::new(seed);
    let mut functions: Vec<Function> =
        ["f", "g", "h"].iter().map(|name| function(dice, (*name).to_owned())).collect();
    let mut text = HEAD.to_owned();
    for function in &mut functions {
        function.write(&mut text);
    }
    Generated { text, functions }
}

/// A finding as the judge can make it happen again.
struct Finding {
    module: usize,
    target: String,
    code: String,
    line: u64,
    history: Vec<String>,
    call: String,
}

/// The answers of Tracehound, by module and function, and all findings.
struct Answers {
    codes: BTreeMap<(usize, String), BTreeSet<String>>,
    undecided: BTreeSet<(usize, String)>,
    findings: Vec<Finding>,
}

fn ask(modules: &[Generated]) -> Answers {
    let programs = Programs::new();
    let files: Vec<String> = (modules.iter().enumerate())
        .map(|(number, module)| programs.add(&format!("m{number}/m{number}.ml"), &module.text))
        .collect();
    let mut args = vec!["check", "--history", CALLS, "--timeout", "1h", "--format", "json"];
    args.extend(files.iter().map(String::as_str));
    let done = tracehound(&args);
    let report: Value = serde_json::from_str(&done.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", done.stderr));
    let problems = report["problems"].as_array().expect("there is a list");
    assert!(problems.is_empty(), "{problems:?}\n{}", modules[0].text);
    let mut answers =
        Answers { codes: BTreeMap::new(), undecided: BTreeSet::new(), findings: Vec::new() };
    for target in report["targets"].as_array().expect("there are targets") {
        let file = target["file"].as_str().expect("it has a file");
        let module = files.iter().position(|known| known.ends_with(file) || file == known);
        let module = module.expect("it is a module of this test");
        let name = target["name"].as_str().expect("it has a name").to_owned();
        let doubts = target["doubts"].as_array().is_some_and(|doubts| !doubts.is_empty());
        if target["answer"] == "inconclusive" || doubts {
            answers.undecided.insert((module, name.clone()));
        }
        let codes = answers.codes.entry((module, name.clone())).or_default();
        for finding in target["findings"].as_array().expect("there is a list") {
            let code = finding["code"].as_str().expect("it has a code").to_owned();
            codes.insert(code.clone());
            let events = finding["events"].as_array().expect("there is a list");
            let text = |event: &Value| event["text"].as_str().expect("it has a text").to_owned();
            let history = finding["call"]["history"].as_u64().unwrap_or_default() as usize;
            answers.findings.push(Finding {
                module,
                target: name.clone(),
                code,
                line: finding["place"]["line"].as_u64().unwrap_or_default(),
                history: events.iter().take(history).map(text).collect(),
                call: finding["call"]["text"].as_str().expect("it has a call").to_owned(),
            });
        }
    }
    answers
}

/// The program that runs everything. It prints a line for each set of codes that a call of a function can break at
/// once, and one for each clause that the call of a finding breaks.
fn judge(modules: &[Generated], findings: &[Finding]) -> String {
    let mut text = String::from(
        "[@@@ocaml.warning \"-a\"]\n\
         let broken kept code line = if kept then [] else [ (code, line) ]\n\
         exception Not_covered\n",
    );
    for (number, module) in modules.iter().enumerate() {
        writeln!(text, "module M{number} () = struct\n{}", module.text).expect("it is a string");
        for function in &module.functions {
            text.push_str(&function.judge());
        }
        let (mut calls, mut judges) = (Vec::new(), Vec::new());
        for function in &module.functions {
            let (name, patterns) = (&function.name, function.patterns());
            let checked = format!(
                "let call_{name} {patterns} = if not ({}) then raise Not_covered else try ignore ({name} {patterns}) with _ -> ()",
                function.covered()
            );
            writeln!(text, "{checked}").expect("it is a string");
            for arguments in function.arguments() {
                calls.push(format!("(fun () -> call_{name}{arguments})"));
                judges.push(format!("(\"{name}\", fun () -> judge_{name}{arguments})"));
            }
        }
        writeln!(text, "let calls = [| {} |]", calls.join("; ")).expect("it is a string");
        writeln!(text, "let judges = [| {} |]\nend", judges.join("; ")).expect("it is a string");
        write!(
            text,
            "let () =\n  let seen = Hashtbl.create 8 in\n  let module First = M{number} () in\n  \
             let try_all history =\n    for last = 0 to Array.length First.judges - 1 do\n      \
             let module M = M{number} () in\n      \
             match List.iter (fun call -> M.calls.(call) ()) history with\n      \
             | exception Not_covered -> ()\n      | () ->\n        let name, judge = M.judges.(last) in\n        \
             match Option.value ~default:[] (judge ()) with [] -> () | broken ->\n        \
             let codes = List.sort_uniq compare (List.map fst broken) in\n        \
             Hashtbl.replace seen (name, String.concat \"+\" codes) ()\n    \
             done\n  in\n  let all = List.init (Array.length First.calls) Fun.id in\n  \
             try_all [];\n  List.iter (fun a -> try_all [ a ]; List.iter (fun b -> try_all [ a; b ]) all) all;\n  \
             Hashtbl.iter (fun (name, code) () -> Printf.printf \"can {number} %s %s\\n\" name code) seen\n"
        )
        .expect("it is a string");
    }
    for (number, finding) in findings.iter().enumerate() {
        let history: Vec<String> =
            finding.history.iter().map(|call| format!("call_{call}")).collect();
        write!(
            text,
            "let () =\n  let module M = M{} () in\n  let open M in\n  match {} with\n  \
             | exception Not_covered -> print_endline \"not-covered {number}\"\n  | () ->\n    \
             match judge_{} with\n    | None -> print_endline \"not-covered {number}\"\n    \
             | Some all -> List.iter (fun (code, line) -> Printf.printf \"does {number} %s %d\\n\" code line) all\n",
            finding.module,
            if history.is_empty() { "()".to_owned() } else { history.join("; ") },
            finding.call,
        )
        .expect("it is a string");
    }
    text
}

/// Compiles and runs a program with the real compiler.
fn run_ocaml(text: &str) -> String {
    let programs = Programs::new();
    programs.add("judge.ml", text);
    let run = |program: &str, args: &[&str]| {
        let done = Command::new(program).args(args).current_dir(programs.path()).output();
        let done = done.unwrap_or_else(|error| panic!("{program}: {error}"));
        let errors = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{program}: {errors}");
        String::from_utf8(done.stdout).expect("it prints text")
    };
    run("ocamlopt", &["-o", "judge", "judge.ml"]);
    let program = format!("{}/judge", programs.path());
    run(&program, &[])
}

/// Compares one batch; how many targets were not decided.
fn compare(seeds: std::ops::Range<u64>) -> usize {
    let modules: Vec<Generated> = seeds.clone().map(generate).collect();
    let answers = ask(&modules);
    let printed = run_ocaml(&judge(&modules, &answers.findings));
    let mut can: BTreeMap<(usize, String), BTreeSet<String>> = BTreeMap::new();
    let (mut does, mut not_covered) = (BTreeSet::new(), BTreeSet::new());
    for line in printed.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number: usize = words[1].parse().expect("it is a number");
        match words[0] {
            "can" => {
                can.entry((number, words[2].to_owned())).or_default().insert(words[3].to_owned());
            }
            "does" => {
                does.insert((number, words[2].to_owned(), words[3].to_owned()));
            }
            _ => {
                not_covered.insert(number);
            }
        }
    }
    for (number, finding) in answers.findings.iter().enumerate() {
        let (module, seed) = (&modules[finding.module], seeds.start + finding.module as u64);
        let line = if finding.code == "ML101" { 0 } else { finding.line };
        let happened = does.contains(&(number, finding.code.clone(), line.to_string()));
        assert!(
            happened && !not_covered.contains(&number),
            "seed {seed}: {} of `{}`, line {line}, does not happen: {:?}, then {}\n{}",
            finding.code,
            finding.target,
            finding.history,
            finding.call,
            module.text
        );
    }
    for (target, codes) in &can {
        let found = answers.codes.get(target).cloned().unwrap_or_default();
        // Of what one call breaks, the first is reported.
        let is_missed = |all: &&String| !all.split('+').any(|code| found.contains(code));
        let missed: Vec<&String> = codes.iter().filter(is_missed).collect();
        let (module, seed) = (&modules[target.0], seeds.start + target.0 as u64);
        assert!(
            missed.is_empty() || answers.undecided.contains(target),
            "seed {seed}: `{}` can break {missed:?}, found {found:?}\n{}",
            target.1,
            module.text
        );
    }
    answers.undecided.len()
}

#[test]
fn contracts_about_state_are_judged_as_the_real_compiler_runs_them() {
    if !Tool::Ocaml.is_there() {
        return;
    }
    let total = amount(BATCH, 3000);
    let mut undecided = 0;
    for start in (0..total).step_by(BATCH as usize) {
        undecided += compare(start..(start + BATCH).min(total));
    }
    // Three functions each.
    assert!(
        undecided as u64 * 5 <= total * 3,
        "{undecided} targets of {} are undecided",
        total * 3
    );
}
