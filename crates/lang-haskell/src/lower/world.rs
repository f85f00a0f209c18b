//! What only the world outside can do: text is written as an event, and what is read is an unknown
//! text.

use super::known::{Known, of};
use super::{Lowered, Lowering};
use crate::core::{Name, Type};

/// The module of our library whose functions are known here.
const MODULE: &str = "Base.World";
/// The operation whose events are what is written to the standard output.
pub const OUTPUT: &str = "standard output";
/// The operation whose events are what is written to the standard error.
pub const ERRORS: &str = "standard error";
/// The input that is all of the standard input.
pub const INPUT: &str = "standard input";

/// What is known of a function of our library that reaches outside.
pub(super) fn known(name: &Name) -> Option<Known> {
    match (name.module.as_str(), name.occ.as_str()) {
        (MODULE, "writeText") => of(2, |lower, _, args| lower.write(OUTPUT, args)),
        (MODULE, "writeError") => of(2, |lower, _, args| lower.write(ERRORS, args)),
        (MODULE, "wholeInput") => of(0, |lower, _, _| {
            let sort = lower.sort(&text());
            Lowered::any(lower.builder.ask(INPUT, sort))
        }),
        _ => None,
    }
}

/// The type of texts.
#[must_use]
pub fn text() -> Type {
    let of_ghc = |occ: &str| Name { module: "GHC.Types".to_owned(), occ: occ.to_owned() };
    Type::Con(of_ghc("[]"), vec![Type::Con(of_ghc("Char"), Vec::new())])
}

impl Lowering<'_> {
    /// A text that is written as a whole once the state is reached, and no result of interest.
    fn write(&mut self, operation: &str, args: &[Lowered]) -> Lowered {
        let (sort, unit) = (self.sort(&text()), self.builder.unit_sort());
        let op = self.builder.operation(operation, &[sort], unit);
        let written = self.plain(args[0]);
        let event = self.builder.perform(op, [written]);
        let nothing = Lowered::cheap(self.builder.unit());
        let pair = self.with_token(nothing);
        let done = self.builder.seq(event, pair);
        self.after(args[1], done)
    }
}
