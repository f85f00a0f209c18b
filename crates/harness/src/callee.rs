//! Methods as those see them that call them.
//!
//! A contract of a method holds for all values of its ghosts. A caller of the method by its
//! contract may take it for granted for any of them, as long as context, invariant and requirements
//! hold: for those that the solver chooses, and for all that the caller itself mentions.

use machine::Machine;
use term::{Pool, Symbol, Term};
use trace::{Context, Event, OpId, OpPlace, Regex};

use crate::compile::By;
use crate::machine::Harness;
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

impl<M: Machine> Harness<M> {
    /// How many events a function adds at most that is run by its contract, if some contract
    /// allows more.
    #[must_use]
    pub fn contract_bound(&self) -> Option<usize> {
        let callees = self.plan.operations.iter().filter(|known| known.role == Role::Callee);
        let mut callees = callees.map(|operation| &self.libraries[&operation.name]);
        callees.any(|callee| callee.longest >= self.plan.history).then_some(self.plan.history)
    }
}

/// The caller of an operation, as far as contracts mention it.
#[derive(Default)]
pub(crate) struct Caller {
    /// What stands for the variables of its contract.
    pub(crate) by: By,
    /// The values that its contract mentions: ghosts and arguments, each once.
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

/// How many ways there are to give the ghosts values out of `known`, each of its own sort.
pub(crate) fn count_instances(pool: &Pool, ghosts: &[Term], known: &[Term]) -> usize {
    let fits = |ghost: &Term| known.iter().filter(|v| pool.sort(**v) == pool.sort(*ghost)).count();
    ghosts.iter().map(fits).fold(1, usize::saturating_mul)
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
    let value = |(at, place): (usize, &OpPlace)| ctx.pool.var(&format!("any#{at}"), place.sort);
    Event { op: Some(op), values: places.map(value).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;
    use term::{Model, Sort};
    use trace::syntax::{Tree, parse_contract};
    use trace::{Alphabet, Contract, Formula, Judge, RegexPool, Surroundings};

    const BOUND: usize = 3;

    struct World {
        pool: Pool,
        around: Surroundings,
    }

    impl World {
        fn new() -> World {
            let (pool, mut alphabet) = (Pool::new(), Alphabet::new());
            alphabet.declare(&pool, "put", &[("x", Sort::BOOL)], None).expect("the first");
            alphabet.declare(&pool, "get", &[], None).expect("the second");
            World { pool, around: Surroundings { alphabet, ..Surroundings::default() } }
        }

        fn formula(&self, text: &str) -> Formula {
            let file = Files::new().add("contract", &format!("effect {text}"));
            let (tree, faults) = parse_contract(&file, 0..file.text().len());
            assert!(faults.is_empty(), "{faults:?}");
            let (contract, faults) =
                Contract::of_tree(&self.pool, &self.around, &Tree::default(), &tree);
            assert!(faults.is_empty(), "{faults:?}");
            contract.cases[0].effect[0].what.clone()
        }

        /// All traces of this length.
        fn traces(&self, length: usize) -> Vec<Vec<Event>> {
            let alphabet = &self.around.alphabet;
            let find = |name: &str| alphabet.find(self.pool.symbol(name));
            let event = |op: &str, values: &[Term]| Event { op: find(op), values: values.to_vec() };
            let events =
                [event("put", &[Term::TRUE]), event("put", &[Term::FALSE]), event("get", &[])];
            (0..length).fold(vec![Vec::new()], |shorter, _| {
                let longer = |trace: Vec<Event>| {
                    events.clone().map(|event| [trace.as_slice(), &[event]].concat())
                };
                shorter.into_iter().flat_map(longer).collect()
            })
        }

        fn has_trace(&self, formula: &Formula, length: usize) -> bool {
            let (pool, alphabet, model) = (&self.pool, &self.around.alphabet, &Model::default());
            self.traces(length).iter().any(|trace| {
                let judge = Judge { pool, alphabet, model, trace };
                judge.holds(formula).expect("the traces are short")
            })
        }
    }

    #[test]
    fn no_trace_is_longer_than_the_longest() {
        let world = World::new();
        let regexes = RegexPool::new(&world.pool);
        let ctx =
            Context { pool: &world.pool, alphabet: &world.around.alphabet, regexes: &regexes };
        let texts = [
            "!any",
            "G false",
            "<put true> && last",
            "(<put _> && last) ; (<get> && last)",
            "(<put true> && last) || !any",
            "F <get>",
            "G ~<put true>",
            "false",
        ];
        for text in texts {
            let formula = world.formula(text);
            let regex = regexes.of_formula(&world.pool, &formula).expect("not deep");
            let found = longest(ctx, Some(regex), BOUND);
            let expected = (0..=BOUND).rev().find(|length| world.has_trace(&formula, *length));
            assert_eq!(found, expected.unwrap_or(0), "{text}");
        }
        assert_eq!(longest(ctx, None, BOUND), BOUND);
    }

    #[test]
    fn ghosts_are_given_every_value_of_their_sort() {
        let pool = Pool::new();
        let [a, b] = ["a", "b"].map(|name| pool.var(name, Sort::INT));
        let known = [pool.int(1), Term::TRUE, pool.int(2)];
        let mut found: Vec<(Term, Term)> =
            instances(&pool, &[a, b], &known).iter().map(|by| (by[&a], by[&b])).collect();
        found.dedup();
        assert_eq!(found.len(), 4);
        assert!(instances(&pool, &[a], &[Term::TRUE]).is_empty());
        assert_eq!(instances(&pool, &[], &known).len(), 1);
        let many: Vec<Term> = (0..100).map(|value| pool.int(value)).collect();
        assert_eq!(instances(&pool, &[a, b], &many).len(), MOST_INSTANCES);
    }
}
