//! Refinements as programs of the calculus.
//!
//! A refinement becomes an expression that is true or false of a value, a measure becomes a
//! function, and what is required inside data becomes a recursive walk over it (section 5.1 of the
//! paper). A function with a refined type is wrapped: its arguments are checked at each call, its
//! result when it returns; and where its *type* may stand for its body the wrapper chooses between
//! the two (section 5.2).
//!
//! What is checked by this code is checked again on values by the judge, which shares nothing with it.

mod inductive;
mod membership;
mod parametric;
mod pred;
mod require;
mod set;
mod watch;

use std::collections::BTreeMap;

use lang_core::{ExprId, FloatWidth, GlobalId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;

use super::logic::{FnId, Local, Specs};
use crate::core::Name;
use crate::lower::Lowering;
use inductive::Induction;
use membership::Polarity;
use set::Sets;

pub use watch::{Believed, Called, Callee, Calls, Check, Prepared, Why, code, prepare};

/// The variables of the calculus that stand for those of the logic.
type Env = FxHashMap<Local, VarId>;

/// Functions that say what is required of the values of a type variable.
type Vars = BTreeMap<Name, VarId>;

/// Makes programs of refinements.
struct Elaborator<'e, 'a> {
    lowering: &'e mut Lowering<'a>,
    specs: &'e Specs,
    functions: FxHashMap<FnId, GlobalId>,
    /// Walks over data types, for the parameters of which something is required.
    walks: BTreeMap<(Name, Vec<bool>), GlobalId>,
    /// Walks that gather the values of some type parameters.
    gathers: BTreeMap<(Name, Vec<bool>), GlobalId>,
    sets: Option<Sets>,
    /// Variables whose values are floating-point numbers.
    fractions: FxHashMap<Local, FloatWidth>,
    /// Variables whose values are of data types.
    datas: FxHashSet<Local>,
    /// What is left open of data of any size, if that is what a run is about.
    induction: Option<Induction>,
    polarity: Polarity,
}

/// Something that has to be true.
struct Obligation {
    /// Where it is written.
    span: Option<Span>,
    cond: ExprId,
}

impl<'e, 'a> Elaborator<'e, 'a> {
    fn new(lowering: &'e mut Lowering<'a>, specs: &'e Specs) -> Elaborator<'e, 'a> {
        Elaborator {
            lowering,
            specs,
            functions: FxHashMap::default(),
            walks: BTreeMap::new(),
            gathers: BTreeMap::new(),
            sets: None,
            fractions: FxHashMap::default(),
            datas: FxHashSet::default(),
            induction: None,
            polarity: Polarity::default(),
        }
    }

    fn var(&mut self, var: VarId) -> ExprId {
        self.lowering.builder.var(var)
    }

    /// All of them, one after the other: what comes behind one that is false is not evaluated.
    fn all(&mut self, conds: Vec<ExprId>) -> Option<ExprId> {
        conds.into_iter().rev().reduce(|rest, cond| {
            let no = self.lowering.builder.bool(false);
            self.lowering.builder.cond(cond, rest, no)
        })
    }
}
