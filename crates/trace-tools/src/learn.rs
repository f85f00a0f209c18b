//! Properties that logs have: a start for those who have no spec.
//!
//! Operations and their parameters are read off the events; places that share values have one sort. Then the patterns
//! of specifications that are most common are tried for all operations, with a parameter where two operations share a
//! sort and without one elsewhere. What every good log obeys is proposed, what rejects bad logs first, then what more events decide.
//! All judging is that of [`LogMonitor`]: a proposal means here what it means in a spec.

mod ops;

use solve::{Interrupt, NoSolver};
use source::Files;
use term::Pool;
use trace::{Context, RegexPool, Spec};

use crate::log::Logged;
use crate::monitor::{LogMonitor, Step};
use crate::oracle::Oracle;
use ops::{Op, Ops};

/// A log with its name.
#[derive(Clone, Debug)]
pub struct Example {
    /// The name of its file.
    pub name: String,
    /// Its events.
    pub events: Vec<Logged<'static>>,
}

/// A property that all good logs have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// A name that tells what it says.
    pub name: String,
    /// The formula.
    pub formula: String,
    /// In words.
    pub meaning: String,
    /// How many events of the good logs decide it.
    pub support: u64,
    /// The good logs with such events.
    pub decided_by: Vec<String>,
    /// The bad logs that break it, each with the event that does; none if the log ends too early.
    pub rejects: Vec<(String, Option<u64>)>,
}

/// A spec with proposed properties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learnt {
    /// Sorts, operations and ghosts.
    pub declarations: String,
    /// The proposals, the best first.
    pub proposals: Vec<Proposal>,
    /// Operations that a spec cannot declare, whose events were not read.
    pub left_out: Vec<String>,
    /// How many candidates were tried, and how many there are.
    pub tried: (usize, usize),
}

/// A property that is decided by fewer events than these says nothing.
const LEAST_SUPPORT: u64 = 2;

/// A property to be tried.
struct Candidate {
    name: String,
    formula: String,
    meaning: String,
    /// The operations whose events decide it, all of which have to occur.
    triggers: Vec<String>,
    /// Candidates that it makes superfluous.
    covers: Vec<String>,
}

/// Proposes properties, until it is told to stop.
#[must_use]
pub fn learn(good: &[Example], bad: &[Example], stop: &Interrupt) -> Learnt {
    let events = good.iter().chain(bad).flat_map(|example| &example.events);
    let ops = Ops::of(events);
    let candidates = candidates(&ops);
    let declarations = ops.declarations();
    let properties: String = candidates
        .iter()
        .enumerate()
        .map(|(at, one)| format!("property p{at} := {}\n", one.formula))
        .collect();
    let all = candidates.len();
    let mut tried = 0;
    let judge = Tribunal::new(&format!("{declarations}{properties}"));
    let mut proposals: Vec<Proposal> = Vec::new();
    let mut covered: Vec<String> = Vec::new();
    for (at, candidate) in candidates.into_iter().enumerate() {
        if stop.is_raised() {
            break;
        }
        tried += 1;
        if let Some(proposal) = judge.proposal(at, &candidate, good, bad)
            && !covered.contains(&candidate.name)
        {
            covered.extend(candidate.covers);
            proposals.push(proposal);
        }
    }
    proposals.sort_by_key(|one| std::cmp::Reverse((one.rejects.len(), one.support)));
    Learnt { declarations, proposals, left_out: ops.left_out, tried: (tried, all) }
}

/// Judges logs by the properties of a spec.
struct Tribunal {
    pool: Pool,
    spec: Spec,
}

impl Tribunal {
    fn new(text: &str) -> Tribunal {
        let pool = Pool::new();
        let (spec, faults) = Spec::read(&pool, &Files::new().add("learnt.trace", text));
        let spec = spec.unwrap_or_else(|| panic!("a proposal cannot be read: {faults:?}\n{text}"));
        Tribunal { pool, spec }
    }

    fn proposal(
        &self,
        at: usize,
        candidate: &Candidate,
        good: &[Example],
        bad: &[Example],
    ) -> Option<Proposal> {
        let decides = |event: &&Logged<'_>| candidate.triggers.iter().any(|op| *op == event.op);
        let occurs = |op: &String| good.iter().any(|one| one.events.iter().any(|e| e.op == *op));
        let mut decided_by = Vec::new();
        let mut support = 0;
        for example in good {
            let events = example.events.iter().filter(decides).count() as u64;
            if events > 0 {
                decided_by.push(example.name.clone());
            }
            support += events;
        }
        let is_wanted = support >= LEAST_SUPPORT && candidate.triggers.iter().all(occurs);
        if !is_wanted || good.iter().any(|example| self.judge(at, example) != Verdict::Has) {
            return None;
        }
        let mut rejects = Vec::new();
        for example in bad {
            match self.judge(at, example) {
                Verdict::Has => {}
                Verdict::BrokenBy(event) => rejects.push((example.name.clone(), Some(event))),
                Verdict::EndsTooEarly => rejects.push((example.name.clone(), None)),
            }
        }
        let Candidate { name, formula, meaning, .. } = candidate;
        let (name, formula, meaning) = (name.clone(), formula.clone(), meaning.clone());
        Some(Proposal { name, formula, meaning, support, decided_by, rejects })
    }

    fn judge(&self, at: usize, example: &Example) -> Verdict {
        let (pool, spec) = (&self.pool, &self.spec);
        let regexes = RegexPool::new(pool);
        let ctx = Context { pool, alphabet: &spec.alphabet, regexes: &regexes };
        let formula = &spec.properties[at].formula;
        let ghosts = spec.ghosts.len();
        let monitor = LogMonitor::new(ctx, formula, &spec.ghosts, ghosts, vec![None; ghosts]);
        let mut monitor = monitor.expect("proposals have equations only");
        let mut solver = NoSolver::new();
        let mut oracle = Oracle::new(&mut solver);
        for event in &example.events {
            match monitor.read(event, &mut oracle) {
                Ok(Step::Open) => {}
                Ok(Step::Broken(broken)) => return Verdict::BrokenBy(broken.event),
                Err(error) => panic!("the operations were read off the events: {error}"),
            }
        }
        match monitor.end() {
            None => Verdict::Has,
            Some(_) => Verdict::EndsTooEarly,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Has,
    BrokenBy(u64),
    EndsTooEarly,
}

/// More candidates than these are not tried.
const MAX_CANDIDATES: usize = 10_000;

/// All that is tried. What makes others superfluous comes before them.
fn candidates(ops: &Ops) -> Vec<Candidate> {
    let mut all = Vec::new();
    for op in ops.iter() {
        for place in op.ghost_places() {
            let x = op.event(place);
            let (tag, of) = (op.tag(place), op.words(place));
            all.push(Candidate {
                name: format!("{tag}_once"),
                formula: format!("G ({x} implies N G !{x})"),
                meaning: format!("{of} occurs at most once"),
                triggers: vec![op.name.clone()],
                covers: Vec::new(),
            });
        }
    }
    for first in ops.iter() {
        for second in ops.iter().filter(|second| second.name != first.name) {
            let pairs = ops.shared_places(first, second);
            if pairs.is_empty() {
                all.extend(between(first, None, second, None));
            }
            for (a, b) in pairs {
                all.extend(between(first, Some(a), second, Some(b)));
            }
        }
    }
    all.truncate(MAX_CANDIDATES);
    all
}

/// What one operation may have to do with another one.
fn between(
    first: &Op,
    a: Option<usize>,
    second: &Op,
    b: Option<usize>,
) -> impl Iterator<Item = Candidate> {
    let (x, y) = (first.event(a), second.event(b));
    let (tag_x, tag_y) = (first.tag(a), second.tag(b));
    let (words_x, words_y) = (first.words(a), second.words(b));
    let candidate = |name: String, formula: String, meaning: String, triggers: &[&Op], covers| {
        let triggers = triggers.iter().map(|op| op.name.clone()).collect();
        Candidate { name, formula, meaning, triggers, covers }
    };
    let between = candidate(
        format!("{tag_x}_alternates_with_{tag_y}"),
        format!("(!{y} W {x}) && G ({x} implies N (!{x} W {y})) && G ({y} implies N (!{y} W {x}))"),
        format!("{words_x} and {words_y} take turns, the former first"),
        &[first, second],
        vec![format!("{tag_x}_before_{tag_y}"), format!("{tag_x}_again_after_{tag_y}")],
    );
    let before = candidate(
        format!("{tag_x}_before_{tag_y}"),
        format!("!{y} W {x}"),
        format!("{words_y} occurs only after {words_x}"),
        &[second],
        Vec::new(),
    );
    let answers = candidate(
        format!("{tag_y}_answers_{tag_x}"),
        format!("G ({x} implies F {y})"),
        format!("{words_x} is followed by {words_y}"),
        &[first],
        Vec::new(),
    );
    let never = candidate(
        format!("no_{tag_y}_after_{tag_x}"),
        format!("G ({x} implies N G !{y})"),
        format!("{words_y} does not occur after {words_x}"),
        &[first, second],
        Vec::new(),
    );
    let again = candidate(
        format!("{tag_x}_again_after_{tag_y}"),
        format!("G ({x} implies N (!{x} W {y}))"),
        format!("{words_x} occurs again only after {words_y}"),
        &[first, second],
        Vec::new(),
    );
    [between, before, answers, never, again].into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::parse_line;

    fn example(name: &str, events: &str) -> Example {
        let event = |word: &str| {
            let (op, args) = word.split_once('(').unwrap_or((word, ")"));
            let args = args.trim_end_matches(')').split(',').filter(|arg| !arg.is_empty());
            let args: Vec<String> = args.map(|arg| format!("{arg:?}")).collect();
            let line = format!("{{\"op\":{op:?},\"args\":[{}]}}", args.join(","));
            parse_line(line.as_bytes()).expect("an event").into_owned()
        };
        Example { name: name.to_owned(), events: events.split_whitespace().map(event).collect() }
    }

    fn names(learnt: &Learnt) -> Vec<&str> {
        learnt.proposals.iter().map(|one| one.name.as_str()).collect()
    }

    #[test]
    fn the_protocol_of_files_is_proposed() {
        let good = [
            example("1", "open(a) read(a) open(b) close(a) read(b) close(b) open(a) close(a)"),
            example("2", "open(b) read(b) read(b) close(b)"),
        ];
        let bad = [example("bad", "open(a) close(a) read(b) open(b)")];
        let learnt = learn(&good, &bad, &Interrupt::new());
        let names = names(&learnt);
        assert!(names.contains(&"open_alternates_with_close"), "{names:?}");
        assert!(names.contains(&"open_before_read") && names.contains(&"close_answers_open"));
        assert!(
            !names.contains(&"open_once") && !names.contains(&"open_before_close"),
            "{names:?}"
        );
        let first = &learnt.proposals[0];
        assert!(!first.rejects.is_empty(), "what rejects bad logs comes first: {first:?}");
        let before = learnt.proposals.iter().find(|one| one.name == "open_before_read");
        let before = before.expect("it is proposed");
        assert_eq!(before.formula, "!<read v1> W <open v1>");
        assert_eq!(
            (before.support, &before.decided_by[..]),
            (4, &["1".to_owned(), "2".to_owned()][..])
        );
        assert_eq!(before.rejects, [("bad".to_owned(), Some(3))]);
    }

    #[test]
    fn operations_that_differ_in_kind_are_left_out() {
        let good = [example("1", "put(a) put(a,b) GET/x(a) tick tock tick tock")];
        let learnt = learn(&good, &[], &Interrupt::new());
        assert_eq!(learnt.left_out, ["GET/x", "put"]);
        assert!(names(&learnt).contains(&"tick_alternates_with_tock"));
        assert!(learnt.declarations.contains("op ...\n"), "{}", learnt.declarations);
        let stop = Interrupt::new();
        stop.raise();
        assert_eq!(learn(&good, &[], &stop).tried.0, 0);
    }
}
