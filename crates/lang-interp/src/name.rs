//! Names of constructors, symbols and events.
//!
//! The table of names is shared by the whole process and only grows: a name means the same in every
//! heap, so constructors can be declared once as statics and patterns can be compiled. Numbers in
//! it depend on who came first; whatever is printed or ordered uses the text.

use std::fmt;
use std::sync::{LazyLock, OnceLock, RwLock};

use rustc_hash::FxHashMap;

/// An interned name. Copying and comparing it costs what it costs for a `u32`.
///
/// ```
/// use lang_interp::Symbol;
///
/// assert_eq!(Symbol::new("cons"), Symbol::new("cons"));
/// assert_eq!(Symbol::new("cons").text(), "cons");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symbol(u32);

/// A name that is written in the interpreter, as [`case!`](crate::case) does it. It is looked up once.
pub struct Name {
    text: &'static str,
    symbol: OnceLock<Symbol>,
}

impl Name {
    /// The name with this text.
    #[must_use]
    pub const fn new(text: &'static str) -> Name {
        Name { text, symbol: OnceLock::new() }
    }

    /// Its symbol.
    #[inline]
    #[must_use]
    pub fn symbol(&self) -> Symbol {
        *self.symbol.get_or_init(|| Symbol::new(self.text))
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

#[derive(Default)]
struct Names {
    numbers: FxHashMap<&'static str, u32>,
    texts: Vec<&'static str>,
}

static NAMES: LazyLock<RwLock<Names>> = LazyLock::new(RwLock::default);

impl Symbol {
    /// The symbol with this text.
    #[must_use]
    pub fn new(text: &str) -> Symbol {
        let known =
            NAMES.read().expect("no thread panics with the table").numbers.get(text).copied();
        Symbol(known.unwrap_or_else(|| add(text)))
    }

    /// Its text.
    #[must_use]
    pub fn text(self) -> &'static str {
        NAMES.read().expect("no thread panics with the table").texts[self.0 as usize]
    }
}

fn add(text: &str) -> u32 {
    let mut names = NAMES.write().expect("no thread panics with the table");
    // Another thread may have been faster.
    if let Some(number) = names.numbers.get(text) {
        return *number;
    }
    let number = u32::try_from(names.texts.len()).expect("memory ends before the numbers do");
    // Names live as long as the process; there are as many as distinct texts.
    let text: &'static str = Box::leak(text.into());
    names.texts.push(text);
    names.numbers.insert(text, number);
    number
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
