//! The reasons why a rule does not apply, in words.

use k_syntax::{Term, TermId, Terms, Unparser};

use super::mismatch::{Mismatch, Wanted};
use super::{Asked, Trial, select};
use crate::context::Halt;
use crate::notation::show_term;
use crate::pattern::{FrameId, Pattern, Reg, Step};
use crate::signature::CellId;
use crate::value::Value;

/// Rules that are looked for among those of functions: where they apply is not a matter of the
/// configuration.
pub(super) fn function_rule(asked: Asked<'_>, wanted: &str) -> Option<String> {
    debug_assert!(select(asked, wanted).is_empty(), "rules on configurations come first");
    let functions = &asked.language.compiled.program.functions;
    let owner = functions.iter().find(|function| {
        let labelled = |name: &str| !name.is_empty() && name == wanted;
        function.rules.iter().any(|rule| labelled(&rule.info.name))
    })?;
    Some(format!(
        "rule {wanted} belongs to `{}`: it applies where that is computed, not to a configuration",
        owner.name
    ))
}

/// Why something could not be computed.
pub(super) fn halted(asked: Asked<'_>, what: &str, halt: &Halt) -> String {
    match halt {
        Halt::Undecided(cond) => {
            format!("{what} depends on `{}`", show_term(asked.pool, *cond))
        }
        Halt::Undefined(why) => format!("{what} has no value: {why}"),
        Halt::Unsupported(why) => format!("{what} needs what is not supported: {why}"),
        Halt::TooDeep(depth) => format!("{what}: functions nest deeper than {depth}"),
        Halt::Limit(_) => format!("{what} took too long"),
    }
}

impl Trial<'_> {
    pub(super) fn show(&self, value: &Value) -> String {
        let shown = self.asked.language.show_value(self.asked.pool, value);
        shown.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A cell that holds something else than it is asked for.
    pub(super) fn cell_differs(&self, cell: &str, value: &Value, found: &Mismatch) -> String {
        let held = match value {
            Value::Empty => format!("the cell <{cell}> is empty"),
            Value::Seq(cons) => {
                format!("the cell <{cell}> begins with `{}`", self.show(&cons.head))
            }
            other => format!("the cell <{cell}> holds `{}`", self.show(other)),
        };
        let asked = self.wanted(cell).map(|text| format!(", and it asks for `{text}`"));
        let told = format!("{held}{}", asked.unwrap_or_default());
        if found.depth == 0 && !matches!(found.wanted, Wanted::Sort(_) | Wanted::Same(_)) {
            return told;
        }
        format!("{told}: {}", self.differs(found))
    }

    /// A part that differs.
    pub(super) fn differs(&self, found: &Mismatch) -> String {
        let signature = &self.asked.language.compiled.program.signature;
        let shown = self.show(&found.value);
        let told = match &found.wanted {
            Wanted::Constructor(label) => {
                format!("`{shown}` is not made with `{}`", signature.label_info(*label).name)
            }
            Wanted::Sort(sort) => {
                format!("`{shown}` is not of sort {}", signature.sort_info(*sort).name)
            }
            Wanted::Constant(value) => format!("`{shown}` is not `{}`", self.show(value)),
            Wanted::Same(value) => format!(
                "`{shown}` is not `{}`, which the same variable stands for elsewhere",
                self.show(value)
            ),
            Wanted::Item => "nothing is left to be done".to_owned(),
            Wanted::Cells => format!("the cells in `{shown}` are not those that it asks for"),
            Wanted::End => format!("`{shown}` is left over"),
        };
        match found.around.filter(|_| found.never_evaluated(self.asked)) {
            None => told,
            Some((label, position)) => format!(
                "{told}, and argument {} of `{}` is never evaluated: it is not strict there",
                position + 1,
                signature.label_info(label).name
            ),
        }
    }

    /// The left side of what the rule says of a cell, if it mentions one such cell only.
    fn wanted(&self, cell: &str) -> Option<String> {
        let definition = &self.asked.language.definition;
        let body = self.parsed()?.body;
        let (mut cells, mut todo) = (Vec::new(), vec![body]);
        while let Some(id) = todo.pop() {
            match definition.terms.get(id) {
                Term::Cell { name, contents, open_left, open_right } if name == cell => {
                    cells.push((*contents, *open_left, *open_right));
                }
                Term::Rewrite { left, .. } => todo.push(*left),
                other => todo.extend(other.children()),
            }
        }
        let (contents, before, behind) = match cells[..] {
            [one] => one,
            [] if self.mentions_computation(body) => (body, false, true),
            _ => return None,
        };
        let mut terms = Terms::default();
        let root = left_side(&definition.terms, contents, &mut terms);
        let text = Unparser::new(definition, &terms).print(root);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let dots = |open: bool| if open { "..." } else { "" };
        Some(format!("{} {text} {}", dots(before), dots(behind)).trim().to_owned())
    }

    /// Whether a rule is written without cells.
    fn mentions_computation(&self, body: TermId) -> bool {
        let terms = &self.asked.language.definition.terms;
        let mut todo = vec![body];
        while let Some(id) = todo.pop() {
            if matches!(terms.get(id), Term::Cell { .. } | Term::Bag(_)) {
                return false;
            }
            todo.extend(terms.get(id).children());
        }
        true
    }

    /// The cell that was bound to a register, in words.
    pub(super) fn cell_of(&self, reg: Reg) -> String {
        let found = self.rule.steps.iter().find_map(|step| match step {
            Step::Slot(frame, slot, Pattern::Bind(own)) if *own == reg => Some((*frame, *slot)),
            _ => None,
        });
        match found {
            Some((frame, slot)) => format!("the cell <{}>", self.leaf(frame, slot)),
            None => "a collection".to_owned(),
        }
    }

    /// The name of the cell at the root of a frame.
    pub(super) fn root(&self, frame: FrameId) -> &str {
        &self.asked.language.compiled.program.layout.cell(self.root_of(frame)).name
    }

    fn root_of(&self, frame: FrameId) -> CellId {
        let layout = &self.asked.language.compiled.program.layout;
        if frame == FrameId::TOP {
            return layout.top();
        }
        let reference = self.rule.frames[frame.index() - 1];
        let outer = self.root_of(reference.outer);
        let found = layout.iter().find(|(_, info)| {
            let inside = info.parent.is_some_and(|parent| layout.cell(parent).frame == outer);
            inside && info.many.as_ref().is_some_and(|many| many.slot == reference.slot)
        });
        found.map_or(layout.top(), |(id, _)| id)
    }

    /// The name of the cell that has a slot.
    pub(super) fn leaf(&self, frame: FrameId, slot: usize) -> String {
        let layout = &self.asked.language.compiled.program.layout;
        let root = self.root_of(frame);
        let found = layout.iter().find(|(_, info)| {
            info.frame == root && info.children.is_empty() && info.slots.start == slot
        });
        found.map_or("?", |(_, info)| &info.name).to_owned()
    }
}

/// A copy of a term without the right sides of its rewrites. Rules nest no deeper than their compiler
/// allows.
fn left_side(from: &Terms, id: TermId, into: &mut Terms) -> TermId {
    let span = from.span(id);
    let mut each = |parts: &[TermId]| -> Vec<TermId> {
        parts.iter().map(|part| left_side(from, *part, into)).collect()
    };
    let term = match from.get(id) {
        Term::Rewrite { left, .. } => return left_side(from, *left, into),
        Term::Token { .. } | Term::Variable { .. } => from.get(id).clone(),
        Term::Apply { label, args } => Term::Apply { label: *label, args: each(args) },
        Term::Bag(parts) => Term::Bag(each(parts)),
        Term::Sequence(items) => {
            let items = each(items);
            Term::Sequence(flat(into, items))
        }
        Term::Cell { name, open_left, open_right, contents } => Term::Cell {
            name: name.clone(),
            open_left: *open_left,
            open_right: *open_right,
            contents: left_side(from, *contents, into),
        },
        Term::Cast { kind, sort, term } => {
            Term::Cast { kind: *kind, sort: *sort, term: left_side(from, *term, into) }
        }
        Term::As { pattern, alias } => Term::As {
            pattern: left_side(from, *pattern, into),
            alias: left_side(from, *alias, into),
        },
    };
    into.add(term, span)
}

/// The items of a computation without computations among them.
fn flat(terms: &Terms, items: Vec<TermId>) -> Vec<TermId> {
    let inner = |item: TermId| match terms.get(item) {
        Term::Sequence(inner) => inner.clone(),
        _ => vec![item],
    };
    items.into_iter().flat_map(inner).collect()
}
