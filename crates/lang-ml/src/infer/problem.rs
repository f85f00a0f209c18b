//! What inference complains about.

use source::{Diagnostic, Span};

use super::Infer;
use crate::ast::{Ident, Path};
use crate::types::{Mismatch, Ty};

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
        let message = format!("unbound {kind} `{path}`");
        let diagnostic = Diagnostic::error(message).with_code("ML010").at(path.span, "");
        self.diagnostics.push(match closest(&path.name.text, candidates) {
            Some(name) => diagnostic.with_help(format!("did you mean `{name}`?")),
            None => diagnostic,
        });
    }

    pub(super) fn unsupported(&mut self, span: Span, what: &str) {
        self.error("ML014", span, format!("{what} is not supported"));
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
