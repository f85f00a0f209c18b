//! A page for each code that a report can carry.

use anyhow::{Result, bail};
use config::nearest;
use host::{Terminal, output};
use report::Outcome;

use crate::store;

macro_rules! pages {
    ($($code:literal),* $(,)?) => {
        &[$(($code, include_str!(concat!("../explain/", $code, ".md")))),*]
    };
}

/// All pages, in the order of their codes.
const PAGES: &[(&str, &str)] = pages![
    "ADT001", "ADT002", "ADT003", "ADT004", "ADT010", "ENG001", "ENG002", "ENG003", "ENG004",
    "ENG005", "ENG007", "EVT001", "EVT010", "EVT011", "HS001", "HS002", "HS003", "HS004", "HS005",
    "HS006", "HS007", "HS008", "HS009", "INT001", "INT002", "INT003", "INT004", "INT005", "INT006",
    "INT007", "INT008", "INT009", "JVM001", "JVM002", "JVM003", "JVM004", "KST001", "KST002",
    "ML001", "ML002", "ML003", "ML010", "ML011", "ML012", "ML013", "ML014", "ML101", "ML102",
    "ML103", "ML104", "ML105", "ML106", "ML107", "ML108", "REF001", "REF002", "REF003", "REF010",
    "SPC001", "SPC002", "SPC003", "SPC004", "SPC005", "SPC006", "SPC007", "SPC008", "SPC009",
    "SPC010", "SPC011", "SPC012", "SPC013", "SPC014", "SPC015", "SPC016", "SPC020", "SPC021",
    "SPC022", "SPC023", "SPC024", "TOY001", "TOY002", "TOY003",
];

/// Prints the page of a code. For the id of a finding that `check` has saved, the finding comes
/// first, with the text of the program as it was.
pub(crate) fn explain(code: &str, terminal: &Terminal) -> Result<Outcome> {
    let wanted = code.split('-').next().unwrap_or(code).to_ascii_uppercase();
    let Some(page) = page(&wanted) else {
        if let Some(near) = nearest(&wanted, codes()) {
            bail!("there is no page for `{code}`; did you mean `{near}`?");
        }
        let known = codes();
        bail!("there is no page for `{code}`; there are pages for {}", known.join(", "));
    };
    let finding = store::saved(code)?.map(|report| {
        let found = report::human(&report, &store::files_of(&report), terminal.stdout);
        let changed = store::changed_files(&report).into_iter();
        let changed = changed
            .map(|name| format!("note: `{name}` has changed since; this shows it as it was\n"));
        format!("{found}{}\n", changed.collect::<String>())
    });
    output::to_stdout(&format!("{}{page}", finding.unwrap_or_default()))
}

/// All codes.
pub(crate) fn codes() -> Vec<&'static str> {
    PAGES.iter().map(|(code, _)| *code).collect()
}

/// The page of a code, as Markdown.
pub(crate) fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(known, _)| *known == code).map(|(_, page)| *page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lists_exactly_the_pages_that_exist() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("explain");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of pages is there")
            .map(|entry| entry.expect("it can be listed").file_name())
            .map(|name| name.to_string_lossy().trim_end_matches(".md").to_owned())
            .collect();
        files.sort();
        let table: Vec<&str> = PAGES.iter().map(|(code, _)| *code).collect();
        assert_eq!(table, files);
    }

    /// Codes that no report carries: those of the core, in whose place each language has its own, and
    /// those of tests.
    const HIDDEN: &[&str] = &["CORE001", "CORE002", "CORE003", "CORE004"];

    /// The texts in quotes that look like codes: some capitals and three digits.
    fn codes_in(text: &str) -> Vec<&str> {
        let is_code = |word: &&str| {
            let (name, number) = word.split_at(word.len().saturating_sub(3));
            (2..=4).contains(&name.len())
                && name.bytes().all(|b| b.is_ascii_uppercase())
                && number.bytes().all(|b| b.is_ascii_digit())
        };
        text.split('"').filter(|word| word.is_ascii()).filter(is_code).collect()
    }

    #[test]
    fn every_code_in_the_sources_has_a_page() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut seen = 0;
        for file in host::read::files_below(&crates, &["rs"]).expect("the sources are there") {
            let is_source = file.components().any(|part| part.as_os_str() == "src");
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for code in
                codes_in(text).into_iter().filter(|code| is_source && !HIDDEN.contains(code))
            {
                seen += 1;
                let known = PAGES.iter().any(|(page, _)| *page == code);
                assert!(known, "{code} of {} has no page", file.display());
            }
        }
        assert!(seen > 50, "only {seen} codes were found");
    }

    #[test]
    fn every_page_starts_with_its_code_and_says_what_to_do() {
        for (code, page) in PAGES {
            assert!(page.starts_with(&format!("# {code}: ")), "{code}");
            assert!(page.contains("## What to do"), "{code}");
        }
    }
}
