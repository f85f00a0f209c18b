//! Questions on the past, and the two ways to answer one.
//!
//! A contract says what has to have happened before an operation, in one of several ways. Where the
//! history is left to the solver, the answer is one term. Where the events are known, it is found by
//! taking derivatives event by event ([`Walk`], rule DADMIT of the paper): each way through the
//! derivatives is one symbolic trace of the contract that fits the events, and a path of its own.

use std::sync::Arc;

use term::{Cases, Pool, Term};
use trace::{Context, Event, Regex, Slots};

/// Whether a past is as one of several ways says.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    ways: Vec<Way>,
}

/// One way: a condition on values, and perhaps an expression for the trace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) holds: Term,
    pub(crate) trace: Option<Regex>,
}

impl Question {
    pub(crate) fn new(ways: Vec<Way>) -> Question {
        Question { ways }
    }

    /// The condition under which a history, followed by some events, is as the question wants it.
    pub(crate) fn term(&self, ctx: Context<'_>, before: &Slots, events: &[Event]) -> Term {
        let way = |way: &Way| match way.trace.filter(|_| way.holds != Term::FALSE) {
            None => way.holds,
            Some(trace) => ctx.pool.and(&[way.holds, ctx.accept(before, events, trace)]),
        };
        ctx.pool.or(&self.ways.iter().map(way).collect::<Vec<Term>>())
    }

    /// What has to hold whatever the history was.
    pub(crate) fn at_least(&self, pool: &Pool) -> Term {
        pool.or(&self.ways.iter().map(|way| way.holds).collect::<Vec<Term>>())
    }
}

/// A question that is being answered on a known trace.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    question: Arc<Question>,
    /// The way that is tried.
    way: usize,
    /// What the way leaves to the events from the position on; none before its condition is known.
    rest: Option<Regex>,
    position: usize,
    /// How many events the question is about.
    events: usize,
}

/// What one step of a [`Walk`] leads to.
pub(crate) enum Answer {
    Yes,
    No,
    Open(Walk),
}

impl Walk {
    /// A question about the first so many events of a trace.
    pub(crate) fn new(question: Question, events: usize) -> Walk {
        Walk { question: Arc::new(question), way: 0, rest: None, position: 0, events }
    }

    /// Reads one event more. The ways are tried in order, so that exactly one answer is given.
    pub(crate) fn step(self, ctx: Context<'_>, trace: &[Event]) -> Cases<Answer> {
        let Some(rest) = self.rest else { return self.begin(ctx.pool) };
        match trace[..self.events].get(self.position) {
            _ if rest == Regex::EMPTY => Cases::one(Answer::Open(self.next_way())),
            _ if rest == Regex::ALL => Cases::one(Answer::Yes),
            None if ctx.regexes.nullable(rest) => Cases::one(Answer::Yes),
            None => Cases::one(Answer::Open(self.next_way())),
            Some(event) => {
                let after = ctx.regexes.derivative(ctx.pool, ctx.alphabet, rest, event);
                let position = self.position + 1;
                after.map(|rest| Answer::Open(Walk { rest: Some(rest), position, ..self.clone() }))
            }
        }
    }

    fn begin(self, pool: &Pool) -> Cases<Answer> {
        let Some(way) = self.question.ways.get(self.way).copied() else {
            return Cases::one(Answer::No);
        };
        let holds = match way.trace {
            None => Answer::Yes,
            Some(_) => Answer::Open(Walk { rest: way.trace, ..self.clone() }),
        };
        Cases::branch(pool, way.holds, holds, Answer::Open(self.next_way()))
    }

    fn next_way(&self) -> Walk {
        Walk { way: self.way + 1, rest: None, position: 0, ..self.clone() }
    }
}
