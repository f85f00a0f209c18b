//! The machine: small steps over a control, a stack and a heap.
//!
//! It is an abstract machine in the manner of G2's rules (section 4.3 of the paper): a control that
//! evaluates an expression or returns a value, a stack of frames that wait for values, and a heap
//! of suspended values with update frames. Symbolic data is refined lazily: looking at a symbolic
//! term splits over the constructors, and the fields are selections from that same term, so the
//! same constructor of the same value always has the same fields.
//!
//! DIVERGENCE: G2 keeps all variables in the heap; here only what is suspended or mutable is, and
//! everything else is freed by reference counts.

mod aftermath;
mod apply;
mod bits;
mod case;
mod compare;
mod deepen;
mod env;
mod eval;
mod facet;
mod float;
mod heap;
mod integer;
mod measure;
mod outlook;
mod perform;
mod place;
mod prim;
mod reify;
mod resume;
mod state;
mod unknown;
mod value;
mod whole;

use machine::{Exit, Failure, Gap, Input, Machine, Outlook, Step};
use source::Span;
use term::{Cases, Pool, Term};

use self::env::Env;
use self::heap::Cell;
use self::state::{Awaited, Control, Frame, Outcome, Store};
use self::value::Value;
use crate::expr::ExprId;
use crate::program::Program;
use crate::session::Session;

pub use self::state::State;

/// How many small steps one step takes when nothing happens that the engine has to know of.
const BURST: u32 = 64;

impl Machine for Session {
    type State = State;

    fn start(&self, _: &Pool) -> State {
        let mut store = Store::default();
        for (_, global) in self.program().globals() {
            store.heap.allocate(Cell::Suspended(global.body, Env::default()));
        }
        State { control: Control::Initialise(0), store }
    }

    fn step(&self, pool: &Pool, state: State) -> Step<State> {
        let run = Run { session: self, program: self.program(), pool };
        let State { mut control, mut store } = state;
        for _ in 0..BURST {
            control = match run.advance(control, &mut store) {
                Outcome::Go(control) => control,
                Outcome::Split(cases) => {
                    let state = |control| State { control, store: store.clone() };
                    return Step::Go(cases.map(state));
                }
                Outcome::Ask(input, control) => return Step::Ask(input, State { control, store }),
                Outcome::Emit(event, control) => {
                    return Step::Emit(event, State { control, store });
                }
                Outcome::Stop(Exit::Failed(failure)) => {
                    let span = run.users_place(failure.span, &store);
                    return Step::Stop(Exit::Failed(Failure { span, ..failure }));
                }
                Outcome::Stop(exit) => return Step::Stop(exit),
                Outcome::Gap(gap) => {
                    let span = run.users_place(gap.span, &store);
                    return Step::Unsupported(Gap { span, ..gap });
                }
            };
        }
        Step::Go(Cases::one(State { control, store }))
    }

    fn supply(&self, pool: &Pool, state: State, answer: Term) -> State {
        let run = Run { session: self, program: self.program(), pool };
        let State { control, mut store } = state;
        let Control::Await(awaited) = control else {
            unreachable!("only a machine that asks is answered")
        };
        let control = match awaited {
            Awaited::Value => Control::Return(Value::Term(answer)),
            Awaited::Argument(mut args) => {
                args.push(Value::Term(answer));
                Control::Inputs(args)
            }
            Awaited::Call(call) => Control::Answered(call, answer),
            Awaited::Result(performance) => run.announce(performance, answer),
            Awaited::Facet(call) => Control::Chosen(call, answer),
            Awaited::Raises(call) => Control::Raises(call, answer),
            Awaited::Left(addr) => run.leave_in_cell(addr, answer, &mut store),
            Awaited::LeftItems(addr, id, operands) => {
                run.leave_items(addr, (id, operands), answer, &mut store)
            }
        };
        State { control, store }
    }

    fn assumed(&self, pool: &Pool, _: &Input, answer: Term) -> Term {
        self.values().holds(pool, answer)
    }

    fn outlook(&self, pool: &Pool, state: &State) -> Outlook {
        outlook::outlook(self, pool, state)
    }
}

/// What the rules of the machine read and never change.
struct Run<'a> {
    session: &'a Session,
    program: &'a Program,
    pool: &'a Pool,
}

impl Run<'_> {
    /// One small step.
    fn advance(&self, control: Control, store: &mut Store) -> Outcome {
        match control {
            Control::Initialise(next) => self.initialise(next, store),
            Control::Inputs(args) => self.inputs(args, store),
            Control::Eval(id, env) => self.eval(id, env, store),
            Control::Return(value) => self.resume(value, store),
            Control::Raise(thrown) => self.unwind(thrown, store),
            Control::Execute(id, operands) => self.execute(id, operands, store),
            Control::Await(_) => unreachable!("a machine that waits is answered, not stepped"),
            Control::Answered(call, answer) => self.answered(call, answer, store),
            Control::Chosen(call, answer) => self.choose(call, answer),
            Control::Raises(call, answer) => self.choose_end(call, answer),
            Control::Faced(call, way) => self.face(*call, way, store),
            Control::Shaped(term, ctor, then) => {
                store.shapes.get_or_insert_default().insert(term, ctor);
                if self.session.has_measures() && store.computes_equation() {
                    store.peeked.get_or_insert_default().insert(term);
                }
                self.define_all(term, then, store)
            }
            Control::Define(measured, then) => self.define(measured, then, store),
            Control::Write(addr, cell) => {
                store.heap.set(addr, *cell);
                Outcome::term(self.program.unit_value())
            }
            Control::Taken(cond, then) => {
                store.take(self.pool, cond);
                Outcome::Go(*then)
            }
            Control::Overflowed(then) => {
                store.overflowed = true;
                Outcome::Go(*then)
            }
            Control::Announce(event) => {
                let result = event.result.expect("the result of an operation is known by now");
                Outcome::Emit(*event, Control::Return(Value::Term(result)))
            }
            Control::Stop(exit) => Outcome::Stop(*exit),
        }
    }

    /// Forces the globals that are to be initialised, then asks for the arguments.
    fn initialise(&self, next: usize, store: &mut Store) -> Outcome {
        match self.session.initialised().get(next) {
            Some(global) => {
                store.stack.push_back(Frame::Initialised(next + 1));
                self.eval_body(*global, store)
            }
            None => Outcome::Go(Control::Inputs(Vec::new())),
        }
    }

    fn span(&self, id: ExprId) -> Option<Span> {
        self.program.span(id)
    }
}

/// The control that ends the run at a failure.
fn failure(code: &'static str, message: impl Into<String>, span: Option<Span>) -> Control {
    Control::Stop(Box::new(Exit::Failed(Failure::new(code, message, span))))
}
