//! Right-hand sides and conditions, compiled.

use crate::hook::Hook;
use crate::pattern::Reg;
use crate::program::FunctionId;
use crate::signature::{CellId, LabelId, SortId};
use crate::value::Value;

/// How a value is made from registers.
#[derive(Clone, Debug)]
pub enum Expr {
    /// This value.
    Const(Value),
    /// What a register holds.
    Reg(Reg),
    /// What a register holds, for the last time.
    Take(Reg),
    /// A constructor that no rule looks at.
    Node(LabelId, Box<[Expr]>),
    /// A constructor that rules may change wherever it is made.
    Anywhere(LabelId, FunctionId, Box<[Expr]>),
    /// A built-in function.
    Hook(Hook, Box<[Expr]>),
    /// A function of the definition.
    Call(FunctionId, Box<[Expr]>),
    /// A computation.
    Seq(Box<[Expr]>),
    /// The second where the first holds, the third elsewhere; the other one is not evaluated.
    If(Box<[Expr; 3]>),
    /// Both hold; the second is not evaluated where the first plainly does not hold.
    And(Box<[Expr; 2]>),
    /// One of both holds; the second is not evaluated where the first plainly holds.
    Or(Box<[Expr; 2]>),
    /// Whether a value has a sort.
    HasSort(SortId, Box<Expr>),
    /// A value that must have a sort.
    Cast(SortId, Box<Expr>),
    /// A map in a register with some entries put in place and some keys gone.
    Patch {
        /// The map.
        map: Reg,
        /// Keys that go.
        without: Box<[Reg]>,
        /// Entries that come, or replace those of the same key.
        entries: Box<[(Expr, Expr)]>,
    },
    /// The contents of a cell with cells inside.
    Cells(CellId, Box<[Expr]>),
    /// One slot of the contents of a cell, the first; the second if nothing is there.
    Part(Box<[Expr; 2]>, usize),
    /// A bag of frames: parts that are bags or frames.
    Bag(Box<[Expr]>),
    /// A token of a sort from its text.
    Token(SortId, Box<Expr>),
    /// A value that was not used before, of a sort.
    Fresh(SortId),
    /// Any value of a sort, about which nothing is known; the name is for people.
    Unknown(SortId, Box<str>),
    /// A built-in function that is not modelled, by its name: no path goes on behind it.
    Missing(Box<str>),
}

impl Expr {
    /// Whether evaluation gives a value for all values of the registers' sorts, symbolic ones aside.
    #[must_use]
    pub(crate) fn is_total(&self) -> bool {
        let mut todo = vec![self];
        while let Some(expr) = todo.pop() {
            match expr {
                Expr::Const(_)
                | Expr::Reg(_)
                | Expr::Take(_)
                | Expr::Fresh(_)
                | Expr::Unknown(..) => {}
                Expr::Node(_, args) | Expr::Seq(args) | Expr::Cells(_, args) => todo.extend(args),
                Expr::Hook(hook, args) if hook.is_total => todo.extend(args),
                Expr::Patch { entries, .. } => {
                    entries.iter().for_each(|(key, value)| todo.extend([key, value]));
                }
                Expr::HasSort(_, inner) => todo.push(inner),
                Expr::Part(parts, _) => todo.extend(parts.iter()),
                Expr::Bag(parts) => todo.extend(parts),
                Expr::Hook(..)
                | Expr::Anywhere(..)
                | Expr::Call(..)
                | Expr::If(_)
                | Expr::And(_)
                | Expr::Or(_)
                | Expr::Cast(..)
                | Expr::Token(..)
                | Expr::Missing(_) => return false,
            }
        }
        true
    }
}
