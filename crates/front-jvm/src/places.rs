//! Lines of class files as places in sources, where the sources can be found.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use host::read;
use report::Place;
use source::{File, Files};

/// Folders below which projects keep their sources.
const USUAL: [&str; 5] = ["", "src/main/java", "src/test/java", "src", "java"];
/// How many folders up from the classes sources are looked for.
const MOST_UP: usize = 3;

/// Finds the sources of classes.
pub(super) struct Places<'f> {
    files: &'f mut Files,
    /// The folders that may hold packages, and single sources.
    roots: Vec<PathBuf>,
    known: BTreeMap<String, Option<File>>,
}

impl<'f> Places<'f> {
    /// Looks in these folders and files, and in the usual places around them.
    pub(super) fn new(files: &'f mut Files, sources: &[PathBuf]) -> Places<'f> {
        let mut roots: Vec<PathBuf> = Vec::new();
        for source in sources {
            roots.push(source.clone());
            for folder in source.ancestors().take(MOST_UP + 1) {
                roots.extend(USUAL.iter().map(|usual| folder.join(usual)));
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        roots.retain(|root| seen.insert(root.clone()));
        Places { files, roots, known: BTreeMap::new() }
    }

    /// The place of a line of a class such as `com.acme.Report$Row`, whose file is known by its name
    /// alone. Without sources it has no text.
    pub(super) fn line(
        &mut self,
        class: &str,
        file: Option<&str>,
        line: Option<u16>,
    ) -> Option<Place> {
        let (file, line) = (file?, usize::from(line?));
        let package = class.rsplit_once('.').map_or("", |(package, _)| package);
        let relative = match package {
            "" => file.to_owned(),
            package => format!("{}/{file}", package.replace('.', "/")),
        };
        let source = self.source(&relative);
        let range = source.as_ref().and_then(|source| line_range(source.text(), line));
        Some(match (source, range) {
            (Some(source), Some(range)) => Place::new(self.files, source.span(range)),
            (Some(_) | None, _) => without_text(&relative, line),
        })
    }

    /// The text at a place, if its source was found.
    pub(super) fn text(&self, place: &Place) -> Option<String> {
        let file = self.files.iter().find(|file| file.name() == place.file)?;
        let range = place.start_byte as usize..place.end_byte as usize;
        file.text().get(range).map(str::to_owned)
    }

    fn source(&mut self, relative: &str) -> Option<File> {
        if let Some(known) = self.known.get(relative) {
            return known.clone();
        }
        let file = Path::new(relative).file_name();
        let below = self.roots.iter().map(|root| root.join(relative)).find(|path| path.is_file());
        // A source that was named may lie outside of the folders of its package.
        let named = || self.roots.iter().find(|root| root.file_name() == file && root.is_file());
        let found = below.or_else(|| named().cloned());
        let found = found.and_then(|path| self.add(&path));
        self.known.insert(relative.to_owned(), found.clone());
        found
    }

    fn add(&mut self, path: &Path) -> Option<File> {
        let name = path.display().to_string();
        if let Some(known) = self.files.iter().find(|file| file.name() == name) {
            return Some(known.clone());
        }
        let text = read::source_text(path).ok()?;
        Some(self.files.add(&name, &text))
    }
}

/// The text of a line, counted from one, without the space around it.
pub(super) fn line_range(text: &str, line: usize) -> Option<Range<usize>> {
    let mut start = 0;
    for (at, whole) in text.split('\n').enumerate() {
        if at + 1 == line {
            let indent = whole.len() - whole.trim_start().len();
            let end = without_comment(whole).trim_end().len().max(indent);
            return Some(start + indent..start + end);
        }
        start += whole.len() + 1;
    }
    None
}

/// A line without the comment at its end. What stands in quotes is no comment.
fn without_comment(line: &str) -> &str {
    let outside = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
    let mut starts = line.match_indices("//").map(|(at, _)| at).filter(|at| *at > 0);
    starts.find(outside).map_or(line, |at| &line[..at])
}

fn without_text(file: &str, line: usize) -> Place {
    Place {
        file: file.to_owned(),
        line,
        column: 1,
        end_line: line,
        end_column: 1,
        start_byte: 0,
        end_byte: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_without_the_space_around_them() {
        let text = "a\n  bc d \n\n";
        let line = |number| line_range(text, number).map(|range| &text[range]);
        assert_eq!([line(1), line(2), line(3)], [Some("a"), Some("bc d"), Some("")]);
        assert_eq!((line(0), line(9)), (None, None));
        let text = "f(\"http://x\"); // why";
        assert_eq!(line_range(text, 1).map(|range| &text[range]), Some("f(\"http://x\");"));
    }

    #[test]
    fn sources_are_looked_for_around_the_classes() {
        let folder = tempfile::tempdir().expect("there is room");
        let source = folder.path().join("src/main/java/com/acme/Report.java");
        std::fs::create_dir_all(source.parent().expect("a folder")).expect("there is room");
        std::fs::write(&source, "class Report {\n  int x;\n}\n").expect("there is room");
        let classes = folder.path().join("target/classes");
        let mut files = Files::new();
        let mut places = Places::new(&mut files, &[classes]);
        let place = places.line("com.acme.Report$Row", Some("Report.java"), Some(2));
        let place = place.expect("it has a line");
        assert_eq!((place.file.as_str(), place.column), (source.to_str().expect("UTF-8"), 3));
        let other = places.line("com.acme.Other", Some("Other.java"), Some(7)).expect("a line");
        assert_eq!(other.to_string(), "com/acme/Other.java:7:1");
    }
}
