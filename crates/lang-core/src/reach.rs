//! What a run can get at.

use rustc_hash::FxHashSet;

use crate::expr::{Expr, ExprId, GlobalId};
use crate::prim::Prim;
use crate::program::Program;

impl Program {
    /// The globals that a run of `entry` can get at and whose values may hold mutable cells, or suspended
    /// computations that are more than a value, in the order of their declaration: what such a run does may
    /// depend on runs before it.
    ///
    /// It is a matter of the text alone. A global may be here although no path gets to it, or
    /// although its cells are gone once it is computed; none is missing.
    #[must_use]
    pub fn stateful(&self, entry: GlobalId) -> Vec<GlobalId> {
        let computed = |global: &GlobalId| {
            !matches!(self.expr(self.global(*global).body), Expr::Lambda { .. } | Expr::Lit(_))
        };
        let mut found = self.reach(entry).globals;
        if !found.contains(&entry) {
            found.push(entry);
        }
        found.retain(|global| computed(global) && self.reach(*global).keeps());
        found.sort_by_key(|global| global.0);
        found
    }

    /// The globals that are named in what a run of `entry` can get at, in the order of their
    /// declaration; `entry` itself only if something names it. None is missing.
    #[must_use]
    pub fn named_below(&self, entry: GlobalId) -> Vec<GlobalId> {
        let mut globals = self.reach(entry).globals;
        globals.sort_by_key(|global| global.0);
        globals
    }

    /// Whether an operation is named in what a run of `entry` can get at.
    #[must_use]
    pub fn performs(&self, entry: GlobalId) -> bool {
        self.reach(entry).performs
    }

    /// Whether an operation is named in what the value of an expression can get at.
    #[must_use]
    pub fn performs_in(&self, expr: ExprId) -> bool {
        self.reach_of(expr, None).performs
    }

    /// Whether something in what a run of `entry` can get at writes to a mutable cell.
    #[must_use]
    pub fn writes(&self, entry: GlobalId) -> bool {
        self.reach(entry).writes
    }

    /// What a call of `callee` can do besides returning a value and performing operations. If it
    /// gets at mutable cells, those may hold functions of the run of `entry` that it is part of.
    pub(crate) fn effects(&self, callee: GlobalId, entry: GlobalId) -> Effects {
        let (own, state) = (self.reach(callee), self.stateful(callee));
        let around = (!state.is_empty()).then(|| self.reach(entry));
        let writes = own.writes || around.as_ref().is_some_and(|around| around.writes);
        let raises = own.raises || around.is_some_and(|around| around.raises);
        Effects { writes, raises, state }
    }

    /// What a call of the function that a lambda makes can do.
    pub(crate) fn effects_in(&self, lambda: ExprId) -> LambdaEffects {
        let reach = self.reach_of(lambda, None);
        let computed = |global: &GlobalId| {
            !matches!(self.expr(self.global(*global).body), Expr::Lambda { .. } | Expr::Lit(_))
        };
        let keeps = |global: &GlobalId| computed(global) && self.reach(*global).keeps();
        let state = reach.globals.iter().copied().filter(keeps).collect();
        let Reach { globals, writes, performs, .. } = reach;
        LambdaEffects { writes, performs, globals, state }
    }

    fn reach(&self, from: GlobalId) -> Reach {
        self.reach_of(self.global(from).body, Some(from))
    }

    /// What an expression can get at, which is the body of a global or a part of one.
    fn reach_of(&self, expr: ExprId, of: Option<GlobalId>) -> Reach {
        let mut seen = FxHashSet::default();
        let mut reach = Reach::default();
        let mut todo: Vec<ExprId> = vec![expr];
        while let Some(id) = todo.pop() {
            let expr = self.expr(id);
            match expr {
                Expr::Global(global) if seen.insert(*global) => {
                    reach.globals.push(*global);
                    todo.extend((Some(*global) != of).then(|| self.global(*global).body));
                }
                Expr::Prim {
                    prim: Prim::RefNew | Prim::RefOf(_) | Prim::ArrayNew | Prim::ArrayOpen(_),
                    ..
                } => reach.makes_cells = true,
                Expr::Prim { prim: Prim::RefSet | Prim::ArraySet, .. } => reach.writes = true,
                Expr::Prim { prim: Prim::RefGet | Prim::ArrayGet, .. } => reach.reads = true,
                Expr::Raise(_) => reach.raises = true,
                Expr::Perform { .. } => reach.performs = true,
                Expr::Delay(_) => reach.suspends = true,
                _ => {}
            }
            todo.extend(expr.children());
        }
        reach
    }
}

#[derive(Default)]
struct Reach {
    /// All globals that are named.
    globals: Vec<GlobalId>,
    /// Whether something below makes a mutable cell.
    makes_cells: bool,
    /// Whether something below writes to a mutable cell.
    writes: bool,
    /// Whether something below reads a mutable cell.
    reads: bool,
    /// Whether something below suspends a computation.
    suspends: bool,
    /// Whether something below raises an exception.
    raises: bool,
    /// Whether something below performs an operation.
    performs: bool,
}

impl Reach {
    /// Whether a value may differ from run to run: it holds cells, or something that is computed once, when it
    /// is first needed, and then does or sees what others can see.
    fn keeps(&self) -> bool {
        self.makes_cells || (self.suspends && (self.performs || self.reads || self.writes))
    }
}

/// What a call of a function can do, whatever functions it finds in cells and arguments left out.
pub(crate) struct LambdaEffects {
    /// Write to mutable cells.
    pub(crate) writes: bool,
    /// Perform operations.
    pub(crate) performs: bool,
    /// All globals that are named.
    pub(crate) globals: Vec<GlobalId>,
    /// Those through which it gets at mutable cells.
    pub(crate) state: Vec<GlobalId>,
}

/// What a call can do besides returning a value and performing operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Effects {
    /// Write to mutable cells.
    pub(crate) writes: bool,
    /// Raise an exception.
    pub(crate) raises: bool,
    /// The globals through which it gets at mutable cells.
    pub(crate) state: Vec<GlobalId>,
}

#[cfg(test)]
mod tests {
    use crate::{Builder, Prim};
    use term::Pool;

    #[test]
    fn cells_of_globals_are_found_through_calls() {
        let pool = Pool::new();
        let mut b = Builder::new(&pool);
        let [make, cell, pure, local, reads, clean] =
            ["make", "cell", "pure", "local", "reads", "clean"].map(|name| b.declare(name));
        let x = b.fresh("x");
        let value = b.var(x);
        let new = b.prim(Prim::RefNew, [value]);
        let body = b.lambda([x], new);
        b.define(make, body);
        let (callee, zero) = (b.global(make), b.int(0));
        let body = b.apply(callee, [zero]);
        b.define(cell, body);
        let body = b.int(7);
        b.define(pure, body);
        let (y, callee, one) = (b.fresh("y"), b.global(make), b.int(1));
        let called = b.apply(callee, [one]);
        let body = b.lambda([y], called);
        b.define(local, body);
        for (function, used) in [(reads, cell), (clean, local)] {
            let (arg, used, other) = (b.fresh("arg"), b.global(used), b.global(pure));
            let both = b.seq(used, other);
            let body = b.lambda([arg], both);
            b.define(function, body);
        }
        let program = b.finish().expect("well formed");
        assert_eq!(program.stateful(reads), [cell]);
        assert_eq!(program.stateful(clean), []);
        assert_eq!(program.stateful(cell), [cell]);
        assert_eq!(program.named_below(reads), [make, cell, pure]);
        assert_eq!(program.named_below(local), [make]);
    }

    #[test]
    fn what_is_done_once_is_kept() {
        let pool = Pool::new();
        let mut b = Builder::new(&pool);
        let op = b.operation("read", &[], term::Sort::INT);
        let [once, plain, uses] = ["once", "plain", "uses"].map(|name| b.declare(name));
        let read = b.perform(op, []);
        let body = b.delay(read);
        b.define(once, body);
        let seven = b.int(7);
        let body = b.delay(seven);
        b.define(plain, body);
        let (arg, first, second) = (b.fresh("arg"), b.global(once), b.global(plain));
        let both = b.seq(first, second);
        let body = b.lambda([arg], both);
        b.define(uses, body);
        let program = b.finish().expect("well formed");
        assert_eq!(program.stateful(uses), [once]);
    }
}
