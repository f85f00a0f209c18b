//! Formulas as they are written: the operators of [`temporal`] over labels, functions of the
//! definition that give truth values, and comparisons of arithmetic over program variables. A name by
//! itself holds where the program stands at a statement with that label.
//!
//! Whether `(…)` is a formula or a number shows only behind it, so both are read as a [`Tree`].

mod token;

use source::{Diagnostic, File, Span};
use syntax::temporal::{self, FormulaReader, InfixOp, PrefixOp, TemporalLogic, TemporalOp};
use syntax::{Cursor, Descent, MAX_DEPTH, Parsed, Reported};

use token::{Operation, POWER, Token};

/// A property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Property {
    /// The program stands at this label.
    At(PlacedName),
    /// A comparison of two numbers.
    Compare(Comparison, Number, Number),
    /// A function of the definition says so of these numbers.
    Predicate(PlacedName, Vec<Number>),
    /// Always true, or always false.
    Constant(bool),
    /// Does not hold.
    Not(Box<Property>),
    /// Both hold.
    And(Box<Property>, Box<Property>),
    /// At least one holds.
    Or(Box<Property>, Box<Property>),
    /// Both hold or neither does.
    Iff(Box<Property>, Box<Property>),
    /// Holds in the next configuration.
    Next(Box<Property>),
    /// The first holds until the second does, which happens.
    Until(Box<Property>, Box<Property>),
    /// The first holds until the second does, or for ever.
    WeakUntil(Box<Property>, Box<Property>),
    /// The second holds up to and with the first, or for ever.
    Release(Box<Property>, Box<Property>),
}

/// A name in a formula. Two are equal if they are spelled alike, wherever they stand.
#[derive(Clone, Eq, Debug)]
pub struct PlacedName {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

impl PartialEq for PlacedName {
    fn eq(&self, other: &PlacedName) -> bool {
        self.text == other.text
    }
}

/// How numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// Different.
    Different,
    /// At most.
    AtMost,
    /// Less.
    Less,
}

/// A number over program variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    /// This one.
    Constant(i64),
    /// The value of a program variable.
    Variable(PlacedName),
    /// A built-in function of two numbers, such as `INT.add`.
    Apply(&'static str, Box<Number>, Box<Number>),
}

/// Reads the formula that is the text of a file.
///
/// # Errors
///
/// What is wrong with it, and where.
///
/// ```
/// let read = |text| lang_k::ltl::parse(&source::Files::new().add("--ltl", text));
/// assert_eq!(read("[] x > 0 => <> done"), read("(G (x > 0)) -> (F done)"));
/// let errors = read("G (x + 1)").expect_err("a number is no formula");
/// assert_eq!(errors[0].message, "`(x + 1)` is a number where a formula is needed");
/// ```
pub fn parse(file: &File) -> Result<Property, Vec<Diagnostic>> {
    let mut reader = Reader { file, cursor: Cursor::new(file) };
    let property = reader.whole();
    property.map_err(|Reported| reader.cursor.errors.finish())
}

/// What was read, with its place.
struct Tree {
    node: Node,
    span: Span,
}

enum Node {
    Number(Number),
    Property(Property),
    /// A variable among numbers, a label among formulas.
    Name(String),
}

struct Reader<'t> {
    file: &'t File,
    cursor: Cursor<'t, Token>,
}

impl<'t> Descent<'t> for Reader<'t> {
    type Token = Token;

    const DEPTH_HELP: &'static str = "check parts of the formula one by one";
    const END_NAME: &'static str = "the end of the formula";

    fn cursor(&self) -> &Cursor<'t, Token> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'t, Token> {
        &mut self.cursor
    }
}

impl Reader<'_> {
    fn whole(&mut self) -> Parsed<Property> {
        let tree = temporal::formula(self)?;
        if self.token() != Token::End {
            return Err(self.unexpected("an operator or the end of the formula"));
        }
        self.property(tree)
    }

    /// The next token as operators are spelled, if it can be one. K marks the connectives of the
    /// logic, as in `->Ltl`.
    fn spelling(&self) -> Option<&str> {
        let can_be = matches!(self.token(), Token::Name | Token::Operator);
        can_be.then(|| unmarked(self.slice()))
    }

    /// Whether a formula begins behind the next token, and no arguments do.
    fn operand_follows(&self) -> bool {
        let (token, span) = self.cursor.second();
        let text = unmarked(&self.file.text()[span.range()]);
        match token {
            Token::Open => span.start != self.span().end,
            Token::Name => InfixOp::spelled(text).is_none(),
            Token::Number => true,
            _ => PrefixOp::spelled(text).is_some(),
        }
    }

    /// Operations on numbers that bind at least so tightly, and their operands.
    fn operations(&mut self, loosest: u8) -> Parsed<Tree> {
        let mut left = self.primary()?;
        let mut row = 0;
        while let Some((op, strength)) = self.token().operation().filter(|op| op.1 >= loosest) {
            row += 1;
            if row > MAX_DEPTH {
                return Err(self.too_deep(self.span()));
            }
            self.bump();
            let next = if op == POWER { strength } else { strength + 1 };
            let right = self.nested(|reader| reader.operations(next))?;
            left = self.operation(op, left, right)?;
        }
        Ok(left)
    }

    fn operation(&mut self, op: Operation, left: Tree, right: Tree) -> Parsed<Tree> {
        let span = left.span.to(right.span);
        let (left, right) = (self.number(left)?, self.number(right)?);
        let node = match op {
            Operation::Compare(op) => Node::Property(Property::Compare(op, left, right)),
            Operation::Swapped(op) => Node::Property(Property::Compare(op, right, left)),
            Operation::Compute(hook) => {
                Node::Number(Number::Apply(hook, Box::new(left), Box::new(right)))
            }
        };
        Ok(Tree { node, span })
    }

    fn primary(&mut self) -> Parsed<Tree> {
        let start = self.span();
        let node = match self.token() {
            Token::Open => {
                self.bump();
                let inner = self.nested(temporal::formula)?;
                self.expect(Token::Close, "`)`")?;
                inner.node
            }
            Token::Number => {
                let Ok(value) = self.slice().parse() else {
                    let error = Diagnostic::error("this number is too large").at(start, "");
                    return Err(self.report(error));
                };
                self.bump();
                Node::Number(Number::Constant(value))
            }
            Token::Name => self.named()?,
            _ => return Err(self.unexpected("a label, a variable, a number or `(`")),
        };
        Ok(Tree { node, span: start.to(self.previous()) })
    }

    /// A name, or a function with its arguments.
    fn named(&mut self) -> Parsed<Node> {
        let (text, span) = (unmarked(self.slice()).to_owned(), self.span());
        self.bump();
        if !self.eat(Token::Open) {
            return Ok(Node::Name(text));
        }
        let arg = |reader: &mut Reader<'_>| {
            let arg = reader.nested(|reader| reader.operations(0))?;
            reader.number(arg)
        };
        let args = self.separated(Token::Close, arg)?;
        Ok(Node::Property(Property::Predicate(PlacedName { text, span }, args)))
    }

    fn property(&mut self, tree: Tree) -> Parsed<Property> {
        match tree.node {
            Node::Property(property) => Ok(property),
            Node::Name(name) => Ok(match name.as_str() {
                "true" => Property::Constant(true),
                "false" => Property::Constant(false),
                _ => Property::At(PlacedName { text: name, span: tree.span }),
            }),
            Node::Number(_) => Err(self.wrong(tree.span, "is a number where a formula is needed")),
        }
    }

    fn number(&mut self, tree: Tree) -> Parsed<Number> {
        match tree.node {
            Node::Number(number) => Ok(number),
            Node::Name(text) => Ok(Number::Variable(PlacedName { text, span: tree.span })),
            Node::Property(_) => {
                Err(self.wrong(tree.span, "is a formula where a number is needed"))
            }
        }
    }

    /// Reports what a part of the formula is.
    fn wrong(&mut self, span: Span, what: &str) -> Reported {
        let text = syntax::shown(&self.file.text()[span.range()]);
        self.report(Diagnostic::error(format!("{text} {what}")).at(span, ""))
    }

    /// The property of an operator.
    fn built(&self, start: Span, property: Property) -> Tree {
        Tree { node: Node::Property(property), span: start.to(self.previous()) }
    }
}

impl FormulaReader for Reader<'_> {
    type Formula = Tree;
    type Error = Reported;

    const LOGIC: TemporalLogic = TemporalLogic::Paths;

    fn prefix(&self) -> Option<PrefixOp> {
        let spelling = self.spelling()?;
        let op = PrefixOp::spelled(spelling)?;
        // Letters of other logics, such as `N`, may be variables of the program.
        let is_own = op.logics().contains(&Self::LOGIC) && !temporal::may_be_name(spelling);
        (self.token() == Token::Operator || is_own || self.operand_follows()).then_some(op)
    }

    fn infix(&self) -> Option<InfixOp> {
        self.spelling().and_then(InfixOp::spelled)
    }

    fn next_token(&self) -> (Span, &str) {
        (self.span(), self.slice())
    }

    fn go_over(&mut self, _: TemporalOp) -> Parsed<()> {
        self.bump();
        Ok(())
    }

    fn atom(&mut self) -> Parsed<Tree> {
        self.operations(0)
    }

    fn unary(&mut self, start: Span, op: PrefixOp, inner: Tree) -> Parsed<Tree> {
        let inner = Box::new(self.property(inner)?);
        let constant = |value| Box::new(Property::Constant(value));
        let property = match op {
            PrefixOp::Not => Property::Not(inner),
            PrefixOp::Next => Property::Next(inner),
            PrefixOp::Finally => Property::Until(constant(true), inner),
            PrefixOp::Globally => Property::Release(constant(false), inner),
            PrefixOp::WeakNext
            | PrefixOp::StrongNext
            | PrefixOp::Before
            | PrefixOp::Once
            | PrefixOp::Historically => {
                unreachable!("this logic does not have it")
            }
        };
        Ok(self.built(start, property))
    }

    fn binary(&mut self, start: Span, op: InfixOp, left: Tree, right: Tree) -> Parsed<Tree> {
        let (left, right) = (Box::new(self.property(left)?), Box::new(self.property(right)?));
        let property = match op {
            InfixOp::Iff => Property::Iff(left, right),
            InfixOp::Implies => Property::Or(Box::new(Property::Not(left)), right),
            InfixOp::Until => Property::Until(left, right),
            InfixOp::WeakUntil => Property::WeakUntil(left, right),
            InfixOp::Release => Property::Release(left, right),
            InfixOp::Or | InfixOp::Xor | InfixOp::And => unreachable!("these stand in rows"),
            InfixOp::Since => unreachable!("this logic does not have it"),
        };
        Ok(self.built(start, property))
    }

    fn row(&mut self, start: Span, op: InfixOp, parts: Vec<Tree>) -> Parsed<Tree> {
        let parts: Vec<Property> =
            parts.into_iter().map(|part| self.property(part)).collect::<Parsed<_>>()?;
        let mut join = |left, right| {
            let (left, right) = (Box::new(left), Box::new(right));
            match op {
                InfixOp::And => Property::And(left, right),
                InfixOp::Or => Property::Or(left, right),
                _ => Property::Not(Box::new(Property::Iff(left, right))),
            }
        };
        Ok(self.built(start, temporal::pairwise(parts, &mut join)))
    }

    fn enter(&mut self) -> Parsed<()> {
        Descent::enter(self)
    }

    fn leave(&mut self) {
        Descent::leave(self);
    }

    fn refuse(&mut self, error: Diagnostic) -> Reported {
        self.report(error)
    }
}

/// A word or sign without the mark of the logic.
fn unmarked(text: &str) -> &str {
    text.strip_suffix("Ltl").filter(|rest| !rest.is_empty()).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use source::Files;

    use super::*;

    fn read(text: &str) -> Result<Property, Vec<Diagnostic>> {
        parse(&Files::new().add("--ltl", text))
    }

    #[track_caller]
    fn same(one: &str, other: &str) {
        let other = read(other).expect("a formula");
        assert_eq!(read(one), Ok(other), "{one}");
    }

    /// What is wrong first, and the text at that place.
    #[track_caller]
    fn wrong(text: &str, place: &str, message: &str) {
        let errors = read(text).expect_err("it is wrong");
        let span = errors[0].labels[0].span.range();
        assert_eq!((&text[span], errors[0].message.as_str()), (place, message));
    }

    #[test]
    fn temporal_operators_bind_tighter_than_connectives() {
        same("G L -> F M", "(G L) -> (F M)");
        same("[] x + 1 > 2 * y", "G ((x + 1) > (2 * y))");
        same("a U b U c", "a U (b U c)");
        same("!x < y", "!(x < y)");
        same("2 ^ k ^ 2 * x - 1 - y <= a", "((((2 ^ (k ^ 2)) * x) - 1) - y) <= a");
    }

    #[test]
    fn connectives_may_be_marked_as_those_of_the_logic() {
        same("□Ltl (L →Ltl x /\\Ltl y)", "G (L -> x && y)");
    }

    #[test]
    fn words_and_letters_of_other_logics_may_be_names() {
        same("G N > 0 && next(o)", "(G (N > 0)) && next(o)");
        same("next next && o == 1", "(X (next)) && (o == 1)");
        same("o (next)", "X next");
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        wrong(
            "",
            "",
            "expected a label, a variable, a number or `(`, found the end of the formula",
        );
        wrong("a && 1", "1", "`1` is a number where a formula is needed");
        wrong("a && (b + c)", "(b + c)", "`(b + c)` is a number where a formula is needed");
        wrong("x < !y", "!", "expected a label, a variable, a number or `(`, found `!`");
        wrong("1 + (x == 2) > 3", "(x == 2)", "`(x == 2)` is a formula where a number is needed");
        wrong("(a", "", "expected `)`, found the end of the formula");
        wrong("a # b", "#", "unknown character `#`");
        wrong("a b", "b", "expected an operator or the end of the formula, found `b`");
        wrong("x < 99999999999999999999", "99999999999999999999", "this number is too large");
    }

    #[test]
    fn operators_of_other_logics_are_refused() {
        wrong("G (a -> <*> b)", "<*>", "`<*>` (once) is not an operator of `--ltl`");
        wrong("a && N b", "N", "`N` (weak next) is not an operator of `--ltl`");
        wrong("a since b", "since", "`since` (since) is not an operator of `--ltl`");
    }

    #[test]
    fn deep_formulas_are_refused_and_long_ones_are_not() {
        assert!(read(&"(".repeat(10_000)).is_err());
        assert!(read(&format!("x{} > 0", " + 1".repeat(10_000))).is_err());
        assert!(read(&format!("a{}", " && a".repeat(10_000))).is_ok());
    }
}
