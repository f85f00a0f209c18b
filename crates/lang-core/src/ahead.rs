//! What code can come to, by its text alone.
//!
//! Code that is still to run is part of an expression that is being evaluated, of a global that such an
//! expression names, or of a function or suspended value that the expression can get at through its
//! variables. So it is enough to know of an expression what is written in it and in the globals that it
//! names, and which of the variables in scope it uses: the values of those are read in a state
//! ([`crate::machine`]'s `outlook`). A branch is taken to be possible whatever its condition.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use term::Pool;

use crate::expr::{Alt, Expr, ExprId, GlobalId, OpId, Pattern};
use crate::prim::Prim;
use crate::program::{Place, Program};
use crate::session::{Meaning, Session};

/// What an expression can come to when it is evaluated, apart from what its variables lead to.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Ahead {
    /// Whether it may fail, raise an exception or come to something that is not modelled.
    pub(crate) fails: bool,
    /// The operations that it may perform, each once.
    pub(crate) ops: Vec<OpId>,
    /// The globals in its reach that are no functions: their values may hold anything.
    pub(crate) computed: Vec<GlobalId>,
    /// The places of the variables that it uses, counted from where it stands.
    pub(crate) uses: Vec<Place>,
}

/// What was found out about expressions so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct Known(Arc<Mutex<FxHashMap<ExprId, Arc<Ahead>>>>);

impl Known {
    /// What an expression of the program of a session can come to.
    pub(crate) fn ahead(&self, pool: &Pool, session: &Session, id: ExprId) -> Arc<Ahead> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&id) {
            return Arc::clone(known);
        }
        let found = Arc::new(Walk::new(pool, session).of_expr(id));
        Arc::clone(lock().entry(id).or_insert(found))
    }

    /// What a performance of an operation can come to, besides its event.
    pub(crate) fn of_operation(&self, pool: &Pool, session: &Session, op: OpId) -> Ahead {
        let mut walk = Walk::new(pool, session);
        walk.perform(op);
        walk.finish()
    }
}

/// Goes through the text of an expression and of the globals that it names.
struct Walk<'a> {
    pool: &'a Pool,
    session: &'a Session,
    program: &'a Program,
    found: Ahead,
    globals: FxHashSet<GlobalId>,
    /// Expressions with the number of entries that were bound since the start; none where variables do
    /// not matter, because the text of a global has none that are free.
    todo: Vec<(ExprId, Option<u32>)>,
}

impl<'a> Walk<'a> {
    fn new(pool: &'a Pool, session: &'a Session) -> Walk<'a> {
        let (found, globals) = (Ahead::default(), FxHashSet::default());
        Walk { pool, session, program: session.program(), found, globals, todo: Vec::new() }
    }

    fn of_expr(mut self, id: ExprId) -> Ahead {
        self.todo.push((id, Some(0)));
        self.finish()
    }

    fn finish(mut self) -> Ahead {
        while let Some((id, bound)) = self.todo.pop() {
            // Nothing more can be learnt.
            if self.found.fails {
                break;
            }
            self.look(id, bound);
        }
        self.found
    }

    fn look(&mut self, id: ExprId, bound: Option<u32>) {
        let expr = self.program.expr(id);
        let under = |more: usize| bound.map(|bound| bound + more as u32);
        match expr {
            Expr::Var(_) => {
                let place = self.program.place(id);
                let outside = bound.and_then(|bound| place.up.checked_sub(bound));
                let place = outside.map(|up| Place { up, ..place });
                self.found.uses.extend(place.filter(|place| !self.found.uses.contains(place)));
            }
            Expr::Global(global) => self.name(*global),
            Expr::Lambda { params, body } => self.todo.push((*body, under(params.len()))),
            Expr::Let { var, value, body } => {
                self.todo.extend([(*value, bound), (*body, under(usize::from(var.is_some())))]);
            }
            Expr::LetRec { functions, values, body } => {
                // A value that is defined by itself may need itself.
                self.found.fails |= !values.is_empty();
                let inner = under(values.len() + usize::from(!functions.is_empty()));
                let below = functions.iter().chain(values).map(|(_, value)| *value);
                self.todo.extend(below.chain([*body]).map(|id| (id, inner)));
            }
            Expr::Case { scrutinee, binder, alts, default } => {
                self.found.fails |= default.is_none() && !self.is_complete(alts);
                let bound_now = usize::from(binder.is_some());
                self.todo.push((*scrutinee, bound));
                self.todo.extend(default.map(|id| (id, under(bound_now))));
                self.todo.extend(alts.iter().map(|alt| (alt.body, under(bound_now + fields(alt)))));
            }
            Expr::Try { body, handler, .. } => {
                self.todo.extend([(*body, bound), (*handler, under(1))]);
            }
            Expr::Prim { prim, .. } => {
                self.found.fails |= may_fail(*prim);
                self.below(expr, bound);
            }
            Expr::Perform { op, .. } => {
                self.perform(*op);
                self.below(expr, bound);
            }
            Expr::Assert { .. } | Expr::Raise(_) | Expr::Unsupported(_) => self.found.fails = true,
            Expr::Apply { .. } | Expr::Construct { .. } | Expr::Delay(_) | Expr::Assume(_) => {
                self.below(expr, bound);
            }
            Expr::Lit(_) | Expr::Ask { .. } => {}
        }
    }

    fn below(&mut self, expr: &Expr, bound: Option<u32>) {
        self.todo.extend(expr.children().into_iter().map(|child| (child, bound)));
    }

    fn name(&mut self, global: GlobalId) {
        if let Some(op) = self.session.facet(global) {
            return self.perform(op);
        }
        if !self.globals.insert(global) {
            return;
        }
        // Other functions may be run in its place.
        let is_replaced = self.session.run_for(global) != global;
        self.found.fails |= is_replaced || self.session.stub(global).is_some();
        let body = self.program.global(global).body;
        if !matches!(self.program.expr(body), Expr::Lambda { .. } | Expr::Lit(_)) {
            // Computed at its first use, and perhaps by a use of itself.
            self.found.fails |= self.program.named_below(global).contains(&global);
            self.found.computed.push(global);
        }
        self.todo.push((body, None));
    }

    /// A function that is run by its contract may do what its contract says, which is not known here.
    fn perform(&mut self, op: OpId) {
        self.found.fails |= self.session.standing(op).is_some_and(|it| it.function.is_some());
        if self.found.ops.contains(&op) {
            return;
        }
        self.found.ops.push(op);
        if let Meaning::Body(global) = self.session.meaning(op) {
            self.name(global);
        }
    }

    /// Whether alternatives without a default leave no value out.
    fn is_complete(&self, alts: &[Alt]) -> bool {
        match alts.first().map(|alt| &alt.pattern) {
            Some(Pattern::Ctor(ctor, _)) => self.pool.ctors(ctor.data).len() == alts.len(),
            Some(Pattern::Lit(term)) => {
                self.pool.sort(*term) == term::Sort::BOOL && alts.len() == 2
            }
            None => false,
        }
    }
}

/// The entries that an alternative binds.
fn fields(alt: &Alt) -> usize {
    match &alt.pattern {
        Pattern::Ctor(_, fields) => fields.iter().flatten().count(),
        Pattern::Lit(_) => 0,
    }
}

/// Whether a primitive may fail, or come to values that are not modelled: functions that are compared,
/// an array whose length or index is not known.
fn may_fail(prim: Prim) -> bool {
    match prim {
        Prim::ArrayNew
        | Prim::ArrayGet
        | Prim::ArraySet
        | Prim::Compare(_)
        | Prim::Equal
        | Prim::ForgetBy
        | Prim::Whole(_) => true,
        Prim::Op(_)
        | Prim::Sub
        | Prim::Neg
        | Prim::Quot
        | Prim::Rem
        | Prim::FloorDiv
        | Prim::FloorMod
        | Prim::IntToText
        | Prim::Wrap
        | Prim::Known
        | Prim::Between(..)
        | Prim::Pack(_)
        | Prim::Unpack
        | Prim::Bits(..)
        | Prim::Float(..)
        | Prim::IntToWord(_)
        | Prim::IntToRational(_)
        | Prim::Same
        | Prim::RefNew
        | Prim::RefOf(_)
        | Prim::ArrayOpen(_)
        | Prim::Forget
        | Prim::ForgetBelow
        | Prim::RefGet
        | Prim::RefSet
        | Prim::ArrayLen => false,
    }
}
