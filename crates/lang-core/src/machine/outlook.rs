//! What the rest of a run can come to: the code that waits, and the code that its values lead to.
//!
//! See [`crate::ahead`] for what is known of code by its text. Values are followed as far as the code
//! that waits can get at them: functions and suspended values have code of their own, and the others
//! lead to further ones. What is not followed to its end may come to anything.

use machine::{Exit, Outlook};
use rustc_hash::FxHashSet;
use term::Pool;

use super::env::Env;
use super::heap::{Addr, Cell};
use super::state::{Awaited, Control, Deepening, Frame, Goal, State, Store};
use super::value::Value;
use crate::ahead::Ahead;
use crate::expr::{Expr, ExprId, OpId};
use crate::session::{Argument, Session};

/// A state with more frames than this, or with more values behind them, may come to anything: looking
/// through it would cost more than some steps of the machine.
const MOST: usize = 256;

/// The rest of a run from a state.
pub(super) fn outlook(session: &Session, pool: &Pool, state: &State) -> Outlook {
    let mut view = View {
        session,
        pool,
        store: &state.store,
        outlook: Outlook::default(),
        seen: FxHashSet::default(),
        functions: FxHashSet::default(),
        todo: Vec::new(),
        left: MOST,
    };
    match view.control(&state.control).and_then(|()| view.frames()).and_then(|()| view.values()) {
        Some(()) => view.outlook,
        None => Outlook::ANYTHING,
    }
}

/// The rest of a run, as far as it was looked through. Every method gives none where anything may
/// happen.
struct View<'a> {
    session: &'a Session,
    pool: &'a Pool,
    store: &'a Store,
    outlook: Outlook,
    seen: FxHashSet<Addr>,
    /// Functions that were visited, with the address of their environments: local functions may be
    /// recursive.
    functions: FxHashSet<(ExprId, usize)>,
    todo: Vec<Value>,
    left: usize,
}

impl View<'_> {
    fn control(&mut self, control: &Control) -> Option<()> {
        match control {
            Control::Initialise(next) => self.initialise(*next),
            Control::Inputs(args) => self.inputs(args),
            Control::Eval(id, env) => self.code(*id, env),
            Control::Return(value) => self.value(value),
            Control::Execute(id, operands) => {
                operands.iter().try_for_each(|operand| self.value(operand))?;
                self.node(*id)
            }
            Control::Shaped(_, _, then) | Control::Taken(_, then) | Control::Overflowed(then) => {
                self.control(then)
            }
            Control::Answered(..) | Control::Write(..) => Some(()),
            Control::Announce(event) => {
                self.outlook.events.insert(event.op);
                Some(())
            }
            Control::Stop(exit) => (!matches!(**exit, Exit::Failed(_))).then_some(()),
            Control::Await(Awaited::Value | Awaited::Call(_)) => Some(()),
            Control::Await(Awaited::Result(performance)) => self.operation(performance.op),
            // An exception may come out of everything, and a contract may do anything.
            Control::Raise(_)
            | Control::Chosen(..)
            | Control::Raises(..)
            | Control::Faced(..)
            | Control::Define(..)
            | Control::Await(
                Awaited::Argument(_)
                | Awaited::Facet(_)
                | Awaited::Raises(_)
                | Awaited::Left(_)
                | Awaited::LeftItems(..),
            ) => None,
        }
    }

    fn frames(&mut self) -> Option<()> {
        let stack = &self.store.stack;
        self.left = self.left.checked_sub(stack.len())?;
        // The oldest first: what is left to do at the top of a program is there.
        stack.iter().try_for_each(|frame| self.frame(frame))
    }

    fn frame(&mut self, frame: &Frame) -> Option<()> {
        match frame {
            Frame::Let(id, env) | Frame::Case(id, env) | Frame::Catch(id, env) => {
                self.rest(*id, env)
            }
            Frame::Operands(id, env, done) => {
                done.iter().try_for_each(|value| self.value(value))?;
                self.code(*id, env)
            }
            Frame::Apply(args, _) => args.iter().try_for_each(|arg| self.value(arg)),
            Frame::Update(_) => Some(()),
            Frame::Deepen(deepening) => self.deepening(deepening),
            Frame::Performed(performance) => self.operation(performance.op),
            Frame::Initialised(next) => self.initialise(*next),
            Frame::Facing(_) | Frame::Defined(..) | Frame::MustRaise(_) => None,
        }
    }

    fn deepening(&mut self, deepening: &Deepening) -> Option<()> {
        let Deepening { goal, values, todo, .. } = deepening;
        values.iter().chain(todo).try_for_each(|value| self.value(value))?;
        match goal {
            Goal::Execute(id) => self.node(*id),
            Goal::Perform(op, _) => self.operation(*op),
            Goal::Performed(performance) => self.operation(performance.op),
            Goal::Unknown(..) | Goal::Finish(_) => Some(()),
        }
    }

    /// The globals that are still to be computed, and then the call itself.
    fn initialise(&mut self, next: usize) -> Option<()> {
        for global in &self.session.initialised()[next.min(self.session.initialised().len())..] {
            self.code(self.session.program().global(*global).body, &Env::default())?;
        }
        self.inputs(&[])
    }

    fn inputs(&mut self, args: &[Value]) -> Option<()> {
        args.iter().try_for_each(|arg| self.value(arg))?;
        for arg in &self.session.args()[args.len()..] {
            if let Argument::Opaque(operation) = arg {
                self.operation(self.session.opaque(operation))?;
            }
        }
        self.code(self.session.program().global(self.session.entry()).body, &Env::default())
    }

    /// An expression in its environment.
    fn code(&mut self, id: ExprId, env: &Env) -> Option<()> {
        let ahead = self.session.known().ahead(self.pool, self.session, id);
        self.ahead(&ahead)?;
        self.uses(&ahead, env)
    }

    /// The values of the variables that an expression uses.
    fn uses(&mut self, ahead: &Ahead, env: &Env) -> Option<()> {
        let program = self.session.program();
        ahead.uses.iter().try_for_each(|place| self.value(&env.get(program, *place)))
    }

    /// What is left of an expression of which the first part is being computed.
    fn rest(&mut self, id: ExprId, env: &Env) -> Option<()> {
        let program = self.session.program();
        let parts: Vec<ExprId> = match program.expr(id) {
            Expr::Let { body, .. } => vec![*body],
            Expr::Case { alts, default, .. } => {
                alts.iter().map(|alt| alt.body).chain(*default).collect()
            }
            Expr::Try { handler, .. } => vec![*handler],
            _ => return self.code(id, env),
        };
        for part in parts {
            let ahead = self.session.known().ahead(self.pool, self.session, part);
            self.ahead(&ahead)?;
        }
        // The variables of the whole include those of its parts, which count from elsewhere. If it may
        // fail, not all of them were met; then its first part may, which is no longer known.
        let whole = self.session.known().ahead(self.pool, self.session, id);
        if whole.fails { None } else { self.uses(&whole, env) }
    }

    /// A node whose operands are known.
    fn node(&mut self, id: ExprId) -> Option<()> {
        let ahead = self.session.known().ahead(self.pool, self.session, id);
        self.ahead(&ahead)
    }

    fn operation(&mut self, op: OpId) -> Option<()> {
        let ahead = self.session.known().of_operation(self.pool, self.session, op);
        self.ahead(&ahead)
    }

    fn ahead(&mut self, ahead: &Ahead) -> Option<()> {
        if ahead.fails {
            return None;
        }
        for op in &ahead.ops {
            self.outlook.events.insert(self.session.operation(*op).name);
        }
        for global in &ahead.computed {
            self.value(&Value::Thunk(Addr::of_global(*global)))?;
        }
        Some(())
    }

    fn value(&mut self, value: &Value) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        self.todo.push(value.clone());
        Some(())
    }

    fn values(&mut self) -> Option<()> {
        while let Some(value) = self.todo.pop() {
            match value {
                Value::Term(_) => {}
                Value::Data(object) => object.fields.iter().try_for_each(|it| self.value(it))?,
                Value::Closure(lambda, env) => {
                    if self.functions.insert((lambda, env.address())) {
                        self.code(lambda, &env)?;
                    }
                }
                Value::Partial(partial) => {
                    self.value(&partial.callee)?;
                    partial.args.iter().try_for_each(|arg| self.value(arg))?;
                }
                Value::Operation(op) => self.operation(op)?,
                Value::Ref(addr) | Value::Array(addr) | Value::Thunk(addr) => self.cell(addr)?,
            }
        }
        Some(())
    }

    fn cell(&mut self, addr: Addr) -> Option<()> {
        if !self.seen.insert(addr) {
            return Some(());
        }
        match self.store.heap.get(addr) {
            Cell::Suspended(id, env) => self.code(*id, env),
            // What computes it waits on the stack.
            Cell::Busy => Some(()),
            Cell::Done(value) | Cell::Ref(value) => self.value(value),
            Cell::Array(items) => items.iter().try_for_each(|item| self.value(item)),
            Cell::Raised(_) | Cell::Left(_) | Cell::Open(_) => None,
        }
    }
}
