//! From Core to the calculus of `lang-core`: only what is asked for, and what that needs.
//!
//! Types, proofs, newtypes and the boxes of numbers vanish; everything that Core leaves unevaluated
//! is delayed. A definition is lowered in one pass over its nodes, parts first, so nothing here
//! recurses over a program. What we do not model becomes `unsupported` in its place, and matters only
//! to paths that get there.
//!
//! Start reading at [`Lowering::global`], then `lower/body.rs`.

mod apply;
mod body;
mod border;
mod case;
pub(crate) mod con;
mod data;
mod entry;
mod failure;
mod float;
mod integer;
mod known;
mod primop;
mod state;
mod text;
pub mod world;

use lang_core::{Builder, Codes, ExprId, GlobalId, Prim, Program, ProgramError};
use rustc_hash::FxHashMap;
use source::Span;
use term::{Op, Pool};

use crate::core::{Name, SourceRange};
use crate::link::Linked;
use crate::place::Sources;
use body::Body;
use data::Datas;
use failure::Site;

/// How numbers behave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// `Int` has no bounds and `Double` is a rational number, so that a solver can reason about
    /// them. What is found has to be tried on machine numbers.
    Ideal,
    /// `Int` has 64 bits and wraps around, and `Double` is one of IEEE 754, as in GHC. Only constants
    /// of the latter are computed.
    Machine,
}

/// In what ideal numbers differ from those of the machine, as far as a program computes with them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Approximation {
    /// Integers are computed that have 64 bits in GHC. A session may let them wrap around
    /// ([`lang_core::Session::with_machine_integers`]).
    pub integers: bool,
    /// Floating-point numbers are computed, which are rounded in GHC.
    pub fractions: bool,
}

impl Approximation {
    /// Whether there is any difference.
    #[must_use]
    pub fn is_any(self) -> bool {
        self.integers || self.fractions
    }
}

/// The codes of failures of a Haskell program.
pub mod code {
    /// `error` was called.
    pub const ERROR: &str = "HS001";
    /// `undefined` was evaluated.
    pub const UNDEFINED: &str = "HS002";
    /// No pattern or guard fits.
    pub const INCOMPLETE: &str = "HS003";
    /// Division by zero, or a result that does not fit.
    pub const ARITHMETIC: &str = "HS004";
    /// An uncaught exception.
    pub const UNCAUGHT: &str = "HS005";
    /// A method or a field that is not there.
    pub const MISSING: &str = "HS006";
    /// A value that needs itself.
    pub const CYCLIC: &str = "HS007";
    /// An index outside an array.
    pub const INDEX: &str = "HS008";
    /// An assertion does not hold.
    pub const ASSERTION: &str = "HS009";
    /// No failure: a function was reached that a question is about.
    pub const REACHED: &str = "reached";
    /// No failure: a run has a result.
    pub const FINISHED: &str = "finished";
}

/// A program of `lang-core` in the making.
pub struct Lowering<'a> {
    linked: &'a Linked,
    sources: &'a Sources,
    numbers: Numbers,
    /// The calculus: for entries and predicates that a caller adds.
    pub builder: Builder<'a>,
    globals: FxHashMap<Name, GlobalId>,
    /// Declared and not defined yet.
    pending: Vec<(Name, GlobalId)>,
    datas: Datas,
    /// Functions that lead from values outside to those inside, and back.
    crossings: FxHashMap<(border::Way, String), GlobalId>,
    /// Places that fail, not defined yet.
    sites: Vec<Site>,
    /// Whether something catches exceptions.
    catches: bool,
    /// The definition at which a run stops.
    stop: Option<Name>,
    /// What is computed that is ideal here and not in GHC.
    approximation: Approximation,
}

impl<'a> Lowering<'a> {
    /// Nothing yet.
    #[must_use]
    pub fn new(
        pool: &'a Pool,
        linked: &'a Linked,
        sources: &'a Sources,
        numbers: Numbers,
    ) -> Lowering<'a> {
        let mut builder = Builder::new(pool);
        builder.set_codes(Codes {
            uncaught: code::UNCAUGHT,
            incomplete: code::INCOMPLETE,
            cyclic: code::CYCLIC,
            index: code::INDEX,
        });
        let mut lowering = Lowering {
            linked,
            sources,
            numbers,
            builder,
            globals: FxHashMap::default(),
            pending: Vec::new(),
            datas: Datas::default(),
            crossings: FxHashMap::default(),
            sites: Vec::new(),
            catches: false,
            stop: None,
            approximation: Approximation::default(),
        };
        lowering.settle_lists();
        lowering
    }

    /// The modules.
    #[must_use]
    pub fn linked(&self) -> &'a Linked {
        self.linked
    }

    /// How numbers behave.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// The global of a definition, GHC's name or ours; none if nothing defines it.
    pub fn global(&mut self, name: &Name) -> Option<GlobalId> {
        let own = &self.linked.definition(name)?.definition.name;
        if let Some(known) = self.globals.get(own) {
            return Some(*known);
        }
        let global = self.builder.declare(&format!("{}.{}", own.module, own.occ));
        self.globals.insert(own.clone(), global);
        self.pending.push((own.clone(), global));
        Some(global)
    }

    /// Lets a global of the caller stand for a definition wherever that is used.
    pub fn provide(&mut self, name: &Name, global: GlobalId) {
        self.globals.insert(name.clone(), global);
    }

    /// The value of a definition, known function or undefined name.
    pub fn value(&mut self, name: &Name) -> ExprId {
        self.global_value(name, None).id
    }

    /// Lowers what is still asked for, and checks the whole.
    ///
    /// # Errors
    ///
    /// Only if there is a mistake in the lowering itself.
    pub fn finish(self) -> Result<Program, Vec<ProgramError>> {
        self.finish_telling().0
    }

    /// As [`Lowering::finish`], and what is computed that is ideal here and not in GHC.
    pub(crate) fn finish_telling(mut self) -> (Result<Program, Vec<ProgramError>>, Approximation) {
        // What is thrown may need further definitions, and these may fail as well.
        while !self.pending.is_empty() || !self.sites.is_empty() {
            self.define_pending();
            self.define_sites();
        }
        self.define_datas();
        (self.builder.finish(), self.approximation)
    }

    fn define_pending(&mut self) {
        while let Some((name, global)) = self.pending.pop() {
            let found = self.linked.definition(&name).expect("only definitions are pending");
            let body = match self.stop.as_ref() == Some(&name) {
                true => self.stopped(&name),
                false => Body::new(self, found).lower(),
            };
            self.builder.define(global, body);
        }
    }

    fn stopped(&mut self, name: &Name) -> ExprId {
        let place = self.linked.definition(name).and_then(|found| found.definition.place.as_ref());
        let span = self.span(place);
        self.builder.at(span).fail(code::REACHED, &format!("`{}` is reached", name.occ))
    }

    fn span(&self, place: Option<&SourceRange>) -> Option<Span> {
        place.and_then(|place| self.sources.span(place))
    }
}

/// An expression that was lowered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lowered {
    id: ExprId,
    shape: Shape,
}

/// What is known of a lowered expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// It may take any time, or fail.
    Any,
    /// It is total and takes a few steps, so there is no need to delay it.
    Cheap,
    /// As [`Shape::Cheap`], and it stands for the number one if it is true and for zero otherwise: a
    /// comparison of unboxed numbers.
    Truth,
}

impl Lowered {
    fn any(id: ExprId) -> Lowered {
        Lowered { id, shape: Shape::Any }
    }

    fn cheap(id: ExprId) -> Lowered {
        Lowered { id, shape: Shape::Cheap }
    }

    fn truth(id: ExprId) -> Lowered {
        Lowered { id, shape: Shape::Truth }
    }
}

/// Small pieces that all of the lowering uses.
impl Lowering<'_> {
    /// The expression itself.
    fn plain(&mut self, lowered: Lowered) -> ExprId {
        match lowered.shape {
            Shape::Any | Shape::Cheap => lowered.id,
            Shape::Truth => self.number_of(lowered.id),
        }
    }

    /// The expression where Core does not evaluate it.
    fn operand(&mut self, lowered: Lowered) -> ExprId {
        match lowered.shape {
            Shape::Any => self.builder.delay(lowered.id),
            Shape::Cheap => lowered.id,
            Shape::Truth => self.number_of(lowered.id),
        }
    }

    fn operands(&mut self, lowered: &[Lowered]) -> Vec<ExprId> {
        lowered.iter().map(|one| self.operand(*one)).collect()
    }

    /// A truth value as the number one or zero.
    fn number_of(&mut self, truth: ExprId) -> ExprId {
        let (one, zero) = (self.builder.int(1), self.builder.int(0));
        self.builder.op(Op::Ite, [truth, one, zero])
    }

    /// A call by need.
    fn call(&mut self, callee: ExprId, args: &[Lowered]) -> ExprId {
        let args = self.operands(args);
        self.builder.apply(callee, args)
    }

    fn unsupported(&mut self, what: &str) -> Lowered {
        Lowered::any(self.builder.unsupported(what))
    }

    /// A number as `Int` holds it.
    fn bounded(&mut self, number: ExprId) -> ExprId {
        match self.numbers {
            Numbers::Ideal => {
                self.approximation.integers = true;
                self.builder.prim(Prim::Wrap, [number])
            }
            Numbers::Machine => self.wrapped(number),
        }
    }

    /// The number between -2^63 and 2^63 that is the same modulo 2^64.
    fn wrapped(&mut self, number: ExprId) -> ExprId {
        let half = self.power_of_two(63);
        let raised = self.builder.op(Op::Add, [number, half]);
        let rest = self.modulo_word(raised);
        self.builder.prim(Prim::Sub, [rest, half])
    }

    /// The number between 0 and 2^64 that is the same modulo 2^64.
    fn modulo_word(&mut self, number: ExprId) -> ExprId {
        let size = self.power_of_two(64);
        self.builder.op(Op::Mod, [number, size])
    }

    fn power_of_two(&mut self, exponent: u32) -> ExprId {
        let power = num_bigint::BigInt::from(1) << exponent;
        let power = self.builder.pool().int(power);
        self.builder.lit(power)
    }
}
