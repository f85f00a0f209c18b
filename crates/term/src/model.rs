//! Models: a value for every variable and every uninterpreted function.

use rustc_hash::FxHashMap;

use crate::pool::{Pool, Term};
use crate::sort::Func;
use crate::walk::Topic;

/// Values for variables and functions.
///
/// Values are terms without variables in normal form. What a model does not mention has the default
/// value of its sort ([`Pool::default_value`]), so a model always decides every term.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    vars: FxHashMap<Term, Term>,
    funcs: FxHashMap<Func, FuncTable>,
}

/// The values of an uninterpreted function: finitely many rows and a value for all other arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FuncTable {
    rows: FxHashMap<Box<[Term]>, Term>,
    otherwise: Option<Term>,
}

impl Model {
    /// The model that gives default values to everything.
    #[must_use]
    pub fn new() -> Model {
        Model::default()
    }

    /// Gives `var` a value.
    pub fn set(&mut self, var: Term, value: Term) {
        self.vars.insert(var, value);
    }

    /// The value that was given to `var`.
    #[must_use]
    pub fn get(&self, var: Term) -> Option<Term> {
        self.vars.get(&var).copied()
    }

    /// The value of `var`: the given one, or the default of its sort. None only for a sort without
    /// finite values.
    pub fn value(&self, pool: &Pool, var: Term) -> Option<Term> {
        self.get(var).or_else(|| pool.default_value(pool.sort(var)))
    }

    /// The table of a function, empty if it was not mentioned.
    pub fn func_mut(&mut self, func: Func) -> &mut FuncTable {
        self.funcs.entry(func).or_default()
    }

    /// The table of a function.
    #[must_use]
    pub fn func(&self, func: Func) -> Option<&FuncTable> {
        self.funcs.get(&func)
    }

    /// The value of a function at some values.
    pub fn apply(&self, pool: &Pool, func: Func, args: &[Term]) -> Option<Term> {
        let known = self.funcs.get(&func).and_then(|table| table.get(args));
        known.or_else(|| pool.default_value(pool.signature(func).1))
    }

    /// The variables that were given a value, ordered by name.
    pub fn vars(&self, pool: &Pool) -> Vec<Term> {
        let mut vars: Vec<Term> = self.vars.keys().copied().collect();
        vars.sort_by_cached_key(|var| (pool.show(*var), pool.content_hash(*var)));
        vars
    }

    /// The functions that have a table, ordered by name.
    pub fn funcs(&self, pool: &Pool) -> Vec<Func> {
        let mut funcs: Vec<Func> = self.funcs.keys().copied().collect();
        funcs.sort_by_key(|func| {
            (pool.name(pool.func_name(*func)).to_owned(), pool.funcs.get(func.0).hash)
        });
        funcs
    }

    /// Takes over what `other` says of a variable.
    pub fn take_var(&mut self, other: &Model, var: Term) {
        self.vars.extend(other.vars.get(&var).map(|value| (var, *value)));
    }

    /// Takes over what `other` says of a function.
    pub fn take_func(&mut self, other: &Model, func: Func) {
        self.funcs.extend(other.funcs.get(&func).map(|table| (func, table.clone())));
    }

    /// Takes over what `other` says of a variable or a function.
    pub fn take(&mut self, other: &Model, topic: Topic) {
        match topic {
            Topic::Var(var) => self.take_var(other, var),
            Topic::Func(func) => self.take_func(other, func),
        }
    }
}

impl FuncTable {
    /// Sets the value at some arguments.
    pub fn insert(&mut self, args: &[Term], value: Term) {
        self.rows.insert(args.into(), value);
    }

    /// Sets the value at all arguments that have no row.
    pub fn set_otherwise(&mut self, value: Term) {
        self.otherwise = Some(value);
    }

    /// The value at some arguments, if it was said.
    #[must_use]
    pub fn get(&self, args: &[Term]) -> Option<Term> {
        self.rows.get(args).copied().or(self.otherwise)
    }

    /// Whether there is a row for these very arguments.
    #[must_use]
    pub fn has_row(&self, args: &[Term]) -> bool {
        self.rows.contains_key(args)
    }

    /// The value at all arguments that have no row, if it was said.
    #[must_use]
    pub fn otherwise(&self) -> Option<Term> {
        self.otherwise
    }

    /// The rows, ordered by the content of their arguments.
    pub fn rows(&self, pool: &Pool) -> Vec<(&[Term], Term)> {
        let mut rows: Vec<(&[Term], Term)> =
            self.rows.iter().map(|(args, value)| (&**args, *value)).collect();
        rows.sort_by_cached_key(|(args, _)| {
            args.iter().map(|arg| pool.content_hash(*arg)).collect::<Vec<u64>>()
        });
        rows
    }
}
