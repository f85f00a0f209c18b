//! Interpreters that can be compared: those that come with this crate, by name, and those that a
//! file defines.

use std::fmt;

use lang_interp::{Interpreter, Kind, Tree};

use crate::caselang::tree::Program;
use crate::caselang::{self, DefinedInterpreter, NoInterp};
use crate::scheme::{self, Scope};
use crate::stlc::{self, Order};

/// An interpreter that comes with this crate.
pub struct BuiltIn {
    /// What it is called by.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    language: &'static Language,
    interpreter: &'static (dyn Interpreter + Sync),
}

/// What the interpreters of one language share.
struct Language {
    name: &'static str,
    programs: Kind,
    show: fn(&Tree) -> String,
}

static SCHEME: Language =
    Language { name: "a small Scheme", programs: scheme::SEXP, show: scheme::show::sexp };
static STLC: Language =
    Language { name: "a typed lambda calculus", programs: stlc::EXPR, show: stlc::show };
static CASELANG: Language =
    Language { name: "values", programs: Kind::Any, show: caselang::show::value };

/// All interpreters that come with this crate.
pub static BUILT_IN: [BuiltIn; 4] = [
    BuiltIn {
        name: "lexical",
        about: "a small Scheme; free names of a function belong to where it was written",
        language: &SCHEME,
        interpreter: &Scope::Lexical,
    },
    BuiltIn {
        name: "dynamic",
        about: "a small Scheme; free names of a function belong to where it is called",
        language: &SCHEME,
        interpreter: &Scope::Dynamic,
    },
    BuiltIn {
        name: "by-value",
        about: "a lambda calculus without its type checker; arguments are evaluated before calls",
        language: &STLC,
        interpreter: &Order::ByValue,
    },
    BuiltIn {
        name: "by-name",
        about: "a lambda calculus without its type checker; arguments are evaluated where used",
        language: &STLC,
        interpreter: &Order::ByName,
    },
];

/// One of two interpreters that are compared.
pub struct ComparedInterpreter {
    language: &'static Language,
    interpreter: Run,
}

enum Run {
    BuiltIn(&'static (dyn Interpreter + Sync)),
    Defined(Box<DefinedInterpreter>),
}

impl ComparedInterpreter {
    /// The interpreter of [`BUILT_IN`] that has this name.
    #[must_use]
    pub fn built_in(name: &str) -> Option<ComparedInterpreter> {
        let found = BUILT_IN.iter().find(|built_in| built_in.name == name)?;
        Some(ComparedInterpreter {
            language: found.language,
            interpreter: Run::BuiltIn(found.interpreter),
        })
    }

    /// The interpreter that a file defines.
    pub fn defined(program: &Program) -> Result<ComparedInterpreter, NoInterp> {
        let interpreter = Run::Defined(Box::new(DefinedInterpreter::new(program)?));
        Ok(ComparedInterpreter { language: &CASELANG, interpreter })
    }

    /// What its programs are.
    pub(crate) fn programs(&self) -> Kind {
        self.language.programs
    }

    /// What runs them.
    pub(crate) fn interpreter(&self) -> &dyn Interpreter {
        match &self.interpreter {
            Run::BuiltIn(interpreter) => *interpreter,
            Run::Defined(interpreter) => &**interpreter,
        }
    }

    /// A program or value in the syntax of the language.
    pub(crate) fn show(&self, tree: &Tree) -> String {
        (self.language.show)(tree)
    }

    pub(crate) fn check_same_language(
        &self,
        other: &ComparedInterpreter,
    ) -> Result<(), Incomparable> {
        match std::ptr::eq(self.language, other.language) {
            true => Ok(()),
            false => Err(Incomparable(self.language.name, other.language.name)),
        }
    }
}

/// Two interpreters of different languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incomparable(&'static str, &'static str);

impl fmt::Display for Incomparable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the programs of one are of {}, those of the other of {}", self.0, self.1)
    }
}

impl std::error::Error for Incomparable {}
