//! States and values as text: they become parsed terms again, and those are printed as K prints.

use triomphe::Arc;

use k_syntax::definition::{LabelId as ParsedLabel, SortId as ParsedSort};
use k_syntax::{Definition, Term, TermId, Terms, Unparser};
use source::{Files, Span};
use term::Pool;

use crate::language::Language;
use crate::layout::Layout;
use crate::matcher::{bag, is_absent};
use crate::notation::show_term;
use crate::signature::{Builtin, CellId, LabelId, SortId};
use crate::state::State;
use crate::token::{quote, quote_bytes};
use crate::value::{Map, Value};

/// Frames inside frames, and freezers inside freezers, are printed up to this depth.
const DEEPEST: usize = 100;

/// How many items of one collection are printed of a run that came to no end.
const SOME_ITEMS: usize = 1000;

impl Language {
    /// The text of a configuration.
    #[must_use]
    pub fn show_state(&self, pool: &Pool, state: &State) -> String {
        let mut printer = Printer::new(self, pool);
        let top = self.compiled.program.layout.top();
        let root = printer.cell(top, &state.slots, 0);
        printer.print(root)
    }

    /// The text of a configuration that a run had come to when it was cut off: of collections with
    /// thousands of items only the first ones, because there may be more of them than there is time.
    #[must_use]
    pub fn show_cut_off(&self, pool: &Pool, state: &State) -> String {
        let mut printer = Printer { most_items: SOME_ITEMS, ..Printer::new(self, pool) };
        let top = self.compiled.program.layout.top();
        let root = printer.cell(top, &state.slots, 0);
        printer.print(root)
    }

    /// A configuration as a parsed term.
    pub(crate) fn state_terms(&self, pool: &Pool, state: &State) -> (Terms, TermId) {
        let mut printer = Printer::new(self, pool);
        let top = self.compiled.program.layout.top();
        let root = printer.cell(top, &state.slots, 0);
        (printer.terms, root)
    }

    /// The text of a value.
    #[must_use]
    pub fn show_value(&self, pool: &Pool, value: &Value) -> String {
        let mut printer = Printer::new(self, pool);
        let root = printer.value(value, 0);
        printer.print(root)
    }
}

struct Printer<'a> {
    language: &'a Language,
    pool: &'a Pool,
    terms: Terms,
    nowhere: Span,
    labels: Vec<ParsedLabel>,
    sorts: Vec<ParsedSort>,
    /// How many items of a collection are printed.
    most_items: usize,
}

impl<'a> Printer<'a> {
    fn new(language: &'a Language, pool: &'a Pool) -> Printer<'a> {
        let definition = &language.definition;
        Printer {
            language,
            pool,
            terms: Terms::default(),
            // Printed terms have no place in a text; it is never asked for.
            nowhere: Files::new().add("", "").span(0..0),
            labels: definition.labels().map(|(id, _)| id).collect(),
            sorts: definition.sorts().map(|(id, _)| id).collect(),
            most_items: usize::MAX,
        }
    }

    fn definition(&self) -> &'a Definition {
        &self.language.definition
    }

    fn layout(&self) -> &'a Layout {
        &self.language.compiled.program.layout
    }

    fn print(&self, root: TermId) -> String {
        Unparser::new(self.definition(), &self.terms).print(root)
    }

    fn add(&mut self, term: Term) -> TermId {
        self.terms.add(term, self.nowhere)
    }

    /// A cell, from the frame that it is in.
    fn cell(&mut self, cell: CellId, frame: &[Value], depth: usize) -> TermId {
        let info = self.layout().cell(cell);
        let contents = if info.children.is_empty() {
            let held = &frame[info.slots.start];
            let shown = self.value(held, depth);
            let kind = self.language.compiled.configuration.kind(cell);
            if kind == Some(Builtin::K) { self.computation(held, shown) } else { shown }
        } else {
            let mut parts = Vec::new();
            for child in &info.children {
                match &self.layout().cell(*child).many {
                    None => parts.push(self.cell(*child, frame, depth)),
                    Some(many) => parts.extend(self.frames(*child, &frame[many.slot], depth)),
                }
            }
            self.add(Term::Bag(parts))
        };
        let (name, open_left, open_right) = (info.name.clone(), false, false);
        self.add(Term::Cell { name, open_left, open_right, contents })
    }

    /// A computation of one item is told from the item itself: `x ~> .K`.
    fn computation(&mut self, value: &Value, shown: TermId) -> TermId {
        match value {
            Value::Empty | Value::Seq(_) | Value::Bag(_) | Value::Cells(..) => shown,
            _ => self.add(Term::Sequence(vec![shown])),
        }
    }

    fn frames(&mut self, cell: CellId, frames: &Value, depth: usize) -> Vec<TermId> {
        let mut parts = Vec::new();
        for frame in bag(frames).iter().take(self.most_items) {
            if let Value::Cells(_, slots) = frame
                && depth < DEEPEST
            {
                parts.push(self.cell(cell, slots, depth + 1));
            }
        }
        parts
    }

    /// A value. Constructors nest as deeply as they like, so they are walked with a stack.
    fn value(&mut self, root: &Value, depth: usize) -> TermId {
        let mut todo = vec![(root, false)];
        let mut done: Vec<TermId> = Vec::new();
        while let Some((value, parts_done)) = todo.pop() {
            let parts = self.parts(value);
            if !parts_done && !parts.is_empty() {
                todo.push((value, true));
                todo.extend(parts.iter().rev().map(|part| (*part, false)));
                continue;
            }
            let parts = done.split_off(done.len() - parts.len());
            let id = self.node(value, parts, depth);
            done.push(id);
        }
        done.pop().expect("the root is done last")
    }

    /// The parts of a value that are printed in their places.
    fn parts<'v>(&self, value: &'v Value) -> Vec<&'v Value> {
        match value {
            Value::Node(label, args) if label.index() < self.labels.len() => args.iter().collect(),
            Value::Seq(_) => value.items().collect(),
            Value::Map(map) => {
                let entries = map.entries.iter().take(self.most_items);
                entries.flat_map(|(key, value)| [key, value]).chain(&map.chunks).collect()
            }
            Value::List(list) => list.iter().take(self.most_items).collect(),
            Value::Set(set) => set.iter().take(self.most_items).collect(),
            _ => Vec::new(),
        }
    }

    fn node(&mut self, value: &Value, parts: Vec<TermId>, depth: usize) -> TermId {
        match value {
            Value::Empty => self.add(Term::Sequence(Vec::new())),
            Value::Int(int) => self.builtin_token(Builtin::Int, int.to_string()),
            Value::Bool(value) => self.builtin_token(Builtin::Bool, value.to_string()),
            Value::Str(text) => self.builtin_token(Builtin::Str, quote(text)),
            Value::Bytes(bytes) => self.builtin_token(Builtin::Bytes, quote_bytes(bytes)),
            Value::Sym(term, _) => {
                let text = show_term(self.pool, *term);
                self.builtin_token(Builtin::Int, text)
            }
            Value::Token(sort, text) => {
                let text = self.language.compiled.program.signature.text(*text);
                self.token(*sort, text)
            }
            Value::Leaf(label) | Value::Node(label, _) => match self.labels.get(label.index()) {
                Some(parsed) => {
                    let (parsed, args) = (*parsed, self.arguments(*label, value, parts));
                    self.add(Term::Apply { label: parsed, args })
                }
                None => self.freezer(*label, value, depth),
            },
            Value::Seq(_) => self.add(Term::Sequence(parts)),
            Value::Map(map) => self.map(map, parts),
            Value::List(list) => {
                self.collection(["LIST.unit", "LIST.element", "LIST.concat"], parts, list.len())
            }
            Value::Set(set) => {
                self.collection(["SET.unit", "SET.element", "SET.concat"], parts, set.len())
            }
            Value::Cells(cell, slots) => self.cells(*cell, slots, depth),
            Value::Bag(frames) => {
                let parts = frames.iter().filter_map(|frame| match frame {
                    Value::Cells(cell, _) => Some((*cell, frame)),
                    _ => None,
                });
                let parts: Vec<(CellId, &Value)> = parts.collect();
                let parts: Vec<TermId> = parts
                    .into_iter()
                    .flat_map(|(cell, frame)| {
                        let one = Value::Bag(Arc::new(vec![frame.clone()]));
                        self.frames(cell, &one, depth)
                    })
                    .collect();
                self.add(Term::Bag(parts))
            }
        }
    }

    /// The arguments of a constructor: where any computation may stand, they are shown as one.
    fn arguments(&mut self, label: LabelId, value: &Value, mut parts: Vec<TermId>) -> Vec<TermId> {
        let signature = &self.language.compiled.program.signature;
        let sorts = &signature.label_info(label).args;
        let args = value.as_apply().map_or(&[][..], |(_, args)| args);
        for (nth, (arg, sort)) in args.iter().zip(sorts).enumerate() {
            if signature.sort_info(*sort).builtin == Some(Builtin::K) {
                parts[nth] = self.computation(arg, parts[nth]);
            }
        }
        parts
    }

    /// Some of the cells of a cell, as K shows them: those that are not there as well.
    fn cells(&mut self, cell: CellId, slots: &[Value], depth: usize) -> TermId {
        let info = self.layout().cell(cell);
        let mut frame = vec![Value::Empty; info.slots.start];
        frame.extend_from_slice(slots);
        let mut parts = vec![self.token(SortId::new(0), format!("<{}>-fragment", info.name))];
        for child in info.children.iter().filter(|_| depth < DEEPEST) {
            let places = &frame[self.layout().outer_slots(*child)];
            match &self.layout().cell(*child).many {
                Some(many) => parts.extend(self.frames(*child, &frame[many.slot], depth + 1)),
                None if places.iter().all(is_absent) => {
                    let name = self.definition().cell_sort_name(&self.layout().cell(*child).name);
                    parts.push(self.token(SortId::new(0), format!("no{name}")));
                }
                None => parts.push(self.cell(*child, &frame, depth + 1)),
            }
        }
        parts.push(self.token(SortId::new(0), format!("</{}>-fragment", info.name)));
        self.add(Term::Bag(parts))
    }

    fn builtin_token(&mut self, builtin: Builtin, text: String) -> TermId {
        let sort = self.language.compiled.program.signature.builtin(builtin);
        let sort = sort.unwrap_or(SortId::new(0));
        self.token(sort, text)
    }

    fn token(&mut self, sort: SortId, text: String) -> TermId {
        let sort = self.sorts[sort.index()];
        self.add(Term::Token { text, sort })
    }

    /// A constructor that waits for an argument: its name and what it keeps.
    fn freezer(&mut self, label: LabelId, value: &Value, depth: usize) -> TermId {
        let name = self.language.compiled.program.signature.label_info(label).name.clone();
        let args = value.as_apply().map_or(&[][..], |(_, args)| args);
        let mut shown = Vec::new();
        for arg in args.iter().filter(|arg| !matches!(arg, Value::Empty)) {
            if depth < DEEPEST {
                let id = self.value(arg, depth + 1);
                shown.push(format!("{} ~> .K", self.print(id)));
            }
        }
        let text = match &shown[..] {
            [] => format!("{name} ( )"),
            shown => format!("{name} ( {} )", shown.join(" , ")),
        };
        self.token(SortId::new(0), text)
    }

    fn map(&mut self, map: &Map, parts: Vec<TermId>) -> TermId {
        let entries = 2 * map.entries.len().min(self.most_items);
        let Some(element) = self.definition().find_hook("MAP.element") else {
            return self.add(Term::Sequence(parts));
        };
        let mut all: Vec<TermId> = Vec::new();
        for entry in parts[..entries].chunks(2) {
            all.push(self.add(Term::Apply { label: element, args: entry.to_vec() }));
        }
        all.extend(self.left_out(map.entries.len()));
        all.extend_from_slice(&parts[entries..]);
        self.join("MAP.unit", "MAP.concat", all)
    }

    /// What stands for the items of a collection of this many that are not printed.
    fn left_out(&mut self, items: usize) -> Option<TermId> {
        let left_out = items.checked_sub(self.most_items).filter(|items| *items > 0)?;
        Some(self.token(SortId::new(0), format!("... {left_out} more ...")))
    }

    fn collection(&mut self, hooks: [&str; 3], parts: Vec<TermId>, items: usize) -> TermId {
        let [unit, element, concat] = hooks;
        let Some(element) = self.definition().find_hook(element) else {
            return self.add(Term::Sequence(parts));
        };
        let one = |part: TermId| Term::Apply { label: element, args: vec![part] };
        let mut all: Vec<TermId> = parts.into_iter().map(|part| self.add(one(part))).collect();
        all.extend(self.left_out(items));
        self.join(unit, concat, all)
    }

    /// Elements side by side.
    fn join(&mut self, unit: &str, concat: &str, parts: Vec<TermId>) -> TermId {
        let definition = self.definition();
        let (Some(unit), Some(concat)) = (definition.find_hook(unit), definition.find_hook(concat))
        else {
            return self.add(Term::Sequence(parts));
        };
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else {
            return self.add(Term::Apply { label: unit, args: Vec::new() });
        };
        let mut whole = first;
        for part in parts {
            whole = self.add(Term::Apply { label: concat, args: vec![whole, part] });
        }
        whole
    }
}
