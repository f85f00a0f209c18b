//! Regular expressions: which texts match, and where two expressions differ.
//!
//! The smallest use of the library, in three steps.
//!
//! 1. Declare the data with [`data!`](lang_interp::data): [`Re`] and [`Text`].
//! 2. Write the matcher as if everything were known. It is Brzozowski's: to match a letter and a
//!    rest, match the rest with what the letter leaves of the expression ([`derive()`]); at the end ask
//!    whether the expression accepts nothing more ([`accepts_empty`]). Wherever a value is
//!    examined, that is a `case!` or a `cx.eq`; every recursive call goes through `cx.call`.
//! 3. Say what is unknown: the text ([`matching`]), the expression, or both.
//!
//! ```
//! use interp_langs::regex::{self, Letter, Star};
//! use lang_interp::{Cx, Heap, Options, solve};
//!
//! let mut heap = Heap::new();
//! let a = heap.symbol("a");
//! let a = heap.make(&Letter, &[a]);
//! let star = heap.make(&Star, &[a]);
//! let goal = |cx: &mut Cx<'_>| regex::matching(cx, star);
//! let (answers, _) = solve(&mut heap, &Options::default().take(3), goal);
//! let texts: Vec<String> = answers.iter().map(|a| regex::show(&a.unknowns[0].value)).collect();
//! assert_eq!(texts, ["\"\"", "a\"\"", "aa\"\""]);
//! ```

use lang_interp::{Cx, Kind, Stop, Tree, Value, case, data};

use crate::notation::{self, Part};

data! {
    /// Expressions.
    pub Re = Never() | Nothing() | Letter(Symbol) | Both(Re, Re) | Either(Re, Re) | Star(Re);
    /// Texts, letter by letter.
    pub Text = End() | Then(Symbol, Text);
}

/// Any expression.
pub const RE: Kind = Kind::Data(&Re);
/// Any text.
pub const TEXT: Kind = Kind::Data(&Text);

/// Whether an expression matches a whole text.
pub fn matches(cx: &mut Cx<'_>, re: Value, text: Value) -> Result<bool, Stop> {
    case!(cx, text; {
        End() => cx.call(|cx| accepts_empty(cx, re)),
        Then(letter, rest) => {
            let left = cx.call(|cx| derive(cx, re, letter))?;
            cx.call(|cx| matches(cx, left, rest))
        }
    })
}

/// Whether an expression matches the empty text.
pub fn accepts_empty(cx: &mut Cx<'_>, re: Value) -> Result<bool, Stop> {
    case!(cx, re; {
        Never() => Ok(false),
        Nothing() => Ok(true),
        Letter(_) => Ok(false),
        Both(first, second) => Ok(cx.call(|cx| accepts_empty(cx, first))?
            && cx.call(|cx| accepts_empty(cx, second))?),
        Either(first, second) => Ok(cx.call(|cx| accepts_empty(cx, first))?
            || cx.call(|cx| accepts_empty(cx, second))?),
        Star(_) => Ok(true),
    })
}

/// What a text may be behind a letter, if the letter and it match together.
pub fn derive(cx: &mut Cx<'_>, re: Value, letter: Value) -> Result<Value, Stop> {
    case!(cx, re; {
        Never() => Ok(re),
        Nothing() => Ok(cx.make(&Never, &[])),
        Letter(own) => {
            let ctor = if cx.eq(own, letter)? { &Nothing } else { &Never };
            Ok(cx.make(ctor, &[]))
        }
        Both(first, second) => {
            let left = cx.call(|cx| derive(cx, first, letter))?;
            let behind_first = both(cx, left, second)?;
            if !cx.call(|cx| accepts_empty(cx, first))? {
                return Ok(behind_first);
            }
            let behind_second = cx.call(|cx| derive(cx, second, letter))?;
            either(cx, behind_first, behind_second)
        }
        Either(first, second) => {
            let left = cx.call(|cx| derive(cx, first, letter))?;
            let right = cx.call(|cx| derive(cx, second, letter))?;
            either(cx, left, right)
        }
        Star(once) => {
            let left = cx.call(|cx| derive(cx, once, letter))?;
            both(cx, left, re)
        }
    })
}

/// Two expressions after each other. Without these short cuts derivatives grow with the text.
fn both(cx: &mut Cx<'_>, first: Value, second: Value) -> Result<Value, Stop> {
    case!(cx, first; {
        Never() => Ok(first),
        Nothing() => Ok(second),
        _ => Ok(cx.make(&Both, &[first, second])),
    })
}

fn either(cx: &mut Cx<'_>, first: Value, second: Value) -> Result<Value, Stop> {
    case!(cx, first; {
        Never() => Ok(second),
        _ => case!(cx, second; {
            Never() => Ok(first),
            _ => Ok(cx.make(&Either, &[first, second])),
        }),
    })
}

/// A goal: a text that an expression matches.
pub fn matching(cx: &mut Cx<'_>, re: Value) -> Result<Value, Stop> {
    let text = cx.unknown("text", TEXT);
    if matches(cx, re, text)? { Ok(text) } else { Err(cx.discard()) }
}

/// A goal: a text on which two expressions differ. Without an answer they are equal.
pub fn differing(cx: &mut Cx<'_>, first: Value, second: Value) -> Result<Value, Stop> {
    let text = cx.unknown("text", TEXT);
    let (first, second) = (matches(cx, first, text)?, matches(cx, second, text)?);
    if first != second { Ok(Value::from(first)) } else { Err(cx.discard()) }
}

/// An expression or a text as it is written: `(ab|c)*`, `ab""`.
#[must_use]
pub fn show(tree: &Tree) -> String {
    notation::write(tree, |ctor| match ctor {
        "Never" => &[Part::Text("∅")],
        "Nothing" => &[Part::Text("ε")],
        "Letter" => &[Part::Field(0)],
        "Both" => &[Part::Field(0), Part::Field(1)],
        "Either" => {
            &[Part::Text("("), Part::Field(0), Part::Text("|"), Part::Field(1), Part::Text(")")]
        }
        "Star" => &[Part::Text("("), Part::Field(0), Part::Text(")*")],
        "End" => &[Part::Text("\"\"")],
        "Then" => &[Part::Field(0), Part::Field(1)],
        _ => &[],
    })
}
