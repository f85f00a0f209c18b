//! One rule, made symbolic.

use std::collections::BTreeSet;

use source::{Files, Span};

use super::edit::Edits;
use super::{data_equality, may_be_data};
use crate::definition::{Definition, Rule, SortId};
use crate::term::{Term, TermId, VariableKind};

/// The text for a rule, and the text that it takes the place of; none if nothing changes: it has no
/// constants, no variable that holds data twice, and no side condition.
pub(super) fn symbolic(
    definition: &Definition,
    files: &Files,
    rule: &Rule,
) -> Option<(Span, String)> {
    let parts = Parts::of(definition, files, rule);
    let mut change = Change::new(definition, files, rule);
    change.linearise();
    let mut conds = std::mem::take(&mut change.equations);
    let sides = [parts.requires, parts.ensures].into_iter().flatten();
    conds.extend(sides.map(|span| format!("({})", files.excerpt(span))));
    if conds.is_empty() {
        return None;
    }
    let path = change.fresh("PC");
    let conds = conds.join(" andBool ");
    let cell = format!("<path-condition> {path}:Bool => {path} andBool {conds} </path-condition>");
    let body = change.edits.applied_to(parts.body, files.excerpt(parts.body));
    let indent = " ".repeat(files.get(rule.span.file).position(rule.span.start).column - 1);
    let body = with_cell(definition, rule.body, &body, &cell, &indent);
    let label = rule.attributes.value("label").map(|label| format!("[{label}]: "));
    let attributes = parts.attributes.map(|span| format!(" {}", files.excerpt(span)));
    let text = format!(
        "rule {}{body}\n{indent}  requires feasible({path} andBool {conds}){}",
        label.unwrap_or_default(),
        attributes.unwrap_or_default()
    );
    Some((parts.whole, text))
}

/// The body of a rule with a further cell.
fn with_cell(
    definition: &Definition,
    body: TermId,
    text: &str,
    cell: &str,
    indent: &str,
) -> String {
    let root = &definition.configuration.name;
    match definition.terms.get(body) {
        Term::Cell { name, .. } if name == root && has_inner(definition) => {
            let close = text.rfind("</").expect("a cell is closed");
            let (inner, close) = text.split_at(close);
            let (inner, dots) = match inner.trim_end().strip_suffix("...") {
                Some(inner) => (inner, "..."),
                None => (inner, ""),
            };
            format!("{}\n{indent}     {cell} {dots}{close}", inner.trim_end())
        }
        Term::Cell { .. } | Term::Bag(_) => format!("{text}\n{indent}     {cell}"),
        Term::Rewrite { left, right } if is_cells(definition, *left, *right) => {
            format!("({text})\n{indent}     {cell}")
        }
        _ => {
            let leaf = computation(definition);
            format!("<{leaf}> {text} ...</{leaf}>\n{indent}     {cell}")
        }
    }
}

fn has_inner(definition: &Definition) -> bool {
    matches!(definition.configuration.contents, crate::definition::CellContents::Cells(_))
}

fn is_cells(definition: &Definition, left: TermId, right: TermId) -> bool {
    let cells = |id| matches!(definition.terms.get(id), Term::Cell { .. } | Term::Bag(_));
    cells(left) || cells(right)
}

/// The cell that a rule without cells applies to.
fn computation(definition: &Definition) -> &str {
    if has_inner(definition) { "k" } else { &definition.configuration.name }
}

/// The parts of the text of a rule.
struct Parts {
    /// From its keyword to its end, comments behind it left out.
    whole: Span,
    body: Span,
    requires: Option<Span>,
    ensures: Option<Span>,
    attributes: Option<Span>,
}

impl Parts {
    fn of(definition: &Definition, files: &Files, rule: &Rule) -> Parts {
        let text = files.get(rule.span.file).text();
        let part = |start: usize, end: usize| {
            let piece = &text[start..end.max(start)];
            let lead = piece.len() - piece.trim_start().len();
            Span::new(rule.span.file, start + lead, start + lead + piece.trim().len())
        };
        let start = rule.span.start as usize;
        let end = start + without_comments(files.excerpt(rule.span)).len();
        let label = rule.attributes.get("label");
        let listed = rule.attributes.iter().find(|own| label.is_none_or(|l| l.span != own.span));
        let attributes = listed.and_then(|first| text[..first.span.start as usize].rfind('['));
        let word = |term: Option<TermId>, word: &str| {
            let at = definition.terms.span(term?).start as usize;
            text[..at].rfind(word)
        };
        let requires = word(rule.requires, "requires");
        let ensures = word(rule.ensures, "ensures");
        let after_ensures = attributes.unwrap_or(end);
        let after_requires = ensures.unwrap_or(after_ensures);
        let body_start = label.map_or(start + "rule".len(), |label| {
            let at = label.span.end as usize;
            at + text[at..].find("]:").map_or(0, |colon| colon + 2)
        });
        Parts {
            whole: part(start, end),
            body: part(body_start, requires.unwrap_or(after_requires)),
            requires: requires.map(|at| part(at + "requires".len(), after_requires)),
            ensures: ensures.map(|at| part(at + "ensures".len(), after_ensures)),
            attributes: attributes.map(|at| part(at, end)),
        }
    }
}

/// A text without the comments at its end that have lines of their own.
fn without_comments(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some((before, last)) = text.rsplit_once('\n') {
        if !last.trim_start().starts_with("//") {
            break;
        }
        text = before.trim_end();
    }
    text
}

/// A rule on its way.
struct Change<'d> {
    definition: &'d Definition,
    files: &'d Files,
    rule: &'d Rule,
    /// The names of its variables.
    names: BTreeSet<String>,
    edits: Edits,
    equations: Vec<String>,
}

impl<'d> Change<'d> {
    fn new(definition: &'d Definition, files: &'d Files, rule: &'d Rule) -> Change<'d> {
        let mut names = BTreeSet::new();
        let roots = [Some(rule.body), rule.requires, rule.ensures];
        let mut todo: Vec<TermId> = roots.into_iter().flatten().collect();
        while let Some(id) = todo.pop() {
            let term = definition.terms.get(id);
            if let Term::Variable { name, .. } = term {
                names.insert(name.clone());
            }
            todo.extend(term.children());
        }
        let (edits, equations) = (Edits::default(), Vec::new());
        Change { definition, files, rule, names, edits, equations }
    }

    /// Steps 1 and 2 of the section: the left-hand side has every variable once and no constants.
    fn linearise(&mut self) {
        let mut seen: BTreeSet<&'d str> = BTreeSet::new();
        let mut todo = vec![self.rule.body];
        while let Some(id) = todo.pop() {
            match self.definition.terms.get(id) {
                Term::Rewrite { left, .. } => todo.push(*left),
                Term::Token { text, sort } => self.constant(id, text, *sort),
                Term::Variable { name, sort, kind: VariableKind::Plain } => {
                    if !seen.insert(name) && may_be_data(self.definition, *sort) {
                        self.repeated(id, name, *sort);
                    }
                }
                other => todo.extend(other.children().iter().rev()),
            }
        }
    }

    fn constant(&mut self, id: TermId, text: &str, sort: SortId) {
        let Some(equality) = data_equality(self.definition, sort) else { return };
        let span = self.definition.terms.span(id);
        let sort = &self.definition.sort(sort).name;
        let initial = sort.chars().next().map(String::from).unwrap_or_default();
        let name = self.fresh(&format!("{initial}1"));
        self.edits.replace(span, format!("{name}:{sort}"));
        self.equations.push(format!("{name} {equality} {text}"));
    }

    fn repeated(&mut self, id: TermId, name: &str, sort: SortId) {
        let span = self.definition.terms.span(id);
        let equality = data_equality(self.definition, sort).unwrap_or("==K");
        let new = self.fresh(&format!("{name}1"));
        let sort = &self.definition.sort(sort).name;
        self.edits.replace(self.with_cast(span), format!("{new}:{sort}"));
        self.equations.push(format!("{new} {equality} {name}"));
    }

    /// The place of a variable with the sort behind it, if that is not part of it.
    fn with_cast(&self, span: Span) -> Span {
        let text = self.files.get(span.file).text();
        let behind = &text[span.end as usize..];
        let Some(sort) = behind.strip_prefix(':') else { return span };
        if !sort.starts_with(|c: char| c.is_ascii_uppercase()) {
            return span;
        }
        let length = sort.find(|c: char| !c.is_alphanumeric()).unwrap_or(sort.len());
        Span::new(span.file, span.start as usize, span.end as usize + 1 + length)
    }

    /// A name that the rule does not have yet, like the given one.
    fn fresh(&mut self, like: &str) -> String {
        let stem = like.trim_end_matches(|c: char| c.is_ascii_digit());
        let numbers = (1..).map(|number| format!("{stem}{number}"));
        let mut names = std::iter::once(like.to_owned()).chain(numbers);
        let new = names.find(|name| !self.names.contains(name)).expect("numbers do not end");
        self.names.insert(new.clone());
        new
    }
}
