//! The registers of one rule while it is compiled.

use k_syntax::{Term, TermId, VariableKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};

use super::{Compiler, Problem, uses};
use crate::expr::Expr;
use crate::pattern::{FrameRef, Reg, Step};
use crate::signature::SortId;

/// What is known of a rule so far.
pub(crate) struct Scope<'c, 'd> {
    pub(super) compiler: &'c Compiler<'d>,
    /// The register of each variable.
    names: FxHashMap<&'d str, Reg>,
    /// Registers that a step fills.
    bound: FxHashSet<Reg>,
    count: u32,
    /// How often each variable occurs in the whole rule.
    occurrences: FxHashMap<&'d str, usize>,
    /// Whether variables that occur once get a register, too.
    pub(super) keep_all: bool,
    /// Whether this is a claim, on the right of which `?X` may stand.
    pub(super) is_claim: bool,
    /// Whether this is a rule of a function, which has one value for its arguments.
    pub(super) is_function: bool,
    /// The variables `?X` of a claim, with their sorts.
    pub(super) exists: Vec<(String, Reg, SortId)>,
    /// A variable that may stand for values of any sort, whatever it was written with.
    pub(super) unsorted: Option<&'static str>,
    pub(super) steps: Vec<Step>,
    pub(super) frames: Vec<FrameRef>,
    /// Values for fresh variables.
    pub(super) fresh: Vec<(Reg, Expr)>,
    /// Collections whose parts are matched later.
    pub(super) waiting: Vec<super::collection::Waiting>,
    /// The rest of each cell with dots, and how maps there are changed in place.
    pub(super) patches: FxHashMap<TermId, super::collection::Patchable>,
    /// What the dots of each leaf stand for, by the leaf's contents on the left.
    pub(super) dots: FxHashMap<TermId, super::leaf::Dots>,
}

impl<'c, 'd> Scope<'c, 'd> {
    /// A scope for a rule made of these terms.
    pub(super) fn new(
        compiler: &'c Compiler<'d>,
        roots: impl IntoIterator<Item = TermId>,
    ) -> Scope<'c, 'd> {
        Scope {
            compiler,
            names: FxHashMap::default(),
            bound: FxHashSet::default(),
            count: 0,
            occurrences: uses::occurrences(&compiler.def.terms, roots),
            keep_all: false,
            is_claim: false,
            is_function: false,
            exists: Vec::new(),
            unsorted: None,
            steps: Vec::new(),
            frames: Vec::new(),
            fresh: Vec::new(),
            waiting: Vec::new(),
            patches: FxHashMap::default(),
            dots: FxHashMap::default(),
        }
    }

    pub(super) fn term(&self, id: TermId) -> &'d Term {
        self.compiler.def.terms.get(id)
    }

    pub(super) fn span(&self, id: TermId) -> Span {
        self.compiler.def.terms.span(id)
    }

    /// A new register.
    pub(super) fn new_reg(&mut self) -> Reg {
        self.count += 1;
        Reg(self.count - 1)
    }

    /// How many registers there are.
    pub(super) fn reg_count(&self) -> usize {
        self.count as usize
    }

    /// The register of a variable.
    pub(super) fn reg_of(&mut self, name: &'d str) -> Reg {
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let reg = self.new_reg();
        self.names.insert(name, reg);
        reg
    }

    /// The register of a variable `?X`, which is not that of a variable `X`.
    pub(super) fn exists_reg(&mut self, name: &str) -> Reg {
        let known = self.exists.iter().find(|(known, _, _)| known.strip_prefix('?') == Some(name));
        known.map(|(_, reg, _)| *reg).unwrap_or_else(|| {
            self.count += 1;
            Reg(self.count - 1)
        })
    }

    /// Whether a register is that of a variable.
    pub(super) fn has_name(&self, reg: Reg) -> bool {
        self.names.values().any(|named| *named == reg)
    }

    /// Whether a variable is met only once, so that its value is of no interest.
    pub(super) fn is_unused(&self, name: &str) -> bool {
        !self.keep_all && self.occurrences.get(name).copied().unwrap_or(0) <= 1
    }

    /// Whether a register has a value at this point.
    pub(super) fn is_bound(&self, reg: Reg) -> bool {
        self.bound.contains(&reg)
    }

    pub(super) fn bind(&mut self, reg: Reg) {
        self.bound.insert(reg);
    }

    /// Whether all variables of a term have values at this point, so that it can be computed.
    pub(super) fn is_known(&self, root: TermId) -> bool {
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            match self.term(id) {
                Term::Variable { name, kind, .. } => {
                    let known =
                        self.names.get(name.as_str()).is_some_and(|reg| self.is_bound(*reg));
                    if !known || *kind == VariableKind::Anonymous {
                        return false;
                    }
                }
                Term::Rewrite { left, .. } => todo.push(*left),
                other => todo.extend(other.children()),
            }
        }
        true
    }

    /// The variables that have values, by name; those that the text leaves without one are not
    /// among them.
    pub(super) fn named(&self) -> Vec<(String, Reg)> {
        let is_name = |name: &str| name.starts_with(|c: char| c.is_alphabetic());
        let mut named: Vec<(String, Reg)> = self
            .names
            .iter()
            .filter(|(name, reg)| is_name(name) && self.is_bound(**reg))
            .map(|(name, reg)| ((*name).to_owned(), *reg))
            .collect();
        named.sort();
        named
    }

    /// The register of a variable that has a value.
    pub(super) fn bound_reg(&mut self, name: &'d str, span: Span) -> Result<Reg, Problem> {
        match self.names.get(name) {
            Some(reg) if self.is_bound(*reg) => Ok(*reg),
            _ => Err(Diagnostic::error(format!(
                "the variable {name} is used, but nothing on the left gives it a value"
            ))
            .at(span, "")
            .into()),
        }
    }

    pub(super) fn problem<T>(&self, what: impl Into<String>, at: TermId) -> Result<T, Problem> {
        Err(Diagnostic::error(what).at(self.span(at), "").into())
    }
}
