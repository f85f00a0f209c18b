//! The user's algebraic data: constructors, types, and the macro that declares both.
//!
//! A type closes the world: an unknown of a type is one of its constructors over fields of their
//! kinds, so a search never tries nonsense and a `case!` that names all constructors cannot fail.

use std::fmt;
use std::sync::OnceLock;

use crate::{Name, Symbol, size};

/// What an unknown value may be.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Anything.
    Any,
    /// An integer.
    Int,
    /// A truth value.
    Bool,
    /// A symbol.
    Symbol,
    /// A value of a declared type.
    Data(&'static DataType),
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Any, Kind::Any)
            | (Kind::Int, Kind::Int)
            | (Kind::Bool, Kind::Bool)
            | (Kind::Symbol, Kind::Symbol) => true,
            // A type is its declaration, of which there is one.
            (Kind::Data(a), Kind::Data(b)) => std::ptr::eq(*a, *b),
            _ => false,
        }
    }
}

impl Eq for Kind {}

impl Kind {
    /// Whether its values may have values in them.
    pub(crate) fn has_parts(self) -> bool {
        matches!(self, Kind::Any | Kind::Data(_))
    }

    /// What is of both kinds; none if nothing is.
    pub(crate) fn meet(self, other: Kind) -> Option<Kind> {
        match (self, other) {
            (Kind::Any, kind) | (kind, Kind::Any) => Some(kind),
            (a, b) => (a == b).then_some(a),
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Any => "any value",
            Kind::Int => "integer",
            Kind::Bool => "truth value",
            Kind::Symbol => "symbol",
            Kind::Data(data) => data.name,
        })
    }
}

/// A constructor, declared with [`data!`](crate::data).
pub struct Ctor {
    name: &'static str,
    fields: &'static [Kind],
    function: bool,
    symbol: Name,
}

impl Ctor {
    /// A constructor of plain data.
    #[must_use]
    pub const fn new(name: &'static str, fields: &'static [Kind]) -> Ctor {
        Ctor { name, fields, function: false, symbol: Name::new(name) }
    }

    /// A constructor of functions: values that can be applied and taken apart by the interpreter,
    /// but never compared.
    #[must_use]
    pub const fn function(name: &'static str, fields: &'static [Kind]) -> Ctor {
        Ctor { name, fields, function: true, symbol: Name::new(name) }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What its fields are.
    #[must_use]
    pub fn fields(&self) -> &'static [Kind] {
        self.fields
    }

    /// Its name as a symbol.
    #[inline]
    #[must_use]
    pub fn symbol(&self) -> Symbol {
        self.symbol.symbol()
    }

    /// Whether its values are functions.
    #[must_use]
    pub fn is_function(&self) -> bool {
        self.function
    }
}

/// A declared type: a closed set of constructors.
pub struct DataType {
    name: &'static str,
    ctors: Ctors,
    least: OnceLock<u32>,
    by_size: OnceLock<Vec<&'static Ctor>>,
}

/// The constructors of a type.
enum Ctors {
    Known(&'static [&'static Ctor]),
    /// Of a type that was declared while the process runs: types that refer to each other are there before their constructors.
    Later(OnceLock<&'static [&'static Ctor]>),
}

impl DataType {
    /// A type with these constructors.
    #[must_use]
    pub const fn new(name: &'static str, ctors: &'static [&'static Ctor]) -> DataType {
        let ctors = Ctors::Known(ctors);
        DataType { name, ctors, least: OnceLock::new(), by_size: OnceLock::new() }
    }

    /// Types of which a program is told while it runs, by their names. `ctors` has the constructors of each, in order: their
    /// names and what their fields are. Types live as long as the process, as names do.
    ///
    /// ```
    /// use lang_interp::{DataType, Kind};
    ///
    /// let types = DataType::declare(&["Nat"], |_, types| {
    ///     vec![("Zero", vec![]), ("Succ", vec![Kind::Data(types[0])])]
    /// });
    /// assert_eq!(types[0].ctors()[1].fields(), [Kind::Data(types[0])]);
    /// ```
    pub fn declare<'n>(
        names: &[&str],
        mut ctors: impl FnMut(usize, &[&'static DataType]) -> Vec<(&'n str, Vec<Kind>)>,
    ) -> Vec<&'static DataType> {
        let declared = |name: &&str| -> &'static DataType {
            let ctors = Ctors::Later(OnceLock::new());
            let name = String::from(*name).leak();
            let (least, by_size) = (OnceLock::new(), OnceLock::new());
            Box::leak(Box::new(DataType { name, ctors, least, by_size }))
        };
        let types: Vec<&'static DataType> = names.iter().map(declared).collect();
        for (number, data) in types.iter().enumerate() {
            let made = ctors(number, &types).into_iter().map(|(name, fields)| -> &'static Ctor {
                Box::leak(Box::new(Ctor::new(String::from(name).leak(), fields.leak())))
            });
            if let Ctors::Later(ctors) = &data.ctors {
                ctors.get_or_init(|| made.collect::<Vec<_>>().leak());
            }
        }
        types
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its constructors in the order of the declaration.
    #[must_use]
    pub fn ctors(&self) -> &'static [&'static Ctor] {
        match &self.ctors {
            Ctors::Known(ctors) => ctors,
            Ctors::Later(ctors) => ctors.get().copied().unwrap_or_default(),
        }
    }

    /// The size of its smallest values; the largest number if it has none.
    pub(crate) fn least_size(&'static self) -> u32 {
        *self.least.get_or_init(|| size::least(self))
    }

    /// Its constructors, those of the smallest values first.
    pub(crate) fn by_size(&'static self) -> &'static [&'static Ctor] {
        self.by_size.get_or_init(|| {
            let mut ctors = self.ctors().to_vec();
            ctors.sort_by_key(|ctor| ctor.least_size());
            ctors
        })
    }

    /// The constructor with this name and number of fields.
    pub(crate) fn find(&self, head: Symbol, arity: usize) -> Option<&'static Ctor> {
        let fits = |ctor: &&&Ctor| ctor.symbol() == head && ctor.fields.len() == arity;
        self.ctors().iter().find(fits).copied()
    }
}

/// Declares types and their constructors.
///
/// Each type becomes a static [`DataType`] and each constructor a static [`Ctor`], under the names
/// as written. A field is `Any`, `Int`, `Bool`, `Symbol` or a declared type. A constructor marked
/// `fun` makes functions, which cannot be compared.
///
/// ```
/// use lang_interp::{Heap, data};
///
/// data! {
///     /// Numerals.
///     pub Nat = Zero() | Succ(Nat);
///     /// What programs come to.
///     pub Val = Number(Int) | fun Closure(Symbol, Any);
/// }
///
/// let mut heap = Heap::new();
/// let zero = heap.make(&Zero, &[]);
/// let one = heap.make(&Succ, &[zero]);
/// assert_eq!(heap.show(one), "Succ(Zero)");
/// assert_eq!(Nat.ctors().len(), 2);
/// assert!(Closure.is_function());
/// ```
#[macro_export]
macro_rules! data {
    ($($(#[$meta:meta])* $vis:vis $name:ident = $($body:tt)*)?) => {
        $($crate::data!(@type [$(#[$meta])*] [$vis] $name [] $($body)*);)?
    };
    (@type [$($meta:tt)*] [$vis:vis] $name:ident [$($known:ident)*]
     fun $ctor:ident ($($field:ident),* $(,)?) $($rest:tt)*) => {
        $crate::data!(@ctor [$vis] function $ctor $($field)*);
        $crate::data!(@next [$($meta)*] [$vis] $name [$($known)* $ctor] $($rest)*);
    };
    (@type [$($meta:tt)*] [$vis:vis] $name:ident [$($known:ident)*]
     $ctor:ident ($($field:ident),* $(,)?) $($rest:tt)*) => {
        $crate::data!(@ctor [$vis] new $ctor $($field)*);
        $crate::data!(@next [$($meta)*] [$vis] $name [$($known)* $ctor] $($rest)*);
    };
    (@next [$($meta:tt)*] [$vis:vis] $name:ident [$($known:ident)*] | $($rest:tt)*) => {
        $crate::data!(@type [$($meta)*] [$vis] $name [$($known)*] $($rest)*);
    };
    (@next [$($meta:tt)*] [$vis:vis] $name:ident [$($known:ident)*] ; $($rest:tt)*) => {
        $($meta)*
        #[allow(non_upper_case_globals, dead_code, reason = "named like the type it declares")]
        $vis static $name: $crate::DataType =
            $crate::DataType::new(stringify!($name), &[$(&$known),*]);
        $crate::data!($($rest)*);
    };
    (@ctor [$vis:vis] $make:ident $ctor:ident $($field:ident)*) => {
        #[doc = concat!("The constructor `", stringify!($ctor), "`.")]
        #[allow(non_upper_case_globals, dead_code, reason = "named like a constructor")]
        $vis static $ctor: $crate::Ctor =
            $crate::Ctor::$make(stringify!($ctor), &[$($crate::data!(@kind $field)),*]);
    };
    (@kind Any) => { $crate::Kind::Any };
    (@kind Int) => { $crate::Kind::Int };
    (@kind Bool) => { $crate::Kind::Bool };
    (@kind Symbol) => { $crate::Kind::Symbol };
    (@kind $data:ident) => { $crate::Kind::Data(&$data) };
}
