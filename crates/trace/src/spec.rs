//! Specs with their meaning: declarations resolved, predicates expanded, everything sorted.

use machine::EventKind;
use rustc_hash::FxHashMap;
use source::{Diagnostic, File, Severity, Span};
use term::{Func, Pool, Sort, Term};

use crate::alphabet::{Alphabet, OpId};
use crate::elaborate;
use crate::formula::{EventSet, Formula};
use crate::syntax::tree::RecordTest;
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
    /// Which records of a log are events, in the order of the text.
    pub records: Vec<RecordEvent>,
}

/// Records of a log that are calls of an operation. Fields within fields are written with dots.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordEvent {
    /// The operation.
    pub op: OpId,
    /// The fields with its arguments.
    pub args: Vec<String>,
    /// The field with its result.
    pub result: Option<String>,
    /// What must be true of the record.
    pub tests: Vec<RecordTest>,
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
        Spec::read_for(pool, file, &[])
    }

    /// The meaning of a tree: as much of it as makes sense, and what does not.
    pub fn of_tree(pool: &Pool, tree: &Tree) -> (Spec, Vec<Diagnostic>) {
        elaborate::elaborate(pool, tree, &[])
    }

    /// Reads a spec for a program with these events: the sorts that it declares are those of the
    /// values in their places. As [`Spec::read`] otherwise.
    pub fn read_for(
        pool: &Pool,
        file: &File,
        events: &[EventKind],
    ) -> (Option<Spec>, Vec<Diagnostic>) {
        let (tree, mut diagnostics) = syntax::parse(file);
        let sorts = match events {
            [] => Vec::new(),
            _ => Spec::of_tree(pool, &tree).0.sorts_of(pool, events),
        };
        let (spec, more) = elaborate::elaborate(pool, &tree, &sorts);
        diagnostics.extend(more);
        let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
        (if failed { None } else { Some(spec) }, diagnostics)
    }

    /// A property as one of the operations of another alphabet, which has the same names and sorts for
    /// them, with other variables in place of parameters. Operations that it does not have never occur.
    #[must_use]
    pub fn transplanted(
        &self,
        pool: &Pool,
        property: &Property,
        alphabet: &Alphabet,
        params: &FxHashMap<Term, Term>,
    ) -> Formula {
        property.formula.with_events(&|set| match set {
            EventSet::Any(cond) => EventSet::Any(pool.substitute(*cond, params)),
            EventSet::Call(op, cond) => match alphabet.find(self.alphabet.op(*op).name) {
                Some(op) => EventSet::Call(op, pool.substitute(*cond, params)),
                None => EventSet::Any(Term::FALSE),
            },
            EventSet::Not(_) | EventSet::And(_) | EventSet::Or(_) => {
                unreachable!("only sets that are not made of others are changed")
            }
        })
    }

    /// The ghosts and constants that some properties mention.
    #[must_use]
    pub fn params_of(&self, pool: &Pool, properties: &[&Property]) -> Vec<&Param> {
        let conditions: Vec<Term> =
            properties.iter().flat_map(|property| property.formula.conditions()).collect();
        let mentioned = pool.free_vars(&conditions);
        let declared = self.ghosts.iter().chain(&self.consts);
        declared.filter(|param| mentioned.contains(&param.var)).collect()
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
