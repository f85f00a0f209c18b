//! How fast logs are followed, and what derivatives save against taking minterms first.
//!
//! First ten million generated events through a property with one parameter and through one with two, read from text as
//! `trace check` does; then families of properties that blow up, each built to its automaton by
//! derivatives, by next events, and by minterms of all its letters. Counts are to be compared; times are only shown.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

// Brings the allocator of the tool.
use host as _;

use std::fmt::Write;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use solve::{Solver, Theory};
use solve_chain::{Backend, Config};
use source::Files;
use term::{Pool, Term};
use trace::{Automaton, Context, Letter, Node, Regex, RegexPool, Spec, Tri};
use trace_tools::{LogMonitor, Oracle, Step, parse_line};

const EVENTS: usize = 10_000_000;

fn main() {
    throughput(FILES, &lines(), "one parameter");
    throughput(LOCKS, &pairs(), "two parameters of a thousand values each");
    println!();
    let columns = ["derivatives", "next events", "minterms first"];
    println!("{:<24} {:>28} {:>28} {:>28}", "", columns[0], columns[1], columns[2]);
    let head = format!("{:>8} {:>9} {:>9}", "states", "queries", "ms");
    println!("{:<24} {head:>28} {head:>28} {head:>28}", "family");
    for k in 1..=6 {
        family(&format!("nested U, depth {k}"), &nested_until(k));
    }
    for k in 1..=12 {
        family(&format!("stored and …, k = {k}"), &stored(k));
    }
    for k in 1..=8 {
        family(&format!("not one of …, k = {k}"), &complement(k));
    }
}

const FILES: &str = "
    sort File
    op open(file: File)
    op read(file: File) : Int
    op close(file: File)
    ghost f: File
    property p := G (<open f> implies X (~<open f> W <close f>))
";

const LOCKS: &str = "
    sort Thread, Lock
    op lock(thread: Thread, lock: Lock)
    op unlock(thread: Thread, lock: Lock)
    ghost t: Thread, l: Lock
    property p := G (<lock t l> implies X (~<lock t l> W <unlock t l>))
";

fn solver() -> Box<dyn Solver> {
    Config::new(Backend::None).build(&Theory::empty()).expect("it needs nothing")
}

fn read_spec(pool: &Pool, text: &str) -> Spec {
    let file = Files::new().add("bench.trace", text);
    let (spec, diagnostics) = Spec::read(pool, &file);
    spec.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

fn throughput(text: &str, lines: &[String], what: &str) {
    let pool = Pool::new();
    let spec = read_spec(&pool, text);
    let regexes = RegexPool::new(&pool);
    let ctx = Context { pool: &pool, alphabet: &spec.alphabet, regexes: &regexes };
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let formula = &spec.properties[0].formula;
    let ghosts = spec.ghosts.len();
    let monitor = LogMonitor::new(ctx, formula, &spec.ghosts, ghosts, vec![None; ghosts]);
    let mut monitor = monitor.expect("the property can be followed");
    let bytes: usize = lines.iter().map(String::len).sum::<usize>() * (EVENTS / lines.len());
    let start = Instant::now();
    for at in 0..EVENTS {
        let event = parse_line(lines[at % lines.len()].as_bytes()).expect("it is an event");
        let step = monitor.read(&event, &mut oracle).expect("it fits its declaration");
        assert_eq!(step, Step::Open, "the log obeys the property");
    }
    let most = monitor.most_instances();
    let seconds = start.elapsed().as_secs_f64();
    println!("log of {EVENTS} events, {} MB, {what}:", bytes / 1_000_000);
    println!("  {:.2} million events per second", EVENTS as f64 / seconds / 1e6);
    println!("  {most} values kept at most, {} MiB resident", resident_mib());
}

/// Files are opened, read and closed, a hundred of them at a time, thousands in all.
fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for round in 0..100 {
        let name = |n: usize| format!("\"dir/file-{:05}\"", round * 100 + n);
        lines.extend((0..100).map(|n| format!("{{\"op\":\"open\",\"args\":[{}]}}", name(n))));
        for n in (0..100).chain(0..100) {
            let (name, size) = (name(n), n * 17);
            lines.push(format!("{{\"op\":\"read\",\"args\":[{name}],\"result\":{size}}}"));
        }
        lines.extend((0..100).map(|n| format!("{{\"op\":\"close\",\"args\":[{}]}}", name(n))));
    }
    lines
}

/// Locks are taken and released, a thousand at a time, by a thousand threads.
fn pairs() -> Vec<String> {
    let line = |op: &str, n: usize| {
        let (thread, lock) = (n * 7 % 1_000, n % 1_000 + n / 1_000 * 13 % 1_000);
        format!("{{\"op\":\"{op}\",\"args\":[\"thread-{thread}\",\"lock-{}\"]}}", lock % 1_000)
    };
    let mut lines: Vec<String> = (0..1_000).map(|n| line("lock", n)).collect();
    for n in 1_000..50_000 {
        lines.extend([line("unlock", n - 1_000), line("lock", n)]);
    }
    lines.extend((49_000..50_000).map(|n| line("unlock", n)));
    lines
}

/// Where the system tells it; zero elsewhere.
fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    number.unwrap_or(0) / 1024
}

fn nested_until(depth: usize) -> String {
    let mut text = String::from("sort K\n");
    let mut formula = String::from("<p0 a>");
    for n in 0..=depth {
        let _ = writeln!(text, "op p{n}(key: K)");
        if n > 0 {
            formula = format!("(({formula}) U (<p{n} a> || <p{n} b> && X <p0 b>))");
        }
    }
    format!("{text}ghost a: K, b: K\nproperty p := {formula}\n")
}

fn stored(count: usize) -> String {
    let ghosts: Vec<String> = (0..count).map(|n| format!("k{n}: K, v{n}: V")).collect();
    let parts: Vec<String> = (0..count).map(|n| format!("stored(k{n}, v{n})")).collect();
    format!(
        "sort K, V\nop put(key: K, val: V)\nghost {}\n\
         predicate stored(k: K, v: V) := F (<put k v> && X G ~<put k _>)\n\
         property p := {}\n",
        ghosts.join(", "),
        parts.join(" && ")
    )
}

fn complement(count: usize) -> String {
    let ghosts: Vec<String> = (0..count).map(|n| format!("k{n}: K")).collect();
    let parts: Vec<String> =
        (0..count).map(|n| format!("(F <put k{n}> && G ~<del k{n}>)")).collect();
    format!(
        "sort K\nop put(key: K)\nop del(key: K)\nghost {}\nproperty p := !({})\n",
        ghosts.join(", "),
        parts.join(" || ")
    )
}

/// What building an automaton cost; none if it was given up.
struct Cost {
    states: usize,
    queries: u64,
    time: Duration,
    complete: bool,
}

fn family(name: &str, text: &str) {
    let show = |cost: &Cost| {
        let more = if cost.complete { "" } else { ">" };
        let states = format!("{more}{}", cost.states);
        format!("{states:>8} {:>9} {:>9}", cost.queries, cost.time.as_millis())
    };
    let costs = [by_derivatives(text), by_next(text), by_minterms(text)];
    let [derivatives, next, minterms] = costs.each_ref().map(show);
    println!("{name:<24} {derivatives:>28} {next:>28} {minterms:>28}");
}

const MAX_STATES: usize = 600;
const MAX_TIME: Duration = Duration::from_secs(20);

/// A property read into pools of its own.
struct Subject {
    pool: Pool,
    regexes: RegexPool,
    spec: Spec,
    regex: Regex,
}

impl Subject {
    fn read(text: &str) -> Subject {
        let pool = Pool::new();
        let spec = read_spec(&pool, text);
        let regexes = RegexPool::new(&pool);
        let regex = regexes.of_formula(&pool, &spec.properties[0].formula).expect("flat");
        Subject { spec, regex, regexes, pool }
    }

    fn ctx(&self) -> Context<'_> {
        Context { pool: &self.pool, alphabet: &self.spec.alphabet, regexes: &self.regexes }
    }
}

/// The guarded choice of each state and operation, one query for each of its cases.
fn by_derivatives(text: &str) -> Cost {
    let subject = Subject::read(text);
    let ctx = subject.ctx();
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let start = Instant::now();
    let mut met: FxHashSet<Regex> = FxHashSet::from_iter([subject.regex]);
    let mut states = vec![subject.regex];
    let mut at = 0;
    let mut complete = true;
    while let Some(&state) = states.get(at) {
        at += 1;
        for op in ctx.alphabet.ops() {
            let event = ctx.alphabet.formal_event(op);
            for (cond, after) in ctx.regexes.derivative(ctx.pool, ctx.alphabet, state, &event) {
                if !met.contains(&after) && oracle.feasible(ctx.pool, &[cond]) != Tri::No {
                    met.insert(after);
                    states.push(after);
                }
            }
        }
        if states.len() > MAX_STATES || start.elapsed() > MAX_TIME {
            complete = false;
            break;
        }
    }
    Cost { states: states.len(), queries: oracle.asked(), time: start.elapsed(), complete }
}

/// The next events of each state (definition 6.3 of the paper), pruned as they are joined.
fn by_next(text: &str) -> Cost {
    let subject = Subject::read(text);
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let start = Instant::now();
    let mut automaton = Automaton::new(subject.regex);
    let mut feasible = |pool: &Pool, terms: &[Term]| oracle.feasible(pool, terms);
    let mut complete = true;
    loop {
        let open = automaton.states().find(|state| automaton.known_edges(*state).is_none());
        let Some(state) = open else { break };
        automaton.edges(subject.ctx(), state, &mut feasible);
        if automaton.len() > MAX_STATES || start.elapsed() > MAX_TIME {
            complete = false;
            break;
        }
    }
    Cost { states: automaton.len(), queries: oracle.asked(), time: start.elapsed(), complete }
}

/// All satisfiable combinations of the letters first, then a plain automaton over them.
fn by_minterms(text: &str) -> Cost {
    let subject = Subject::read(text);
    let (ctx, regex) = (subject.ctx(), subject.regex);
    let Subject { pool, regexes, spec, .. } = &subject;
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let start = Instant::now();
    let mut minterms = vec![Letter::ANY];
    for letter in letters(regexes, regex) {
        let mut next = Vec::new();
        for minterm in &minterms {
            for side in [letter, regexes.letter_not(pool, letter)] {
                let both = regexes.letter_and(pool, *minterm, side);
                let mut feasible = |pool: &Pool, terms: &[Term]| oracle.feasible(pool, terms);
                let both = regexes.prune(pool, &spec.alphabet, both, &mut feasible);
                if both != Letter::NONE {
                    next.push(both);
                }
            }
            if start.elapsed() > MAX_TIME {
                let time = start.elapsed();
                return Cost { states: 0, queries: oracle.asked(), time, complete: false };
            }
        }
        minterms = next;
    }
    let mut closing = Closing { ctx, oracle: &mut oracle, minterms, known: FxHashMap::default() };
    let (states, complete) = closing.close(regex, start);
    Cost { states, queries: oracle.asked(), time: start.elapsed(), complete }
}

/// The letters of an expression, each once, in the order in which they are met.
fn letters(regexes: &RegexPool, root: Regex) -> Vec<Letter> {
    let (mut found, mut met, mut todo) = (Vec::new(), Vec::new(), vec![root]);
    while let Some(regex) = todo.pop() {
        if met.contains(&regex) {
            continue;
        }
        met.push(regex);
        match regexes.node(regex) {
            Node::Empty | Node::Epsilon | Node::All | Node::Run(..) => {}
            Node::Letter(letter) if found.contains(letter) => {}
            Node::Letter(letter) => found.push(*letter),
            Node::Star(inner) | Node::Not(inner) => todo.push(*inner),
            Node::Until(left, right) => todo.extend([*right, *left]),
            Node::Concat(parts) | Node::And(parts) | Node::Or(parts) => {
                todo.extend(parts.iter().rev());
            }
        }
    }
    found
}

/// The states that are reached over minterms: every minterm is tried in every state.
struct Closing<'a, 'o, 's> {
    ctx: Context<'a>,
    oracle: &'o mut Oracle<'s>,
    minterms: Vec<Letter>,
    /// Whether a minterm lies within a letter; the constructors join letters to new ones.
    known: FxHashMap<(Letter, usize), bool>,
}

impl Closing<'_, '_, '_> {
    fn close(&mut self, regex: Regex, start: Instant) -> (usize, bool) {
        let mut met: FxHashSet<Regex> = FxHashSet::from_iter([regex]);
        let mut states = vec![regex];
        let mut at = 0;
        while let Some(&state) = states.get(at) {
            at += 1;
            for minterm in 0..self.minterms.len() {
                if states.len() > MAX_STATES || start.elapsed() > MAX_TIME {
                    return (states.len(), false);
                }
                let after = self.derive(state, minterm);
                if met.insert(after) {
                    states.push(after);
                }
            }
        }
        (states.len(), true)
    }

    /// The textbook derivative by a letter that lies within or outside of every other one.
    fn derive(&mut self, regex: Regex, minterm: usize) -> Regex {
        let Context { pool, regexes, .. } = self.ctx;
        match regexes.node(regex) {
            Node::Empty | Node::Epsilon => Regex::EMPTY,
            Node::All => Regex::ALL,
            Node::Letter(letter) if self.is_within(*letter, minterm) => Regex::EPSILON,
            Node::Letter(_) => Regex::EMPTY,
            Node::Star(inner) => {
                let first = self.derive(*inner, minterm);
                regexes.concat(&[first, regex])
            }
            Node::Not(inner) => regexes.not(self.derive(*inner, minterm)),
            Node::And(parts) => {
                let parts: Vec<Regex> = parts.iter().map(|p| self.derive(*p, minterm)).collect();
                regexes.and(pool, &parts)
            }
            Node::Or(parts) => {
                let parts: Vec<Regex> = parts.iter().map(|p| self.derive(*p, minterm)).collect();
                regexes.or(pool, &parts)
            }
            Node::Concat(parts) => {
                let rest = regexes.concat(&parts[1..]);
                let through = regexes.concat(&[self.derive(parts[0], minterm), rest]);
                if !regexes.nullable(parts[0]) {
                    return through;
                }
                let past = self.derive(rest, minterm);
                regexes.or(pool, &[through, past])
            }
            Node::Until(left, right) => {
                let (now, later) = (self.derive(*right, minterm), self.derive(*left, minterm));
                regexes.or(pool, &[now, regexes.and(pool, &[later, regex])])
            }
            Node::Run(..) => unreachable!("no family has explicit automata"),
        }
    }

    fn is_within(&mut self, letter: Letter, minterm: usize) -> bool {
        if let Some(known) = self.known.get(&(letter, minterm)) {
            return *known;
        }
        let Context { pool, regexes, alphabet } = self.ctx;
        let both = regexes.letter_and(pool, letter, self.minterms[minterm]);
        let mut feasible = |pool: &Pool, terms: &[Term]| self.oracle.feasible(pool, terms);
        let within = regexes.prune(pool, alphabet, both, &mut feasible) != Letter::NONE;
        self.known.insert((letter, minterm), within);
        within
    }
}
