//! How fast programs of a language defined in K run, beside Maude with the same rules.
//!
//! `k/imp.maude` says the rules of `examples/k/imp` again, so both make the same steps and meet the
//! same configurations: the counts are compared and must agree. Times are those of the processor,
//! the shortest of some turns. Without Maude (the Debian package `maude`) our own figures are shown
//! alone; the symbolic paths need Z3. Arguments choose parts: `run`, `search`, `threads`, `symbolic`, `load`. Searches with two
//! threads are timed by the wall, so they say something on a quiet machine only.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "k/maude.rs"]
mod maude;

// Brings the allocator of the tool.
use host as _;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use explore::{Bias, Meter};
use lang_k::{Language, Options, Solvers, State, Steps, Value, explore as search, run};
use rustc_hash::FxHashMap;
use solve::{NoSolver, Solver, Theory};
use solve_chain::{Backend, Config};
use solve_z3::Search;
use source::Files;
use term::{Pool, Sort};

use maude::Maude;

const TURNS: usize = 3;
/// Rounds of the loop that is run.
const ROUNDS: i64 = 200_000;
/// Rounds of the loop that is searched.
const SEARCHED: i64 = 100;
/// Paths of the symbolic loop.
const PATHS: u64 = 160;

fn main() {
    let maude = Maude::find();
    if maude.is_none() {
        println!("Maude is missing: install the package `maude` to compare with it");
    }
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |part: &str| wanted.is_empty() || wanted.iter().any(|name| name == part);
    if is_wanted("run") {
        concrete(maude.as_ref());
    }
    if is_wanted("search") {
        searching(maude.as_ref());
    }
    if is_wanted("threads") {
        threads();
    }
    if is_wanted("symbolic") {
        symbolic();
    }
    if is_wanted("load") {
        loading();
    }
}

/// What one turn came to.
#[derive(Clone, Copy)]
struct Measured {
    count: u64,
    time: Duration,
}

impl Measured {
    fn per_second(self) -> f64 {
        self.count as f64 / self.time.as_secs_f64()
    }
}

/// The shortest of some turns; each counts the same.
fn shortest(mut turn: impl FnMut() -> Measured) -> Measured {
    let turns = (0..TURNS).map(|_| turn());
    turns.min_by_key(|measured| measured.time).expect("there is a turn")
}

fn concrete(maude: Option<&Maude>) {
    let ours = shortest(|| Setting::new("imp/imp.k").steps(&sum_loop(ROUNDS)));
    show("run of a loop", ours, "steps");
    let threads = shortest(|| Setting::new("simple/simple.md").steps(&counting(ROUNDS / 10)));
    show("  in SIMPLE", threads, "steps");
    let Some(maude) = maude else { return };
    let told = maude.fastest(&format!("rew sum({ROUNDS}) ."), TURNS);
    // Its own count has equations in it. The rules are the same, so the steps are as many.
    let theirs = Measured { count: ours.count, time: told.time };
    show("  the same, Maude", theirs, "steps");
    println!("  Maude rewrites, with equations: {}", told.rewrites);
    ratio(ours, theirs);
}

fn searching(maude: Option<&Maude>) {
    let ours = shortest(|| Setting::new("imp/imp.k").states(&orders(SEARCHED), 1));
    show("search of a loop", ours, "states");
    let Some(maude) = maude else { return };
    let told = maude.fastest(&format!("search orders({SEARCHED}) =>! C:Cfg ."), TURNS);
    let theirs = Measured { count: told.states, time: told.time };
    show("  the same, Maude", theirs, "states");
    assert_eq!(ours.count, theirs.count, "both meet the same configurations");
    ratio(ours, theirs);
}

fn threads() {
    let with = |workers| shortest(|| Setting::new("simple/simple.md").states(RACE, workers));
    let [one, two] = [1, 2].map(with);
    show("search, one thread", one, "states");
    show("  two threads", two, "states");
    ratio(two, one);
}

fn symbolic() {
    let backend = Backend::auto(&Search::default());
    let config = Config::new(backend);
    let solvers = || {
        let solver = config.build(&Theory::default());
        solver.expect("back ends that were found are built")
    };
    let turn = || Setting::new("imp/imp.k").paths(&solvers);
    show("symbolic loop", shortest(turn), "paths");
}

fn loading() {
    let turn = || {
        let start = Clock::start();
        std::hint::black_box(Setting::new("kool/kool.k"));
        Measured { count: 1, time: start.elapsed() }
    };
    show("loading KOOL", shortest(turn), "definition");
}

fn show(what: &str, measured: Measured, unit: &str) {
    let Measured { count, time } = measured;
    let speed = measured.per_second() / 1e3;
    println!("{what:<20} {count:>9} {unit:<10} {time:>12.2?} {speed:>12.1} thousand/s");
}

fn ratio(ours: Measured, theirs: Measured) {
    println!("  × {:.2}", ours.per_second() / theirs.per_second());
}

/// `n` and the sum of the numbers up to it.
fn sum_loop(rounds: i64) -> String {
    format!("int n, s; n = {rounds}; while (n > 0) {{ s = s + n; n = n - 1; }}")
}

/// Calls, arrays and a store.
fn counting(rounds: i64) -> String {
    format!(
        "function next(x) {{ return x + 1; }} function main() {{ var a[3]; a[1] = 0; \
         for (var i = 0; i < {rounds}; ++i) {{ a[1] = next(a[1]); }} print(a[1]); }}"
    )
}

/// Threads that race for a variable.
const RACE: &str = "var x = 0; function main() { \
    var t = spawn { x = x + 1; x = x + 2; }; var u = spawn { x = x + 3; }; \
    x = x + 4; join t; join u; print(x); }";

/// Every operator may evaluate either side first.
fn orders(rounds: i64) -> String {
    format!(
        "int a, b; a = {rounds}; while (a > 0) {{ \
         b = (a + 1 * b) + (b + 2 * a) + ((a + 3) * (b + 4)) + (a * (b + 5)); a = a - 1; }}"
    )
}

/// A language of the examples, and where its programs are kept.
struct Setting {
    language: Language,
    files: Files,
    pool: Pool,
}

impl Setting {
    fn new(definition: &str) -> Setting {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/k").join(definition);
        let text = std::fs::read_to_string(&path).expect("the example is there");
        let mut files = Files::new();
        let main = files.add(&path.to_string_lossy(), &text);
        let mut find = |_: &str, _: &str| None;
        let loaded = Language::load(&mut files, &main, &Default::default(), &mut find, &[]);
        let language = loaded.unwrap_or_else(|errors| panic!("{errors:?}")).0;
        Setting { language, files, pool: Pool::new() }
    }

    fn start(&mut self, text: &str) -> State {
        let file = self.files.add("program", text);
        let program = self.language.value_for(
            &self.pool,
            "PGM",
            &file,
            &FxHashMap::default(),
            &Arc::default(),
        );
        let given = FxHashMap::from_iter([("PGM".to_owned(), program.expect("a program"))]);
        self.language.start(&self.pool, &given).expect("a configuration")
    }

    /// Runs a program to its end.
    fn steps(&mut self, text: &str) -> Measured {
        let mut state = self.start(text);
        let program = &self.language.compiled.program;
        let start = Clock::start();
        let (count, _) =
            run(program, &self.pool, &mut state, None, &Meter::default(), &mut |_, _| {});
        Measured { count, time: start.elapsed() }
    }

    /// Meets all configurations of a program.
    fn states(&mut self, text: &str, workers: usize) -> Measured {
        let state = self.start(text);
        let mut options = Options::default();
        options.engine.workers = workers;
        options.engine.bias = Bias::FindBugs;
        let program = &self.language.compiled.program;
        let (start, wall) = (Clock::start(), Instant::now());
        let solvers = || -> Box<dyn Solver> { Box::new(NoSolver::new()) };
        let found = search(program, &self.pool, state, &[], None, &options, &solvers);
        let time = if workers > 1 { wall.elapsed() } else { start.elapsed() };
        Measured { count: found.stats.states, time }
    }

    /// Follows a loop whose bound is not known until enough paths have come to their ends.
    fn paths(&mut self, solvers: Solvers<'_>) -> Measured {
        let mut state = self.start(
            "int n, s; n = read(); s = 0; while (n > 0) { s = s + n; n = n - 1; } print(s);",
        );
        let input = Value::symbolic(&self.pool, self.pool.var("n", Sort::INT));
        self.language.feed(&mut state, "stdin", vec![input]);
        let options = Options { steps: Steps::First, bound: Some(PATHS), ..Options::default() };
        let program = &self.language.compiled.program;
        let start = Clock::start();
        let found = search(program, &self.pool, state, &[], None, &options, solvers);
        println!("  questions to the solver: {}", found.stats.queries);
        Measured { count: found.solutions.len() as u64, time: start.elapsed() }
    }
}

/// Time that the processor spent on this program; by the wall where the system does not tell.
struct Clock {
    wall: Instant,
    processor: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { wall: Instant::now(), processor: processor_time() }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed(),
        }
    }
}

fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
