//! The operators: one table of names, arities and sort rules.
//!
//! The printer, the reader, the sort checker and every encoder ask this table. A new operator is a
//! variant of [`Op`], a row here, its meaning in `semantics`, and its constructor in `build`.

use crate::sort::{Func, Sort, SortNode};
use crate::symbol::Symbol;
use crate::{Pool, Term};

/// A handle to an interned [`crate::Literal`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lit(pub(crate) u32);

/// The operator at the top of a term.
///
/// The comment of a variant states its normal form: what its constructor guarantees of a term with
/// that operator. An operator over literals alone is always folded to a literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A constant.
    Lit(Lit),
    /// A variable; its name and sort together are its identity.
    Var(Symbol),
    /// An uninterpreted function applied to arguments.
    Apply(Func),

    /// Never over a `Not`, an order atom of numbers or a literal.
    Not,
    /// At least two operands, ascending by content, distinct, none the negation of another; none a
    /// literal, and none an `And` unless it is wide.
    And,
    /// As `And`.
    Or,
    /// Condition, then, else. Never under a literal or a negated condition, never with equal
    /// branches, never of sort Bool.
    Ite,
    /// Two different operands, ascending by content. Never over two values of which equality is
    /// plain, never with a Boolean literal.
    Eq,

    /// `a ≤ b` over Int or Real.
    Le,
    /// `a < b` over Int or Real.
    Lt,
    /// A sum: different monomials ascending by content, then at most one literal, not zero.
    Add,
    /// A product: at most one literal, not 0 or 1, then factors ascending by content.
    Mul,
    /// Quotient of integers that leaves a remainder of at least zero. The constructor guards it,
    /// so that a divisor of zero gives zero.
    Div,
    /// Remainder of [`Op::Div`], guarded in the same way: a divisor of zero gives the dividend.
    Mod,
    /// Quotient of rational numbers, guarded: a divisor of zero gives zero.
    Ratio,
    /// An integer as a rational number.
    ToReal,
    /// The largest integer not above a rational number.
    Floor,

    /// Bitwise complement.
    BvNot,
    /// Two's complement negation.
    BvNeg,
    /// Bitwise and; operands ascending by content.
    BvAnd,
    /// Bitwise or; operands ascending by content.
    BvOr,
    /// Bitwise exclusive or; operands ascending by content.
    BvXor,
    /// Sum modulo `2^width`; operands ascending by content.
    BvAdd,
    /// Product modulo `2^width`; operands ascending by content.
    BvMul,
    /// Unsigned quotient; all ones when the divisor is zero.
    BvUdiv,
    /// Unsigned remainder; the dividend when the divisor is zero.
    BvUrem,
    /// Signed quotient, rounded towards zero.
    BvSdiv,
    /// Signed remainder, with the sign of the dividend.
    BvSrem,
    /// Shift left; the amount is unsigned.
    BvShl,
    /// Shift right, zeros in.
    BvLshr,
    /// Shift right, sign in.
    BvAshr,
    /// Unsigned less than.
    BvUlt,
    /// Unsigned at most.
    BvUle,
    /// Signed less than.
    BvSlt,
    /// Signed at most.
    BvSle,
    /// The first operand above the second.
    BvConcat,
    /// The bits from the second number up to the first, both included.
    BvExtract(u32, u32),
    /// This many zeros above.
    BvZeroExtend(u32),
    /// This many copies of the sign above.
    BvSignExtend(u32),
    /// The unsigned value as an integer.
    BvToInt,
    /// An integer modulo `2^width` as a word of that width.
    IntToBv(u32),

    /// Concatenation of two or more strings; never with two literals side by side.
    TextConcat,
    /// Number of code points.
    TextLen,
    /// The string of one code point at an index; empty outside.
    TextAt,
    /// Part of a string: start, length; empty when the start lies outside.
    TextSub,
    /// Whether the first contains the second.
    TextContains,
    /// Whether the first is a prefix of the second.
    TextPrefix,
    /// Whether the first is a suffix of the second.
    TextSuffix,
    /// Place of the second in the first, not before the third; -1 if none.
    TextIndexOf,
    /// The first with the first occurrence of the second replaced by the third.
    TextReplace,
    /// The number that a string of decimal digits writes; -1 for any other string.
    TextToInt,
    /// The decimal digits of a number; empty for a negative one.
    TextFromInt,
    /// Lexicographic less than.
    TextLt,
    /// Lexicographic at most.
    TextLe,
    /// The code point of a string of length one; -1 for any other.
    TextToCode,
    /// The string of one code point; empty for a number that is none.
    TextFromCode,

    /// The array of its sort that has the operand everywhere.
    ConstArray,
    /// Array, index. Never over a `Store` whose index is plainly equal or plainly different.
    Select,
    /// Array, index, value. Literal indices stand ascending by content, the last one outermost.
    Store,

    /// The constructor with this number, applied to its fields.
    Construct(u32),
    /// A field (constructor, field) of a value. Never over that constructor. Over a value of
    /// another constructor it is the default value of the field's sort.
    Field(u32, u32),
    /// Whether a value was made by the constructor with this number. Never over a constructor.
    Is(u32),
}

/// How many operands an operator takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// This many.
    Exactly(usize),
    /// This many or more.
    AtLeast(usize),
    /// As many as its declaration says.
    Declared,
}

/// The row of an operator.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// Name in SMT-LIB, and in our printed form; indices are printed apart.
    pub name: &'static str,
    /// Number of operands.
    pub arity: Arity,
    pub(crate) rule: SortRule,
}

/// How the sort of the result follows from the sorts of the operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SortRule {
    /// Says its sort itself: literals and variables.
    Own,
    Declared,
    Fixed(&'static [Sort], Sort),
    /// All operands of this sort.
    All(Sort),
    Ite,
    Same,
    NumbersToBool,
    Numbers,
    Words,
    WordsToBool,
    Concat,
    Extract,
    Extend,
    WordToInt,
    IntToWord,
    Texts,
    ConstArray,
    Select,
    Store,
    Construct,
    Field,
    Is,
}

impl Op {
    /// The row of this operator.
    #[must_use]
    pub fn info(self) -> OpInfo {
        use Arity::{AtLeast, Exactly};
        use SortRule as R;
        const BOOL: Sort = Sort::BOOL;
        const INT: Sort = Sort::INT;
        const REAL: Sort = Sort::REAL;
        const TEXT: Sort = Sort::TEXT;
        let row = |name, arity, rule| OpInfo { name, arity, rule };
        match self {
            Op::Lit(_) => row("literal", Exactly(0), R::Own),
            Op::Var(_) => row("variable", Exactly(0), R::Own),
            Op::Apply(_) => row("apply", Arity::Declared, R::Declared),
            Op::Not => row("not", Exactly(1), R::All(BOOL)),
            Op::And => row("and", AtLeast(2), R::All(BOOL)),
            Op::Or => row("or", AtLeast(2), R::All(BOOL)),
            Op::Ite => row("ite", Exactly(3), R::Ite),
            Op::Eq => row("=", Exactly(2), R::Same),
            Op::Le => row("<=", Exactly(2), R::NumbersToBool),
            Op::Lt => row("<", Exactly(2), R::NumbersToBool),
            Op::Add => row("+", AtLeast(2), R::Numbers),
            Op::Mul => row("*", AtLeast(2), R::Numbers),
            Op::Div => row("div", Exactly(2), R::All(INT)),
            Op::Mod => row("mod", Exactly(2), R::All(INT)),
            Op::Ratio => row("/", Exactly(2), R::All(REAL)),
            Op::ToReal => row("to_real", Exactly(1), R::Fixed(&[INT], REAL)),
            Op::Floor => row("to_int", Exactly(1), R::Fixed(&[REAL], INT)),
            Op::BvNot => row("bvnot", Exactly(1), R::Words),
            Op::BvNeg => row("bvneg", Exactly(1), R::Words),
            Op::BvAnd => row("bvand", Exactly(2), R::Words),
            Op::BvOr => row("bvor", Exactly(2), R::Words),
            Op::BvXor => row("bvxor", Exactly(2), R::Words),
            Op::BvAdd => row("bvadd", Exactly(2), R::Words),
            Op::BvMul => row("bvmul", Exactly(2), R::Words),
            Op::BvUdiv => row("bvudiv", Exactly(2), R::Words),
            Op::BvUrem => row("bvurem", Exactly(2), R::Words),
            Op::BvSdiv => row("bvsdiv", Exactly(2), R::Words),
            Op::BvSrem => row("bvsrem", Exactly(2), R::Words),
            Op::BvShl => row("bvshl", Exactly(2), R::Words),
            Op::BvLshr => row("bvlshr", Exactly(2), R::Words),
            Op::BvAshr => row("bvashr", Exactly(2), R::Words),
            Op::BvUlt => row("bvult", Exactly(2), R::WordsToBool),
            Op::BvUle => row("bvule", Exactly(2), R::WordsToBool),
            Op::BvSlt => row("bvslt", Exactly(2), R::WordsToBool),
            Op::BvSle => row("bvsle", Exactly(2), R::WordsToBool),
            Op::BvConcat => row("concat", Exactly(2), R::Concat),
            Op::BvExtract(..) => row("extract", Exactly(1), R::Extract),
            Op::BvZeroExtend(_) => row("zero_extend", Exactly(1), R::Extend),
            Op::BvSignExtend(_) => row("sign_extend", Exactly(1), R::Extend),
            Op::BvToInt => row("bv2nat", Exactly(1), R::WordToInt),
            Op::IntToBv(_) => row("int2bv", Exactly(1), R::IntToWord),
            Op::TextConcat => row("str.++", AtLeast(2), R::Texts),
            Op::TextLen => row("str.len", Exactly(1), R::Fixed(&[TEXT], INT)),
            Op::TextAt => row("str.at", Exactly(2), R::Fixed(&[TEXT, INT], TEXT)),
            Op::TextSub => row("str.substr", Exactly(3), R::Fixed(&[TEXT, INT, INT], TEXT)),
            Op::TextContains => row("str.contains", Exactly(2), R::Fixed(&[TEXT, TEXT], BOOL)),
            Op::TextPrefix => row("str.prefixof", Exactly(2), R::Fixed(&[TEXT, TEXT], BOOL)),
            Op::TextSuffix => row("str.suffixof", Exactly(2), R::Fixed(&[TEXT, TEXT], BOOL)),
            Op::TextIndexOf => row("str.indexof", Exactly(3), R::Fixed(&[TEXT, TEXT, INT], INT)),
            Op::TextReplace => row("str.replace", Exactly(3), R::Texts),
            Op::TextToInt => row("str.to_int", Exactly(1), R::Fixed(&[TEXT], INT)),
            Op::TextFromInt => row("str.from_int", Exactly(1), R::Fixed(&[INT], TEXT)),
            Op::TextLt => row("str.<", Exactly(2), R::Fixed(&[TEXT, TEXT], BOOL)),
            Op::TextLe => row("str.<=", Exactly(2), R::Fixed(&[TEXT, TEXT], BOOL)),
            Op::TextToCode => row("str.to_code", Exactly(1), R::Fixed(&[TEXT], INT)),
            Op::TextFromCode => row("str.from_code", Exactly(1), R::Fixed(&[INT], TEXT)),
            Op::ConstArray => row("const", Exactly(1), R::ConstArray),
            Op::Select => row("select", Exactly(2), R::Select),
            Op::Store => row("store", Exactly(3), R::Store),
            Op::Construct(_) => row("construct", Arity::Declared, R::Construct),
            Op::Field(..) => row("field", Exactly(1), R::Field),
            Op::Is(_) => row("is", Exactly(1), R::Is),
        }
    }

    /// The operators without index that are written by their name in the table.
    pub const PLAIN: &'static [Op] = &[
        Op::Not,
        Op::And,
        Op::Or,
        Op::Ite,
        Op::Eq,
        Op::Le,
        Op::Lt,
        Op::Add,
        Op::Mul,
        Op::Div,
        Op::Mod,
        Op::Ratio,
        Op::ToReal,
        Op::Floor,
        Op::BvNot,
        Op::BvNeg,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvAdd,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvUlt,
        Op::BvUle,
        Op::BvSlt,
        Op::BvSle,
        Op::BvConcat,
        Op::BvToInt,
        Op::TextConcat,
        Op::TextLen,
        Op::TextAt,
        Op::TextSub,
        Op::TextContains,
        Op::TextPrefix,
        Op::TextSuffix,
        Op::TextIndexOf,
        Op::TextReplace,
        Op::TextToInt,
        Op::TextFromInt,
        Op::TextLt,
        Op::TextLe,
        Op::TextToCode,
        Op::TextFromCode,
        Op::Select,
        Op::Store,
    ];
}

/// Operands that an operator cannot take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SortError(String);

impl Pool {
    /// The sort of `op` over operands of these sorts. `own` is the sort of operators that do not
    /// tell it by their operands: literals, variables, constructors, constant arrays.
    pub fn result_sort(&self, op: Op, args: &[Term], own: Sort) -> Result<Sort, SortError> {
        let info = op.info();
        let fits = match info.arity {
            Arity::Exactly(n) => args.len() == n,
            Arity::AtLeast(n) => args.len() >= n,
            Arity::Declared => true,
        };
        if !fits {
            let message = format!("`{}` cannot take {} operands", info.name, args.len());
            return Err(SortError(message));
        }
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(*arg)).collect();
        self.apply_rule(op, info.rule, &sorts, own).ok_or_else(|| {
            let shown: Vec<String> = sorts.iter().map(|sort| self.show_sort(*sort)).collect();
            SortError(format!("`{}` cannot take operands of sort {}", info.name, shown.join(", ")))
        })
    }

    fn apply_rule(&self, op: Op, rule: SortRule, sorts: &[Sort], own: Sort) -> Option<Sort> {
        let word = |sort: Sort| match self.sort_node(sort) {
            SortNode::BitVec(width) => Some(*width),
            _ => None,
        };
        let same = || sorts.iter().all(|sort| *sort == sorts[0]);
        let number = || same() && matches!(sorts[0], Sort::INT | Sort::REAL);
        let array = |sort: Sort| match self.sort_node(sort) {
            SortNode::Array(index, value) => Some((*index, *value)),
            _ => None,
        };
        let when = |holds: bool, sort: Sort| holds.then_some(sort);
        match rule {
            SortRule::Own => Some(own),
            SortRule::Declared => {
                let Op::Apply(func) = op else { return None };
                let (args, result) = self.signature(func);
                when(args == sorts, result)
            }
            SortRule::Fixed(args, result) => when(args == sorts, result),
            SortRule::All(sort) => when(sorts.iter().all(|s| *s == sort), sort),
            SortRule::Ite => when(sorts[0] == Sort::BOOL && sorts[1] == sorts[2], sorts[1]),
            SortRule::Same => when(same(), Sort::BOOL),
            SortRule::NumbersToBool => when(number(), Sort::BOOL),
            SortRule::Numbers => when(number(), sorts[0]),
            SortRule::Words => when(same() && word(sorts[0]).is_some(), sorts[0]),
            SortRule::WordsToBool => when(same() && word(sorts[0]).is_some(), Sort::BOOL),
            SortRule::Concat => {
                Some(self.bitvec_sort(word(sorts[0])?.checked_add(word(sorts[1])?)?))
            }
            SortRule::Extract => {
                let Op::BvExtract(high, low) = op else { return None };
                let width = word(sorts[0])?;
                (low <= high && high < width).then(|| self.bitvec_sort(high - low + 1))
            }
            SortRule::Extend => {
                let (Op::BvZeroExtend(by) | Op::BvSignExtend(by)) = op else { return None };
                Some(self.bitvec_sort(word(sorts[0])?.checked_add(by)?))
            }
            SortRule::WordToInt => word(sorts[0]).map(|_| Sort::INT),
            SortRule::IntToWord => {
                let Op::IntToBv(width) = op else { return None };
                (sorts[0] == Sort::INT && width > 0).then(|| self.bitvec_sort(width))
            }
            SortRule::Texts => when(sorts.iter().all(|s| *s == Sort::TEXT), Sort::TEXT),
            SortRule::ConstArray => when(array(own)?.1 == sorts[0], own),
            SortRule::Select => {
                let (index, value) = array(sorts[0])?;
                when(index == sorts[1], value)
            }
            SortRule::Store => when(array(sorts[0])? == (sorts[1], sorts[2]), sorts[0]),
            SortRule::Construct => self.construct_sort(op, sorts, own),
            SortRule::Field => {
                let Op::Field(ctor, field) = op else { return None };
                let (data, _) = self.as_data(sorts[0])?;
                let known = self.ctors(data).get(ctor as usize)?.fields.len();
                ((field as usize) < known).then(|| self.field_sort(sorts[0], ctor, field))
            }
            SortRule::Is => {
                let Op::Is(ctor) = op else { return None };
                let (data, _) = self.as_data(sorts[0])?;
                when((ctor as usize) < self.ctors(data).len(), Sort::BOOL)
            }
        }
    }

    fn construct_sort(&self, op: Op, sorts: &[Sort], own: Sort) -> Option<Sort> {
        let Op::Construct(ctor) = op else { return None };
        let (data, _) = self.as_data(own)?;
        let fields = self.ctors(data).get(ctor as usize)?.fields.len();
        let fits = fields == sorts.len()
            && (0..fields as u32).all(|f| self.field_sort(own, ctor, f) == sorts[f as usize]);
        fits.then_some(own)
    }
}
