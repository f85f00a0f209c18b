//! Inputs and library operations.

use machine::{Event, Input};
use source::Span;
use term::{Pool, Sort, Term};

use super::Run;
use super::state::{Awaited, Control, Frame, Outcome, Performance, Store};
use super::value::Value;
use crate::expr::OpId;
use crate::session::{Argument, Meaning};

impl Run<'_> {
    /// An input as the value of an expression.
    pub(super) fn ask(
        &self,
        name: &str,
        sort: Sort,
        span: Option<Span>,
        store: &mut Store,
    ) -> Outcome {
        match self.unasked(name, sort, store) {
            Some(value) => Outcome::term(value),
            None => {
                let input = Input { name: name.to_owned(), sort, span };
                Outcome::Ask(input, Control::Await(Awaited::Value))
            }
        }
    }

    /// An input that is not worth asking for: an unknown function, of which only the results of
    /// calls matter, or a value that can be but one.
    pub(super) fn unasked(&self, name: &str, sort: Sort, store: &mut Store) -> Option<Term> {
        self.new_function(name, sort, store).or_else(|| only_value(self.pool, sort))
    }

    /// Collects the arguments of the entry, then runs it.
    pub(super) fn inputs(&self, mut args: Vec<Value>, store: &mut Store) -> Outcome {
        while let Some(next) = self.session.args().get(args.len()) {
            let value = match next {
                Argument::Given(term) => Value::Term(*term),
                Argument::Opaque(operation) => Value::Operation(self.session.opaque(operation)),
                Argument::Ask(name, sort) => match self.unasked(name, *sort, store) {
                    Some(term) => Value::Term(term),
                    None => {
                        let input = Input { name: name.clone(), sort: *sort, span: None };
                        return Outcome::Ask(input, Control::Await(Awaited::Argument(args)));
                    }
                },
            };
            args.push(value);
        }
        if !args.is_empty() {
            store.stack.push_back(Frame::Apply(args, None));
        }
        self.eval_body(self.session.entry(), store)
    }

    /// Performs an operation on values that are computed as a whole.
    pub(super) fn perform(
        &self,
        op: OpId,
        args: &[Value],
        span: Option<Span>,
        store: &mut Store,
    ) -> Outcome {
        let operation = self.session.operation(op);
        let mut terms = Vec::new();
        let is_observation = self.program.is_observation(op);
        for (arg, sort) in args.iter().zip(&operation.params) {
            let reified = match is_observation {
                true => self.snapshot(arg, *sort, store),
                false => self.reify(arg, *sort, store),
            };
            match reified {
                Ok(term) => terms.push(term),
                Err(what) => {
                    let name = self.pool.name(operation.name);
                    return Outcome::gap(format!("{what}, given to `{name}`"), span);
                }
            }
        }
        let performance = Performance { op, args: terms, span };
        match self.session.meaning(op) {
            Meaning::Unknown => self.perform_unknown(performance, store),
            Meaning::Body(body) => {
                let mut args: Vec<Value> =
                    performance.args.iter().map(|arg| Value::Term(*arg)).collect();
                if args.is_empty() {
                    args.push(Value::Term(self.program.unit_value()));
                }
                store.stack.push_back(Frame::Performed(performance));
                store.stack.push_back(Frame::Apply(args, span));
                self.eval_body(body, store)
            }
        }
    }

    fn perform_unknown(&self, performance: Performance, store: &mut Store) -> Outcome {
        let operation = self.session.operation(performance.op);
        let (name, sort) = (self.pool.name(operation.name), operation.result);
        if let Some(result) = self.unasked(name, sort, store) {
            return Outcome::Go(self.announce(performance, result));
        }
        let input = Input { name: name.to_owned(), sort, span: performance.span };
        Outcome::Ask(input, Control::Await(Awaited::Result(performance)))
    }

    /// The control that tells of an operation and returns its result.
    pub(super) fn announce(&self, performance: Performance, result: Term) -> Control {
        let Performance { op, args, span } = performance;
        let op = self.session.operation(op).name;
        Control::Announce(Box::new(Event { op, args, result: Some(result), span }))
    }
}

/// The value of a sort that has but one: a data type with one constructor and no fields.
pub(super) fn only_value(pool: &Pool, sort: Sort) -> Option<Term> {
    let (data, _) = pool.as_data(sort)?;
    match pool.ctors(data) {
        [ctor] if ctor.fields.is_empty() => Some(pool.construct(sort, 0, &[])),
        _ => None,
    }
}
