//! "Did you mean": the known name that is nearest to a wrong one.

use source::Diagnostic;

/// The same diagnostic with a suggestion, if one of the known names is near enough.
pub(crate) fn add<'a>(
    diagnostic: Diagnostic,
    wrong: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    match nearest(wrong, known) {
        Some(name) => diagnostic.with_help(format!("did you mean `{name}`?")),
        None => diagnostic,
    }
}

/// The known name with the fewest edits; the first of several. A third of the letters may differ.
fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    let ranked = known.into_iter().map(|name| {
        let distance = strsim::damerau_levenshtein(&lower, &name.to_lowercase());
        // `put` for `Nxt.put` is no typing error, but what is meant is clear.
        let is_tail = name.rsplit('.').next() == Some(wrong);
        (if is_tail { 0 } else { distance }, name)
    });
    let allowed = wrong.chars().count().div_ceil(3);
    ranked.filter(|(distance, _)| *distance <= allowed).min_by_key(|(d, _)| *d).map(|(_, n)| n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let known = ["Nxt.put", "Val.get", "stored"];
        assert_eq!(nearest("store", known), Some("stored"));
        assert_eq!(nearest("Nxt.pt", known), Some("Nxt.put"));
        assert_eq!(nearest("get", known), Some("Val.get"));
        assert_eq!(nearest("balance", known), None);
    }
}
