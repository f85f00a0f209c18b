//! Evaluation of expressions and collection of operands.

use machine::Exit;
use term::{Cases, Sort, Term};

use super::env::Env;
use super::heap::{Addr, Cell, Thrown};
use super::state::{Control, Frame, Goal, Outcome, Store};
use super::value::Value;
use super::{Run, failure};
use crate::expr::{Expr, ExprId, GlobalId};

impl Run<'_> {
    pub(super) fn eval(&self, id: ExprId, env: Env, store: &mut Store) -> Outcome {
        match self.program.expr(id) {
            Expr::Var(_) => {
                let value = env.get(self.program, self.program.place(id));
                self.force(value, Some(id), store)
            }
            Expr::Global(global) => {
                let value = self.global_value(id, *global);
                self.force(value, None, store)
            }
            Expr::Lit(term) => Outcome::term(*term),
            Expr::Lambda { .. } => Outcome::value(Value::Closure(id, env)),
            Expr::Let { value, .. } => self.eval_let(id, *value, env, store),
            Expr::LetRec { .. } => self.eval_group(id, env, store),
            Expr::Delay(inner) => Outcome::Go(Control::Eval(*inner, env)),
            Expr::Case { scrutinee, .. } => {
                if let Some(value) = self.immediate(*scrutinee, &env, Keep::No, store) {
                    return self.look(id, env, value, store);
                }
                store.stack.push_back(Frame::Case(id, env.clone()));
                Outcome::Go(Control::Eval(*scrutinee, env))
            }
            Expr::Ask { name, sort } => {
                self.ask(self.pool.name(*name), *sort, self.span(id), store)
            }
            Expr::Try { body, .. } => {
                store.stack.push_back(Frame::Catch(id, env.clone()));
                Outcome::Go(Control::Eval(*body, env))
            }
            Expr::Unsupported(what) => Outcome::gap(&**what, self.span(id)),
            Expr::Apply { .. }
            | Expr::Construct { .. }
            | Expr::Prim { .. }
            | Expr::Perform { .. }
            | Expr::Assume(_)
            | Expr::Assert { .. }
            | Expr::Raise(_) => self.collect(id, env, Vec::new(), store),
        }
    }

    /// The value of a global by its body, even if an operation can stand for it.
    pub(super) fn eval_body(&self, global: GlobalId, store: &mut Store) -> Outcome {
        let value = self.body_value(global);
        self.force(value, None, store)
    }

    /// The value of a global where an expression uses it.
    fn global_value(&self, id: ExprId, global: GlobalId) -> Value {
        if self.program.is_direct(id) {
            return self.body_value(global);
        }
        let global = self.session.stub(global).unwrap_or(global);
        let faced = self.session.facet(global);
        faced.map_or_else(|| self.body_value(global), Value::Operation)
    }

    /// A function at the top needs no cell: it is a value.
    fn body_value(&self, global: GlobalId) -> Value {
        let body = self.program.global(self.session.run_for(global)).body;
        match self.program.expr(body) {
            Expr::Lambda { .. } => Value::Closure(body, Env::default()),
            _ => Value::Thunk(Addr::of_global(global)),
        }
    }

    fn eval_let(&self, id: ExprId, value: ExprId, env: Env, store: &mut Store) -> Outcome {
        match self.immediate(value, &env, Keep::Yes, store) {
            Some(value) => self.bind_let(id, env, value),
            None => {
                store.stack.push_back(Frame::Let(id, env.clone()));
                Outcome::Go(Control::Eval(value, env))
            }
        }
    }

    pub(super) fn bind_let(&self, id: ExprId, env: Env, value: Value) -> Outcome {
        let Expr::Let { var, body, .. } = self.program.expr(id) else {
            unreachable!("only a `let` binds this way")
        };
        let env = if var.is_some() { env.with(value) } else { env };
        Outcome::Go(Control::Eval(*body, env))
    }

    /// Entries in the order in which `check` counts them: suspended values first.
    fn eval_group(&self, id: ExprId, mut env: Env, store: &mut Store) -> Outcome {
        let Expr::LetRec { functions, values, body } = self.program.expr(id) else {
            unreachable!("only a `let rec` has a group")
        };
        let mut cells = Vec::new();
        for _ in values {
            let addr = store.heap.allocate(Cell::Busy);
            env = env.with(Value::Thunk(addr));
            cells.push(addr);
        }
        if !functions.is_empty() {
            env = env.with_group(id);
        }
        for (addr, (_, value)) in cells.into_iter().zip(values) {
            store.heap.set(addr, Cell::Suspended(*value, env.clone()));
        }
        Outcome::Go(Control::Eval(*body, env))
    }

    /// Collects the operands of a node after those that are there, then computes it.
    pub(super) fn collect(
        &self,
        id: ExprId,
        env: Env,
        mut done: Vec<Value>,
        store: &mut Store,
    ) -> Outcome {
        let expr = self.program.expr(id);
        while let Some((operand, keep)) = operand(expr, done.len()) {
            match self.immediate(operand, &env, keep, store) {
                Some(value) => done.push(value),
                None => {
                    store.stack.push_back(Frame::Operands(id, env.clone(), done));
                    return Outcome::Go(Control::Eval(operand, env));
                }
            }
        }
        self.execute(id, done, store)
    }

    /// The value of an operand that takes no evaluation.
    fn immediate(&self, id: ExprId, env: &Env, keep: Keep, store: &mut Store) -> Option<Value> {
        let value = match self.program.expr(id) {
            Expr::Lit(term) => return Some(Value::Term(*term)),
            Expr::Lambda { .. } => return Some(Value::Closure(id, env.clone())),
            Expr::Delay(inner) if keep == Keep::Yes => {
                return Some(self.suspend(*inner, env, store));
            }
            Expr::Var(_) => env.get(self.program, self.program.place(id)),
            Expr::Global(global) => self.global_value(id, *global),
            _ => return None,
        };
        match store.heap.resolved(&value) {
            Value::Thunk(_) => None,
            computed => Some(computed),
        }
    }

    fn suspend(&self, mut id: ExprId, env: &Env, store: &mut Store) -> Value {
        while let Expr::Delay(inner) = self.program.expr(id) {
            id = *inner;
        }
        match self.program.expr(id) {
            Expr::Lit(term) => Value::Term(*term),
            Expr::Lambda { .. } => Value::Closure(id, env.clone()),
            Expr::Var(_) => store.heap.resolved(&env.get(self.program, self.program.place(id))),
            Expr::Global(global) => store.heap.resolved(&self.global_value(id, *global)),
            _ => Value::Thunk(store.heap.allocate(Cell::Suspended(id, env.clone()))),
        }
    }

    /// Computes a value that may be suspended to weak head normal form.
    pub(super) fn force(&self, value: Value, at: Option<ExprId>, store: &mut Store) -> Outcome {
        let value = store.heap.resolved(&value);
        let Value::Thunk(addr) = value else { return Outcome::value(value) };
        match store.heap.get(addr).clone() {
            Cell::Suspended(id, env) => {
                store.heap.set(addr, Cell::Busy);
                store.stack.push_back(Frame::Update(addr));
                Outcome::Go(Control::Eval(id, env))
            }
            Cell::Busy => {
                let span = at.and_then(|id| self.span(id));
                let message = "the value of an expression depends on itself";
                Outcome::Go(failure(self.program.codes().cyclic, message, span))
            }
            Cell::Raised(thrown) => Outcome::Go(Control::Raise(thrown)),
            Cell::Done(_) | Cell::Ref(_) | Cell::Array(_) | Cell::Open(_) | Cell::Left(_) => {
                unreachable!("a thunk that is not computed is at no other cell")
            }
        }
    }

    /// Computes a node from its operands.
    pub(super) fn execute(
        &self,
        id: ExprId,
        mut operands: Vec<Value>,
        store: &mut Store,
    ) -> Outcome {
        match self.program.expr(id) {
            Expr::Apply { .. } => {
                let callee = operands.remove(0);
                self.apply(callee, operands, self.span(id), store)
            }
            Expr::Construct { ctor, .. } => Outcome::value(Value::data(*ctor, operands)),
            Expr::Prim { prim, .. } if prim.looks_deep() => {
                self.deepen(Goal::Execute(id), operands, store)
            }
            Expr::Prim { prim, .. } => self.prim(id, *prim, operands, store),
            Expr::Perform { .. } => self.deepen(Goal::Execute(id), operands, store),
            Expr::Assume(_) => {
                self.check(id, &operands[0], Control::Stop(Box::new(Exit::Discarded)))
            }
            Expr::Assert { code, message, blame, .. } => {
                let place = self.blamed_place(id, *blame, store);
                self.check(id, &operands[0], failure(code, &**message, place))
            }
            Expr::Raise(_) => {
                let exception = operands.remove(0);
                let span = self.users_place(self.span(id), store);
                Outcome::Go(Control::Raise(Thrown { exception, span }))
            }
            Expr::Var(_)
            | Expr::Global(_)
            | Expr::Lit(_)
            | Expr::Lambda { .. }
            | Expr::Let { .. }
            | Expr::LetRec { .. }
            | Expr::Delay(_)
            | Expr::Case { .. }
            | Expr::Ask { .. }
            | Expr::Try { .. }
            | Expr::Unsupported(_) => unreachable!("these have no operands"),
        }
    }

    /// Returns unit where a condition holds and takes the other way elsewhere.
    fn check(&self, id: ExprId, cond: &Value, otherwise: Control) -> Outcome {
        match cond {
            Value::Term(cond) if self.pool.sort(*cond) == Sort::BOOL => {
                let unit = Control::Return(Value::Term(self.program.unit_value()));
                self.split(Cases::branch(self.pool, *cond, unit, otherwise))
            }
            other => Outcome::gap(format!("{} as a condition", other.kind()), self.span(id)),
        }
    }

    /// A choice among controls, which is none if one of them is certain.
    pub(super) fn split(&self, cases: Cases<Control>) -> Outcome {
        if cases.len() != 1 {
            return Outcome::Split(cases);
        }
        let mut cases = cases.into_iter();
        match cases.next() {
            Some((Term::TRUE, control)) => Outcome::Go(control),
            Some(case) => Outcome::Split(Cases::new([case])),
            None => unreachable!("there is one alternative"),
        }
    }
}

/// Whether an operand may stay suspended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Yes,
    No,
}

/// The operand of a node with this number, if there is one.
fn operand(expr: &Expr, number: usize) -> Option<(ExprId, Keep)> {
    let (operand, kept) = match expr {
        Expr::Apply { callee, .. } if number == 0 => (Some(*callee), false),
        Expr::Apply { args, .. } => (args.get(number - 1).copied(), true),
        Expr::Construct { fields, .. } => (fields.get(number).copied(), true),
        Expr::Prim { prim, args } => (args.get(number).copied(), prim.keeps(number)),
        Expr::Perform { args, .. } => (args.get(number).copied(), false),
        Expr::Assume(only) | Expr::Assert { cond: only, .. } | Expr::Raise(only) => {
            ((number == 0).then_some(*only), false)
        }
        Expr::Var(_)
        | Expr::Global(_)
        | Expr::Lit(_)
        | Expr::Lambda { .. }
        | Expr::Let { .. }
        | Expr::LetRec { .. }
        | Expr::Delay(_)
        | Expr::Case { .. }
        | Expr::Ask { .. }
        | Expr::Try { .. }
        | Expr::Unsupported(_) => (None, false),
    };
    Some((operand?, if kept { Keep::Yes } else { Keep::No }))
}
