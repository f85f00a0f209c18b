//! Random programs under random properties: what `--spec` finds over all inputs, against every input
//! run by hand and judged by the definition of the property.
//!
//! A program is a tree ([`Act`]) that is written in OCaml, Java and as a goal. Running it here shares
//! nothing with the machines of these languages, and the judge shares nothing with monitors. Toy and K have
//! such tests in their crates.

use std::fmt::Write;
use std::process::Command;

use serde_json::Value;
use source::Files;
use syntax::temporal::TemporalLogic;
use term::{Model, Pool};
use test_support::{Dice, TemporalFormula};
use trace::{Event, Judge, Spec};

use crate::common::{Done, Programs, command, run, tracehound};
use crate::java::has_jdk;

/// A step of a program with the inputs `p`, `q` and `n`.
#[derive(Clone, Debug)]
enum Act {
    /// An event, by its number among [`OPS`].
    Emit(usize, Arg),
    If(Cond, Vec<Act>, Vec<Act>),
}

#[derive(Clone, Copy, Debug)]
enum Arg {
    Constant(i64),
    Input,
    Successor,
}

#[derive(Clone, Copy, Debug)]
enum Cond {
    P,
    Q,
    /// `n` is this.
    Is(i64),
    /// `n` is less than this.
    Below(i64),
}

/// What a program gets.
#[derive(Clone, Copy)]
struct Inputs {
    p: bool,
    q: bool,
    n: i64,
}

/// The operations, both of which take a number.
const OPS: [&str; 2] = ["a", "b"];
/// With another `n` a program does nothing.
const NUMBERS: std::ops::Range<i64> = 0..3;
/// Values for what a spec leaves open. Programs emit numbers from 0 to 3, and properties only compare: two values
/// beyond each end are as good as all.
const OPEN: [i64; 10] = [-9, -8, -1, 0, 1, 2, 3, 4, 8, 9];
/// Enough time on any machine: an answer for want of time says nothing here.
const TIMEOUT: [&str; 2] = ["--timeout", "1h"];
/// How long the histories are after which methods of OCaml are called.
const HISTORY: &str = "1";

fn acts(dice: &mut Dice, depth: usize) -> Vec<Act> {
    (0..dice.below(4)).map(|_| act(dice, depth)).collect()
}

/// A program, which has an event somewhere: others are no targets of a spec.
fn program(dice: &mut Dice) -> Vec<Act> {
    let mut program = acts(dice, 2);
    if !has_event(&program) {
        program.push(act(dice, 0));
    }
    program
}

fn has_event(acts: &[Act]) -> bool {
    acts.iter().any(|act| match act {
        Act::Emit(..) => true,
        Act::If(_, yes, no) => has_event(yes) || has_event(no),
    })
}

fn act(dice: &mut Dice, depth: usize) -> Act {
    if depth > 0 && dice.percent(40) {
        let number = NUMBERS.start + dice.below(4) as i64;
        let cond = *dice.pick(&[Cond::P, Cond::Q, Cond::Is(number), Cond::Below(number)]);
        return Act::If(cond, acts(dice, depth - 1), acts(dice, depth - 1));
    }
    let constant = Arg::Constant(dice.below(4) as i64);
    Act::Emit(dice.below(OPS.len()), *dice.pick(&[constant, Arg::Input, Arg::Successor]))
}

/// An operation with its argument.
type Seen = (usize, i64);

fn emitted(acts: &[Act], inputs: Inputs, events: &mut Vec<Seen>) {
    for act in acts {
        match act {
            Act::Emit(op, Arg::Constant(value)) => events.push((*op, *value)),
            Act::Emit(op, Arg::Input) => events.push((*op, inputs.n)),
            Act::Emit(op, Arg::Successor) => events.push((*op, inputs.n + 1)),
            Act::If(cond, yes, no) => {
                let holds = match cond {
                    Cond::P => inputs.p,
                    Cond::Q => inputs.q,
                    Cond::Is(number) => inputs.n == *number,
                    Cond::Below(number) => inputs.n < *number,
                };
                emitted(if holds { yes } else { no }, inputs, events);
            }
        }
    }
}

/// The events of all runs.
fn traces(acts: &[Act]) -> Vec<Vec<Seen>> {
    let mut all = vec![Vec::new()];
    for n in NUMBERS {
        for (p, q) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut events = Vec::new();
            emitted(acts, Inputs { p, q, n }, &mut events);
            all.push(events);
        }
    }
    all.sort();
    all.dedup();
    all
}

/// A property over the operations with this prefix.
fn property(dice: &mut Dice, prefix: &str) -> String {
    let atoms = ["a g", "b | n < g", "a", "b 1"].map(|atom| format!("<{prefix}{atom}>"));
    let atoms = [&*atoms[0], &*atoms[1], &*atoms[2], &*atoms[3]];
    TemporalFormula::draw(dice, TemporalLogic::Specs, 3).print(dice, &atoms)
}

fn spec_text(prefix: &str, formulas: &[String]) -> String {
    let mut text = format!("op {prefix}a(n: Int)\nop {prefix}b(n: Int)\nghost g: Int\n");
    for (number, formula) in formulas.iter().enumerate() {
        writeln!(text, "property p{number} := {formula}").expect("strings take all text");
    }
    text
}

/// Judges traces by the definition of properties.
struct Oracle {
    pool: Pool,
    spec: Spec,
}

impl Oracle {
    fn new(text: &str) -> Oracle {
        let pool = Pool::new();
        let (spec, faults) = Spec::read(&pool, &Files::new().add("s.trace", text));
        let spec = spec.unwrap_or_else(|| panic!("{text}: {faults:?}"));
        Oracle { pool, spec }
    }

    fn holds(&self, property: usize, ghost: i64, trace: &[Seen], prefix: &str) -> bool {
        let (pool, alphabet) = (&self.pool, &self.spec.alphabet);
        let event = |(op, value): &Seen| {
            let name = pool.symbol(&format!("{prefix}{}", OPS[*op]));
            Event { op: alphabet.find(name), values: vec![pool.int(*value)] }
        };
        let trace: Vec<Event> = trace.iter().map(event).collect();
        let mut model = Model::new();
        model.set(self.spec.ghosts[0].var, pool.int(ghost));
        let judge = Judge { pool, alphabet, model: &model, trace: &trace };
        judge.holds(&self.spec.properties[property].formula).expect("not deep")
    }

    /// Whether some trace breaks a property after some history that has it.
    fn is_broken(
        &self,
        property: usize,
        traces: &[Vec<Seen>],
        histories: &[Vec<Seen>],
        prefix: &str,
    ) -> bool {
        let open = OPEN.iter().flat_map(|ghost| histories.iter().map(move |h| (*ghost, h)));
        let mut fits = open.filter(|(ghost, h)| self.holds(property, *ghost, h, prefix));
        fits.any(|(ghost, history)| {
            traces.iter().any(|trace| {
                let all: Vec<Seen> = history.iter().chain(trace).copied().collect();
                !self.holds(property, ghost, &all, prefix)
            })
        })
    }

    /// Whether some trace breaks a property.
    fn breaks(&self, property: usize, traces: &[Vec<Seen>], prefix: &str) -> bool {
        let broken =
            |ghost: &i64| traces.iter().any(|trace| !self.holds(property, *ghost, trace, prefix));
        OPEN.iter().any(broken)
    }
}

/// Programs and properties of one round.
struct Round {
    programs: Vec<Vec<Act>>,
    formulas: Vec<String>,
    prefix: &'static str,
}

impl Round {
    fn new(seed: u64, prefix: &'static str, (programs, formulas): (usize, usize)) -> Round {
        let mut dice = Dice::new(seed);
        let programs = (0..programs).map(|_| program(&mut dice)).collect();
        let formulas = (0..formulas).map(|_| property(&mut dice, prefix)).collect();
        Round { programs, formulas, prefix }
    }

    fn spec(&self) -> String {
        spec_text(self.prefix, &self.formulas)
    }
}

/// How often the answers were no and yes.
#[derive(Default)]
struct Tally([usize; 2]);

impl Tally {
    fn add(&mut self, found: bool, expected: bool, what: impl FnOnce() -> String) {
        assert_eq!(found, expected, "{}", what());
        self.0[usize::from(expected)] += 1;
    }

    fn join(&mut self, more: Tally) {
        self.0.iter_mut().zip(more.0).for_each(|(all, more)| *all += more);
    }

    /// The comparison is worth something only if properties hold and fail.
    fn check(&self) {
        assert!(self.0.iter().all(|count| *count >= 5), "{:?}", self.0);
    }
}

/// Compares the answers of a check with those of the oracle, for the programs `f0`, `f1`, ….
fn compare(round: &Round, property: usize, done: &Done, broken: impl Fn(usize) -> bool) -> Tally {
    let json: Value = serde_json::from_str(&done.stdout)
        .unwrap_or_else(|_| panic!("{}{}\n{}", done.stdout, done.stderr, round.spec()));
    let mut tally = Tally::default();
    for number in 0..round.programs.len() {
        let name = format!("f{number}");
        let is_it = |target: &&Value| {
            let full = target["name"].as_str().expect("targets have names");
            full.split(['.', '#', '(']).any(|part| part == name)
        };
        let targets = json["targets"].as_array().expect("a list");
        let target = targets.iter().find(is_it).unwrap_or_else(|| panic!("{name}: {json}"));
        let answer = target["answer"].as_str().expect("a word");
        assert!(!answer.contains("inconclusive"), "{answer}: {target:?}");
        tally.add(answer == "violation", broken(number), || {
            let (acts, formula) = (&round.programs[number], &round.formulas[property]);
            format!("{acts:?}\n{formula}\n{answer}: {target:?}")
        });
    }
    tally
}

fn written(acts: &[Act], write: &dyn Fn(&Act) -> String) -> String {
    acts.iter().map(write).collect()
}

fn ocaml(act: &Act) -> String {
    match act {
        Act::Emit(op, arg) => format!("Log.{} ({}); ", OPS[*op], number(*arg)),
        Act::If(cond, yes, no) => {
            let cond = match cond {
                Cond::P => "p".to_owned(),
                Cond::Q => "q".to_owned(),
                Cond::Is(number) => format!("n = {number}"),
                Cond::Below(number) => format!("n < {number}"),
            };
            let (yes, no) = (written(yes, &ocaml), written(no, &ocaml));
            format!("(if {cond} then ({yes}()) else ({no}())); ")
        }
    }
}

fn number(arg: Arg) -> String {
    match arg {
        Arg::Constant(value) => value.to_string(),
        Arg::Input => "n".to_owned(),
        Arg::Successor => "n + 1".to_owned(),
    }
}

#[test]
fn ocaml_monitor_agrees_with_judge() {
    let mut tally = Tally::default();
    let value = |op: usize| OPEN.iter().map(move |value| vec![(op, *value)]);
    let histories: Vec<Vec<Seen>> =
        std::iter::once(Vec::new()).chain((0..OPS.len()).flat_map(value)).collect();
    for seed in 0..testbed::amount(4, 60) {
        let round = Round::new(seed, "Log.", (6, 4));
        let mut text = "module type LOG = sig\n\
            (** (n: int) -> unit\n effect <a n> *)\n val a : int -> unit\n\
            (** (n: int) -> unit\n effect <b n> *)\n val b : int -> unit\nend\n\
            module P (Log : LOG) = struct\n"
            .to_owned();
        for (number, acts) in round.programs.iter().enumerate() {
            let body = written(acts, &ocaml);
            let head = format!("let f{number} (p : bool) (q : bool) (n : int) : unit =");
            writeln!(text, "{head} if n >= 0 && n < 3 then ({body}())").expect("it is text");
        }
        text.push_str("let used () = Log.a 0; Log.b 0\nend\n");
        let programs = Programs::new();
        let (file, spec) = (programs.add("p.ml", &text), programs.add("s.trace", round.spec()));
        let oracle = Oracle::new(&round.spec());
        for property in 0..round.formulas.len() {
            let spec = format!("{spec}:p{property}");
            let args = ["check", &file, "--spec", &spec, "--history", HISTORY, "--allow-vacuous"];
            let done = tracehound(&[&args[..], &TIMEOUT, &["--format", "json"]].concat());
            tally.join(compare(&round, property, &done, |number| {
                let traces = traces(&round.programs[number]);
                oracle.is_broken(property, &traces, &histories, round.prefix)
            }));
        }
    }
    tally.check();
}

fn java(act: &Act) -> String {
    match act {
        Act::Emit(op, arg) => format!("Log.{}({}); ", OPS[*op], number(*arg)),
        Act::If(cond, yes, no) => {
            let cond = match cond {
                Cond::P => "p".to_owned(),
                Cond::Q => "q".to_owned(),
                Cond::Is(number) => format!("n == {number}"),
                Cond::Below(number) => format!("n < {number}"),
            };
            let (yes, no) = (written(yes, &java), written(no, &java));
            format!("if ({cond}) {{ {yes}}} else {{ {no}}} ")
        }
    }
}

#[test]
fn java_monitor_agrees_with_judge() {
    if !has_jdk() {
        return;
    }
    let mut tally = Tally::default();
    // One round, so that there is one call of the compiler.
    let round = Round::new(0, "Log.", testbed::amount((8, 5), (120, 60)));
    let mut text = "class Log { static void a(int n) {} static void b(int n) {} }\n\
        public class Programs {\nstatic void used() { Log.a(0); Log.b(0); }\n"
        .to_owned();
    for (number, acts) in round.programs.iter().enumerate() {
        let body = written(acts, &java);
        let head = format!("static void f{number}(boolean p, boolean q, int n)");
        writeln!(text, "{head} {{ if (n >= 0 && n < 3) {{ {body}}} }}").expect("it is text");
    }
    text.push_str("}\n");
    let programs = Programs::new();
    let (source, classes) =
        (programs.add("Programs.java", text), format!("{}/classes", programs.path()));
    let done = Command::new("javac").args(["-d", &classes, &source]).output();
    let done = done.expect("javac can be started");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let (spec, oracle) = (programs.add("s.trace", round.spec()), Oracle::new(&round.spec()));
    for property in 0..round.formulas.len() {
        let spec = format!("{spec}:p{property}");
        let args = ["check", &classes, "--spec", &spec, "--allow-vacuous", "--format", "json"];
        let mut call = command(&[&args[..], &TIMEOUT].concat());
        call.env("TRACEHOUND_CACHE", env!("CARGO_TARGET_TMPDIR"));
        tally.join(compare(&round, property, &run(&mut call), |number| {
            oracle.breaks(property, &traces(&round.programs[number]), round.prefix)
        }));
    }
    tally.check();
}

/// A goal has cases instead of conditions, and what comes next waits for what was done before.
fn goal(acts: &[Act]) -> String {
    let Some((first, rest)) = acts.split_first() else { return "done".to_owned() };
    let rest = goal(rest);
    let cases = |numbers: &mut dyn Iterator<Item = i64>, of: &str, yes: &str, no: &str| {
        let chosen: String = numbers.map(|number| format!("{number} -> {yes}; ")).collect();
        format!("(case {of} of {chosen}_ -> {no})")
    };
    match first {
        Act::Emit(op, Arg::Successor) => {
            let op = OPS[*op];
            let emits = NUMBERS.map(|n| format!("{n} -> emit {op}({}) in done; ", n + 1));
            let emits: String = emits.collect();
            format!("(case (case n of {emits}_ -> done) of done -> {rest})")
        }
        Act::Emit(op, arg) => format!("(emit {}({}) in {rest})", OPS[*op], number(*arg)),
        Act::If(cond, yes, no) => {
            let (yes, no) = (goal(yes), goal(no));
            let chosen = match cond {
                Cond::P => format!("(case p of true -> {yes}; _ -> {no})"),
                Cond::Q => format!("(case q of true -> {yes}; _ -> {no})"),
                Cond::Is(number) => cases(&mut std::iter::once(*number), "n", &yes, &no),
                Cond::Below(number) => cases(&mut (0..*number), "n", &yes, &no),
            };
            format!("(case {chosen} of done -> {rest})")
        }
    }
}

#[test]
fn interpreter_monitor_agrees_with_judge() {
    let mut tally = Tally::default();
    for seed in 0..testbed::amount(6, 100) {
        let round = Round::new(seed, "", (6, 4));
        let mut text = "data done\nlet used x = emit a(0) in emit b(0) in done\n".to_owned();
        for (number, acts) in round.programs.iter().enumerate() {
            let body = goal(acts);
            let known = "case n of 0 -> true; 1 -> true; 2 -> true; _ -> false";
            writeln!(text, "let f{number} p q n = case ({known}) of true -> {body}; _ -> done")
                .expect("it is text");
        }
        for number in 0..round.programs.len() {
            writeln!(text, "all exists p q n. f{number} p q n = done").expect("it is text");
        }
        let programs = Programs::new();
        let (file, spec) = (programs.add("p.goal", &text), programs.add("s.trace", round.spec()));
        let oracle = Oracle::new(&round.spec());
        let args = ["solve", &file, "--spec", &spec, "--format", "json"];
        let done = tracehound(&[&args[..], &TIMEOUT].concat());
        let json: Value = serde_json::from_str(&done.stdout)
            .unwrap_or_else(|_| panic!("{}{}\n{text}\n{}", done.stdout, done.stderr, round.spec()));
        let answers = json["goals"].as_array().expect("a list");
        assert_eq!(answers.len(), round.programs.len() * round.formulas.len());
        for (at, answer) in answers.iter().enumerate() {
            let (number, property) = (at / round.formulas.len(), at % round.formulas.len());
            assert_eq!(answer["property"], format!("p{property}"));
            let found = !answer["answers"].as_array().expect("a list").is_empty();
            let expected = oracle.breaks(property, &traces(&round.programs[number]), "");
            tally.add(found, expected, || {
                let (acts, formula) = (&round.programs[number], &round.formulas[property]);
                format!("{acts:?}\n{formula}\n{answer}")
            });
        }
    }
    tally.check();
}
