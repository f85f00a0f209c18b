//! Where our library defines what GHC's libraries define.
//!
//! A program refers to GHC's own modules: `GHC.Base.map`, `Data.Map.Internal.insert`,
//! `GHC.Show.$fShowInt`. The rule is that our library calls each thing as GHC does (dictionaries
//! included: GHC makes their names from class and type), so all that has to be known of a module of
//! GHC is in which modules of ours to look, and in which order. A module that is not listed has no
//! counterpart, whatever its names: a function that happens to be called alike is not the same one.
//!
//! What the machine knows by itself is not looked up here: `GHC.Types`, `GHC.Tuple`, `GHC.Prim`,
//! `GHC.CString` and the functions of `GHC.Num.Integer` and `GHC.Num.Natural`, whose instances are
//! ours.
//!
//! Functions with a call stack (`error`, `undefined`, `fromJust`) have the implicit parameter in our
//! library too, so nothing has to be taken off a call.

use crate::core::Name;

/// The modules that stand for most of GHC's `base`. What is both here and there is meant for lists
/// or monads in particular; the instances of the general classes come last.
const SHARED: &[&str] = &[
    "Base.Classes",
    "Base.Function",
    "Base.Error",
    "Base.Stack",
    "Base.Num",
    "Base.Enum",
    "Base.Float",
    "Base.Monad",
    "Base.List",
    "Base.Char",
    "Base.Show",
    "Base.Read",
    "Base.Control",
    "Base.Monoid",
    "Base.Functors",
    "Base.Bits",
    "Base.Typeable",
    "Base.Exception",
    "Base.IO",
    "Base.Ref",
    "Base.Foldable",
    "Base.Traversable",
    "Base.Conc",
];

/// The modules of GHC's `base` whose names are looked up in [`SHARED`].
const PLAIN: &[&str] = &[
    "Control.Applicative",
    "Control.Concurrent.MVar",
    "Control.Concurrent.STM.TVar",
    "Control.Exception",
    "Control.Exception.Base",
    "Control.Monad",
    "Control.Monad.Fail",
    "Control.Monad.Fix",
    "Control.Monad.IO.Class",
    "Control.Monad.ST",
    "Control.Monad.ST.Imp",
    "Control.Monad.STM",
    "Data.Bits",
    "Data.Char",
    "Data.Coerce",
    "Data.Data",
    "Data.Either",
    "Data.Function",
    "Data.Functor",
    "Data.Functor.Classes",
    "Data.Functor.Compose",
    "Data.Functor.Const",
    "Data.Functor.Identity",
    "Data.IORef",
    "Data.List",
    "Data.Maybe",
    "Data.Monoid",
    "Data.OldList",
    "Data.Ord",
    "Data.Proxy",
    "Data.Ratio",
    "Data.STRef",
    "Data.Semigroup.Internal",
    "Data.String",
    "Data.Tuple",
    "Data.Typeable",
    "Data.Typeable.Internal",
    "Data.Void",
    "Debug.Trace",
    "GHC.Base",
    "GHC.Char",
    "GHC.Classes",
    "GHC.Conc.Sync",
    "GHC.Enum",
    "GHC.Err",
    "GHC.Exception",
    "GHC.Exception.Type",
    "GHC.Float",
    "GHC.IO",
    "GHC.IO.Exception",
    "GHC.IO.Handle",
    "GHC.IO.Handle.FD",
    "GHC.IO.Handle.Text",
    "GHC.IO.Handle.Types",
    "GHC.IO.StdHandles",
    "GHC.IO.Unsafe",
    "GHC.IORef",
    "GHC.List",
    "GHC.MVar",
    "GHC.Magic",
    "GHC.Maybe",
    "GHC.Num",
    "GHC.Num.Integer",
    "GHC.Num.Natural",
    "GHC.OldList",
    "GHC.Read",
    "GHC.Real",
    "GHC.ST",
    "GHC.STRef",
    "GHC.Show",
    "GHC.Stack",
    "GHC.Stack.Types",
    "GHC.Unicode",
    "Numeric",
    "System.Exit",
    "System.IO",
    "System.IO.Error",
    "System.IO.Unsafe",
    "System.Mem.StableName",
    "Text.Read",
    "Unsafe.Coerce",
];

/// The modules of GHC's libraries that have names in common with others, and where these are.
const OWN: &[(&str, &[&str])] = &[
    ("Control.Arrow", &["Base.Arrow"]),
    ("Control.Category", &["Base.Arrow"]),
    ("Control.Monad.Cont.Class", &["Base.Mtl"]),
    ("Control.Monad.Error.Class", &["Base.Mtl"]),
    ("Control.Monad.RWS.Class", &["Base.Mtl"]),
    ("Control.Monad.Reader.Class", &["Base.Mtl"]),
    ("Control.Monad.State.Class", &["Base.Mtl"]),
    ("Control.Monad.Trans.Class", &["Base.Trans"]),
    ("Control.Monad.Trans.Except", &["Base.Trans"]),
    ("Control.Monad.Trans.Identity", &["Base.Trans"]),
    ("Control.Monad.Trans.Maybe", &["Base.Trans"]),
    ("Control.Monad.Trans.Reader", &["Base.Reader"]),
    ("Control.Monad.Trans.State.Lazy", &["Base.StateLazy"]),
    ("Control.Monad.Trans.State.Strict", &["Base.StateStrict"]),
    ("Control.Monad.Trans.Writer.Lazy", &["Base.WriterLazy"]),
    ("Control.Monad.Trans.Writer.Strict", &["Base.WriterStrict"]),
    ("Control.Monad.Writer.Class", &["Base.Mtl"]),
    ("Data.Bifunctor", &["Base.Bifunctor"]),
    ("Data.ByteString", &["Base.ByteString"]),
    ("Data.ByteString.Char8", &["Base.ByteStringChar", "Base.ByteString"]),
    ("Data.ByteString.Internal", &["Base.ByteString"]),
    ("Data.Containers.ListUtils", &["Base.ListUtils"]),
    ("Data.Foldable", &["Base.Foldable", "Base.Array"]),
    ("Data.IntMap.Internal", &["Base.IntMap"]),
    ("Data.IntMap.Strict.Internal", &["Base.IntMapStrict", "Base.IntMap"]),
    ("Data.IntSet.Internal", &["Base.IntSet"]),
    ("Data.List.NonEmpty", &["Base.NonEmpty"]),
    ("Data.Map.Internal", &["Base.Map"]),
    ("Data.Map.Strict.Internal", &["Base.MapStrict", "Base.Map"]),
    ("Data.Semigroup", &["Base.Semigroup"]),
    ("Data.Sequence.Internal", &["Base.Sequence"]),
    ("Data.Set.Internal", &["Base.Set"]),
    ("Data.Text", &["Base.Text"]),
    ("Data.Text.IO", &["Base.TextIO"]),
    ("Data.Text.Internal", &["Base.Text"]),
    ("Data.Text.Internal.Search", &["Base.Text"]),
    ("Data.Text.Read", &["Base.Text"]),
    ("Data.Text.Show", &["Base.Text"]),
    ("Data.Traversable", &["Base.Traversable", "Base.Functors", "Base.Array"]),
    ("GHC.Arr", &["Base.Array"]),
    ("GHC.Int", &["Base.Sized"]),
    ("GHC.Ix", &["Base.Array"]),
    ("GHC.Word", &["Base.Sized", "Base.Num", "Base.Enum"]),
    ("Text.ParserCombinators.ReadP", &["Base.ReadP"]),
    ("Text.ParserCombinators.ReadPrec", &["Base.ReadPrec"]),
    ("Text.Read.Lex", &["Base.Lex"]),
];

/// What GHC keeps to itself under a name that means something else elsewhere.
const UNRELATED: &[(&str, &str)] = &[("GHC.Float", "clamp"), ("GHC.IO", "liftIO")];

/// The modules of GHC's libraries that have a counterpart.
pub fn modules() -> impl Iterator<Item = &'static str> {
    PLAIN.iter().copied().chain(OWN.iter().map(|(real, _)| *real))
}

/// The modules of ours, in order, that may define what a module of GHC does; none if we have no
/// counterpart of that module.
#[must_use]
pub fn homes(module: &str) -> &'static [&'static str] {
    if PLAIN.binary_search(&module).is_ok() {
        return SHARED;
    }
    OWN.iter().find(|(real, _)| *real == module).map_or(&[], |(_, ours)| ours)
}

/// The name in our library of what GHC's libraries call `real`, if the library, of which `defined`
/// tells what there is, has it. It is the same for values, types, classes and constructors.
#[must_use]
pub fn ours(real: &Name, defined: impl Fn(&Name) -> bool) -> Option<Name> {
    if UNRELATED.contains(&(real.module.as_str(), real.occ.as_str())) {
        return None;
    }
    let mut homes = homes(&real.module).iter();
    homes.find_map(|module| {
        let name = Name { module: (*module).to_owned(), occ: real.occ.clone() };
        defined(&name).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(PLAIN.is_sorted());
        assert!(OWN.is_sorted_by_key(|(module, _)| module));
    }

    #[test]
    fn the_modules_of_our_library_are_there() {
        let base = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("base");
        for module in modules().flat_map(homes) {
            let file = base.join(module.replace('.', "/")).with_extension("hs");
            assert!(file.is_file(), "there is no {module}");
        }
    }

    #[test]
    fn a_name_is_found_where_its_module_says() {
        let name = |module: &str, occ: &str| Name { module: module.into(), occ: occ.into() };
        let library = [name("Base.List", "filter"), name("Base.Map", "filter")];
        let found = |module: &str| ours(&name(module, "filter"), |name| library.contains(name));
        assert_eq!(found("GHC.List"), Some(library[0].clone()));
        assert_eq!(found("Data.Map.Internal"), Some(library[1].clone()));
        assert_eq!(found("Data.Map.Strict.Internal"), Some(library[1].clone()));
        assert_eq!(found("Data.Set.Internal"), None);
        assert_eq!(found("Data.ByteString.Builder"), None);
    }
}
