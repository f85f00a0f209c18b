//! A history that seems to take a path, on values.

use rustc_hash::FxHashMap;
use solve::{Solver, Verdict, unsat_core};
use term::{Model, Pool, Term};
use trace::{Context, Event, Item};

use crate::walk::Passed;

/// Values of a path, with the events of the unknown parts of its trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The values of the variables of the path.
    pub model: Model,
    /// The events that each item of the trace stands for.
    pub events: Vec<Vec<Event>>,
}

/// So many questions at most find out which edges of a way are to blame.
const MOST_QUERIES: usize = 32;

/// What became of a way through the states.
pub(crate) enum Concrete {
    Word(Box<Word>),
    /// No values take all of its edges; these are to blame.
    Impossible(Vec<Passed>),
    /// The solver does not know, or gives no values.
    Unknown,
}

/// Finds values for a way on which some conditions hold.
pub(crate) fn concrete(
    ctx: Context<'_>,
    solver: &mut dyn Solver,
    conditions: &[Term],
    trace: &[Item],
    way: &[Passed],
) -> Concrete {
    let mut query = conditions.to_vec();
    let mut of_edges: Vec<(Term, &Passed)> = Vec::new();
    let mut parts: Vec<Vec<Event>> = vec![Vec::new(); trace.len()];
    for (number, passed) in way.iter().enumerate() {
        let by = match &trace[passed.item] {
            Item::Event(_) => FxHashMap::default(),
            Item::Block(_) => renamed(ctx.pool, &passed.event, number),
        };
        let put = |term: Term| ctx.pool.substitute(term, &by);
        query.push(put(passed.cond));
        of_edges.push((put(passed.cond), passed));
        let values = passed.event.values.iter().map(|value| put(*value)).collect();
        parts[passed.item].push(Event { op: passed.event.op, values });
    }
    query.retain(|cond| *cond != Term::TRUE);
    match solver.check(ctx.pool, &query) {
        Verdict::Unsat => {
            let core = unsat_core(solver, ctx.pool, &query, MOST_QUERIES).unwrap_or(query);
            let blamed = of_edges.into_iter().filter(|(put, _)| core.contains(put));
            Concrete::Impossible(blamed.map(|(_, passed)| passed.clone()).collect())
        }
        Verdict::Unknown(_) => Concrete::Unknown,
        Verdict::Sat => match solver.model(ctx.pool) {
            None => Concrete::Unknown,
            Some(model) => {
                let value = |term: &Term| ctx.pool.eval(*term, &model);
                for event in parts.iter_mut().flatten() {
                    event.values = event.values.iter().map(value).collect();
                }
                Concrete::Word(Box::new(Word { model, events: parts }))
            }
        },
    }
}

/// Variables of its own for each event.
fn renamed(pool: &Pool, event: &Event, number: usize) -> FxHashMap<Term, Term> {
    let each = event.values.iter().enumerate();
    each.map(|(at, formal)| {
        (*formal, pool.var(&format!("passed#{number}#{at}"), pool.sort(*formal)))
    })
    .collect()
}

impl Word {
    /// The events of some items, as items of a trace.
    pub(crate) fn items(&self, items: std::ops::Range<usize>) -> Vec<Item> {
        self.events[items].iter().flatten().cloned().map(Item::Event).collect()
    }

    /// Whether a condition holds.
    pub(crate) fn is_true(&self, pool: &Pool, cond: Term) -> bool {
        pool.eval(cond, &self.model) == Term::TRUE
    }
}
