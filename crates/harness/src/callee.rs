//! Methods as those see them that call them.
//!
//! A contract of a method holds for all values of its ghosts. Whoever calls the method by its
//! contract may take it for granted for any of them, as long as context, invariant and requirements
//! hold: for those that the solver chooses, and for all that the caller itself speaks of.

use term::{Pool, Symbol, Term};
use trace::{Context, Event, OpId, Place, Regex};

use crate::compile::By;
use crate::plan::{Effect, Method, Operation, Role};

/// A case with more instances than this is taken for granted for some of them only.
const MOST_INSTANCES: usize = 64;

impl Operation {
    /// The contract of a method, for calls of it that are performed under this name.
    #[must_use]
    pub fn callee(name: Symbol, method: &Method) -> Operation {
        let params = method.params.iter().map(|param| param.var);
        Operation {
            name,
            places: params.chain(method.result).collect(),
            params: method.params.len(),
            cases: method.cases.clone(),
            effect: Effect::Block,
            role: Role::Callee,
        }
    }
}

/// Who performs an operation, as far as contracts speak of it.
#[derive(Default)]
pub(crate) struct Caller {
    /// What stands for the variables of its contract.
    pub(crate) by: By,
    /// The values that its contract speaks of: ghosts and arguments, each once.
    pub(crate) known: Vec<Term>,
}

/// All ways to give the ghosts values out of `known`, each of its own sort. Ghosts of a sort of
/// which nothing is known have none.
pub(crate) fn instances(pool: &Pool, ghosts: &[Term], known: &[Term]) -> Vec<By> {
    let mut all: Vec<By> = vec![By::default()];
    for ghost in ghosts {
        let fits = |value: &&Term| pool.sort(**value) == pool.sort(*ghost);
        let values: Vec<Term> = known.iter().filter(fits).copied().collect();
        let extend = |by: By| {
            values.iter().map(move |value| {
                let mut by = by.clone();
                by.insert(*ghost, *value);
                by
            })
        };
        all = all.into_iter().flat_map(extend).take(MOST_INSTANCES).collect();
    }
    all
}

/// How many events a trace in `regex` has at most; `bound` if there may be more. No expression
/// stands for every trace.
pub(crate) fn longest(ctx: Context<'_>, regex: Option<Regex>, bound: usize) -> usize {
    let Some(regex) = regex else { return bound };
    let mut after = vec![regex];
    for length in 0..bound {
        let mut next: Vec<Regex> = Vec::new();
        for regex in after {
            for op in ctx.alphabet.ops() {
                for (_, rest) in
                    ctx.regexes.derivative(ctx.pool, ctx.alphabet, regex, &any(ctx, op))
                {
                    if rest != Regex::EMPTY && !next.contains(&rest) {
                        next.push(rest);
                    }
                }
            }
        }
        if next.is_empty() {
            return length;
        }
        after = next;
    }
    bound
}

/// An event of an operation with any values.
fn any(ctx: Context<'_>, op: OpId) -> Event {
    let places = ctx.alphabet.op(op).places().iter().enumerate();
    let value = |(at, place): (usize, &Place)| ctx.pool.var(&format!("any#{at}"), place.sort);
    Event { op: Some(op), values: places.map(value).collect() }
}
