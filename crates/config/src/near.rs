//! "Did you mean": the known name that is nearest to a wrong one.

/// The known name with the fewest edits; the first of several. A third of the letters may differ.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    let ranked = known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name));
    let allowed = wrong.chars().count().div_ceil(3);
    ranked.filter(|(distance, _)| *distance <= allowed).min_by_key(|(d, _)| *d).map(|(_, n)| n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("timout", ["history", "timeout"]), Some("timeout"));
        assert_eq!(nearest("ADT01", ["ADT001", "TOY001"]), Some("ADT001"));
        assert_eq!(nearest("colour", ["history", "timeout"]), None);
    }
}
