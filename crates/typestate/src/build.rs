//! Automata from formulas.
//!
//! Regular expressions and the future of linear time are left to `trace`: a state is what the rest
//! of a run has to match, and reading an event derives it. The past is a table of truth values, one
//! for each part of a formula, that each event brings up to date. Where a formula looks at both, its
//! parts about the past become part of the alphabet: an event is a letter together with what is then
//! true of the past. So a formula about the past holds at events only, as the name of an event does,
//! and not behind the last one.

use rustc_hash::FxHashMap;
use syntax::temporal::{InfixOp, PrefixOp};
use term::Pool;
use trace::{Alphabet, Event, EventSet, Formula, OpId, Regex, RegexPool};

use crate::automaton::{Automaton, Letter, State, StateSet};
use crate::logic::{Ere, Ltl};

/// What makes a property of a language: when is it broken?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Broken {
    /// When the events so far match.
    Match,
    /// When whatever follows, the events will not match.
    Fail,
    /// As [`Broken::Fail`], and at the end if the events do not match.
    FailOrEnd,
}

/// Why there is no automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum TooLarge {
    /// The formula is nested too deeply.
    #[error("the formula is nested too deeply")]
    Deep,
    /// Too many states.
    #[error("the automaton has more than {} states", Automaton::MOST_STATES)]
    States,
    /// Too many parts about the past.
    #[error("the formula has more than {MOST_PAST_PARTS} parts about the past below others")]
    Past,
    /// A part about the past that contains one about the future.
    #[error("a formula about the past may not mention the future")]
    FutureInPast,
}

/// Each of these doubles the alphabet.
const MOST_PAST_PARTS: usize = 6;

/// The automaton of a regular expression over so many letters.
pub(crate) fn of_ere(ere: &Ere, letters: usize, broken: Broken) -> Result<Automaton, TooLarge> {
    let pool = Pool::new();
    let words = Words::new(&pool, letters, 0);
    let formula = words.ere(ere);
    explicit(&pool, &words, &Past::default(), &formula, broken)
}

/// The automaton of a formula of linear time over so many letters.
pub(crate) fn of_ltl(ltl: &Ltl, letters: usize, broken: Broken) -> Result<Automaton, TooLarge> {
    let pool = Pool::new();
    let mut past = Past::default();
    let frame = past.frame(ltl)?;
    let words = Words::new(&pool, letters, past.atoms.len());
    let formula = words.frame(&frame);
    explicit(&pool, &words, &past, &formula, broken)
}

/// The alphabet: a letter with the truth of each part about the past.
struct Words<'p> {
    pool: &'p Pool,
    alphabet: Alphabet,
    ops: Vec<OpId>,
    letters: usize,
    atoms: usize,
}

impl<'p> Words<'p> {
    fn new(pool: &'p Pool, letters: usize, atoms: usize) -> Words<'p> {
        let mut alphabet = Alphabet::new();
        let count = letters << atoms;
        let declared = (0..count).map(|number| {
            let op = alphabet.declare(pool, &format!("e{number}"), &[], None);
            op.expect("all names are different")
        });
        let ops = declared.collect();
        Words { pool, alphabet, ops, letters, atoms }
    }

    fn op(&self, letter: Letter, past: usize) -> OpId {
        self.ops[letter.index() << self.atoms | past]
    }

    /// The words that a condition chooses.
    fn set(&self, chosen: impl Fn(usize, usize) -> bool) -> EventSet {
        let yes = self.pool.bool(true);
        let words = (0..self.letters)
            .flat_map(|letter| (0..1 << self.atoms).map(move |past| (letter, past)));
        let sets = words
            .filter(|(letter, past)| chosen(*letter, *past))
            .map(|(letter, past)| EventSet::Call(self.ops[letter << self.atoms | past], yes));
        EventSet::Or(sets.collect())
    }

    fn ere(&self, ere: &Ere) -> Formula {
        let all = |parts: &[Ere]| parts.iter().map(|part| self.ere(part)).collect();
        match ere {
            Ere::Epsilon => Formula::Empty,
            Ere::Empty => Formula::False,
            Ere::Event(letter) => Formula::One(self.set(|found, _| found == letter.index())),
            Ere::Any => Formula::One(self.set(|_, _| true)),
            Ere::Then(parts) => Formula::Then(all(parts)),
            Ere::Or(parts) => Formula::Or(all(parts)),
            Ere::And(parts) => Formula::And(all(parts)),
            Ere::Star(inner) => Formula::Star(Box::new(self.ere(inner))),
            Ere::Not(inner) => Formula::Not(Box::new(self.ere(inner))),
        }
    }

    fn frame(&self, frame: &Frame) -> Formula {
        let boxed = |part: &Frame| Box::new(self.frame(part));
        match frame {
            Frame::Constant(true) => Formula::True,
            Frame::Constant(false) => Formula::False,
            Frame::Event(letter) => Formula::Event(self.set(|found, _| found == letter.index())),
            Frame::Atom(atom) => Formula::Event(self.set(|_, past| past >> atom & 1 == 1)),
            Frame::Unary(op, a) => match op {
                PrefixOp::Not => Formula::Not(boxed(a)),
                PrefixOp::Next => Formula::Next(boxed(a)),
                PrefixOp::WeakNext => Formula::WeakNext(boxed(a)),
                PrefixOp::Finally => Formula::Finally(boxed(a)),
                PrefixOp::Globally => Formula::Globally(boxed(a)),
                PrefixOp::StrongNext => unreachable!("this logic does not have it"),
                PrefixOp::Before | PrefixOp::Once | PrefixOp::Historically => {
                    unreachable!("the past is made of atoms")
                }
            },
            Frame::Binary(op, a, b) => match op {
                InfixOp::And => Formula::And(vec![self.frame(a), self.frame(b)]),
                InfixOp::Or => Formula::Or(vec![self.frame(a), self.frame(b)]),
                InfixOp::Implies => Formula::Implies(boxed(a), boxed(b)),
                InfixOp::Iff => Formula::Iff(boxed(a), boxed(b)),
                InfixOp::Xor => Formula::Not(Box::new(Formula::Iff(boxed(a), boxed(b)))),
                InfixOp::Until => Formula::Until(boxed(a), boxed(b)),
                InfixOp::WeakUntil => Formula::WeakUntil(boxed(a), boxed(b)),
                InfixOp::Release => Formula::Release(boxed(a), boxed(b)),
                InfixOp::Since => unreachable!("the past is made of atoms"),
            },
        }
    }
}

/// A formula whose parts about the past are numbered atoms.
enum Frame {
    Constant(bool),
    Event(Letter),
    Atom(usize),
    Unary(PrefixOp, Box<Frame>),
    Binary(InfixOp, Box<Frame>, Box<Frame>),
}

/// A part of a formula about the past, over parts that come before it.
enum Part {
    Constant(bool),
    Event(Letter),
    Unary(PrefixOp, usize),
    Binary(InfixOp, usize, usize),
}

/// The parts of a formula that are about the past.
#[derive(Default)]
struct Past {
    parts: Vec<Part>,
    /// The parts that the rest of the formula looks at.
    atoms: Vec<usize>,
}

impl Past {
    fn frame(&mut self, ltl: &Ltl) -> Result<Frame, TooLarge> {
        if ltl.has_past() && !ltl.has_future() {
            return self.atom(ltl);
        }
        Ok(match ltl {
            Ltl::Constant(value) => Frame::Constant(*value),
            Ltl::Event(letter) => Frame::Event(*letter),
            Ltl::Unary(op, _) if op.is_past() => return Err(TooLarge::FutureInPast),
            Ltl::Binary(op, ..) if op.is_past() => return Err(TooLarge::FutureInPast),
            Ltl::Unary(op, a) => Frame::Unary(*op, Box::new(self.frame(a)?)),
            Ltl::Binary(op, a, b) => {
                Frame::Binary(*op, Box::new(self.frame(a)?), Box::new(self.frame(b)?))
            }
        })
    }

    fn atom(&mut self, ltl: &Ltl) -> Result<Frame, TooLarge> {
        if self.atoms.len() == MOST_PAST_PARTS {
            return Err(TooLarge::Past);
        }
        let part = self.part(ltl);
        self.atoms.push(part);
        Ok(Frame::Atom(self.atoms.len() - 1))
    }

    fn part(&mut self, ltl: &Ltl) -> usize {
        let part = match ltl {
            Ltl::Constant(value) => Part::Constant(*value),
            Ltl::Event(letter) => Part::Event(*letter),
            Ltl::Unary(op, a) => Part::Unary(*op, self.part(a)),
            Ltl::Binary(op, a, b) => Part::Binary(*op, self.part(a), self.part(b)),
        };
        self.parts.push(part);
        self.parts.len() - 1
    }

    /// What is true once an event has happened, from what was true before it.
    fn after(&self, before: Option<&[bool]>, letter: Letter) -> Vec<bool> {
        let mut now: Vec<bool> = Vec::with_capacity(self.parts.len());
        for (number, part) in self.parts.iter().enumerate() {
            let was = |part: usize| before.is_some_and(|before| before[part]);
            let value = match part {
                Part::Constant(value) => *value,
                Part::Event(found) => *found == letter,
                Part::Unary(op, a) => match op {
                    PrefixOp::Not => !now[*a],
                    PrefixOp::Before => was(*a),
                    PrefixOp::Once => now[*a] || was(number),
                    PrefixOp::Historically => now[*a] && (before.is_none() || was(number)),
                    PrefixOp::Next
                    | PrefixOp::WeakNext
                    | PrefixOp::StrongNext
                    | PrefixOp::Finally
                    | PrefixOp::Globally => {
                        unreachable!("this is about the past")
                    }
                },
                Part::Binary(op, a, b) => {
                    let (a, b) = (now[*a], now[*b]);
                    match op {
                        InfixOp::And => a && b,
                        InfixOp::Or => a || b,
                        InfixOp::Implies => !a || b,
                        InfixOp::Iff => a == b,
                        InfixOp::Xor => a != b,
                        InfixOp::Since => b || a && was(number),
                        InfixOp::Until | InfixOp::WeakUntil | InfixOp::Release => {
                            unreachable!("this is about the past")
                        }
                    }
                }
            };
            now.push(value);
        }
        now
    }

    /// The truth of the atoms, as the bits of a number.
    fn bits(&self, now: &[bool]) -> usize {
        let bits = self.atoms.iter().enumerate();
        bits.map(|(bit, part)| usize::from(now[*part]) << bit).sum()
    }
}

/// What a state of the automaton stands for.
type Key = (Regex, Option<Vec<bool>>);

/// The automaton, written out.
fn explicit(
    pool: &Pool,
    words: &Words<'_>,
    past: &Past,
    formula: &Formula,
    broken: Broken,
) -> Result<Automaton, TooLarge> {
    let regexes = RegexPool::new(pool);
    let start = regexes.of_formula(pool, formula).map_err(|_| TooLarge::Deep)?;
    let mut keys: Vec<Key> = vec![(start, None)];
    let mut numbers: FxHashMap<Key, State> = FxHashMap::default();
    numbers.insert(keys[0].clone(), State(0));
    let mut next: Vec<Vec<Option<State>>> = Vec::new();
    while next.len() < keys.len() {
        let (regex, before) = keys[next.len()].clone();
        let mut row = Vec::new();
        for letter in (0..words.letters as u8).map(Letter) {
            let now = past.after(before.as_deref(), letter);
            let event = Event { op: Some(words.op(letter, past.bits(&now))), values: Vec::new() };
            let rest = regexes.derivative(pool, &words.alphabet, regex, &event);
            let (_, rest) = rest.into_iter().next().expect("the event is concrete");
            let key = (rest, (!past.parts.is_empty()).then_some(now));
            let state = match numbers.get(&key) {
                Some(state) => *state,
                None if keys.len() == Automaton::MOST_STATES => return Err(TooLarge::States),
                None => {
                    let state = State(keys.len() as u8);
                    numbers.insert(key.clone(), state);
                    keys.push(key);
                    state
                }
            };
            row.push(Some(state));
        }
        next.push(row);
    }
    let matching = |at: usize| regexes.nullable(keys[at].0);
    Ok(marked(next, matching, broken))
}

/// The automaton with its violating states marked.
fn marked(
    next: Vec<Vec<Option<State>>>,
    matching: impl Fn(usize) -> bool,
    broken: Broken,
) -> Automaton {
    let states = || (0..next.len()).map(|number| State(number as u8));
    let matches: StateSet = states().filter(|state| matching(state.index())).collect();
    let mut hopeful = matches;
    loop {
        let leads =
            |state: &State| next[state.index()].iter().flatten().any(|to| hopeful.contains(*to));
        let grown: StateSet =
            states().filter(|state| hopeful.contains(*state) || leads(state)).collect();
        if grown == hopeful {
            break;
        }
        hopeful = grown;
    }
    let dead: StateSet = states().filter(|state| !hopeful.contains(*state)).collect();
    let (violating, unfinished) = match broken {
        Broken::Match => (matches, StateSet::default()),
        Broken::Fail => (dead, StateSet::default()),
        Broken::FailOrEnd => (dead, states().filter(|state| !matches.contains(*state)).collect()),
    };
    let names = states().map(|state| format!("q{}", state.index())).collect();
    Automaton::new(names, next, violating, unfinished)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LETTERS: usize = 3;

    /// Whether a formula holds at a position of a run, as its definition says.
    fn holds(ltl: &Ltl, run: &[u8], at: usize) -> bool {
        if at == run.len() && ltl.has_past() && !ltl.has_future() {
            return false;
        }
        let here = |part: &Ltl| holds(part, run, at);
        let from = |part: &Ltl, at: usize| holds(part, run, at);
        match ltl {
            Ltl::Constant(value) => *value,
            Ltl::Event(letter) => run.get(at) == Some(&letter.0),
            Ltl::Unary(op, a) => match op {
                PrefixOp::Not => !here(a),
                PrefixOp::Next => at < run.len() && from(a, at + 1),
                PrefixOp::WeakNext => at + 1 >= run.len() || from(a, at + 1),
                PrefixOp::StrongNext => at + 1 < run.len() && from(a, at + 1),
                PrefixOp::Finally => (at..run.len()).any(|at| from(a, at)),
                PrefixOp::Globally => (at..run.len()).all(|at| from(a, at)),
                PrefixOp::Before => at > 0 && from(a, at - 1),
                PrefixOp::Once => (0..=at).any(|at| from(a, at)),
                PrefixOp::Historically => (0..=at).all(|at| from(a, at)),
            },
            Ltl::Binary(op, a, b) => match op {
                InfixOp::And => here(a) && here(b),
                InfixOp::Or => here(a) || here(b),
                InfixOp::Implies => !here(a) || here(b),
                InfixOp::Iff => here(a) == here(b),
                InfixOp::Xor => here(a) != here(b),
                InfixOp::Until => until(a, b, run, at),
                InfixOp::WeakUntil => until(a, b, run, at) || (at..run.len()).all(|at| from(a, at)),
                InfixOp::Release => (at..run.len())
                    .all(|now| from(b, now) || (at..now).any(|before| from(a, before))),
                InfixOp::Since => {
                    (0..=at).any(|then| from(b, then) && (then + 1..=at).all(|now| from(a, now)))
                }
            },
        }
    }

    fn until(a: &Ltl, b: &Ltl, run: &[u8], at: usize) -> bool {
        let end = |then: usize| holds(b, run, then) && (at..then).all(|now| holds(a, run, now));
        (at..run.len()).any(end)
    }

    /// Whether a run matches, as the definition says.
    fn matches(ere: &Ere, run: &[u8]) -> bool {
        match ere {
            Ere::Epsilon => run.is_empty(),
            Ere::Empty => false,
            Ere::Event(letter) => run == [letter.0],
            Ere::Any => run.len() == 1,
            Ere::Then(parts) => match parts.split_first() {
                None => run.is_empty(),
                Some((first, rest)) => (0..=run.len()).any(|cut| {
                    matches(first, &run[..cut]) && matches(&Ere::Then(rest.to_vec()), &run[cut..])
                }),
            },
            Ere::Or(parts) => parts.iter().any(|part| matches(part, run)),
            Ere::And(parts) => parts.iter().all(|part| matches(part, run)),
            Ere::Star(inner) => {
                run.is_empty()
                    || (1..=run.len())
                        .any(|cut| matches(inner, &run[..cut]) && matches(ere, &run[cut..]))
            }
            Ere::Not(inner) => !matches(inner, run),
        }
    }

    fn letter() -> impl Strategy<Value = Letter> {
        (0..LETTERS as u8).prop_map(Letter)
    }

    fn ere() -> impl Strategy<Value = Ere> {
        let leaf = prop_oneof![
            letter().prop_map(Ere::Event),
            Just(Ere::Epsilon),
            Just(Ere::Empty),
            Just(Ere::Any)
        ];
        leaf.prop_recursive(3, 12, 2, |inner| {
            let two = prop::collection::vec(inner.clone(), 2);
            prop_oneof![
                two.clone().prop_map(Ere::Then),
                two.clone().prop_map(Ere::Or),
                two.prop_map(Ere::And),
                inner.clone().prop_map(|inner| Ere::Star(Box::new(inner))),
                inner.prop_map(|inner| Ere::Not(Box::new(inner))),
            ]
        })
    }

    fn past() -> impl Strategy<Value = Ltl> {
        let unary = prop::sample::select(vec![
            PrefixOp::Not,
            PrefixOp::Before,
            PrefixOp::Once,
            PrefixOp::Historically,
        ]);
        let binary = prop::sample::select(vec![
            InfixOp::And,
            InfixOp::Or,
            InfixOp::Implies,
            InfixOp::Iff,
            InfixOp::Xor,
            InfixOp::Since,
        ]);
        formula(unary.boxed(), binary.boxed(), letter().prop_map(Ltl::Event).boxed())
    }

    fn future(atom: BoxedStrategy<Ltl>) -> impl Strategy<Value = Ltl> {
        let unary = prop::sample::select(vec![
            PrefixOp::Not,
            PrefixOp::Next,
            PrefixOp::WeakNext,
            PrefixOp::Finally,
            PrefixOp::Globally,
        ]);
        let binary = prop::sample::select(vec![
            InfixOp::And,
            InfixOp::Or,
            InfixOp::Implies,
            InfixOp::Until,
            InfixOp::WeakUntil,
            InfixOp::Release,
        ]);
        formula(unary.boxed(), binary.boxed(), atom)
    }

    fn formula(
        unary: BoxedStrategy<PrefixOp>,
        binary: BoxedStrategy<InfixOp>,
        atom: BoxedStrategy<Ltl>,
    ) -> impl Strategy<Value = Ltl> {
        atom.prop_recursive(2, 5, 2, move |inner| {
            let one = (unary.clone(), inner.clone());
            prop_oneof![
                one.prop_map(|(op, a)| Ltl::Unary(op, Box::new(a))),
                (binary.clone(), inner.clone(), inner).prop_map(|(op, a, b)| Ltl::Binary(
                    op,
                    Box::new(a),
                    Box::new(b)
                )),
            ]
        })
    }

    fn run() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(0..LETTERS as u8, 0..5)
    }

    /// The state after a run; none if nothing can go wrong any more.
    fn after(automaton: &Automaton, run: &[u8]) -> Option<State> {
        let step = |state: State, letter: &u8| automaton.step(state, Letter(*letter));
        run.iter().try_fold(automaton.start(), step)
    }

    proptest! {
        #[test]
        fn expressions_are_broken_where_they_match(ere in ere(), run in run()) {
            let Ok(automaton) = of_ere(&ere, LETTERS, Broken::Match) else { return Ok(()) };
            let broken = after(&automaton, &run).is_some_and(|state| automaton.is_violating(state));
            prop_assert_eq!(broken, matches(&ere, &run));
        }

        #[test]
        fn formulas_are_broken_at_the_end_where_they_do_not_hold(
            ltl in future(prop_oneof![letter().prop_map(Ltl::Event), past()].boxed()),
            run in run(),
        ) {
            let Ok(automaton) = of_ltl(&ltl, LETTERS, Broken::FailOrEnd) else { return Ok(()) };
            let broken = after(&automaton, &run).is_some_and(|state| {
                automaton.is_unfinished(state) || automaton.is_violating(state)
            });
            prop_assert_eq!(broken, !holds(&ltl, &run, 0));
        }
    }

    #[test]
    fn the_future_below_the_past_is_refused() {
        let event = || Box::new(Ltl::Event(Letter(0)));
        let below = Ltl::Unary(PrefixOp::Before, Box::new(Ltl::Unary(PrefixOp::Next, event())));
        assert_eq!(of_ltl(&below, LETTERS, Broken::Fail), Err(TooLarge::FutureInPast));
    }
}
