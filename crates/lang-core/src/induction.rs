//! Which functions of a program are defined by induction on data.
//!
//! A proof leaves such a function open on data of which nothing is known, and takes its equation for true where the
//! constructor is known ([`DataMeasure`]). That is sound if the equations have one solution: each call of the function in its own
//! body is on a part of its last argument, and whatever else the body does always ends, with the same value for the same
//! arguments. So nothing in it may raise, fail, ask, perform, or look at a mutable cell.
//!
//! It is a matter of the text alone, and most of what is refused would do as well.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Pool, Sort};

use crate::expr::{Expr, ExprId, GlobalId, Pattern, VarId};
use crate::prim::Prim;
use crate::program::Program;
use crate::session::DataMeasure;

impl Program {
    /// The functions that are defined by induction on their last argument, and whose values are truth values or integers, in the
    /// order of their declaration.
    #[must_use]
    pub fn measures(&self, pool: &Pool) -> Vec<(GlobalId, DataMeasure)> {
        let mut known = Known { program: self, pool, functions: FxHashMap::default() };
        let globals = self.globals().map(|(global, _)| global);
        let measure = |global| match known.function(global)? {
            Function { is_recursive: true, sort } => {
                Some((global, DataMeasure { sort, natural: false }))
            }
            Function { is_recursive: false, .. } => None,
        };
        globals.filter_map(measure).collect()
    }
}

/// A function that always ends, with the same value for the same arguments.
#[derive(Clone, Copy)]
struct Function {
    is_recursive: bool,
    /// The sort of its values.
    sort: Sort,
}

struct Known<'a> {
    program: &'a Program,
    pool: &'a Pool,
    /// What was found out of functions; nothing yet of those that are at work.
    functions: FxHashMap<GlobalId, Option<Function>>,
}

/// What is known of variables where an expression stands.
#[derive(Clone, Default)]
struct Scope {
    /// Variables for the last argument.
    whole: FxHashSet<VarId>,
    /// Variables for smaller parts of it.
    parts: FxHashSet<VarId>,
    /// Functions of the body that do not call themselves, with the number of their parameters.
    joins: FxHashMap<VarId, usize>,
}

impl Known<'_> {
    fn function(&mut self, global: GlobalId) -> Option<Function> {
        if let Some(known) = self.functions.get(&global) {
            return *known;
        }
        self.functions.insert(global, None);
        let found = self.examined(global);
        self.functions.insert(global, found);
        found
    }

    fn examined(&mut self, global: GlobalId) -> Option<Function> {
        let program = self.program;
        let Expr::Lambda { params, body } = program.expr(program.global(global).body) else {
            return None;
        };
        let last = *params.last()?;
        let mut calls = Calls { of: global, arity: params.len(), are_met: false };
        let scope = Scope { whole: FxHashSet::from_iter([last]), ..Scope::default() };
        if !self.ends(*body, &scope, &mut calls) {
            return None;
        }
        let sort = self.sort(*body, global)?;
        Some(Function { is_recursive: calls.are_met, sort })
    }

    /// Whether an expression has one value, if calls of the function in it on smaller parts have.
    fn ends(&mut self, id: ExprId, scope: &Scope, calls: &mut Calls) -> bool {
        let program = self.program;
        match program.expr(id) {
            Expr::Var(var) => !scope.joins.contains_key(var),
            Expr::Lit(_) => true,
            Expr::Construct { fields, .. } => self.all_end(fields, scope, calls),
            Expr::Prim { prim, args } => is_function(*prim) && self.all_end(args, scope, calls),
            Expr::Apply { callee, args } => {
                self.is_known(*callee, args, scope, calls) && self.all_end(args, scope, calls)
            }
            Expr::Let { var, value, body } => match (program.expr(*value), var) {
                (Expr::Lambda { params, body: inner }, Some(var)) => {
                    let mut with = scope.clone();
                    with.joins.insert(*var, params.len());
                    self.ends(*inner, scope, calls) && self.ends(*body, &with, calls)
                }
                (of, var) => {
                    let with = named(scope, of, *var);
                    self.ends(*value, scope, calls) && self.ends(*body, &with, calls)
                }
            },
            Expr::Case { scrutinee, binder, alts, default } => {
                let of = program.expr(*scrutinee);
                let inside = named(scope, of, *binder);
                let is_of_data =
                    |var: &VarId| inside.whole.contains(var) || inside.parts.contains(var);
                let takes_apart = matches!(of, Expr::Var(var) if is_of_data(var));
                let mut is_whole = default.is_some();
                for alt in alts {
                    let mut with = inside.clone();
                    if let Pattern::Ctor(ctor, names) = &alt.pattern {
                        is_whole |= alts.len() == self.pool.ctors(ctor.data).len();
                        if takes_apart {
                            with.parts.extend(names.iter().flatten());
                        }
                    }
                    if !self.ends(alt.body, &with, calls) {
                        return false;
                    }
                }
                is_whole |= alts.len() == 2 && alts.iter().all(|alt| self.is_truth(&alt.pattern));
                is_whole
                    && self.ends(*scrutinee, scope, calls)
                    && default.is_none_or(|default| self.ends(default, &inside, calls))
            }
            Expr::Global(_)
            | Expr::Lambda { .. }
            | Expr::LetRec { .. }
            | Expr::Delay(_)
            | Expr::Perform { .. }
            | Expr::Ask { .. }
            | Expr::Assume(_)
            | Expr::Assert { .. }
            | Expr::Raise(_)
            | Expr::Try { .. }
            | Expr::Unsupported(_) => false,
        }
    }

    fn all_end(&mut self, ids: &[ExprId], scope: &Scope, calls: &mut Calls) -> bool {
        ids.iter().all(|id| self.ends(*id, scope, calls))
    }

    /// Whether a call is one of the function on a smaller part, or one of a function that always ends.
    fn is_known(
        &mut self,
        callee: ExprId,
        args: &[ExprId],
        scope: &Scope,
        calls: &mut Calls,
    ) -> bool {
        match self.program.expr(callee) {
            Expr::Global(global) if *global == calls.of => {
                calls.are_met = true;
                let last = args.last().map(|last| self.program.expr(*last));
                let is_part = matches!(last, Some(Expr::Var(var)) if scope.parts.contains(var));
                args.len() == calls.arity && is_part
            }
            Expr::Global(global) => {
                let body = self.program.expr(self.program.global(*global).body);
                let arity = match body {
                    Expr::Lambda { params, .. } => params.len(),
                    _ => return false,
                };
                arity == args.len() && self.function(*global).is_some()
            }
            Expr::Var(var) => scope.joins.get(var) == Some(&args.len()),
            _ => false,
        }
    }

    fn is_truth(&self, pattern: &Pattern) -> bool {
        matches!(pattern, Pattern::Lit(value) if self.pool.sort(*value) == Sort::BOOL)
    }

    /// The sort of the values of an expression, as far as its text shows: truth values or integers.
    fn sort(&mut self, id: ExprId, own: GlobalId) -> Option<Sort> {
        let program = self.program;
        let found = match program.expr(id) {
            Expr::Lit(value) => Some(self.pool.sort(*value)),
            Expr::Prim { prim, .. } => sort_of(*prim),
            Expr::Let { body, value, .. } => {
                let join = match program.expr(*value) {
                    Expr::Lambda { body, .. } => self.sort(*body, own),
                    _ => None,
                };
                self.sort(*body, own).or(join)
            }
            Expr::Case { alts, default, .. } => {
                let mut bodies = alts.iter().map(|alt| alt.body).chain(*default);
                bodies.find_map(|body| self.sort(body, own))
            }
            Expr::Apply { callee, .. } => match program.expr(*callee) {
                Expr::Global(global) if *global != own => {
                    self.function(*global).map(|one| one.sort)
                }
                _ => None,
            },
            _ => None,
        };
        found.filter(|sort| [Sort::BOOL, Sort::INT].contains(sort))
    }
}

/// The calls of a function in its own body.
struct Calls {
    of: GlobalId,
    arity: usize,
    are_met: bool,
}

/// The scope in which a variable has the value of an expression.
fn named(scope: &Scope, of: &Expr, var: Option<VarId>) -> Scope {
    let mut with = scope.clone();
    if let (Expr::Var(known), Some(var)) = (of, var) {
        if scope.whole.contains(known) {
            with.whole.insert(var);
        }
        if scope.parts.contains(known) {
            with.parts.insert(var);
        }
    }
    with
}

/// Whether the value of a primitive depends on nothing but its operands, as terms.
fn is_function(prim: Prim) -> bool {
    matches!(
        prim,
        Prim::Op(_)
            | Prim::Sub
            | Prim::Neg
            | Prim::Quot
            | Prim::Rem
            | Prim::FloorDiv
            | Prim::FloorMod
            | Prim::Wrap
            | Prim::Pack(_)
            | Prim::Unpack
            | Prim::Bits(..)
            | Prim::Equal
            | Prim::Compare(_)
    )
}

fn sort_of(prim: Prim) -> Option<Sort> {
    match prim {
        Prim::Op(Op::Add | Op::Mul)
        | Prim::Sub
        | Prim::Neg
        | Prim::Quot
        | Prim::Rem
        | Prim::Wrap
        | Prim::Bits(..)
        | Prim::Compare(_) => Some(Sort::INT),
        Prim::Op(Op::Eq | Op::Lt | Op::Le | Op::Not | Op::And | Op::Or) | Prim::Equal => {
            Some(Sort::BOOL)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Builder;

    /// `f l = match l with Nil -> base | Cons (x, rest) -> x + f (next)`
    fn sum(on_rest: bool, raising: bool) -> Vec<(GlobalId, DataMeasure)> {
        let pool = Pool::new();
        let mut b = Builder::new(&pool);
        let data = b.data("list", 0).expect("no other type has this name");
        let list = pool.data_sort(data, &[]);
        let (nil, cons) = (b.ctor(data, "nil", &[]), b.ctor(data, "cons", &[Sort::INT, list]));
        let f = b.declare("f");
        let (l, x, rest) = (b.fresh("l"), b.fresh("x"), b.fresh("rest"));
        let next = if on_rest { rest } else { l };
        let (callee, next, head) = (b.global(f), b.var(next), b.var(x));
        let below = b.apply(callee, [next]);
        let sum = b.op(Op::Add, [head, below]);
        let base = b.int(0);
        let base = if raising { b.raise(base) } else { base };
        let alts = [b.alt(nil, [], base), b.alt(cons, [x, rest], sum)];
        let of = b.var(l);
        let body = b.case(of, None, alts, None);
        let body = b.lambda([l], body);
        b.define(f, body);
        b.finish().expect("well formed").measures(&pool)
    }

    #[test]
    fn induction_on_parts_is_known() {
        let found = sum(true, false);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1, DataMeasure { sort: Sort::INT, natural: false });
    }

    #[test]
    fn call_on_the_whole_is_no_induction() {
        assert_eq!(sum(false, false), []);
    }

    #[test]
    fn function_that_raises_is_none() {
        assert_eq!(sum(true, true), []);
    }
}
