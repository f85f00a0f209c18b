//! Primitives: what our own library in OCaml is built on.
//!
//! Its files declare them as `external name : type = "%primitive"`.

/// A primitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prim {
    Add,
    Sub,
    Mul,
    /// Rounded towards zero; the divisor is not zero.
    Quot,
    Rem,
    Neg,
    /// Without wrapping around.
    IdealNeg,
    IdealAdd,
    IdealMul,
    Wrap,
    BitAnd,
    BitOr,
    BitXor,
    /// Amounts of shifts are between zero and the number of bits.
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    Not,
    /// Comparisons work at any type; the type says how.
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Compare,
    Same,
    NotSame,
    Raise,
    Concat,
    TextLen,
    /// The code of the character at an index that is within bounds.
    TextGet,
    TextSub,
    TextIndexOf,
    TextContains,
    TextPrefix,
    TextSuffix,
    IntToText,
    /// -1 if the text is not a sequence of digits.
    TextToInt,
    CharToText,
    CharCode,
    /// The character of a code that is one of a byte.
    CharOfCode,
    Identity,
    ArrayNew,
    ArrayGet,
    ArraySet,
    ArrayLen,
    ListIsUnknown,
    ListLength,
    ListHolds,
    ListBound,
    ListWithout,
    Force,
    /// Tells the harness of a value, under a number.
    Note,
    /// As `Note`; the value is the arguments of a call.
    Own,
    /// An input, named by a literal.
    Ask,
    /// A value from outside with cells in place of what is mutable.
    Thaw,
    /// A function by its body.
    Direct,
    /// A body with a contract around it: what stands for a call, the body with checks, unknown arguments.
    Stands,
    /// Forgets what a function may write to, where something stands for it.
    Forget,
    /// Two values of one type, of which the second one is meant.
    Like,
    /// Any value of a type, named by a literal.
    Unknown,
    /// A new reference.
    Ref,
    Assume,
    /// Fails where a condition does not hold: a kind, a message, the condition.
    Check,
    /// An exception in what a contract mentions.
    Lost,
    /// Named, but not modelled.
    Unsupported,
}

/// Names in `external` declarations.
const NAMES: &[(&str, Prim)] = &[
    ("%add", Prim::Add),
    ("%sub", Prim::Sub),
    ("%mul", Prim::Mul),
    ("%quot", Prim::Quot),
    ("%rem", Prim::Rem),
    ("%neg", Prim::Neg),
    ("%ideal_neg", Prim::IdealNeg),
    ("%ideal_add", Prim::IdealAdd),
    ("%ideal_mul", Prim::IdealMul),
    ("%wrap", Prim::Wrap),
    ("%and", Prim::BitAnd),
    ("%or", Prim::BitOr),
    ("%xor", Prim::BitXor),
    ("%shift_left", Prim::ShiftLeft),
    ("%shift_right", Prim::ShiftRight),
    ("%shift_right_signed", Prim::ShiftRightSigned),
    ("%not", Prim::Not),
    ("%eq", Prim::Eq),
    ("%ne", Prim::Ne),
    ("%lt", Prim::Lt),
    ("%le", Prim::Le),
    ("%gt", Prim::Gt),
    ("%ge", Prim::Ge),
    ("%compare", Prim::Compare),
    ("%same", Prim::Same),
    ("%not_same", Prim::NotSame),
    ("%raise", Prim::Raise),
    ("%concat", Prim::Concat),
    ("%text_len", Prim::TextLen),
    ("%text_get", Prim::TextGet),
    ("%text_sub", Prim::TextSub),
    ("%text_index_of", Prim::TextIndexOf),
    ("%text_contains", Prim::TextContains),
    ("%text_prefix", Prim::TextPrefix),
    ("%text_suffix", Prim::TextSuffix),
    ("%int_to_text", Prim::IntToText),
    ("%text_to_int", Prim::TextToInt),
    ("%char_to_text", Prim::CharToText),
    ("%char_code", Prim::CharCode),
    ("%char_of_code", Prim::CharOfCode),
    ("%identity", Prim::Identity),
    ("%array_new", Prim::ArrayNew),
    ("%array_get", Prim::ArrayGet),
    ("%array_set", Prim::ArraySet),
    ("%array_len", Prim::ArrayLen),
    ("%list_is_unknown", Prim::ListIsUnknown),
    ("%list_length", Prim::ListLength),
    ("%list_holds", Prim::ListHolds),
    ("%list_bound", Prim::ListBound),
    ("%list_without", Prim::ListWithout),
    ("%force", Prim::Force),
    ("%note", Prim::Note),
    ("%own", Prim::Own),
    ("%ask", Prim::Ask),
    ("%thaw", Prim::Thaw),
    ("%direct", Prim::Direct),
    ("%stands", Prim::Stands),
    ("%forget", Prim::Forget),
    ("%like", Prim::Like),
    ("%unknown", Prim::Unknown),
    ("%ref", Prim::Ref),
    ("%assume", Prim::Assume),
    ("%check", Prim::Check),
    ("%lost", Prim::Lost),
    ("%unsupported", Prim::Unsupported),
];

impl Prim {
    /// The primitive that an `external` of our library names.
    pub(crate) fn named(name: &str) -> Option<Prim> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, prim)| *prim)
    }

    /// How many operands it takes before it does anything.
    pub(crate) fn arity(self) -> usize {
        match self {
            Prim::Neg
            | Prim::IdealNeg
            | Prim::Wrap
            | Prim::Not
            | Prim::Raise
            | Prim::TextLen
            | Prim::IntToText
            | Prim::TextToInt
            | Prim::CharToText
            | Prim::CharCode
            | Prim::CharOfCode
            | Prim::Identity
            | Prim::ArrayLen
            | Prim::ListIsUnknown
            | Prim::ListLength
            | Prim::Force
            | Prim::Ask
            | Prim::Thaw
            | Prim::Direct
            | Prim::Forget
            | Prim::Unknown
            | Prim::Ref
            | Prim::Assume
            | Prim::Lost
            | Prim::Unsupported => 1,
            Prim::Add
            | Prim::Sub
            | Prim::Mul
            | Prim::Quot
            | Prim::Rem
            | Prim::IdealAdd
            | Prim::IdealMul
            | Prim::BitAnd
            | Prim::BitOr
            | Prim::BitXor
            | Prim::ShiftLeft
            | Prim::ShiftRight
            | Prim::ShiftRightSigned
            | Prim::Eq
            | Prim::Ne
            | Prim::Lt
            | Prim::Le
            | Prim::Gt
            | Prim::Ge
            | Prim::Compare
            | Prim::Same
            | Prim::NotSame
            | Prim::Concat
            | Prim::TextGet
            | Prim::TextContains
            | Prim::TextPrefix
            | Prim::TextSuffix
            | Prim::ArrayNew
            | Prim::ArrayGet
            | Prim::ListHolds
            | Prim::ListBound
            | Prim::ListWithout
            | Prim::Note
            | Prim::Like
            | Prim::Own => 2,
            Prim::TextSub | Prim::TextIndexOf | Prim::ArraySet | Prim::Check | Prim::Stands => 3,
        }
    }

    /// Whether only definitions use it that we add ourselves, with all of its operands.
    pub(crate) fn is_of_trials(self) -> bool {
        matches!(
            self,
            Prim::Note
                | Prim::Own
                | Prim::Ask
                | Prim::Thaw
                | Prim::Direct
                | Prim::Stands
                | Prim::Forget
                | Prim::Like
                | Prim::Unknown
                | Prim::Assume
                | Prim::Check
                | Prim::Lost
        )
    }
}
