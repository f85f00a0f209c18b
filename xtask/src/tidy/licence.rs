//! Under which terms the code of others may come in.

use super::Complaint;

/// Licences that let anybody use, change and hand on what we build.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages whose licence is not allowed, missing or unreadable.
pub(super) fn check(packages: &[(String, Option<String>)]) -> Vec<Complaint> {
    packages.iter().filter_map(|(name, licence)| complaint(name, licence.as_deref())).collect()
}

fn complaint(name: &str, licence: Option<&str>) -> Option<Complaint> {
    let Some(text) = licence else { return Some(format!("{name}: no licence")) };
    // Some packages still write the old `MIT/Apache-2.0`.
    let expression = spdx::Expression::parse_mode(text, spdx::ParseMode::LAX);
    let Ok(expression) = expression else { return Some(format!("{name}: odd licence `{text}`")) };
    let allowed = expression
        .evaluate(|wanted| wanted.license.id().is_some_and(|id| ALLOWED.contains(&id.name)));
    (!allowed).then(|| format!("{name}: licence `{text}` is not in the list of allowed ones"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(licence: Option<&str>) -> usize {
        check(&[("sample".to_owned(), licence.map(str::to_owned))]).len()
    }

    #[test]
    fn one_allowed_alternative_is_enough() {
        assert_eq!(check_one(Some("MIT OR GPL-3.0-only")), 0);
        assert_eq!(check_one(Some("MIT/Apache-2.0")), 0);
        assert_eq!(check_one(Some("(MIT OR Apache-2.0) AND Unicode-3.0")), 0);
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [None, Some("GPL-3.0-only"), Some("MIT AND GPL-3.0-only"), Some("Mine")] {
            assert_eq!(check_one(bad), 1, "{bad:?}");
        }
    }
}
