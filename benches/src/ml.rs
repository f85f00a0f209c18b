//! How the engines grow: with the length of histories, with the operations of a library, and with
//! the operations that one call performs.
//!
//! The program is a set over a bag, made for each size. An engine that takes longer than five seconds
//! for some size is not asked for larger ones. Counts are to be compared; times are only shown, and
//! leave reading the program out.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

// Brings the allocator of the tool.
use host as _;

use std::fmt::Write;
use std::time::{Duration, Instant};

use explore::{Budget, Options, Run, Silent, Strategy};
use harness::{Engine, Harness, Plan};
use lang_ml::Layout;
use lang_ml::spec::{Specs, Target};
use machine::Facets;
use solve::{Solver, Theory};
use solve_chain::{Backend, Config};
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
    let target = Target { module: &module, specs: &specs, method: &method, own_calls: 0 };
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
        Engine::Slots | Engine::Naive => Strategy::Dfs,
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
