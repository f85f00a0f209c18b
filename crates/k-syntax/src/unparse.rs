//! Terms as text, the way K prints them.
//!
//! A production is printed item by item with a space between, or as its `format` says; a child
//! that could not stand where it stands gets parentheses; a cell indents what is in it; the
//! elements of maps and sets are sorted. The work is a stack of tasks, so depth costs nothing.

mod collection;
mod format;

use crate::definition::{CellContents, ConfigCell, Definition, Item, Production, ProductionId};
use crate::definition::{LabelId, SortId};
use crate::signature::Shape;
use crate::term::{CastKind, Term, TermId, Terms, VariableKind};
use format::Part;

/// Prints terms of one definition.
pub struct Unparser<'d> {
    definition: &'d Definition,
    terms: &'d Terms,
}

/// Something that is still to be printed.
enum Task {
    Term(TermId, Place),
    Text(String),
    Newline,
    Indent,
    Dedent,
}

/// Where a term stands.
#[derive(Clone, Copy)]
struct Place {
    /// The sort that the place asks for.
    sort: SortId,
    edge: Edge,
}

/// Whether a term needs parentheses.
#[derive(Clone, Copy)]
enum Edge {
    /// Anything may stand here.
    Closed,
    /// At the left or right end of a production.
    Of { parent: ProductionId, left: bool, right: bool },
    /// In a sequence, a bag or a collection.
    Element,
    /// At a side of `=>`.
    Side,
}

/// The text on its way.
#[derive(Default)]
struct Output {
    text: String,
    indent: usize,
    /// At the start of a line: the indentation is written with the first word.
    fresh: bool,
}

impl Output {
    fn push(&mut self, text: &str) {
        if self.fresh && !text.trim_start().is_empty() {
            self.text.extend(std::iter::repeat_n("  ", self.indent));
            self.fresh = false;
        }
        self.text.push_str(if self.fresh { text.trim_start() } else { text });
    }

    fn newline(&mut self) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        self.text.push('\n');
        self.fresh = true;
    }
}

impl<'d> Unparser<'d> {
    /// A printer for some terms of a definition.
    #[must_use]
    pub fn new(definition: &'d Definition, terms: &'d Terms) -> Unparser<'d> {
        Unparser { definition, terms }
    }

    /// The text of a term, without a newline at its end.
    #[must_use]
    pub fn print(&self, root: TermId) -> String {
        self.print_at(root, 0)
    }

    /// The same, inside of so many keys of collections.
    fn print_at(&self, root: TermId, depth: usize) -> String {
        let mut output = Output::default();
        let sort = self.definition.signature.builtin().k;
        let mut stack = vec![Task::Term(root, Place { sort, edge: Edge::Closed })];
        while let Some(task) = stack.pop() {
            match task {
                Task::Term(term, place) => self.term(term, place, depth, &mut stack),
                Task::Text(text) => output.push(&text),
                Task::Newline => output.newline(),
                Task::Indent => output.indent += 1,
                Task::Dedent => output.indent -= 1,
            }
        }
        output.text
    }

    fn term(&self, id: TermId, place: Place, depth: usize, stack: &mut Vec<Task>) {
        if self.needs_parentheses(id, place) {
            let place = Place { edge: Edge::Closed, ..place };
            let inner = [text("( "), Task::Term(id, place), text(" )")];
            stack.extend(inner.into_iter().rev());
            return;
        }
        let signature = &self.definition.signature;
        let (k, bag) = (signature.builtin().k, signature.builtin().bag);
        let tasks = match self.terms.get(id) {
            Term::Apply { label, args } => self.apply(*label, args, place.sort, depth),
            Term::Token { text: token, .. } => vec![text(token)],
            Term::Variable { name, sort, kind } => vec![self.variable(name, *sort, *kind)],
            Term::Rewrite { left, right } => {
                let inside = |id| Task::Term(id, Place { sort: place.sort, edge: Edge::Side });
                vec![inside(*left), text(" => "), inside(*right)]
            }
            Term::Sequence(items) => self.sequence(items, k),
            Term::Cell { name, open_left, open_right, contents } => {
                self.cell(name, *open_left, *open_right, *contents)
            }
            Term::Bag(items) if items.is_empty() => vec![text(".Bag")],
            Term::Bag(items) => {
                let inside =
                    |id: &TermId| Task::Term(*id, Place { sort: bag, edge: Edge::Element });
                separated(items.iter().map(inside), || Task::Newline)
            }
            Term::Cast { kind, sort, term } => self.cast(*kind, *sort, *term),
            Term::As { pattern, alias } => {
                let inside = |id| Task::Term(id, Place { sort: place.sort, edge: Edge::Element });
                vec![inside(*pattern), text(" #as "), inside(*alias)]
            }
        };
        stack.extend(tasks.into_iter().rev());
    }

    fn variable(&self, name: &str, sort: SortId, kind: VariableKind) -> Task {
        let mark = match kind {
            VariableKind::Plain => "",
            VariableKind::Anonymous => return text(&format!("_:{}", self.sort_name(sort))),
            VariableKind::Fresh => "!",
            VariableKind::Exists => "?",
            VariableKind::Config => "$",
        };
        text(&format!("{mark}{name}:{}", self.sort_name(sort)))
    }

    fn sort_name(&self, sort: SortId) -> &str {
        self.definition.signature.sort_name(sort)
    }

    /// `a ~> b ~> .K`
    fn sequence(&self, items: &[TermId], k: SortId) -> Vec<Task> {
        let inside = |id: &TermId| Task::Term(*id, Place { sort: k, edge: Edge::Element });
        let elements = items.iter().map(inside).chain([text(".K")]);
        separated(elements, || text(" ~> "))
    }

    fn cell(&self, name: &str, open_left: bool, open_right: bool, contents: TermId) -> Vec<Task> {
        let bag = self.definition.signature.builtin().bag;
        let mut tasks = vec![text(&format!("<{name}>")), Task::Indent, Task::Newline];
        if open_left {
            tasks.push(text("... "));
        }
        match (self.terms.get(contents), self.empty_cells(name)) {
            (Term::Bag(items), Some(empty)) if items.is_empty() => tasks.push(text(&empty)),
            _ => tasks.push(Task::Term(contents, Place { sort: bag, edge: Edge::Closed })),
        }
        if open_right {
            tasks.push(text(" ..."));
        }
        tasks.extend([Task::Dedent, Task::Newline, text(&format!("</{name}>"))]);
        tasks
    }

    /// What stands in a cell whose only kind of inner cell may be missing: `.ThreadCellMap`.
    fn empty_cells(&self, name: &str) -> Option<String> {
        let mut stack: Vec<&ConfigCell> = vec![&self.definition.configuration];
        while let Some(cell) = stack.pop() {
            let CellContents::Cells(inner) = &cell.contents else { continue };
            match &inner[..] {
                [only]
                    if cell.name == name && only.attributes.value("multiplicity") == Some("*") =>
                {
                    let kind = only.attributes.value("type").unwrap_or("Bag");
                    return Some(format!(".{}{kind}", self.sort_name(only.sort)));
                }
                inner => stack.extend(inner),
            }
        }
        None
    }

    fn cast(&self, kind: CastKind, sort: SortId, term: TermId) -> Vec<Task> {
        let inside = Task::Term(term, Place { sort, edge: Edge::Closed });
        let name = self.sort_name(sort);
        match kind {
            CastKind::Semantic => vec![text("( "), inside, text(&format!(" ):{name}"))],
            CastKind::Projection => vec![text("{ "), inside, text(&format!(" }}:>{name}"))],
        }
    }

    fn apply(&self, label: LabelId, args: &[TermId], sort: SortId, depth: usize) -> Vec<Task> {
        let (id, production) = self.production_at(label, sort);
        if production.attributes.has("assoc") && args.len() == 2 {
            return self.collection(label, production, args, depth);
        }
        let parts = match production.attributes.value("format") {
            Some(format) => format::parse(format),
            None => format::usual(production.items.len()),
        };
        let mut tasks = Vec::new();
        for part in parts {
            match part {
                Part::Item(number) => tasks.extend(self.item(id, production, args, number)),
                Part::Text(literal) => tasks.push(text(&literal)),
                Part::Newline => tasks.push(Task::Newline),
                Part::Indent => tasks.push(Task::Indent),
                Part::Dedent => tasks.push(Task::Dedent),
            }
        }
        tasks
    }

    /// The production that a symbol has at a place: overloaded ones differ in their sorts.
    fn production_at(&self, label: LabelId, sort: SortId) -> (ProductionId, &'d Production) {
        let all = &self.definition.label(label).productions;
        let fits = |id: &&ProductionId| self.definition.production(**id).sort == sort;
        let id = *all.iter().find(fits).or(all.last()).expect("a symbol has a production");
        (id, self.definition.production(id))
    }

    /// The item of a number, counted from one.
    fn item(
        &self,
        id: ProductionId,
        production: &Production,
        args: &[TermId],
        number: usize,
    ) -> Option<Task> {
        let before = production.items.iter().take(number - 1);
        let argument = before.filter(|item| matches!(item, Item::NonTerminal(..))).count();
        match production.items.get(number - 1)? {
            Item::Terminal(literal) => Some(text(literal)),
            Item::Regex(_) => None,
            Item::NonTerminal(sort, _) => {
                let (left, right) = (number == 1, number == production.items.len());
                let edge = match left || right {
                    true => Edge::Of { parent: id, left, right },
                    false => Edge::Closed,
                };
                let sort = match self.definition.signature.extra(id).shape {
                    Shape::Poly => self.definition.signature.builtin().k,
                    _ => *sort,
                };
                Some(Task::Term(*args.get(argument)?, Place { sort, edge }))
            }
        }
    }

    fn needs_parentheses(&self, id: TermId, place: Place) -> bool {
        match (self.terms.get(id), place.edge) {
            (_, Edge::Closed) => false,
            (Term::Rewrite { .. } | Term::As { .. }, _) => true,
            (Term::Sequence(items), Edge::Of { .. } | Edge::Element) => !items.is_empty(),
            (Term::Bag(items), Edge::Of { .. }) => items.len() > 1,
            (Term::Apply { label, .. }, Edge::Of { parent, left, right }) => {
                let (child, _) = self.production_at(*label, place.sort);
                self.excludes(parent, child, left, right)
                    || left && self.captures(child, parent, Side::Last)
                    || right && self.captures(child, parent, Side::First)
            }
            (
                Term::Apply { .. }
                | Term::Token { .. }
                | Term::Variable { .. }
                | Term::Cell { .. }
                | Term::Sequence(_)
                | Term::Bag(_)
                | Term::Cast { .. },
                _,
            ) => false,
        }
    }

    /// Whether the text of `outer` could as well be read as an operand of `inner`, at this end:
    /// then only parentheses tell who is whose child.
    fn captures(&self, inner: ProductionId, outer: ProductionId, side: Side) -> bool {
        let items = &self.definition.production(inner).items;
        let (item, left) = match side {
            Side::First => (items.first(), true),
            Side::Last => (items.last(), false),
        };
        let Some(Item::NonTerminal(sort, _)) = item else { return false };
        let own = self.definition.production(outer).sort;
        self.definition.signature.order.less_eq(own, *sort)
            && !self.excludes(inner, outer, left, !left)
    }

    /// Whether priorities or associativity keep a production from being a child.
    fn excludes(&self, parent: ProductionId, child: ProductionId, left: bool, right: bool) -> bool {
        let extra = self.definition.signature.extra(parent);
        let label = self.definition.production(child).label;
        let same = |other: &ProductionId| {
            *other == child
                || (label.is_some() && self.definition.production(*other).label == label)
        };
        extra.looser.iter().any(same)
            || left && extra.not_left.iter().any(same)
            || right && extra.not_right.iter().any(same)
    }
}

/// An end of a production.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    First,
    Last,
}

fn text(text: &str) -> Task {
    Task::Text(text.to_owned())
}

fn separated(items: impl Iterator<Item = Task>, separator: impl Fn() -> Task) -> Vec<Task> {
    let mut tasks = Vec::new();
    for item in items {
        if !tasks.is_empty() {
            tasks.push(separator());
        }
        tasks.push(item);
    }
    tasks
}
