//! The configuration as written: cells inside of cells, the text of leaves left alone.

use source::{Diagnostic, File, Files, Span};

use crate::attributes::{Attribute, Attributes};
use crate::faults::Fault;
use crate::outer::{Module, Sentence};

/// How deep cells may nest.
const MAX_DEPTH: usize = 100;

#[derive(Clone, Debug)]
pub(crate) struct RawCell {
    pub(crate) name: String,
    pub(crate) attributes: Attributes,
    pub(crate) contents: RawContents,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum RawContents {
    Cells(Vec<RawCell>),
    /// The text of a leaf.
    Leaf(Span),
    /// `<name/>`: the cell is described elsewhere.
    Reference,
}

impl RawCell {
    /// The cell and all cells in it, outer ones first.
    pub(crate) fn all(&self) -> Vec<&RawCell> {
        let (mut all, mut stack) = (Vec::new(), vec![self]);
        while let Some(cell) = stack.pop() {
            all.push(cell);
            if let RawContents::Cells(cells) = &cell.contents {
                stack.extend(cells.iter().rev());
            }
        }
        all
    }

    /// `ExitCodeCell` for `exit-code`.
    pub(crate) fn sort_name(&self) -> String {
        cell_sort_name(&self.name)
    }
}

/// The name of the sort of a cell.
pub(crate) fn cell_sort_name(cell: &str) -> String {
    let mut name: String = cell.split('-').map(capitalized).collect();
    name.push_str("Cell");
    name
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

/// The configuration that counts, with the number of its module, and the others, of which the sorts
/// of the cells may be named.
pub(crate) struct Configurations {
    pub(crate) module: usize,
    pub(crate) root: RawCell,
    pub(crate) others: Vec<(usize, RawCell)>,
}

/// The configuration of the last module that has one, with what `<name/>` stands for filled in.
pub(super) fn find(
    files: &Files,
    modules: &[&Module],
) -> Result<Option<Configurations>, Vec<Diagnostic>> {
    let mut found: Vec<(usize, RawCell)> = Vec::new();
    for (at, module) in modules.iter().enumerate() {
        for sentence in &module.sentences {
            if let Sentence::Configuration(bubble) = sentence {
                let mut scan = Scan { file: files.get(bubble.span.file), span: bubble.span, at: 0 };
                found.push((at, scan.root().map_err(|error| vec![*error])?));
            }
        }
    }
    let Some((module, mut root)) = found.pop() else { return Ok(None) };
    fill(&mut root, &found).map_err(|error| vec![*error])?;
    let repeated = repeated(&root);
    match repeated.is_empty() {
        true => Ok(Some(Configurations { module, root, others: found })),
        false => Err(repeated),
    }
}

/// Cells that have the name of a cell before them.
fn repeated(root: &RawCell) -> Vec<Diagnostic> {
    let all = root.all();
    let mut errors = Vec::new();
    for (at, cell) in all.iter().enumerate() {
        if let Some(first) = all[..at].iter().find(|other| other.name == cell.name) {
            let again = Diagnostic::error(format!("there are two cells <{}>", cell.name))
                .at(cell.span, "again here")
                .at(first.span, "first here")
                .with_help("rules know cells by their names: give one of them another");
            errors.push(again);
        }
    }
    errors
}

/// Puts the cells of other configurations in place of references to them.
fn fill(root: &mut RawCell, others: &[(usize, RawCell)]) -> Result<(), Fault> {
    let mut budget = MAX_DEPTH;
    let mut stack = vec![root];
    while let Some(cell) = stack.pop() {
        if matches!(cell.contents, RawContents::Reference) {
            let known = others.iter().find(|(_, other)| other.name == cell.name);
            let Some((_, other)) = known.filter(|_| budget > 0) else {
                let message = format!("cell `<{}/>` is described nowhere", cell.name);
                return Err(Diagnostic::error(message)
                    .at(cell.span, "")
                    .with_help("write its contents, or a `configuration` for it in a module")
                    .into());
            };
            budget -= 1;
            cell.contents = other.contents.clone();
        }
        if let RawContents::Cells(cells) = &mut cell.contents {
            stack.extend(cells);
        }
    }
    Ok(())
}

fn never_closed(cell: &RawCell) -> Fault {
    Diagnostic::error(format!("cell `<{}>` is never closed", cell.name))
        .at(cell.span, "opened here")
        .with_help(format!("write `</{}>`", cell.name))
        .into()
}

/// A place in the text of a configuration.
struct Scan<'f> {
    file: &'f File,
    span: Span,
    /// Counted from the start of the span.
    at: usize,
}

impl<'f> Scan<'f> {
    fn text(&self) -> &'f str {
        &self.file.text()[self.span.range()]
    }

    fn rest(&self) -> &'f str {
        &self.text()[self.at..]
    }

    fn place(&self, start: usize, end: usize) -> Span {
        let base = self.span.start as usize;
        self.file.span(base + start..base + end)
    }

    fn skip_layout(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else {
                return;
            }
        }
    }

    /// All of the text as one cell; several cells side by side get one around them.
    fn root(&mut self) -> Result<RawCell, Fault> {
        let mut roots = self.cells()?;
        match roots.len() {
            1 => Ok(roots.pop().expect("there is one")),
            0 => Err(Diagnostic::error("this configuration has no cell").at(self.span, "").into()),
            _ => Ok(RawCell {
                name: "generatedTop".to_owned(),
                attributes: Attributes::default(),
                contents: RawContents::Cells(roots),
                span: self.span,
            }),
        }
    }

    /// The outermost cells, each with what is in it.
    fn cells(&mut self) -> Result<Vec<RawCell>, Fault> {
        // Cells that are open, each with the cells in it that are closed.
        let mut open: Vec<(RawCell, Vec<RawCell>)> = Vec::new();
        let mut roots: Vec<RawCell> = Vec::new();
        loop {
            self.skip_layout();
            if self.rest().is_empty() {
                return open.pop().map_or(Ok(roots), |(cell, _)| Err(never_closed(&cell)));
            }
            let cell = if self.rest().starts_with("</") {
                let (cell, children) = open.pop().ok_or_else(|| self.unexpected())?;
                self.close(&cell.name)?;
                let span = cell.span.to(self.place(0, self.at));
                RawCell { contents: RawContents::Cells(children), span, ..cell }
            } else {
                let cell = self.open_tag()?;
                if open.len() == MAX_DEPTH {
                    let deep = Diagnostic::error("cells are nested too deeply");
                    return Err(deep.at(cell.span, "").into());
                }
                if let RawContents::Cells(_) = cell.contents {
                    open.push((cell, Vec::new()));
                    continue;
                }
                cell
            };
            open.last_mut().map_or(&mut roots, |(_, children)| children).push(cell);
        }
    }

    fn unexpected(&self) -> Fault {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Diagnostic::error("expected a cell `<name> … </name>`")
            .at(self.place(self.at, self.at + length), "")
            .into()
    }

    fn name(&mut self) -> Result<&'f str, Fault> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_'));
        let name = &rest[..end.unwrap_or(rest.len())];
        if name.is_empty() {
            return Err(self.unexpected());
        }
        self.at += name.len();
        Ok(name)
    }

    fn close(&mut self, name: &str) -> Result<(), Fault> {
        let start = self.at;
        self.at += "</".len();
        let found = self.name()?;
        self.skip_layout();
        if found != name || !self.rest().starts_with('>') {
            return Err(Diagnostic::error(format!("expected `</{name}>`, found `</{found}`"))
                .at(self.place(start, self.at), "")
                .into());
        }
        self.at += 1;
        Ok(())
    }

    /// `<name attribute="value">` with all of the cell behind it if it is a leaf.
    fn open_tag(&mut self) -> Result<RawCell, Fault> {
        let start = self.at;
        if !self.rest().starts_with('<') {
            return Err(self.unexpected());
        }
        self.at += 1;
        let name = self.name()?.to_owned();
        let attributes = self.attributes()?;
        let contents = if self.rest().starts_with("/>") {
            self.at += 2;
            RawContents::Reference
        } else {
            self.at += 1;
            self.contents(&name, start)?
        };
        Ok(RawCell { name, attributes, contents, span: self.place(start, self.at) })
    }

    fn attributes(&mut self) -> Result<Attributes, Fault> {
        let mut attributes = Attributes::default();
        loop {
            self.skip_layout();
            if self.rest().starts_with('>') || self.rest().starts_with("/>") {
                return Ok(attributes);
            }
            let start = self.at;
            let key = self.name()?.to_owned();
            self.skip_layout();
            let quoted = self.rest().strip_prefix('=').map(str::trim_start);
            let value =
                quoted.and_then(|rest| rest.strip_prefix('"')).ok_or_else(|| self.unexpected())?;
            let end = value.find('"').ok_or_else(|| self.unexpected())?;
            self.at = self.text().len() - value.len() + end + 1;
            let span = self.place(start, self.at);
            attributes.push(Attribute { key, value: Some(value[..end].to_owned()), span });
        }
    }

    fn contents(&mut self, name: &str, start: usize) -> Result<RawContents, Fault> {
        let from = self.at;
        self.skip_layout();
        let child = self.rest().strip_prefix('<');
        if child.is_some_and(|rest| rest.starts_with(char::is_alphabetic)) {
            return Ok(RawContents::Cells(Vec::new()));
        }
        let Some(length) = self.text()[from..].find(&format!("</{name}>")) else {
            return Err(Diagnostic::error(format!("cell `<{name}>` is never closed"))
                .at(self.place(start, from), "opened here")
                .with_help(format!("write `</{name}>`"))
                .into());
        };
        self.at = from + length + name.len() + "</>".len();
        Ok(RawContents::Leaf(self.place(from, from + length)))
    }
}
