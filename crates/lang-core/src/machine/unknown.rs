//! Unknown functions.
//!
//! Asking for a function gives an element of its arrow sort that stands for it. Each call asks for
//! a result, under the assumption that equal arguments have equal results: Ackermann's reduction,
//! one call after the other. So a path does not split at a call, a witness lists what the function
//! returned, and in a replay all of this is decided by values, which an uninterpreted function
//! would not be.

use machine::{Exit, Input};
use source::Span;
use term::{Cases, Literal, Pool, Sort, Symbol, Term};

use super::Run;
use super::perform::only_value;
use super::state::{Awaited, Control, Outcome, Store};
use super::value::Value;

/// A call of an unknown function.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(super) function: Term,
    pub(super) args: Vec<Term>,
}

/// What is known of unknown functions.
#[derive(Clone, Default, Debug)]
pub(crate) struct Unknowns {
    /// The names of those that were asked for; the number of one is its element.
    names: imbl::Vector<Symbol>,
    /// Calls with different arguments, as far as can be seen, and their results.
    calls: imbl::Vector<(Call, Term)>,
}

impl Run<'_> {
    /// A function unlike those before, if the sort is one of functions.
    pub(super) fn new_function(&self, name: &str, sort: Sort, store: &mut Store) -> Option<Term> {
        self.program.arrow(sort)?;
        let number = store.unknowns.names.len() as u32;
        store.unknowns.names.push_back(self.pool.symbol(name));
        Some(self.pool.elem(sort, number))
    }

    /// Asks for the result of an unknown function on values that are computed as a whole.
    pub(super) fn apply_unknown(
        &self,
        function: Term,
        args: &[Value],
        span: Option<Span>,
        store: &Store,
    ) -> Outcome {
        let arrow = self
            .program
            .arrow(self.pool.sort(function))
            .expect("unknown functions are called at their arrow sorts");
        let mut terms = Vec::new();
        for (arg, sort) in args.iter().zip(&arrow.params) {
            match self.reify(arg, *sort, store) {
                Ok(term) => terms.push(term),
                Err(what) => {
                    return Outcome::gap(format!("{what}, given to an unknown function"), span);
                }
            }
        }
        if let Some(value) = only_value(self.pool, arrow.result) {
            return Outcome::term(value);
        }
        let call = Call { function, args: terms };
        let name = call.name(self.pool, &store.unknowns);
        let input = Input { name, sort: arrow.result, span };
        Outcome::Ask(input, Control::Await(Awaited::Call(call)))
    }

    /// Goes on with the result of a call where it agrees with the calls before.
    pub(super) fn answered(&self, call: Call, answer: Term, store: &mut Store) -> Outcome {
        let (pool, calls) = (self.pool, &mut store.unknowns.calls);
        let repeated = calls.iter().find(|(known, _)| known.is(&call)).map(|(_, result)| *result);
        let (agrees, value) = match repeated {
            Some(result) => (pool.eq(answer, result), result),
            None => {
                let sort = pool.sort(call.function);
                let alike = calls.iter().filter(|(known, _)| pool.sort(known.function) == sort);
                let agree = alike.map(|(known, result)| {
                    pool.or(&[pool.not(known.equals(&call, pool)), pool.eq(*result, answer)])
                });
                let agree: Vec<Term> = agree.collect();
                calls.push_back((call, answer));
                (pool.and(&agree), answer)
            }
        };
        let discarded = Control::Stop(Box::new(Exit::Discarded));
        self.split(Cases::branch(pool, agrees, Control::Return(Value::Term(value)), discarded))
    }
}

impl Call {
    fn is(&self, other: &Call) -> bool {
        self.function == other.function && self.args == other.args
    }

    /// Where two calls at one sort are calls of one function with equal arguments.
    fn equals(&self, other: &Call, pool: &Pool) -> Term {
        let args = self.args.iter().zip(&other.args);
        let pairs = std::iter::once((&self.function, &other.function)).chain(args);
        let equal: Vec<Term> = pairs.map(|(a, b)| pool.eq(*a, *b)).collect();
        pool.and(&equal)
    }

    /// The name of the input that is the result. It does not show the arguments, because a run on
    /// values asks for the same inputs.
    fn name(&self, pool: &Pool, unknowns: &Unknowns) -> String {
        let asked = match pool.as_literal(self.function) {
            Some(Literal::Elem(_, number)) => unknowns.names.get(*number as usize),
            _ => None,
        };
        let function = asked.map_or("function", |name| pool.name(*name));
        format!("{function}(…)")
    }
}
