//! Next events and prefixes, as in section 6 of the paper.
//!
//! [`Context::next`] partitions the events by what they leave of an expression (definition 6.3 and
//! lemma 6.4), and [`Prefixes`] lists symbolic traces by increasing length together with what they
//! leave (figure 7). This is the enumerating way; [`RegexPool::derivative`] is the way that lets a
//! solver choose.
//!
//! DIVERGENCE: the paper computes the set of next events first and then the derivative by each,
//! which costs an inclusion query for every letter met. Here each next event carries its
//! derivative from the start, so no query is needed; and events with equal derivatives are one.
//!
//! [`RegexPool::derivative`]: crate::RegexPool::derivative

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::context::Context;
use crate::feasible::Feasible;
use crate::letter::Letter;
use crate::regex::{Node, Regex};

/// A next event of an expression, with the derivative by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextEvent {
    /// The events.
    pub letter: Letter,
    /// What each of them leaves.
    pub after: Regex,
}

impl Context<'_> {
    /// The next events of an expression: pairwise disjoint, each leaving one and the same
    /// expression. What is in none of them leaves ∅; see [`Context::other_events`].
    ///
    /// Letters that `feasible` refutes are left out, which keeps the list short.
    pub fn next(&self, regex: Regex, feasible: &mut Feasible<'_>) -> Vec<NextEvent> {
        Nexts { ctx: *self, feasible, known: FxHashMap::default() }.of(regex)
    }

    /// The events that are in none of the given ones, unless there are none.
    pub fn other_events(&self, next: &[NextEvent], feasible: &mut Feasible<'_>) -> Option<Letter> {
        let all = next
            .iter()
            .take_while(|_| !self.regexes.is_stopped())
            .fold(Letter::NONE, |all, event| self.regexes.letter_or(self.pool, all, event.letter));
        let other = self.regexes.letter_not(self.pool, all);
        let other = self.regexes.prune(self.pool, self.alphabet, other, feasible);
        (other != Letter::NONE).then_some(other)
    }

    /// `⊓` of two lists: both derivatives have to hold.
    fn meet(
        &self,
        a: &[NextEvent],
        b: &[NextEvent],
        feasible: &mut Feasible<'_>,
    ) -> Vec<NextEvent> {
        let mut all = Vec::new();
        for x in a.iter().take_while(|_| !self.regexes.is_stopped()) {
            for y in b.iter().take_while(|_| !self.regexes.is_stopped()) {
                let letter = self.regexes.letter_and(self.pool, x.letter, y.letter);
                let after = || self.regexes.and(self.pool, &[x.after, y.after]);
                self.add(&mut all, letter, after, feasible);
            }
        }
        all
    }

    /// `⋈` of two lists: one of the derivatives has to hold.
    fn join(
        &self,
        a: &[NextEvent],
        b: &[NextEvent],
        feasible: &mut Feasible<'_>,
    ) -> Vec<NextEvent> {
        let (pool, regexes) = (self.pool, self.regexes);
        let (not_a, not_b) = (self.other_events(a, feasible), self.other_events(b, feasible));
        let mut all = Vec::new();
        for x in a.iter().take_while(|_| !regexes.is_stopped()) {
            for y in b.iter().take_while(|_| !regexes.is_stopped()) {
                let letter = regexes.letter_and(pool, x.letter, y.letter);
                let after = || regexes.or(pool, &[x.after, y.after]);
                self.add(&mut all, letter, after, feasible);
            }
        }
        for (these, others) in [(a, not_b), (b, not_a)] {
            for event in these.iter().take_while(|_| !regexes.is_stopped()) {
                let others = others.unwrap_or(Letter::NONE);
                let letter = regexes.letter_and(pool, event.letter, others);
                self.add(&mut all, letter, || event.after, feasible);
            }
        }
        all
    }

    /// Adds a next event to a list, unless it is empty; equal derivatives share one letter. Most pairs
    /// of letters of two partitions are disjoint, so what an event leaves is made last.
    fn add(
        &self,
        all: &mut Vec<NextEvent>,
        letter: Letter,
        after: impl FnOnce() -> Regex,
        feasible: &mut Feasible<'_>,
    ) {
        let letter = self.regexes.prune(self.pool, self.alphabet, letter, feasible);
        if letter == Letter::NONE {
            return;
        }
        let after = after();
        match all.iter_mut().find(|event| event.after == after) {
            Some(event) => {
                event.letter = self.regexes.letter_or(self.pool, event.letter, letter);
            }
            None => all.push(NextEvent { letter, after }),
        }
    }

    fn map(&self, next: Vec<NextEvent>, f: impl Fn(Regex) -> Regex) -> Vec<NextEvent> {
        let mut all: Vec<NextEvent> = Vec::new();
        for event in next.into_iter().take_while(|_| !self.regexes.is_stopped()) {
            let after = f(event.after);
            match all.iter_mut().find(|known| known.after == after) {
                Some(known) => {
                    known.letter = self.regexes.letter_or(self.pool, known.letter, event.letter);
                }
                None => all.push(NextEvent { after, ..event }),
            }
        }
        all
    }
}

/// One enumeration. Operands are shared by many expressions, so each is enumerated once.
struct Nexts<'a, 'f, 'g> {
    ctx: Context<'a>,
    feasible: &'f mut Feasible<'g>,
    known: FxHashMap<Regex, Vec<NextEvent>>,
}

impl Nexts<'_, '_, '_> {
    fn of(&mut self, regex: Regex) -> Vec<NextEvent> {
        if self.ctx.regexes.is_stopped() {
            return Vec::new();
        }
        if let Some(known) = self.known.get(&regex) {
            return known.clone();
        }
        let next = self.enumerate(regex);
        self.known.insert(regex, next.clone());
        next
    }

    fn enumerate(&mut self, regex: Regex) -> Vec<NextEvent> {
        let ctx = self.ctx;
        let (pool, regexes) = (ctx.pool, ctx.regexes);
        match regexes.node(regex) {
            Node::Empty | Node::Epsilon => Vec::new(),
            Node::All => vec![NextEvent { letter: Letter::ANY, after: Regex::ALL }],
            Node::Letter(letter) => vec![NextEvent { letter: *letter, after: Regex::EPSILON }],
            Node::Star(inner) => {
                let first = self.of(*inner);
                ctx.map(first, |after| regexes.concat(&[after, regex]))
            }
            Node::Concat(parts) => self.concat(parts),
            Node::Not(inner) => {
                let mut all = self.of(*inner);
                let other = ctx.other_events(&all, self.feasible);
                all = ctx.map(all, |after| regexes.not(after));
                all.extend(other.map(|letter| NextEvent { letter, after: Regex::ALL }));
                all
            }
            Node::And(parts) => {
                let top = vec![NextEvent { letter: Letter::ANY, after: Regex::ALL }];
                parts.iter().fold(top, |all, part| {
                    let one = self.of(*part);
                    ctx.meet(&all, &one, self.feasible)
                })
            }
            Node::Or(parts) => parts.iter().fold(Vec::new(), |all, part| {
                let one = self.of(*part);
                ctx.join(&all, &one, self.feasible)
            }),
            Node::Until(left, right) => {
                let later = self.of(*left);
                let later = ctx.map(later, |after| regexes.and(pool, &[after, regex]));
                let now = self.of(*right);
                ctx.join(&now, &later, self.feasible)
            }
            Node::Run(run, state) => {
                let moves = regexes.nfa(*run).leaving(*state).map(|(letter, to)| {
                    vec![NextEvent { letter, after: regexes.run_from(*run, to) }]
                });
                moves.fold(Vec::new(), |all, one| ctx.join(&all, &one, self.feasible))
            }
        }
    }

    fn concat(&mut self, parts: &[Regex]) -> Vec<NextEvent> {
        let regexes = self.ctx.regexes;
        let (first, rest) = parts.split_first().expect("a concatenation has parts");
        let rest = regexes.concat(rest);
        let through = self.of(*first);
        let through = self.ctx.map(through, |after| regexes.concat(&[after, rest]));
        if !regexes.nullable(*first) {
            return through;
        }
        let past = self.of(rest);
        self.ctx.join(&through, &past, self.feasible)
    }
}

/// A symbolic trace with what it leaves of the expression it is a prefix of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prefix {
    /// One letter for each event.
    pub letters: Vec<Letter>,
    /// The derivative by them.
    pub after: Regex,
}

/// Which prefixes to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All, those that leave ∅ included.
    All,
    /// Those from which a trace of the language may still come.
    Alive,
}

/// Lists prefixes of an expression by increasing length (figure 7). There are infinitely many.
pub struct Prefixes {
    queue: VecDeque<Prefix>,
    which: Which,
}

impl Prefixes {
    /// The prefixes of `regex`, the empty one first.
    #[must_use]
    pub fn new(regex: Regex, which: Which) -> Prefixes {
        Prefixes { queue: [Prefix { letters: Vec::new(), after: regex }].into(), which }
    }

    /// The next prefix. A prefix whose derivative accepts the empty trace is a symbolic trace of
    /// the language (corollary 5.8).
    pub fn next(&mut self, ctx: Context<'_>, feasible: &mut Feasible<'_>) -> Option<Prefix> {
        let prefix = self.queue.pop_front()?;
        if prefix.after != Regex::EMPTY {
            let mut next = ctx.next(prefix.after, feasible);
            if self.which == Which::All {
                let other = ctx.other_events(&next, feasible);
                next.extend(other.map(|letter| NextEvent { letter, after: Regex::EMPTY }));
            }
            for event in next {
                if event.after == Regex::EMPTY && self.which == Which::Alive {
                    continue;
                }
                let mut letters = prefix.letters.clone();
                letters.push(event.letter);
                self.queue.push_back(Prefix { letters, after: event.after });
            }
        }
        Some(prefix)
    }
}

impl Context<'_> {
    /// The conjunction of two symbolic traces of one length, event by event; none if the lengths
    /// differ or some event is plainly impossible.
    #[must_use]
    pub fn meet_traces(&self, a: &[Letter], b: &[Letter]) -> Option<Vec<Letter>> {
        if a.len() != b.len() {
            return None;
        }
        let both = a.iter().zip(b).map(|(x, y)| self.regexes.letter_and(self.pool, *x, *y));
        both.map(|letter| (letter != Letter::NONE).then_some(letter)).collect()
    }
}
