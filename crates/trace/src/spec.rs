//! Specs with their meaning: declarations resolved, predicates expanded, everything sorted.

use source::{Diagnostic, File, Severity, Span};
use term::{Func, Pool, Sort, Term};

use crate::alphabet::Alphabet;
use crate::elaborate;
use crate::formula::Formula;
use crate::syntax::{self, Tree};

/// A spec that is ready for use.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The operations.
    pub alphabet: Alphabet,
    /// Declared sorts.
    pub sorts: Vec<(String, Sort)>,
    /// Named values that are the same in every trace, such as `null`.
    pub consts: Vec<Param>,
    /// Pure functions and predicates on values.
    pub funcs: Vec<(String, Func)>,
    /// What is known about them.
    pub axioms: Vec<Axiom>,
    /// The parameters of the properties: they hold for every choice of these.
    pub ghosts: Vec<Param>,
    /// The properties in the order of the text.
    pub properties: Vec<Property>,
}

/// A named value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// The name as written.
    pub name: String,
    /// The variable that stands for it.
    pub var: Term,
    /// Where it is declared.
    pub span: Span,
}

/// A fact about pure functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axiom {
    /// Its name.
    pub name: String,
    /// What it holds for.
    pub vars: Vec<Term>,
    /// What holds.
    pub body: Term,
    /// Where it stands.
    pub span: Span,
}

/// A named property of traces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// What it says.
    pub formula: Formula,
    /// Where it stands.
    pub span: Span,
}

impl Spec {
    /// Reads a spec from text. The diagnostics hold at least one error if there is no spec, and may
    /// hold warnings if there is one.
    pub fn read(pool: &Pool, file: &File) -> (Option<Spec>, Vec<Diagnostic>) {
        let (tree, mut diagnostics) = syntax::parse(file);
        let (spec, more) = Spec::of_tree(pool, &tree);
        diagnostics.extend(more);
        let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
        (if failed { None } else { Some(spec) }, diagnostics)
    }

    /// The meaning of a tree: as much of it as makes sense, and what does not.
    pub fn of_tree(pool: &Pool, tree: &Tree) -> (Spec, Vec<Diagnostic>) {
        elaborate::elaborate(pool, tree)
    }

    /// The property of this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The ghost of this name.
    #[must_use]
    pub fn ghost(&self, name: &str) -> Option<Term> {
        self.ghosts.iter().find(|ghost| ghost.name == name).map(|ghost| ghost.var)
    }
}
