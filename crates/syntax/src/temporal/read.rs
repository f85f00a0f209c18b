//! Reading formulas by precedence climbing.

use source::{Diagnostic, Span};

use super::operator::{InfixOp, PrefixOp, TemporalLogic};

/// An operator of either kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemporalOp {
    /// In front of one formula.
    Prefix(PrefixOp),
    /// Between two formulas.
    Infix(InfixOp),
}

/// The part of a reader of formulas that belongs to its language: tokens, atoms and trees.
///
/// [`formula`] asks which operator stands at the next token, has the reader go over it, and hands it
/// the operands. Parentheses are atoms, so that a language may allow more in them than a formula; a
/// reader calls [`formula`] for them, one level [deeper](FormulaReader::deeper).
pub trait FormulaReader {
    /// What is read.
    type Formula;
    /// Why it could not be read.
    type Error;

    /// The logic, which may lack operators.
    const LOGIC: TemporalLogic;

    /// The operator that the next token is in front of a formula.
    fn prefix(&self) -> Option<PrefixOp>;

    /// The operator that the next token is behind a formula.
    fn infix(&self) -> Option<InfixOp>;

    /// The place of the next token, and its text.
    fn next_token(&self) -> (Span, &str);

    /// Goes over the next token, which is this operator, or refuses it.
    fn go_over(&mut self, op: TemporalOp) -> Result<(), Self::Error>;

    /// A formula without operators around it, or one in parentheses.
    fn atom(&mut self) -> Result<Self::Formula, Self::Error>;

    /// The formula of an operator that began at this place and ends at the last token.
    fn unary(
        &mut self,
        start: Span,
        op: PrefixOp,
        inner: Self::Formula,
    ) -> Result<Self::Formula, Self::Error>;

    /// The formula of an operator that groups to the right.
    fn binary(
        &mut self,
        start: Span,
        op: InfixOp,
        left: Self::Formula,
        right: Self::Formula,
    ) -> Result<Self::Formula, Self::Error>;

    /// The formula of an associative operator between two formulas or more.
    fn row(
        &mut self,
        start: Span,
        op: InfixOp,
        parts: Vec<Self::Formula>,
    ) -> Result<Self::Formula, Self::Error>;

    /// Goes one level deeper, unless that is too deep.
    fn enter(&mut self) -> Result<(), Self::Error>;

    /// Comes back from one level deeper.
    fn leave(&mut self);

    /// Takes in an error.
    fn refuse(&mut self, error: Diagnostic) -> Self::Error;

    /// Reads a part one level deeper, unless that is too deep.
    fn deeper<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<T, Self::Error>,
    ) -> Result<T, Self::Error> {
        self.enter()?;
        let part = part(self);
        self.leave();
        part
    }
}

/// Reads a formula, up to the first token that cannot go on with it.
pub fn formula<R: FormulaReader>(reader: &mut R) -> Result<R::Formula, R::Error> {
    climb(reader, 0)
}

/// Reads operators that bind at least so tightly, and their operands.
fn climb<R: FormulaReader>(reader: &mut R, loosest: u8) -> Result<R::Formula, R::Error> {
    let (start, _) = reader.next_token();
    let mut left = prefixed(reader)?;
    while let Some(op) = reader.infix().filter(|op| op.strength() >= loosest) {
        left = if op.is_associative() {
            let parts = parts(reader, op, left)?;
            reader.row(start, op, parts)?
        } else {
            accept(reader, TemporalOp::Infix(op))?;
            let right = reader.deeper(|reader| climb(reader, op.strength()))?;
            reader.binary(start, op, left, right)?
        };
    }
    Ok(left)
}

/// The operands of one associative operator.
fn parts<R: FormulaReader>(
    reader: &mut R,
    op: InfixOp,
    first: R::Formula,
) -> Result<Vec<R::Formula>, R::Error> {
    let mut parts = vec![first];
    while reader.infix() == Some(op) {
        accept(reader, TemporalOp::Infix(op))?;
        parts.push(climb(reader, op.strength() + 1)?);
    }
    Ok(parts)
}

fn prefixed<R: FormulaReader>(reader: &mut R) -> Result<R::Formula, R::Error> {
    let (start, _) = reader.next_token();
    let Some(op) = reader.prefix() else { return reader.atom() };
    accept(reader, TemporalOp::Prefix(op))?;
    let inner = reader.deeper(prefixed)?;
    reader.unary(start, op, inner)
}

/// Goes over an operator, if the logic has it.
fn accept<R: FormulaReader>(reader: &mut R, op: TemporalOp) -> Result<(), R::Error> {
    let logics = match op {
        TemporalOp::Prefix(op) => op.logics(),
        TemporalOp::Infix(op) => op.logics(),
    };
    if logics.contains(&R::LOGIC) {
        return reader.go_over(op);
    }
    let error = missing(R::LOGIC, op, logics, reader.next_token());
    Err(reader.refuse(error))
}

/// The complaint about an operator that a logic does not have.
fn missing(
    logic: TemporalLogic,
    op: TemporalOp,
    logics: &[TemporalLogic],
    (span, text): (Span, &str),
) -> Diagnostic {
    let name = match op {
        TemporalOp::Prefix(op) => op.name(),
        TemporalOp::Infix(op) => op.name(),
    };
    let message = format!("`{text}` ({name}) is not an operator of {}", logic.name());
    let having: Vec<&str> = logics.iter().map(|logic| logic.name()).collect();
    let error = Diagnostic::error(message).at(span, "not in this logic");
    let error = error.with_note(format!("it is an operator of {}", having.join(" and ")));
    match op {
        TemporalOp::Prefix(PrefixOp::WeakNext) => error
            .with_help("every configuration of a path has a next one: write `X` (next) instead"),
        _ => error,
    }
}

/// The tree of an associative operator that takes two operands, no deeper than need be. There is at
/// least one part.
pub fn pairwise<F>(parts: Vec<F>, join: &mut impl FnMut(F, F) -> F) -> F {
    let mut parts = parts;
    while parts.len() > 1 {
        let mut rest = parts.into_iter();
        let mut joined = Vec::new();
        while let Some(left) = rest.next() {
            joined.push(match rest.next() {
                Some(right) => join(left, right),
                None => left,
            });
        }
        parts = joined;
    }
    parts.pop().expect("a row has a part")
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    /// Words with blanks between them, each an operator or an atom, without parentheses.
    struct Words<'t> {
        file: &'t source::File,
        at: usize,
        depth: usize,
    }

    impl Words<'_> {
        fn word(&self) -> std::ops::Range<usize> {
            let rest = &self.file.text()[self.at..];
            self.at..self.at + rest.find(' ').unwrap_or(rest.len())
        }

        fn bump(&mut self) {
            self.at = (self.word().end + 1).min(self.file.text().len());
        }
    }

    impl FormulaReader for Words<'_> {
        type Formula = String;
        type Error = String;

        const LOGIC: TemporalLogic = TemporalLogic::Paths;

        fn prefix(&self) -> Option<PrefixOp> {
            PrefixOp::spelled(self.next_token().1)
        }

        fn infix(&self) -> Option<InfixOp> {
            InfixOp::spelled(self.next_token().1)
        }

        fn next_token(&self) -> (Span, &str) {
            (self.file.span(self.word()), &self.file.text()[self.word()])
        }

        fn go_over(&mut self, _: TemporalOp) -> Result<(), String> {
            self.bump();
            Ok(())
        }

        fn atom(&mut self) -> Result<String, String> {
            let atom = self.next_token().1.to_owned();
            self.bump();
            Ok(atom)
        }

        fn unary(&mut self, _: Span, op: PrefixOp, inner: String) -> Result<String, String> {
            Ok(format!("({} {inner})", op.name()))
        }

        fn binary(
            &mut self,
            _: Span,
            op: InfixOp,
            left: String,
            right: String,
        ) -> Result<String, String> {
            Ok(format!("({left} {} {right})", op.name()))
        }

        fn row(&mut self, _: Span, op: InfixOp, parts: Vec<String>) -> Result<String, String> {
            Ok(format!("({})", parts.join(&format!(" {} ", op.name()))))
        }

        fn enter(&mut self) -> Result<(), String> {
            self.depth += 1;
            if self.depth > 20 { Err("too deep".to_owned()) } else { Ok(()) }
        }

        fn leave(&mut self) {
            self.depth -= 1;
        }

        fn refuse(&mut self, error: Diagnostic) -> String {
            let place = error.labels.first().expect("it has a place").span.range();
            format!("{}: {} ({})", place.start, error.message, error.notes.join("; "))
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let file = Files::new().add("t", text);
        let mut words = Words { file: &file, at: 0, depth: 0 };
        let read = formula(&mut words).unwrap_or_else(|error| error);
        assert_eq!(read, expected);
    }

    #[test]
    fn operators_bind_by_the_table() {
        check("a", "a");
        check("a iff b -> c || d && e U f", "(a iff (b implies (c or (d and (e until f)))))");
        check("a U b && c || d -> e iff f", "(((((a until b) and c) or d) implies e) iff f)");
        check("a or b xor c or d", "(a or (b xor c) or d)");
        check("! a U G b", "((not a) until (globally b))");
        check("! X F a", "(not (next (finally a)))");
    }

    #[test]
    fn operators_group_by_the_table() {
        check("a -> b -> c", "(a implies (b implies c))");
        check("a U b W c R d", "(a until (b weak until (c release d)))");
        check("a && b && c && d", "(a and b and c and d)");
        check("a iff b iff c", "(a iff (b iff c))");
    }

    #[test]
    fn operators_that_a_logic_lacks_are_refused_at_their_place() {
        let past = "is not an operator of `--ltl` (it is an operator of typestate properties)";
        check("a S b", &format!("2: `S` (since) {past}"));
        check("G <*> b", &format!("2: `<*>` (once) {past}"));
        let weak = "(it is an operator of trace specs and typestate properties)";
        check("a -> N b", &format!("5: `N` (weak next) is not an operator of `--ltl` {weak}"));
    }

    #[test]
    fn depth_is_limited_and_rows_are_not_deep() {
        check(&"X ".repeat(30), "too deep");
        check(&vec!["a"; 30].join(" -> "), "too deep");
        let row = vec!["a"; 500];
        check(&row.join(" && "), &format!("({})", row.join(" and ")));
    }

    #[test]
    fn pairs_make_trees_of_little_depth() {
        let depth = |left: usize, right: usize| left.max(right) + 1;
        assert_eq!(pairwise(vec![0; 1000], &mut { depth }), 10);
        let join = |left: String, right: String| format!("({left}{right})");
        assert_eq!(pairwise(vec!["a".to_owned(); 3], &mut { join }), "((aa)a)");
    }
}
