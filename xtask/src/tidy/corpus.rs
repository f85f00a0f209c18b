//! The description of a case in the corpus.

use std::path::Path;

use toml::{Table, Value};

use super::Complaint;

/// Fields that every case has.
const NEEDED: &[&str] = &["why", "verdict"];
/// Fields that a case may have.
const ALLOWED: &[&str] =
    &["code", "errors", "facets", "limits", "methods", "oracle", "witness", "wrong"];
const VERDICTS: &[&str] =
    &["bad-input", "holds", "inconclusive", "vacuous", "violation", "weak-spec"];

/// Fields that are missing, unknown or make no sense.
pub(super) fn check(path: &Path, text: &str) -> Vec<Complaint> {
    let complain = |what: String| format!("{}: {what}", path.display());
    let table: Table = match text.parse() {
        Ok(table) => table,
        Err(error) => return vec![complain(error.to_string().replace('\n', " "))],
    };
    let missing = NEEDED.iter().filter(|field| !table.contains_key(**field));
    let known = |field: &str| NEEDED.contains(&field) || ALLOWED.contains(&field);
    let unknown = table.keys().filter(|field| !known(field));
    let mut all: Vec<Complaint> =
        missing.map(|field| complain(format!("`{field}` is missing"))).collect();
    all.extend(unknown.map(|field| complain(format!("`{field}` is no field of a case"))));
    all.extend(odd_values(&table).into_iter().map(complain));
    all
}

/// Fields that a case of this verdict must have besides.
fn needed_by(verdict: &str) -> &'static [&'static str] {
    match verdict {
        "violation" | "weak-spec" => &["code", "witness"],
        "bad-input" => &["errors"],
        _ => &[],
    }
}

fn odd_values(table: &Table) -> Vec<String> {
    let mut odd = Vec::new();
    let verdict = table.get("verdict").and_then(Value::as_str).unwrap_or_default();
    // A folder of methods has one witness in its report for each of them.
    let told = |field: &str| field == "witness" && table.contains_key("methods");
    let missing = needed_by(verdict).iter();
    let missing = missing.filter(|field| !table.contains_key(**field) && !told(field));
    odd.extend(missing.map(|field| format!("verdict {verdict} needs `{field}`")));
    if let Some(verdict) = table.get("verdict")
        && !verdict.as_str().is_some_and(|name| VERDICTS.contains(&name))
    {
        odd.push(format!("verdict {verdict} is none of {}", VERDICTS.join(", ")));
    }
    if table.get("why").and_then(Value::as_str).is_some_and(|why| why.trim().is_empty()) {
        odd.push("`why` says nothing".to_owned());
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> usize {
        check(Path::new("corpus/case.toml"), text).len()
    }

    #[test]
    fn a_complete_case_is_fine() {
        assert_eq!(complaints("why = \"it fails\"\nverdict = \"holds\"\nwrong = \"\""), 0);
    }

    #[test]
    fn a_folder_tells_the_verdicts_of_its_methods_instead_of_a_witness() {
        let text = "why = \"x\"\nverdict = \"violation\"\ncode = \"ADT001\"\n";
        assert_eq!(complaints(text), 1);
        assert_eq!(complaints(&format!("{text}[methods]\nadd = \"violation\"")), 0);
    }

    #[test]
    fn whatever_is_odd_is_told() {
        assert_eq!(complaints("verdict = \"holds\""), 1, "no reason");
        assert_eq!(complaints("why = \"x\"\nverdict = \"maybe\""), 1, "no verdict of ours");
        assert_eq!(complaints("why = \"x\"\nverdict = \"holds\"\ntypo = 1"), 1, "unknown field");
        assert_eq!(complaints("why = \" \"\nverdict = \"holds\""), 1, "an empty reason");
        assert_eq!(complaints("why = \"x\"\nverdict = \"violation\""), 2, "no code, no witness");
        assert_eq!(complaints("why = "), 1, "not TOML");
    }
}
