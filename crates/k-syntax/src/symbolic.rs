//! A definition as symbolic execution understands it, as text: section 4.3 of "A Generic Framework for
//! Symbolic Execution".
//!
//! In the left-hand side of a rule, constants of data sorts and further occurrences of a variable that
//! may hold data become new variables, with an equation for each. The configuration has a cell for the
//! path condition, to which a rule adds its equations and its side condition, provided that the sum is
//! feasible. What is neither is printed as it was written: the text is edited, not printed anew.
//!
//! On known values the result does what the definition does, and it can be loaded again.
//!
//! DIVERGENCE: identifiers are never symbolic, so a name that occurs twice stays as it is.

mod edit;
mod rule;

use source::{FileId, Files, Span};

use crate::definition::{CellContents, Definition, Rule, RuleKind, SortId};
use crate::load::is_standard;
use edit::Edits;

/// The module that all changed modules import.
const MODULE: &str = "module PATH-CONDITION
  imports BOOL
  imports INT
  imports STRING
  imports K-EQUAL

  // Whether some values of the inputs satisfy a path condition: of symbolic ones, a solver says so.
  syntax Bool ::= \"feasible\" \"(\" Bool \")\" [function]
  rule feasible(B) => B
endmodule
";

/// The cell at the start.
const CELL: &str = "<path-condition> true </path-condition>";

/// Hooks of the sorts whose values may be symbolic, with how equality of two such values is written.
const DATA: [(&str, &str); 3] =
    [("INT.Int", "==Int"), ("BOOL.Bool", "==Bool"), ("STRING.String", "==String")];

/// The text of a definition with the rules that `is_semantic` picks made symbolic: those on
/// configurations. Functions and macros stay as they are.
#[must_use]
pub fn symbolic_text(
    definition: &Definition,
    files: &Files,
    is_semantic: &dyn Fn(&Rule) -> bool,
) -> String {
    let mut edits = Edits::default();
    let mut modules: Vec<(&str, FileId)> = Vec::new();
    for rule in &definition.rules {
        if rule.kind != RuleKind::Rule || !is_semantic(rule) {
            continue;
        }
        if let Some((span, text)) = rule::symbolic(definition, files, rule) {
            edits.replace(span, text);
            modules.push((&rule.module, rule.span.file));
        }
    }
    add_cell(definition, files, &mut edits);
    modules.sort_unstable();
    modules.dedup();
    for (name, file) in modules {
        if let Some(at) = behind_header(files.get(file).text(), name) {
            edits.insert(file, at, "\n  imports PATH-CONDITION".to_owned());
        }
    }
    let texts = definition.files.iter().map(|file| {
        let text = edits.applied(*file, files.get(*file).text());
        tidied(&text)
    });
    let (module, texts) = (&definition.module, texts.collect::<Vec<_>>().join("\n"));
    format!("// {module}, as symbolic execution understands it.\n\n{MODULE}\n{texts}")
}

/// Puts the cell of the path condition into the configuration.
fn add_cell(definition: &Definition, files: &Files, edits: &mut Edits) {
    let root = &definition.configuration;
    let Span { file, start, end } = root.span;
    if !definition.files.contains(&file) {
        // The definition has no configuration of its own.
        let main = definition.files[0];
        let text = files.get(main).text();
        let header = behind_header(text, &definition.module);
        let end = header.and_then(|at| Some(at + text[at..].find("endmodule")?));
        if let Some(at) = end {
            edits.insert(main, at, format!("  configuration <k> $PGM:K </k> {CELL}\n"));
        }
        return;
    }
    let text = files.get(file).text();
    let close = format!("</{}>", root.name);
    match &root.contents {
        CellContents::Cells(_) if text[..end as usize].ends_with(&close) => {
            let at = end as usize - close.len();
            edits.insert(file, at, format!("  {CELL}\n{}", " ".repeat(column(text, at))));
        }
        CellContents::Cells(_) => edits.insert(file, end as usize, format!(" {CELL}")),
        CellContents::Leaf { .. } => {
            let found = text[start as usize..].find(&close);
            let at = found.map_or(end as usize, |at| start as usize + at + close.len());
            edits.insert(file, at, format!(" {CELL}"));
        }
    }
}

/// How far a place is from the start of its line.
fn column(text: &str, at: usize) -> usize {
    at - text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the header of a module ends.
fn behind_header(text: &str, module: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = text[from..].find("module") {
        from += found + "module".len();
        let rest = text[from..].trim_start();
        let Some(behind) = rest.strip_prefix(module) else { continue };
        if behind.starts_with(char::is_whitespace) {
            let attributes = behind.trim_start();
            let list = attributes.strip_prefix('[').and_then(|list| list.find(']'));
            let end = list.map_or(behind, |close| &attributes[close + 2..]);
            return Some(text.len() - end.len());
        }
    }
    None
}

/// A text without the files that it requires, which are part of it now, and without the gaps that
/// markdown leaves.
fn tidied(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut in_module = false;
    for line in text.lines().map(str::trim_end) {
        in_module |= line.trim_start().starts_with("module ");
        let file = line.trim_start().strip_prefix("requires \"").filter(|_| !in_module);
        let is_own = file.is_some_and(|file| !is_standard(file.trim_end().trim_end_matches('"')));
        let is_gap = line.is_empty() && lines.last().is_none_or(|last| last.is_empty());
        if !is_own && !is_gap {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// How equality of two values of a sort is written; none if the sort has no symbolic values.
fn data_equality(definition: &Definition, sort: SortId) -> Option<&'static str> {
    let hook = definition.sort(sort).hook.as_deref()?;
    DATA.iter().find(|(own, _)| *own == hook).map(|(_, equality)| *equality)
}

/// Whether values of a sort may be symbolic.
fn may_be_data(definition: &Definition, sort: SortId) -> bool {
    let data = definition.sorts().filter(|(id, _)| data_equality(definition, *id).is_some());
    data.into_iter().any(|(id, _)| definition.is_subsort(id, sort))
}
