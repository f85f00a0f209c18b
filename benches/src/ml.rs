//! The engines for OCaml compared: on the rows of table 1 of the paper, and as questions grow.
//!
//! Table 1 takes its rows from `corpus/ml/README.md`. Each engine looks for the first violation as
//! `tracehound check --first` does, `slots` and `derivative` through histories of growing length; the violation is judged again. Where
//! an engine finds none in time, its time is a lower bound, and so is the speedup.
//!
//! The other tables show how the engines grow: with the length of histories, with the operations of a
//! library, and with the operations that one call performs. The program is a set over a bag, made for
//! each size. An engine that takes longer than five seconds for some size is not asked for larger ones.
//! Counts are to be compared; times are only shown, and leave reading the program out.
//!
//! `bench-ml table` prints table 1 alone, `bench-ml growth` the others.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

// Brings the allocator of the tool.
use host as _;

use std::fmt::Write;
use std::time::{Duration, Instant};

use check::{LengthRounds, by_length};
use explore::{Budget, EndingKind, Options, Run, Silent, Strategy, Witness};
use harness::{Engine, Harness, Plan};
use lang_core::Session;
use lang_ml::spec::{Specs, StateBefore, Target};
use lang_ml::{INT_BITS, Layout, Module};
use machine::Facets;
use solve::{Axiom, Solver, Theory};
use solve_chain::{Backend, Config};
use solve_z3::Search;
use source::Files;
use term::Pool;

/// An engine that needs more than this is not asked for larger sizes.
const PATIENCE: Duration = Duration::from_secs(5);

/// The size of one measurement.
#[derive(Clone, Copy)]
struct Size {
    /// Events of a history.
    history: usize,
    /// Operations of the library.
    operations: usize,
    /// Elements that one call inserts.
    inserts: usize,
}

const USUAL: Size = Size { history: 4, operations: 2, inserts: 1 };

fn main() {
    let wanted = std::env::args().nth(1);
    let wants = |name: &str| wanted.as_deref().is_none_or(|wanted| wanted == name);
    if wants("table") {
        table_1();
    }
    if wants("growth") {
        growth();
    }
}

/// An engine that has found nothing after this time is stopped.
const TABLE_PATIENCE: Duration = Duration::from_secs(60);
/// The bounds of `tracehound check`.
const HISTORY: usize = 4;
const EVENTS: usize = 12;
const TURNS: u32 = 8;

/// What an engine did on a row.
struct Cost {
    verdict: &'static str,
    time: Duration,
    queries: u64,
}

impl Cost {
    /// Whether the time is only a lower bound.
    fn is_open(&self) -> bool {
        self.verdict == "open"
    }

    fn millis(&self) -> f64 {
        self.time.as_secs_f64() * 1000.0
    }
}

/// The rows of table 1 by all engines.
fn table_1() {
    println!("table 1: the first violation of each row");
    print!("{:<44}", "row");
    Engine::ALL.iter().for_each(|engine| print!(" {:>28}", engine.name()));
    println!(" {:>9}", "naive/");
    print!("{:<44}", "");
    Engine::ALL.iter().for_each(|_| print!(" {:>9} {:>9} {:>8}", "verdict", "ms", "queries"));
    println!(" {:>9}", "derivat.");
    let mut totals = Engine::ALL.map(|_| (Duration::ZERO, 0));
    let (mut speedups, mut slower, mut slowest) = (Vec::new(), Vec::new(), Duration::ZERO);
    let rows = rows();
    for row in &rows {
        print!("{row:<44}");
        let costs = Engine::ALL.map(|engine| falsify(row, engine));
        for (cost, total) in costs.iter().zip(&mut totals) {
            print!(" {:>9} {:>9.1} {:>8}", cost.verdict, cost.millis(), cost.queries);
            *total = (total.0 + cost.time, total.1 + cost.queries);
        }
        let [slots, derivative, naive] = &costs;
        let speedup = naive.time.as_secs_f64() / derivative.time.as_secs_f64();
        speedups.push(speedup);
        slowest = slowest.max(slots.time);
        if slots.time > derivative.time {
            slower.push(row.as_str());
        }
        println!(" {}{speedup:>8.1}", if naive.is_open() { ">" } else { " " });
        let decided = costs.iter().filter(|cost| !cost.is_open()).map(|cost| cost.verdict);
        let mut decided: Vec<&str> = decided.collect();
        decided.dedup();
        assert!(decided.len() < 2, "{row}: the engines disagree");
    }
    print!("{:<44}", format!("{} rows", rows.len()));
    totals.iter().for_each(|(time, queries)| {
        print!(" {:>9} {:>9.1} {queries:>8}", "", time.as_secs_f64() * 1000.0);
    });
    let mean = speedups.iter().map(|one| one.ln()).sum::<f64>() / speedups.len() as f64;
    println!(" {:>9.1}", mean.exp());
    println!("slots: the slowest row takes {:.1} ms", slowest.as_secs_f64() * 1000.0);
    println!(
        "slots slower than derivative: {}",
        if slower.is_empty() { "never".to_owned() } else { slower.join(", ") }
    );
}

/// The cases that show the rows of the paper's table 1.
fn rows() -> Vec<String> {
    let readme = include_str!("../../corpus/ml/README.md");
    let table = readme.split("## Table 1 of the paper").nth(1).expect("the table is there");
    let table = table.split("\n## ").next().expect("there is a first part");
    let case = |line: &str| Some(line.strip_suffix("` |")?.rsplit_once('`')?.1.to_owned());
    let cells = table.lines().filter(|line| line.starts_with('|'));
    cells.filter_map(case).collect()
}

/// Looks for a violation of a row.
fn falsify(row: &str, engine: Engine) -> Cost {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/ml");
    let text = std::fs::read_to_string(format!("{path}/{row}/main.ml")).expect("the case is there");
    let program = Program::read(&text);
    let theory = theory(&program.pool, &program.specs);
    let solvers = || -> Box<dyn Solver> {
        let config = Config::new(Backend::auto(&Search::default()));
        config.build(&theory).expect("Z3 can be used if it is found")
    };
    let start = Instant::now();
    let mut found = false;
    for method in 0..program.specs.methods.len() {
        let look = |length: usize, least: usize| {
            let harness = program.harness(method, length, engine).with_least_history(least);
            let mut options = options(engine);
            options.prune = true;
            options.budget.time = Some(TABLE_PATIENCE.saturating_sub(start.elapsed()));
            options.budget.findings = Some(1);
            let run = explore::explore(&program.pool, &harness, &options, &solvers, &Silent);
            let violated = is_violated(&program.pool, &harness, &run);
            (run, violated)
        };
        let rounds = match engine {
            Engine::Slots | Engine::Derivative => {
                by_length(HISTORY, |length, _| look(length, length))
            }
            Engine::Naive | Engine::Opaque => {
                LengthRounds { run: look(HISTORY, 0).0, complete_before: None }
            }
        };
        let stats = &rounds.run.stats;
        program.queries.set(program.queries.get() + stats.queries);
        found |= stats.violated > 0;
        if found {
            break;
        }
        if !rounds.run.limits.is_empty() {
            return Cost { verdict: "open", time: start.elapsed(), queries: program.queries.get() };
        }
    }
    let verdict = if found { "violation" } else { "holds" };
    Cost { verdict, time: start.elapsed(), queries: program.queries.get() }
}

/// Whether a run found a violation that the judge confirms.
fn is_violated(pool: &Pool, harness: &Harness<Session>, run: &Run) -> bool {
    run.endings.iter().any(|ending| match &ending.kind {
        EndingKind::Violated(failure, Witness { inputs, functions, events }) => {
            let judged = harness.confirm(pool, failure, inputs, functions, events);
            assert!(judged.is_ok(), "the judge disagrees");
            true
        }
        _ => false,
    })
}

/// A program with its contracts.
struct Program {
    pool: Pool,
    module: Module,
    specs: Specs,
    queries: std::cell::Cell<u64>,
}

impl Program {
    fn read(text: &str) -> Program {
        let pool = Pool::new();
        let mut files = Files::new();
        let file = files.add("main.ml", text);
        let module = lang_ml::load(&pool, &mut files, std::slice::from_ref(&file), Layout::Modules);
        let module = module.unwrap_or_else(|faults| panic!("{faults:?}"));
        let specs =
            Specs::read(&pool, &file, &module).unwrap_or_else(|faults| panic!("{faults:?}"));
        Program { pool, module, specs, queries: std::cell::Cell::new(0) }
    }

    fn harness(&self, method: usize, history: usize, engine: Engine) -> Harness<Session> {
        let method = self.specs.methods[method].clone();
        let target = Target {
            module: &self.module,
            specs: &self.specs,
            method: &method,
            state: StateBefore::AfterCalls(0),
            ideal_integers: false,
        };
        let call = target.session(&self.pool, Facets::default()).with_unrolling(TURNS);
        let call = call.with_machine_integers(INT_BITS);
        let plan = Plan {
            alphabet: self.specs.alphabet.clone(),
            operations: target.operations(&self.pool, Facets::default()),
            method: method.clone(),
            history,
            events: EVENTS,
            any_history: false,
        };
        Harness::new(&self.pool, plan, call).expect("not deep").with_engine(engine)
    }
}

/// What the contracts of a program take for granted.
fn theory(pool: &Pool, specs: &Specs) -> Theory {
    let axioms = specs.axioms.iter();
    let axioms = axioms.map(|one| Axiom::new(pool, one.name.clone(), one.vars.clone(), one.body));
    Theory::new(pool, axioms.collect())
}

/// How the engines grow with the size of a question.
fn growth() {
    let histories: Vec<Size> = (2..=12).map(|history| Size { history, ..USUAL }).collect();
    table("events of a history", &histories, |size| size.history);
    let operations = [2, 5, 10, 15, 20, 25, 30].map(|operations| Size { operations, ..USUAL });
    table("operations of the library", &operations, |size| size.operations);
    let inserts: Vec<Size> = (1..=10).map(|inserts| Size { inserts, ..USUAL }).collect();
    table("elements inserted by one call", &inserts, |size| size.inserts);
}

fn table(what: &str, sizes: &[Size], shown: fn(&Size) -> usize) {
    println!("\n{what}");
    print!("{:>6}", "");
    Engine::ALL.iter().for_each(|engine| print!(" {:>26}", engine.name()));
    println!();
    print!("{:>6}", "size");
    Engine::ALL.iter().for_each(|_| print!(" {:>8} {:>8} {:>8}", "ms", "queries", "paths"));
    println!("  derivative/slots: time, queries");
    let mut asked = Engine::ALL.map(|_| true);
    for size in sizes {
        print!("{:>6}", shown(size));
        let mut costs = Vec::new();
        for (engine, asked) in Engine::ALL.into_iter().zip(&mut asked) {
            let cost = asked.then(|| measure(*size, engine));
            *asked = cost.is_some_and(|(time, _)| time < PATIENCE);
            match cost {
                Some((time, [queries, paths])) => {
                    print!(" {:>8.1} {queries:>8} {paths:>8}", time.as_secs_f64() * 1000.0);
                }
                None => print!(" {:>26}", "-"),
            }
            costs.push(cost);
        }
        if let [Some((slots, [few, _])), Some((derivative, [many, _])), ..] = costs[..] {
            let time = derivative.as_secs_f64() / slots.as_secs_f64();
            print!("  {time:>16.1} {:>8.1}", many as f64 / few as f64);
        }
        println!();
    }
}

/// The time that a run takes, and how many queries and paths it has.
fn measure(size: Size, engine: Engine) -> (Duration, [u64; 2]) {
    let pool = Pool::new();
    let mut files = Files::new();
    let file = files.add("set.ml", &program(size));
    let module = lang_ml::load(&pool, &mut files, std::slice::from_ref(&file), Layout::Modules);
    let module = module.unwrap_or_else(|faults| panic!("{faults:?}"));
    let specs = Specs::read(&pool, &file, &module).unwrap_or_else(|faults| panic!("{faults:?}"));
    let method = specs.methods[0].clone();
    let target = Target {
        module: &module,
        specs: &specs,
        method: &method,
        state: StateBefore::AfterCalls(0),
        ideal_integers: false,
    };
    let call = target.session(&pool, Facets::default());
    let plan = Plan {
        alphabet: specs.alphabet.clone(),
        operations: specs.operations.clone(),
        method,
        history: size.history,
        events: 2 * size.inserts,
        any_history: false,
    };
    let harness = Harness::new(&pool, plan, call).expect("not deep").with_engine(engine);
    let start = Instant::now();
    let run = explore::explore(&pool, &harness, &options(engine), &solver, &Silent);
    (start.elapsed(), [run.stats.queries, ends(&run)])
}

fn options(engine: Engine) -> Options {
    let strategy = match engine {
        Engine::Slots | Engine::Naive | Engine::Opaque => Strategy::Dfs,
        Engine::Derivative => Strategy::Priority,
    };
    let budget = Budget { time: Some(PATIENCE), ..Budget::default() };
    Options { strategy, budget, ..Options::default() }
}

fn solver() -> Box<dyn Solver> {
    Config::new(Backend::None).build(&Theory::empty()).expect("it needs nothing")
}

fn ends(run: &Run) -> u64 {
    let stats = &run.stats;
    stats.finished + stats.violated + stats.discarded + stats.cut_off
}

/// A set that asks before it inserts, so that it keeps its invariant and everything is explored.
fn program(size: Size) -> String {
    let mut text = String::from(
        "module type BAG = sig
           type elem
           (** (x: elem) -> unit
               effect <add x> *)
           val add : elem -> unit
           (** (x: elem) -> (found: bool)
               case context F <add x> effect <mem x true> ensure found
               case context !F <add x> effect <mem x false> ensure !found *)
           val mem : elem -> bool\n",
    );
    for number in 2..size.operations {
        let _ = writeln!(text, "(** (x: elem) -> unit effect <other{number} x> *)");
        let _ = writeln!(text, "val other{number} : elem -> unit");
    }
    let params: Vec<String> = (0..size.inserts).map(|number| format!("x{number}")).collect();
    let line = |x: &String| format!("if Bag.mem {x} then () else Bag.add {x}");
    let lines: Vec<String> = params.iter().map(line).collect();
    let _ = write!(
        text,
        "end
         module Set (Elem : sig type t end) (Bag : BAG with type elem = Elem.t) = struct
           (** ghost (m: Elem.t)
               invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
           let insert {} = {}
         end",
        params.join(" "),
        lines.join("; "),
    );
    text
}
