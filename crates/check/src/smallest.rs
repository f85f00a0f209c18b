//! The smallest violation of each property.

/// The smallest of several violations of each property, by their places: those that are reported if
/// each property is reported once, in the order in which the properties were met. Of two that are
/// equally small the first one counts.
///
/// ```
/// let found = [("a", 3), ("b", 2), ("a", 1), ("b", 2)];
/// let smallest = check::smallest_of_each(&found, |found| found.0, |found| found.1);
/// assert_eq!(smallest, [2, 1]);
/// ```
pub fn smallest_of_each<'f, T, P: PartialEq, S: PartialOrd>(
    found: &'f [T],
    property: impl Fn(&'f T) -> P,
    size: impl Fn(&'f T) -> S,
) -> Vec<usize> {
    let mut smallest: Vec<(P, usize)> = Vec::new();
    for (at, one) in found.iter().enumerate() {
        let own = property(one);
        match smallest.iter_mut().find(|(known, _)| *known == own) {
            Some((_, best)) if size(&found[*best]) <= size(one) => {}
            Some((_, best)) => *best = at,
            None => smallest.push((own, at)),
        }
    }
    smallest.into_iter().map(|(_, best)| best).collect()
}
