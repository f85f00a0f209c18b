//! Derivatives: what the rest of a trace has to match once an event has been read.
//!
//! The rules are those of section 3 of the paper, lifted to events whose arguments are terms: where
//! the paper asks whether an event belongs to a letter, there is a condition, and the result is a
//! choice under conditions. The two nodes beyond the paper follow their unfolding laws:
//! `φ U ψ = ψ ∨ (φ ∧ X(φ U ψ))`, and an automaton moves along its transitions.

use rustc_hash::FxHashMap;
use term::{Cases, Pool};

use crate::alphabet::{Alphabet, Event};
use crate::choice::{Choice, Choices};
use crate::regex::{Node, Regex, RegexPool};

impl RegexPool {
    /// What the rest of a trace has to match after `event` for the whole to match `regex`.
    ///
    /// Each derivative stands once, under the condition on the values of the event (and on the
    /// parameters of the expression) that leads to it. For an event of literals and an expression
    /// without parameters there is exactly one case.
    pub fn derivative(
        &self,
        pool: &Pool,
        alphabet: &Alphabet,
        regex: Regex,
        event: &Event,
    ) -> Cases<Regex> {
        let mut reader = Reader::new(pool, alphabet, self, event.clone());
        let choice = reader.read(regex);
        reader.choices.to_cases(pool, choice)
    }
}

/// Takes derivatives by one event, and remembers those of shared parts.
pub(crate) struct Reader<'a> {
    pool: &'a Pool,
    alphabet: &'a Alphabet,
    regexes: &'a RegexPool,
    event: Event,
    pub(crate) choices: Choices,
    done: FxHashMap<Regex, Choice>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        pool: &'a Pool,
        alphabet: &'a Alphabet,
        regexes: &'a RegexPool,
        event: Event,
    ) -> Reader<'a> {
        let (choices, done) = (Choices::default(), FxHashMap::default());
        Reader { pool, alphabet, regexes, event, choices, done }
    }

    /// The derivative of an expression.
    pub(crate) fn read(&mut self, regex: Regex) -> Choice {
        if let Some(known) = self.done.get(&regex) {
            return *known;
        }
        let (pool, regexes) = (self.pool, self.regexes);
        let made = match regexes.node(regex) {
            Node::Empty | Node::Epsilon => self.choices.leaf(Regex::EMPTY),
            Node::All => self.choices.leaf(Regex::ALL),
            Node::Letter(letter) => {
                let cond = regexes.matches(pool, self.alphabet, *letter, &self.event);
                self.choices.test(pool, cond)
            }
            Node::Concat(parts) => self.read_concat(parts),
            Node::Star(inner) => {
                let first = self.read(*inner);
                self.choices.map(first, |first| regexes.concat(&[first, regex]))
            }
            Node::Not(inner) => {
                let inner = self.read(*inner);
                self.choices.map(inner, |inner| regexes.not(inner))
            }
            Node::And(parts) => self.read_all(parts, |a, b| regexes.and(pool, &[a, b])),
            Node::Or(parts) => self.read_all(parts, |a, b| regexes.or(pool, &[a, b])),
            Node::Until(left, right) => {
                let (left, right) = (self.read(*left), self.read(*right));
                let later = self.choices.map(left, |left| regexes.and(pool, &[left, regex]));
                self.choices.combine(pool, right, later, |a, b| regexes.or(pool, &[a, b]))
            }
            Node::Run(run, state) => {
                let moves: Vec<Choice> = regexes
                    .nfa(*run)
                    .leaving(*state)
                    .map(|(letter, to)| {
                        let cond = regexes.matches(pool, self.alphabet, letter, &self.event);
                        let taken = self.choices.test(pool, cond);
                        let after = regexes.run_from(*run, to);
                        self.choices.map(taken, |taken| regexes.concat(&[taken, after]))
                    })
                    .collect();
                self.join(moves, Regex::EMPTY, |a, b| regexes.or(pool, &[a, b]))
            }
        };
        self.done.insert(regex, made);
        made
    }

    fn read_concat(&mut self, parts: &[Regex]) -> Choice {
        let (pool, regexes) = (self.pool, self.regexes);
        let (first, rest) = parts.split_first().expect("a concatenation has parts");
        let rest = regexes.concat(rest);
        let read_first = self.read(*first);
        let through = self.choices.map(read_first, |first| regexes.concat(&[first, rest]));
        if !regexes.nullable(*first) {
            return through;
        }
        let past = self.read(rest);
        self.choices.combine(pool, through, past, |a, b| regexes.or(pool, &[a, b]))
    }

    fn read_all(&mut self, parts: &[Regex], join: impl Fn(Regex, Regex) -> Regex) -> Choice {
        let read: Vec<Choice> = parts.iter().map(|part| self.read(*part)).collect();
        // Connectives have operands, so the unit is never used.
        self.join(read, Regex::EMPTY, join)
    }

    fn join(
        &mut self,
        read: Vec<Choice>,
        none: Regex,
        join: impl Fn(Regex, Regex) -> Regex,
    ) -> Choice {
        let mut read = read.into_iter();
        let Some(first) = read.next() else { return self.choices.leaf(none) };
        read.fold(first, |all, part| self.choices.combine(self.pool, all, part, &join))
    }
}
