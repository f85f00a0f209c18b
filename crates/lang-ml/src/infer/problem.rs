//! What inference complains about.

use std::rc::Rc;

use source::{Diagnostic, Span};

use super::Infer;
use crate::ast::{Ident, Path};
use crate::load::library_names;
use crate::types::{Mismatch, Ty};

/// Modules that come with OCaml and that we do not have.
const DISTRIBUTED: &[&str] = &[
    "Arg",
    "Atomic",
    "Bigarray",
    "Callback",
    "CamlinternalFormatBasics",
    "CamlinternalLazy",
    "CamlinternalMod",
    "CamlinternalOO",
    "Complex",
    "Condition",
    "Digest",
    "Domain",
    "Dynlink",
    "Effect",
    "Ephemeron",
    "Event",
    "Gc",
    "Genlex",
    "In_channel",
    "Lexing",
    "Marshal",
    "Mutex",
    "Obj",
    "Oo",
    "Out_channel",
    "Parsing",
    "Printexc",
    "Scanf",
    "Semaphore",
    "Str",
    "Thread",
    "Type",
    "Uchar",
    "Unix",
    "Weak",
];

impl Infer<'_> {
    pub(super) fn error(&mut self, code: &str, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(message).with_code(code).at(span, ""));
    }

    /// Makes sure that what was found is what was expected.
    pub(super) fn expect(&mut self, span: Span, found: Ty, wanted: Ty) {
        let Err(mismatch) = self.types.unify(found, wanted) else { return };
        self.mismatch(span, found, wanted, mismatch);
    }

    pub(super) fn mismatch(&mut self, span: Span, found: Ty, wanted: Ty, mismatch: Mismatch) {
        let shown = self.types.show_all(&[found, wanted]);
        let message = format!("this has type `{}`, but `{}` was expected", shown[0], shown[1]);
        let diagnostic = Diagnostic::error(message).with_code("ML011").at(span, "");
        self.diagnostics.push(match mismatch {
            Mismatch::Differ => diagnostic,
            Mismatch::Cyclic => diagnostic.with_note("the type would have to contain itself"),
            Mismatch::TooLarge => {
                diagnostic.with_note("the abbreviations are too large to be expanded and compared")
            }
        });
    }

    /// A name without a meaning; `candidates` are those that have one.
    pub(super) fn unbound<'a>(
        &mut self,
        kind: &str,
        path: &Path,
        candidates: impl Iterator<Item = &'a str>,
    ) {
        let meant = closest(&path.name.text, candidates);
        self.unbound_unless(kind, path, meant);
    }

    /// Whether a name is close to one of the candidates.
    pub(super) fn is_close<'a>(
        &self,
        path: &Path,
        candidates: impl Iterator<Item = &'a str>,
    ) -> bool {
        closest(&path.name.text, candidates).is_some()
    }

    fn unbound_unless(&mut self, kind: &str, path: &Path, meant: Option<String>) {
        let message = format!("unbound {kind} `{path}`");
        let diagnostic = Diagnostic::error(message).with_code("ML010").at(path.span, "");
        self.diagnostics.push(match meant {
            Some(name) => diagnostic.with_help(format!("did you mean `{name}`?")),
            None => diagnostic,
        });
    }

    /// A module without a meaning. One whose name is close to a known one is a mistake; any other may
    /// be defined in a file or a library that was not given.
    pub(super) fn unknown_module(&mut self, name: &Ident) -> Option<Rc<str>> {
        let known = self.scope.modules.clone();
        let library = library_names().map(|name: &str| name);
        let meant = closest(&name.text, known.names().chain(library));
        if meant.is_some() && !DISTRIBUTED.contains(&name.text.as_str()) {
            self.unbound_unless("module", &Path::plain(name.clone()), meant);
            return None;
        }
        self.guess();
        Some(format!("the module `{}`, which is not among the files read", name.text).into())
    }

    /// Notes that something is typed but not modelled.
    pub(super) fn gap(&mut self) {
        self.gaps += 1;
    }

    /// Notes that something is only known in part. What computes with it ends there; types that depend
    /// on it are not checked.
    pub(super) fn guess(&mut self) {
        self.guesses += 1;
    }

    pub(super) fn twice(&mut self, name: &Ident) {
        let message = format!("`{}` is bound several times in this pattern", name.text);
        self.error("ML012", name.span, message);
    }
}

/// The candidate that a misspelled name most likely meant.
fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let limit = (name.chars().count() / 3).max(1);
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= limit && *distance < candidate.len())
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}
