//! Measures: functions that are left open on data of which nothing is known.
//!
//! What a measure is of a symbolic term whose constructor is not known is a term by itself, an application
//! of an undefined function. As soon as the path takes an alternative for that term, the equation of the
//! measure is computed, and the path goes on where the two are equal. So nothing is unrolled: data of any
//! size stays one term, of which as much is known as the path has taken apart.
//!
//! An equation may look further than the path does: whether a list is sorted is said of its first two elements. So while an
//! equation is computed, constructors become known that the program has not seen, and measures of that data wait
//! until the program itself comes there. Otherwise each would lead to the next one.

use imbl::{HashMap, Vector};
use machine::Exit;
use term::{Cases, Op, Term};

use super::Run;
use super::env::Env;
use super::state::{Control, Frame, Outcome, Store};
use super::value::Value;
use crate::expr::ExprId;

/// A measure of some arguments that was left open.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    /// The function.
    lambda: ExprId,
    /// Its arguments; the last one is what is measured.
    args: Vec<Term>,
    /// The term that stands for its value.
    value: Term,
    /// Whether its equation was taken for true.
    is_defined: bool,
}

/// What was left open, by the term that is measured.
pub(crate) type Measurements = HashMap<Term, Vector<Measured>>;

impl Run<'_> {
    /// The value of a call that is left open; none if the call is made.
    pub(super) fn left_open(
        &self,
        callee: &Value,
        args: &[Value],
        store: &mut Store,
    ) -> Option<Outcome> {
        let Value::Closure(lambda, _) = callee else { return None };
        let (name, measure) = self.session.measure(*lambda)?;
        let mut terms = Vec::new();
        for arg in args {
            let Value::Term(term) = store.heap.resolved(arg) else { return None };
            terms.push(term);
        }
        let of = *terms.last()?;
        let (data, _) = self.pool.as_data(self.pool.sort(of))?;
        if self.pool.ctors(data).len() == 1 || matches!(self.pool.op(of), Op::Construct(_)) {
            return None;
        }
        let sorts: Vec<_> = terms.iter().map(|term| self.pool.sort(*term)).collect();
        // Two functions may have one name.
        let name = format!("{}#{}", self.pool.name(name), lambda.0);
        let func = self.pool.func(&name, &sorts, measure.sort);
        let value = self.pool.apply(func, &terms);
        let waits = store.leaves_open(of);
        let known = store.measured.get_or_insert_default().entry(of).or_default();
        let at = known.iter().position(|known| known.value == value);
        let measured = match at {
            Some(at) if waits || known[at].is_defined => return Some(Outcome::term(value)),
            Some(at) => {
                known[at].is_defined = true;
                known[at].clone()
            }
            None => {
                let (lambda, is_defined) = (*lambda, !waits);
                let measured = Measured { lambda, args: terms, value, is_defined };
                known.push_back(measured.clone());
                measured
            }
        };
        let returned = Control::Return(Value::Term(value));
        let then = match waits {
            true => returned,
            false => Control::Define(vec![measured], Box::new(returned)),
        };
        if !measure.natural || at.is_some() {
            return Some(Outcome::Go(then));
        }
        let natural = self.pool.le(self.pool.int(0), value);
        // There is no other way.
        Some(self.split(Cases::new([(natural, then)])))
    }

    /// Takes what was left open of a term for what its equation says before the path goes on, if only equations have seen the
    /// constructor of the term until now.
    pub(super) fn define_waiting(&self, of: Term, then: Control, store: &mut Store) -> Outcome {
        let is_peeked = store.peeked.as_ref().is_some_and(|peeked| peeked.contains(&of));
        if !is_peeked || store.computes_equation() {
            return Outcome::Go(then);
        }
        store.peeked.get_or_insert_default().remove(&of);
        self.define_all(of, Box::new(then), store)
    }

    /// Takes everything that was left open of a term for what its equation says, now that the constructor
    /// of the term is known.
    pub(super) fn define_all(&self, of: Term, then: Box<Control>, store: &mut Store) -> Outcome {
        let all = store.measured.as_mut().and_then(|all| all.get_mut(&of));
        let mut waiting: Vec<Measured> = Vec::new();
        for measured in all.into_iter().flat_map(|all| all.iter_mut()) {
            if !measured.is_defined {
                measured.is_defined = true;
                waiting.push(measured.clone());
            }
        }
        self.define(waiting, then, store)
    }

    /// Computes the first of some equations.
    pub(super) fn define(
        &self,
        mut measured: Vec<Measured>,
        then: Box<Control>,
        store: &mut Store,
    ) -> Outcome {
        let Some(Measured { lambda, args, value, .. }) = measured.pop() else {
            return Outcome::Go(*then);
        };
        store.stack.push_back(Frame::Defined(value, measured, then));
        let args = args.into_iter().map(Value::Term).collect();
        self.enter(Value::Closure(lambda, Env::default()), args)
    }

    /// Goes on where a measure has the value that its equation gives.
    pub(super) fn defined(
        &self,
        measured: Term,
        value: &Value,
        rest: Vec<Measured>,
        then: Box<Control>,
    ) -> Outcome {
        match value {
            Value::Term(value) if self.pool.sort(*value) == self.pool.sort(measured) => {
                let equation = self.pool.eq(measured, *value);
                let discarded = Control::Stop(Box::new(Exit::Discarded));
                let then = Control::Define(rest, then);
                self.split(Cases::branch(self.pool, equation, then, discarded))
            }
            other => Outcome::gap(format!("{} as the value of a measure", other.kind()), None),
        }
    }
}

#[cfg(test)]
mod tests {
    use machine::{Exit, Machine, Step};
    use term::{Op, Pool, Sort, Term};

    use crate::{Argument, Builder, CtorId, DataMeasure, ExprId, GlobalId, Session, VarId};

    /// A session that runs `entry`, made of the length of lists, on an unknown list.
    fn session(
        pool: &Pool,
        entry: impl FnOnce(&mut Builder<'_>, GlobalId, VarId, [CtorId; 2]) -> ExprId,
    ) -> Session {
        let mut b = Builder::new(pool);
        let data = b.data("list", 0).expect("no other type has this name");
        let sort = pool.data_sort(data, &[]);
        let (nil, cons) = (b.ctor(data, "nil", &[]), b.ctor(data, "cons", &[Sort::INT, sort]));
        let (length, xs) = (b.declare("length"), b.fresh("xs"));
        let [first, rest] = ["first", "rest"].map(|name| b.fresh(name));
        let (callee, of, one) = (b.global(length), b.var(rest), b.int(1));
        let below = b.apply(callee, [of]);
        let more = b.op(Op::Add, [one, below]);
        let zero = b.int(0);
        let alts = [b.alt(nil, [], zero), b.alt(cons, [first, rest], more)];
        let of = b.var(xs);
        let body = b.case(of, None, alts, None);
        let function = b.lambda([xs], body);
        b.define(length, function);
        let (main, ys) = (b.declare("main"), b.fresh("ys"));
        let body = entry(&mut b, length, ys, [nil, cons]);
        let function = b.lambda([ys], body);
        b.define(main, function);
        let program = b.finish().expect("well formed");
        let measure = DataMeasure { sort: Sort::INT, natural: true };
        let asked = Argument::Ask("ys".to_owned(), sort);
        Session::new(program, main).with_arg(asked).with_measure(length, measure)
    }

    /// The results of all paths with their conditions, as texts.
    fn paths(pool: &Pool, session: &Session) -> Vec<(Vec<String>, String)> {
        let mut todo = vec![(session.start(pool), Vec::<Term>::new())];
        let mut ended = Vec::new();
        while let Some((state, conds)) = todo.pop() {
            match session.step(pool, state) {
                Step::Go(cases) => {
                    for (cond, state) in cases {
                        let more = (cond != Term::TRUE).then_some(cond);
                        todo.push((state, conds.iter().copied().chain(more).collect()));
                    }
                }
                Step::Ask(input, state) => {
                    let answer = pool.var(&input.name, input.sort);
                    todo.push((session.supply(pool, state, answer), conds));
                }
                Step::Stop(Exit::Finished(Some(result))) => {
                    let conds = conds.iter().map(|cond| pool.show(*cond)).collect();
                    ended.push((conds, pool.show(result)));
                }
                Step::Stop(_) => {}
                _ => panic!("nothing else happens"),
            }
        }
        ended.sort();
        ended
    }

    #[test]
    fn unknown_data_is_measured_without_a_split() {
        let pool = Pool::new();
        let session = session(&pool, |b, length, ys, _| {
            let (callee, of) = (b.global(length), b.var(ys));
            b.apply(callee, [of])
        });
        let all = paths(&pool, &session);
        assert_eq!(all.len(), 1, "{all:?}");
        assert!(all[0].1.contains("length") && all[0].0.len() == 1, "{all:?}");
    }

    #[test]
    fn equations_hold_once_the_constructor_is_known() {
        let pool = Pool::new();
        let session = session(&pool, |b, length, ys, [nil, cons]| {
            let (callee, of) = (b.global(length), b.var(ys));
            let (var, measured) = (b.fresh("measured"), b.apply(callee, [of]));
            let [first, rest] = ["first", "rest"].map(|name| b.fresh(name));
            let (one, other, of) = (b.var(var), b.var(var), b.var(ys));
            let alts = [b.alt(nil, [], one), b.alt(cons, [first, rest], other)];
            let body = b.case(of, None, alts, None);
            b.let_strict(var, measured, body)
        });
        let all = paths(&pool, &session);
        assert_eq!(all.len(), 2, "{all:?}");
        let is_equation = |cond: &String| cond.starts_with("(=") && cond.contains("length");
        assert!(all.iter().all(|(conds, _)| conds.iter().any(is_equation)), "{all:?}");
    }
}
