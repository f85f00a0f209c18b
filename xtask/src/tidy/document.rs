//! What ARCHITECTURE.md must say: the parts of it that go stale first.

use super::Complaint;

/// The code map names exactly the crates that exist, each as a heading ``### `name` ``.
pub(super) fn crate_list(architecture: &str, folders: &[String]) -> Vec<Complaint> {
    let headings = architecture.lines().filter_map(|line| line.strip_prefix("### `"));
    let named: Vec<&str> = headings.filter_map(|rest| rest.split('`').next()).collect();
    let missing = folders.iter().filter(|folder| !named.contains(&folder.as_str()));
    let gone = named.iter().filter(|name| !folders.iter().any(|folder| folder == *name));
    missing
        .map(|folder| format!("ARCHITECTURE.md: crate `{folder}` is not in the code map"))
        .chain(gone.map(|name| format!("ARCHITECTURE.md: there is no crate `{name}`")))
        .collect()
}

/// Every crate of others has a line ``- `name`: reason``, and nothing else has.
pub(super) fn reasons(architecture: &str, foreign: &[String]) -> Vec<Complaint> {
    let entries = architecture.lines().filter_map(|line| line.strip_prefix("- `"));
    let given: Vec<&str> = entries
        .filter_map(|line| line.split_once("`: "))
        .filter(|(_, reason)| !reason.trim().is_empty())
        .map(|(name, _)| name)
        .collect();
    let missing = foreign.iter().filter(|name| !given.contains(&name.as_str()));
    let gone = given.iter().filter(|name| !foreign.iter().any(|used| used == *name));
    missing
        .map(|name| format!("ARCHITECTURE.md: no reason is given for `{name}`"))
        .chain(gone.map(|name| format!("ARCHITECTURE.md: no crate uses `{name}`")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_code_map_and_the_folders_agree() {
        let text = "### `term`\n\nTerms.\n\n### `gone`: it was here\n";
        assert_eq!(crate_list(text, &names(&["term", "gone"])), Vec::<String>::new());
        assert_eq!(crate_list(text, &names(&["term", "new"])).len(), 2);
    }

    #[test]
    fn a_reason_is_more_than_a_name() {
        let text = "- `clap`: arguments\n- `toml`: \n";
        assert_eq!(reasons(text, &names(&["clap"])), Vec::<String>::new());
        assert_eq!(reasons(text, &names(&["clap", "toml", "serde"])).len(), 2);
    }

    #[test]
    fn reason_for_unused_crate_is_stale() {
        let text = "- `clap`: arguments\n- `gone`: it was used once\n";
        let stale = ["ARCHITECTURE.md: no crate uses `gone`"];
        assert_eq!(reasons(text, &names(&["clap"])), stale);
    }
}
