//! The manual: its pages, its table of contents and the links between them.
//!
//! What `mdbook build` would complain about and more, in a moment and without mdbook: each page stands in
//! SUMMARY.md, links lead to files and headings that exist, blocks of code are closed, and nothing reads
//! as HTML by accident.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::Complaint;

/// The folder of the manual.
const FOLDER: &str = "docs";

/// The features that the page of comparison answers.
const FEATURES: usize = 36;

/// Checks the documents, each with its text, by their paths in the project; `exists` knows all files.
pub(super) fn check(
    pages: &BTreeMap<PathBuf, String>,
    exists: &dyn Fn(&Path) -> bool,
) -> Vec<Complaint> {
    let mut all = contents(pages);
    for (path, text) in pages {
        all.extend(fences(path, text));
        let prose = without_code(text);
        all.extend(links(&prose).filter_map(|link| broken(path, link, pages, exists)));
        if is_page(path) {
            all.extend(html(path, &prose));
        }
    }
    if let Some(text) = pages.get(&page("comparison.md")) {
        all.extend(features(text));
    }
    all
}

fn page(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

fn is_page(path: &Path) -> bool {
    path.parent() == Some(Path::new(FOLDER))
}

/// Each page stands in the table of contents, once.
fn contents(pages: &BTreeMap<PathBuf, String>) -> Vec<Complaint> {
    let summary = page("SUMMARY.md");
    let text = pages.get(&summary).map_or("", String::as_str);
    let named: Vec<PathBuf> = links(text).map(page).collect();
    let twice = named.iter().enumerate().filter(|(at, name)| named[..*at].contains(name));
    let twice =
        twice.map(|(_, name)| format!("{}: names {} twice", summary.display(), name.display()));
    let own = pages.keys().filter(|path| is_page(path) && **path != summary);
    let missing = own.filter(|path| !named.contains(path));
    let missing =
        missing.map(|path| format!("{}: lacks the page {}", summary.display(), path.display()));
    twice.chain(missing).collect()
}

/// A block of code that is not closed swallows the rest of the page.
fn fences(path: &Path, text: &str) -> Option<Complaint> {
    let open = text.lines().filter(|line| line.trim_start().starts_with("```")).count() % 2 == 1;
    open.then(|| format!("{}: a block of code is not closed", path.display()))
}

/// A text without its blocks of code and without what stands between backticks.
fn without_code(text: &str) -> String {
    let (mut prose, mut in_block, mut after_empty) = (String::new(), false, true);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !(in_block || after_empty && line.starts_with("    ")) {
            prose.push_str(line);
            after_empty = line.is_empty();
        }
        prose.push('\n');
    }
    let mut kept = String::new();
    let mut rest = prose.as_str();
    while let Some(start) = rest.find('`') {
        kept.push_str(&rest[..start]);
        let ticks = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let (fence, inside) = rest[start..].split_at(ticks);
        let end = inside.find(fence).map_or(inside.len(), |end| end + ticks);
        kept.extend(inside[..end].matches('\n'));
        rest = &inside[end..];
    }
    kept + rest
}

/// Where the links and images of a text lead, if that is in the project.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
}

/// What is wrong with a link of a document.
fn broken(
    from: &Path,
    link: &str,
    pages: &BTreeMap<PathBuf, String>,
    exists: &dyn Fn(&Path) -> bool,
) -> Option<Complaint> {
    let complain = |what: String| Some(format!("{}: {what}: `{link}`", from.display()));
    let (file, heading) = link.split_once('#').map_or((link, None), |(file, id)| (file, Some(id)));
    let target = match file {
        "" => from.to_owned(),
        file => plain(&from.parent().unwrap_or(Path::new("")).join(file)),
    };
    if !exists(&target) {
        return complain("a link leads nowhere".to_owned());
    }
    if is_page(from) && !target.starts_with(FOLDER) {
        return complain("a page of the manual links to a file outside of it".to_owned());
    }
    let (text, heading) = (pages.get(&target)?, heading?);
    match headings(text).contains(heading) {
        true => None,
        false => complain(format!("{} has no such heading", target.display())),
    }
}

/// A path without `..` and `.`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The names under which the headings of a page can be linked to, on GitHub and in the book alike.
fn headings(text: &str) -> BTreeSet<String> {
    let mut in_block = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence && line.starts_with('#')
    });
    let mut ids = BTreeSet::new();
    for title in lines.map(|line| line.trim_start_matches('#').trim()) {
        let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let id: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        ids.insert(id.to_lowercase());
    }
    ids
}

/// `<word` outside of code would be read as HTML and be gone from the page.
fn html(path: &Path, prose: &str) -> Vec<Complaint> {
    let numbered = prose.lines().zip(1..);
    let is_tag = |line: &str| {
        let after = line.match_indices('<').map(|(at, _)| &line[at + 1..]);
        let mut after =
            after.filter(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '/'));
        after.any(|rest| !rest.starts_with("br>") && !rest.starts_with("http"))
    };
    let found = numbered.filter(|(line, _)| is_tag(line));
    found.map(|(_, number)| format!("{}:{number}: reads as HTML", path.display())).collect()
}

/// Every feature of the comparison is answered and linked to the page that shows it.
fn features(text: &str) -> Vec<Complaint> {
    let complain =
        |number: usize, what: &str| format!("docs/comparison.md: feature {number} {what}");
    let row = |number: usize| {
        let start = format!("| {number} |");
        let Some(row) = text.lines().find(|line| line.starts_with(&start)) else {
            return Some(complain(number, "is missing"));
        };
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        match cells[..] {
            [_, _, answer, shown, ..] if !answer.is_empty() && links(shown).next().is_some() => {
                None
            }
            _ => Some(complain(number, "has no answer or no link")),
        }
    };
    (1..=FEATURES).filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(pages: &[(&str, &str)]) -> Vec<Complaint> {
        let pages: BTreeMap<PathBuf, String> =
            pages.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect();
        check(&pages, &|path| pages.contains_key(path) || path == Path::new("docs/a.svg"))
    }

    const SUMMARY: (&str, &str) = ("docs/SUMMARY.md", "- [A](a.md)\n");

    #[test]
    fn a_manual_in_order() {
        let page = "# One: `two`\n\n[here](#one-two), [there](a.md#one-two), ![p](a.svg), `<x>`\n\n    <pre>\n\n```\n<y> [z](nowhere.md)\n```\n";
        assert_eq!(complaints(&[SUMMARY, ("docs/a.md", page)]), Vec::<String>::new());
        assert_eq!(
            complaints(&[SUMMARY, ("docs/a.md", ""), ("README.md", "[a](docs/a.md)")]).len(),
            0
        );
    }

    #[track_caller]
    fn one(page: &str, complaint: &str) {
        let all = complaints(&[SUMMARY, ("docs/a.md", page), ("README.md", "")]);
        assert!(matches!(&all[..], [only] if only.contains(complaint)), "{all:?}");
    }

    #[test]
    fn what_is_wrong_with_a_page() {
        one("[x](b.md)", "leads nowhere");
        one("[x](a.md#nothing)", "has no such heading");
        one("[x](../README.md)", "outside of it");
        one("a <put k> b", "reads as HTML");
        one("```\nopen", "not closed");
    }

    #[test]
    fn pages_stand_in_the_contents_once() {
        let lost = complaints(&[SUMMARY, ("docs/a.md", ""), ("docs/b.md", "")]);
        assert_eq!(lost, ["docs/SUMMARY.md: lacks the page docs/b.md"]);
        let twice = complaints(&[("docs/SUMMARY.md", "[A](a.md) [A](a.md)"), ("docs/a.md", "")]);
        assert_eq!(twice, ["docs/SUMMARY.md: names docs/a.md twice"]);
    }

    #[test]
    fn every_feature_is_answered() {
        let rows: String =
            (2..=FEATURES).map(|n| format!("| {n} | f | yes | [p](a.md) | |\n")).collect();
        assert_eq!(features(&rows), ["docs/comparison.md: feature 1 is missing"]);
        let rows = format!("{rows}| 1 | f |  | [p](a.md) | |\n");
        assert_eq!(features(&rows), ["docs/comparison.md: feature 1 has no answer or no link"]);
    }
}
