//! Rule steps per second of a loop in IMP, and configurations per second of a search.
//!
//! Counts are the same in every run; times are only shown.

use std::path::Path;
use std::time::Instant;

use explore::Bias;
use lang_k::{Language, Options, State, Steps, Value, explore as search, run};
use rustc_hash::FxHashMap;
use solve::{Interrupt, NoSolver};
use source::Files;
use term::Pool;

fn load(files: &mut Files) -> Language {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/k/imp/imp.k");
    let text = std::fs::read_to_string(&path).expect("the example is there");
    let main = files.add(&path.to_string_lossy(), &text);
    let mut find = |_: &str, _: &str| None;
    let loaded = Language::load(files, &main, &Default::default(), &mut find, &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors:?}")).0
}

fn start(language: &Language, files: &mut Files, pool: &Pool, text: &str, input: i64) -> State {
    let file = files.add("program", text);
    let program = language.value_for(pool, "PGM", &file, &FxHashMap::default());
    let given = FxHashMap::from_iter([("PGM".to_owned(), program.expect("a program"))]);
    let mut state = language.start(pool, &given).expect("a configuration");
    language.feed(&mut state, "stdin", vec![Value::int(input)]);
    state
}

const SUM: &str = "int n, s; n = read(); s = 0; while (n > 0) { s = s + n; n = n - 1; } print(s);";

/// Sums in any order: every `+` may evaluate either side first.
const CHOICES: &str = "int a, b; a = read(); while (a > 0) { \
    b = (a + 1 * b) + (b + 2 * a) + ((a + 3) * (b + 4)) + (a * (b + 5)); a = a - 1; } print(b);";

#[allow(clippy::print_stdout, reason = "this is a program that tells what it measured")]
fn main() {
    let (mut files, pool) = (Files::new(), Pool::new());
    let before = Instant::now();
    let language = load(&mut files);
    println!("load: {:?}", before.elapsed());

    let mut state = start(&language, &mut files, &pool, SUM, 1_000_000);
    let before = Instant::now();
    let program = &language.compiled.program;
    let (steps, ending) = run(program, &pool, &mut state, None, &Interrupt::new(), &mut |_, _| {});
    let time = before.elapsed();
    let speed = steps as f64 / time.as_secs_f64() / 1e6;
    println!("run: {ending:?}, {steps} steps, {time:?}, {speed:.2} million steps/s");

    let state = start(&language, &mut files, &pool, CHOICES, 40);
    let options = Options { steps: Steps::All, bias: Bias::FindBugs, ..Options::default() };
    let before = Instant::now();
    let found = search(program, &pool, state, &[], None, &options, &mut NoSolver::new());
    let (time, states) = (before.elapsed(), found.stats.states);
    let speed = states as f64 / time.as_secs_f64() / 1e3;
    let ends = found.solutions.len();
    println!("search: {ends} ends, {states} states, {time:?}, {speed:.1} thousand states/s");
}
