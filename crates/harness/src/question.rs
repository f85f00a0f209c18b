//! Questions on the past, and the two ways to answer one.
//!
//! What a contract says of a performance is a condition on values and on whether parts of the trace
//! belong to expressions. Where the history is left to the solver, such a membership is a term like
//! any other. The other engines first put a variable in its place: a [`Question`] is the condition with
//! the memberships that its variables stand for. Once the operations of the trace are known,
//! it is answered by taking derivatives event by event ([`Walk`], rule DADMIT of the paper): each way
//! through the derivatives is one symbolic trace that fits the events, and a path of its own.

use std::cell::RefCell;
use std::ops::Range;

use term::{Cases, Pool, Sort, Term};
use trace::{Context, Event, Item, Regex};

use crate::compile::By;

/// A part of the trace that a contract covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// What happened before a performance.
    Before,
    /// What it adds.
    Added,
    /// Both, one after the other.
    After,
}

/// The condition under which a part of the trace belongs to an expression.
pub(crate) type Belongs<'a> = dyn Fn(Part, Regex) -> Term + 'a;

/// Memberships as terms, which leave what is unknown of the trace to the solver.
pub(crate) fn terms<'a>(
    ctx: Context<'a>,
    before: &'a [Item],
    added: &'a Item,
) -> impl Fn(Part, Regex) -> Term + 'a {
    move |part, regex| match part {
        Part::Before => ctx.accept_items(before, regex),
        Part::Added => ctx.accept_items([added], regex),
        Part::After => ctx.accept_items(before.iter().chain([added]), regex),
    }
}

/// Each membership that is eliminated may double a condition.
const MOST_ELIMINATED: usize = 4;

/// A condition on values and memberships.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    cond: Term,
    memberships: Vec<Membership>,
}

/// The variable that stands for whether these items of the trace belong to an expression.
#[derive(Clone, Debug)]
struct Membership {
    var: Term,
    regex: Regex,
    items: Range<usize>,
}

impl Question {
    /// The question that a contract puts about the item after the first `before` of a trace.
    pub(crate) fn new(
        pool: &Pool,
        before: usize,
        condition: impl FnOnce(&Belongs<'_>) -> Term,
    ) -> Question {
        let memberships: RefCell<Vec<Membership>> = RefCell::default();
        let cond = condition(&|part, regex| {
            let mut all = memberships.borrow_mut();
            let var = pool.var(&format!("membership#{}", all.len()), Sort::BOOL);
            let items = match part {
                Part::Before => 0..before,
                Part::Added => before..before + 1,
                Part::After => 0..before + 1,
            };
            all.push(Membership { var, regex, items });
            var
        });
        Question { cond, memberships: memberships.into_inner() }
    }

    /// The condition on values alone, if no membership matters.
    pub(crate) fn plain(&self, pool: &Pool) -> Option<Term> {
        self.next(pool, 0).is_none().then_some(self.cond)
    }

    /// What has to hold of the values whatever the trace was. With many memberships that is not
    /// worked out, and anything is possible.
    pub(crate) fn possible(&self, pool: &Pool) -> Term {
        if self.memberships.len() > MOST_ELIMINATED {
            return Term::TRUE;
        }
        self.memberships.iter().fold(self.cond, |cond, membership| {
            let with = |holds| pool.substitute(cond, &By::from_iter([(membership.var, holds)]));
            pool.or(&[with(Term::TRUE), with(Term::FALSE)])
        })
    }

    /// The condition for a trace in which everything may be unknown.
    pub(crate) fn term(&self, pool: &Pool, belongs: impl Fn(Range<usize>, Regex) -> Term) -> Term {
        let known = self.memberships.iter().map(|membership| {
            (membership.var, belongs(membership.items.clone(), membership.regex))
        });
        pool.substitute(self.cond, &known.collect::<By>())
    }

    /// The first membership from this number on that still matters.
    fn next(&self, pool: &Pool, from: usize) -> Option<usize> {
        let free = pool.free_vars(&[self.cond]);
        (from..self.memberships.len()).find(|at| free.contains(&self.memberships[*at].var))
    }
}

/// A question that is being answered on a trace whose operations are known.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    question: Question,
    /// The membership that is examined.
    number: usize,
    /// What it leaves to the events from the position on; none before the first.
    rest: Option<Regex>,
    position: usize,
}

/// The result of one step of a [`Walk`].
pub(crate) enum Answer {
    Yes,
    No,
    Open(Walk),
}

impl Walk {
    pub(crate) fn new(question: Question) -> Walk {
        Walk { question, number: 0, rest: None, position: 0 }
    }

    /// Reads one event more.
    pub(crate) fn step(mut self, ctx: Context<'_>, trace: &[Item]) -> Cases<Answer> {
        let Some(number) = self.question.next(ctx.pool, self.number) else {
            return Cases::branch(ctx.pool, self.question.cond, Answer::Yes, Answer::No);
        };
        self.number = number;
        let membership = &self.question.memberships[number];
        let rest = self.rest.unwrap_or(membership.regex);
        let events = known_events(ctx, &trace[membership.items.clone()]);
        match events.get(self.position) {
            _ if rest == Regex::EMPTY => self.known(ctx.pool, false),
            _ if rest == Regex::ALL => self.known(ctx.pool, true),
            None => self.known(ctx.pool, ctx.regexes.nullable(rest)),
            Some(event) => {
                let after = ctx.regexes.derivative(ctx.pool, ctx.alphabet, rest, event);
                let position = self.position + 1;
                after.map(|rest| Answer::Open(Walk { rest: Some(rest), position, ..self.clone() }))
            }
        }
    }

    /// It is known whether the membership holds.
    fn known(self, pool: &Pool, holds: bool) -> Cases<Answer> {
        let Walk { mut question, number, .. } = self;
        let by = By::from_iter([(question.memberships[number].var, pool.bool(holds))]);
        question.cond = pool.substitute(question.cond, &by);
        Cases::one(Answer::Open(Walk::new(question)))
    }
}

/// The events of a trace whose operations are known.
pub(crate) fn known_events(ctx: Context<'_>, trace: &[Item]) -> Vec<Event> {
    let mut events = Vec::new();
    for item in trace {
        match item {
            Item::Event(event) => events.push(event.clone()),
            Item::Block(slots) => events.extend(slots.slots().iter().map_while(|slot| {
                let is = |op: &trace::OpId| slot.is_op(ctx.pool, *op) == Term::TRUE;
                ctx.alphabet.ops().find(is).map(|op| slot.event(op).clone())
            })),
        }
    }
    events
}
