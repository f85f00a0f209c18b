//! Rules of a parsed definition as pairs of patterns over whole configurations.

use std::collections::BTreeMap;

use k_syntax::definition::{
    CellContents, ConfigCell, Definition, Label, Rule as Parsed, RuleKind, SortId,
};
use k_syntax::{Attributes, Term, TermId, Terms, VariableKind};

use super::matching::Pattern;
use super::{Subst, Tree};

/// A rule.
pub(super) struct Rule {
    pub(super) left: Pattern,
    pub(super) right: Pattern,
    pub(super) conds: Vec<Pattern>,
    /// Variables that must hold values, and such that must not.
    pub(super) values: Vec<String>,
    pub(super) no_values: Vec<String>,
    pub(super) priority: u32,
}

/// One side of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// A definition that rewrites.
pub struct Rewriter<'d> {
    pub(crate) definition: &'d Definition,
    /// The labels by their names.
    labels: BTreeMap<&'d str, &'d Label>,
    pub(super) rules: Vec<Rule>,
    /// Rules of functions, macros and constructors that are rewritten wherever they are made.
    functions: BTreeMap<String, Vec<Rule>>,
}

/// Some cells of a rule on both sides, and the cell that they are.
pub(super) struct Item {
    pub(super) cell: String,
    pub(super) left: Vec<Pattern>,
    pub(super) right: Vec<Pattern>,
}

impl<'d> Rewriter<'d> {
    /// The rules of a definition.
    #[must_use]
    pub fn new(definition: &'d Definition) -> Rewriter<'d> {
        let labels = definition.labels().map(|(_, label)| (label.name.as_str(), label)).collect();
        let (rules, functions) = (Vec::new(), BTreeMap::new());
        let mut all = Rewriter { definition, labels, rules, functions };
        for rule in &definition.rules {
            match (rule.kind, all.function_of(rule)) {
                (RuleKind::Rule, Some(label)) => {
                    let rule = all.plain(rule);
                    all.functions.entry(label).or_default().push(rule);
                }
                (RuleKind::Rule, None) => {
                    let rule = all.cell_rule(rule);
                    all.rules.push(rule);
                }
                (RuleKind::Context, _) => all.context(rule),
                (RuleKind::Claim, _) => {}
            }
        }
        all.strictness();
        all.functions.values_mut().for_each(|rules| rules.sort_by_key(|rule| rule.priority));
        all
    }

    /// All configurations after one step.
    pub(crate) fn successors(&self, (state, fresh): &(Tree, i64)) -> Vec<(Tree, i64)> {
        let mut priorities: Vec<u32> = self.rules.iter().map(|rule| rule.priority).collect();
        priorities.sort_unstable();
        priorities.dedup();
        for priority in priorities {
            let rules = self.rules.iter().filter(|rule| rule.priority == priority);
            let next: Vec<(Tree, i64)> =
                rules.flat_map(|rule| self.apply(rule, state, *fresh)).collect();
            if !next.is_empty() {
                return next;
            }
        }
        Vec::new()
    }

    fn apply(&self, rule: &Rule, state: &Tree, fresh: i64) -> Vec<(Tree, i64)> {
        let mut next = Vec::new();
        for mut subst in self.matches(&rule.left, state, &Subst::new()) {
            if !self.holds(rule, &subst) {
                continue;
            }
            let mut used = fresh;
            for name in fresh_names(&rule.right) {
                subst.insert(name, Tree::int(used));
                used += 1;
            }
            next.extend(self.instance(&rule.right, &subst).map(|state| (state, used)));
        }
        next
    }

    fn holds(&self, rule: &Rule, subst: &Subst) -> bool {
        let value = |name: &String| self.is_value(&subst[name]);
        rule.values.iter().all(value)
            && !rule.no_values.iter().any(value)
            && rule
                .conds
                .iter()
                .all(|cond| self.instance(cond, subst).is_some_and(|value| value.is_true()))
    }

    /// Whether a tree has a sort.
    pub(crate) fn has_sort(&self, tree: &Tree, sort: SortId) -> bool {
        let definition = self.definition;
        let name = definition.sort(sort).name.as_str();
        let below = |own: &str| {
            definition.find_sort(own).is_some_and(|own| definition.is_subsort(own, sort))
        };
        match tree {
            _ if name == "K" => true,
            Tree::Seq(_) => false,
            _ if name == "KItem" => true,
            Tree::Token(own, _) => below(own),
            Tree::Map(_) => below("Map"),
            Tree::List(_) => below("List"),
            Tree::Set(_) => below("Set"),
            Tree::Cell(..) | Tree::Bag(_) => {
                ["Bag", "Cell", "CellFragment"].iter().any(|end| name.ends_with(end))
            }
            Tree::Apply(label, args) => {
                let Some(label) = self.labels.get(label.as_str()) else { return false };
                let only = label.productions.len() == 1;
                label.productions.iter().any(|id| {
                    let production = definition.production(*id);
                    let mut pairs = args.iter().zip(production.arguments());
                    definition.is_subsort(production.sort, sort)
                        && (only || pairs.all(|(arg, sort)| self.has_sort(arg, sort)))
                })
            }
        }
    }

    /// Whether a tree is a value.
    pub(crate) fn is_value(&self, tree: &Tree) -> bool {
        let result = self.definition.find_sort("KResult");
        result.is_some_and(|result| self.has_sort(tree, result))
    }

    /// A pattern with what its variables stand for; none if something has no value.
    pub(crate) fn instance(&self, pattern: &Pattern, subst: &Subst) -> Option<Tree> {
        let all = |parts: &[Pattern]| -> Option<Vec<Tree>> {
            parts.iter().map(|part| self.instance(part, subst)).collect()
        };
        match pattern {
            Pattern::Variable(name, _) | Pattern::Fresh(name) => subst.get(name).cloned(),
            Pattern::Token(sort, text) => Some(Tree::Token(sort.clone(), text.clone())),
            Pattern::Apply(label, args) if self.hook(label) == Some("BOOL.and") => {
                let first = self.instance(&args[0], subst)?;
                if first.is_true() { self.instance(&args[1], subst) } else { Some(first) }
            }
            Pattern::Apply(label, args) => self.construct(label, all(args)?),
            Pattern::Seq(items) => Some(Tree::seq(all(items)?)),
            Pattern::Cell(name, inner) => {
                let inner = self.instance(inner, subst)?;
                Some(Tree::Cell(name.clone(), Box::new(self.completed(name, inner))))
            }
            Pattern::Bag(cells, rest) => {
                let rest = rest.as_ref().and_then(|rest| subst.get(rest)).cloned();
                Some(Tree::bag(all(cells)?.into_iter().chain(rest)))
            }
            Pattern::As(inner, _) => self.instance(inner, subst),
            Pattern::Cast(sort, inner) => {
                let tree = self.instance(inner, subst)?;
                self.has_sort(&tree, *sort).then_some(tree)
            }
        }
    }

    /// A constructor over trees, or what its rules make of it.
    pub(crate) fn construct(&self, label: &str, args: Vec<Tree>) -> Option<Tree> {
        if let Some(hook) = self.hook(label)
            && let Some(value) = self.builtin(hook, &args)
        {
            return value;
        }
        let rules = self.functions.get(label).map(Vec::as_slice).unwrap_or_default();
        let tree = Tree::Apply(label.to_owned(), args);
        for rule in rules {
            for subst in self.matches(&rule.left, &tree, &Subst::new()) {
                if self.holds(rule, &subst) {
                    return self.instance(&rule.right, &subst);
                }
            }
        }
        let computes = self.is_function(label);
        (!computes).then_some(tree)
    }

    /// Cells that are missing in a cell which a rule makes, as they are at first.
    fn completed(&self, name: &str, inner: Tree) -> Tree {
        let CellContents::Cells(kinds) = &self.cell(name).contents else { return inner };
        let Tree::Bag(cells) = Tree::bag([inner]) else { unreachable!("made a bag") };
        let missing = kinds.iter().filter(|kind| {
            !kind.attributes.has("multiplicity") && !cells.iter().any(|c| c.is_cell(&kind.name))
        });
        let missing: Vec<Tree> = missing.map(|kind| self.initial(kind, &Subst::new())).collect();
        Tree::bag(cells.into_iter().chain(missing))
    }

    /// A cell as it is at first.
    pub(crate) fn initial(&self, cell: &ConfigCell, given: &Subst) -> Tree {
        let inner = match &cell.contents {
            CellContents::Leaf { initial, .. } => {
                let pattern = self.pattern(*initial, Side::Right);
                self.instance(&pattern, given).unwrap_or(Tree::Seq(Vec::new()))
            }
            CellContents::Cells(kinds) => {
                let there = kinds
                    .iter()
                    .filter(|kind| !kind.attributes.has("multiplicity") || self.is_given(kind));
                Tree::bag(there.map(|kind| self.initial(kind, given)).collect::<Vec<_>>())
            }
        };
        Tree::Cell(cell.name.clone(), Box::new(inner))
    }

    /// Whether a part of a cell is given on the command line: such cells are there at first.
    fn is_given(&self, cell: &ConfigCell) -> bool {
        match &cell.contents {
            CellContents::Cells(kinds) => kinds.iter().any(|kind| self.is_given(kind)),
            CellContents::Leaf { initial, .. } => {
                let mut todo = vec![*initial];
                while let Some(id) = todo.pop() {
                    let term = self.definition.terms.get(id);
                    if matches!(term, Term::Variable { kind: VariableKind::Config, .. }) {
                        return true;
                    }
                    todo.extend(term.children());
                }
                false
            }
        }
    }

    /// The attributes of the production behind a label.
    pub(crate) fn attributes(&self, label: &str) -> Option<&'d Attributes> {
        let label = self.labels.get(label)?;
        Some(&self.definition.production(label.productions[0]).attributes)
    }

    pub(crate) fn hook(&self, label: &str) -> Option<&'d str> {
        self.attributes(label)?.value("hook")
    }

    /// `unit`, `element` or `concat` for the parts of collections.
    pub(crate) fn collection(&self, label: &str) -> Option<&'d str> {
        let (kind, part) = self.hook(label)?.split_once('.')?;
        let is_part =
            matches!(kind, "MAP" | "LIST" | "SET") && matches!(part, "unit" | "element" | "concat");
        is_part.then_some(part)
    }

    fn is_function(&self, label: &str) -> bool {
        self.attributes(label).is_some_and(|attributes| attributes.has("function"))
    }

    /// The function, macro or rewritten constructor that a rule belongs to.
    fn function_of(&self, rule: &Parsed) -> Option<String> {
        let Term::Rewrite { left, .. } = self.definition.terms.get(rule.body) else { return None };
        let Term::Apply { label, .. } = self.definition.terms.get(*left) else { return None };
        let production = &self.definition.main_production(*label).attributes;
        let marks = ["macro", "macro-rec", "anywhere", "alias"];
        let marked = marks.iter().any(|mark| rule.attributes.has(mark) || production.has(mark));
        (marked || production.has("function")).then(|| self.label(*label))
    }

    fn label(&self, label: k_syntax::definition::LabelId) -> String {
        self.definition.label(label).name.clone()
    }

    fn plain(&self, rule: &Parsed) -> Rule {
        let (left, right) =
            (self.pattern(rule.body, Side::Left), self.pattern(rule.body, Side::Right));
        self.rule(rule, left, right)
    }

    fn rule(&self, rule: &Parsed, left: Pattern, right: Pattern) -> Rule {
        let conds = [rule.requires, rule.ensures].into_iter().flatten();
        let written = rule.attributes.value("priority").and_then(|text| text.parse().ok());
        let owise = rule.attributes.has("owise").then_some(200);
        Rule {
            left,
            right,
            conds: conds.map(|cond| self.pattern(cond, Side::Left)).collect(),
            values: Vec::new(),
            no_values: Vec::new(),
            priority: written.or(owise).unwrap_or(50),
        }
    }

    fn cell_rule(&self, rule: &Parsed) -> Rule {
        let root = &self.definition.configuration.name;
        let mut items = self.items(rule.body);
        while items.len() != 1 || items[0].cell != *root {
            items = self.lifted(items);
        }
        let Item { mut left, mut right, .. } = items.remove(0);
        self.rule(rule, left.remove(0), right.remove(0))
    }

    /// The cells that a rule mentions.
    fn items(&self, body: TermId) -> Vec<Item> {
        let terms = &self.definition.terms;
        match terms.get(body) {
            Term::Bag(parts) => parts.iter().flat_map(|part| self.items(*part)).collect(),
            Term::Cell { name, .. } => {
                let side = |side| vec![self.pattern(body, side)];
                vec![Item { cell: name.clone(), left: side(Side::Left), right: side(Side::Right) }]
            }
            Term::Rewrite { left, right } if self.is_cells(*left) || self.is_cells(*right) => {
                let cells = |id, side| match self.pattern(id, side) {
                    Pattern::Bag(cells, None) => cells,
                    Pattern::Seq(items) if items.is_empty() => Vec::new(),
                    cell => vec![cell],
                };
                let (left, right) = (cells(*left, Side::Left), cells(*right, Side::Right));
                let named = left.iter().chain(&right).find_map(|cell| match cell {
                    Pattern::Cell(name, _) => Some(name.clone()),
                    _ => None,
                });
                vec![Item { cell: named.expect("cells are rewritten"), left, right }]
            }
            _ => vec![self.front(body, body)],
        }
    }

    /// The front of the computation.
    fn front(&self, left: TermId, right: TermId) -> Item {
        let behind = Pattern::Variable("#behind".to_owned(), self.sort("K"));
        let cell = |front: Pattern| {
            vec![Pattern::Cell("k".to_owned(), Box::new(Pattern::Seq(vec![front, behind.clone()])))]
        };
        Item {
            cell: "k".to_owned(),
            left: cell(self.pattern(left, Side::Left)),
            right: cell(self.pattern(right, Side::Right)),
        }
    }

    fn is_cells(&self, id: TermId) -> bool {
        matches!(self.definition.terms.get(id), Term::Cell { .. } | Term::Bag(_))
    }

    /// The same items with the cells around the innermost ones.
    pub(super) fn lifted(&self, mut items: Vec<Item>) -> Vec<Item> {
        let depth = |item: &Item| self.around(&item.cell).len();
        let deepest = items.iter().map(depth).max().expect("a rule mentions cells");
        let nth = items.iter().position(|item| depth(item) == deepest).expect("there is one");
        let around = self.around(&items[nth].cell);
        let parent = around.last().expect("the root is not lifted");
        let repeated = self.cell(parent).attributes.has("multiplicity");
        let (mut inside, mut others): (Vec<Item>, Vec<Item>) = (Vec::new(), Vec::new());
        for item in items.drain(..) {
            let belongs = self.around(&item.cell).last() == Some(parent);
            let twice = repeated && inside.iter().any(|known| known.cell == item.cell);
            if belongs && !twice { inside.push(item) } else { others.push(item) }
        }
        let rest = format!("#around{}{}", parent, others.len());
        let whole = |cells: Vec<Pattern>| {
            vec![Pattern::Cell(parent.clone(), Box::new(Pattern::Bag(cells, Some(rest.clone()))))]
        };
        let (left, right): (Vec<_>, Vec<_>) =
            inside.into_iter().map(|item| (item.left, item.right)).unzip();
        let item =
            Item { cell: parent.clone(), left: whole(left.concat()), right: whole(right.concat()) };
        others.insert(0, item);
        others
    }

    /// The names of the cells around a cell, outermost first.
    fn around(&self, name: &str) -> Vec<String> {
        let mut todo = vec![(&self.definition.configuration, Vec::new())];
        while let Some((cell, around)) = todo.pop() {
            if cell.name == name {
                return around;
            }
            if let CellContents::Cells(kinds) = &cell.contents {
                let inner: Vec<String> =
                    around.iter().cloned().chain([cell.name.clone()]).collect();
                todo.extend(kinds.iter().map(|kind| (kind, inner.clone())));
            }
        }
        panic!("the configuration has no cell <{name}>")
    }

    fn cell(&self, name: &str) -> &'d ConfigCell {
        let mut todo = vec![&self.definition.configuration];
        while let Some(cell) = todo.pop() {
            if cell.name == name {
                return cell;
            }
            if let CellContents::Cells(kinds) = &cell.contents {
                todo.extend(kinds);
            }
        }
        panic!("the configuration has no cell <{name}>")
    }

    pub(super) fn sort(&self, name: &str) -> SortId {
        self.definition.find_sort(name).expect("a sort of the library")
    }

    /// A term of the definition, on one side of its rewrites.
    pub(super) fn pattern(&self, id: TermId, side: Side) -> Pattern {
        let each = |ids: &[TermId]| ids.iter().map(|id| self.pattern(*id, side)).collect();
        match self.definition.terms.get(id) {
            Term::Rewrite { left, right } => {
                self.pattern(if side == Side::Left { *left } else { *right }, side)
            }
            Term::Variable { name, kind: VariableKind::Fresh, .. } => Pattern::Fresh(name.clone()),
            Term::Variable { name, sort, .. } => Pattern::Variable(name.clone(), *sort),
            Term::Token { text, sort } => {
                let Tree::Token(sort, text) = self.token(text, *sort) else {
                    unreachable!("a token")
                };
                Pattern::Token(sort, text)
            }
            Term::Apply { label, args } => Pattern::Apply(self.label(*label), each(args)),
            Term::Sequence(items) => Pattern::Seq(each(items)),
            Term::Bag(parts) => Pattern::Bag(each(parts), None),
            Term::Cast { sort, term, .. } => {
                Pattern::Cast(*sort, Box::new(self.pattern(*term, side)))
            }
            Term::As { pattern, alias } => {
                let Term::Variable { name, .. } = self.definition.terms.get(*alias) else {
                    panic!("an alias is a variable")
                };
                Pattern::As(Box::new(self.pattern(*pattern, side)), name.clone())
            }
            Term::Cell { name, open_left, open_right, contents } => {
                let inner = self.pattern(*contents, side);
                let dots = (*open_left, *open_right);
                Pattern::Cell(name.clone(), Box::new(self.opened(name, id, inner, dots)))
            }
        }
    }

    /// The contents of a cell with what its dots stand for.
    fn opened(&self, name: &str, id: TermId, inner: Pattern, dots: (bool, bool)) -> Pattern {
        let dot = |end: &str| format!("#{end}{}", id.index());
        let sort = match &self.cell(name).contents {
            CellContents::Cells(_) => {
                let cells = match inner {
                    Pattern::Bag(cells, _) => cells,
                    Pattern::Seq(items) if items.is_empty() => Vec::new(),
                    one => vec![one],
                };
                return fragment(cells, (dots.0 || dots.1).then(|| dot("rest")));
            }
            CellContents::Leaf { sort, .. } => *sort,
        };
        let variable = |end: &str| Pattern::Variable(dot(end), sort);
        let kind = self.definition.sort(sort).hook.clone().unwrap_or_default();
        let concat = |left: Pattern, right: Pattern| {
            let hook = format!("{}.concat", kind.split('.').next().unwrap_or_default());
            let label = self.definition.find_hook(&hook).expect("a collection has a concatenation");
            Pattern::Apply(self.label(label), vec![left, right])
        };
        match kind.as_str() {
            "MAP.Map" | "SET.Set" if dots.0 || dots.1 => concat(inner, variable("rest")),
            "LIST.List" => {
                let inner = if dots.0 { concat(variable("front"), inner) } else { inner };
                if dots.1 { concat(inner, variable("back")) } else { inner }
            }
            _ if dots.1 => Pattern::Seq(vec![inner, variable("rest")]),
            _ => inner,
        }
    }

    fn token(&self, text: &str, sort: SortId) -> Tree {
        let name = self.definition.sort(sort).name.clone();
        if name != "String" {
            return Tree::Token(name, text.to_owned());
        }
        let inner = text.trim_matches('"').replace("\\n", "\n").replace("\\\"", "\"");
        Tree::Token(name, inner)
    }

    /// A parsed program; none if it has something that this rewriter does not know.
    #[must_use]
    pub fn load(&self, terms: &Terms, id: TermId) -> Option<Tree> {
        let each = |ids: &[TermId]| -> Option<Vec<Tree>> {
            ids.iter().map(|id| self.load(terms, *id)).collect()
        };
        match terms.get(id) {
            Term::Apply { label, args } => self.construct(&self.label(*label), each(args)?),
            Term::Token { text, sort } => Some(self.token(text, *sort)),
            Term::Sequence(items) => Some(Tree::seq(each(items)?)),
            other => panic!("{other:?} in a program"),
        }
    }
}

/// Cells among which a variable stands for all the others.
fn fragment(cells: Vec<Pattern>, rest: Option<String>) -> Pattern {
    let (names, cells): (Vec<Pattern>, Vec<Pattern>) =
        cells.into_iter().partition(|cell| matches!(cell, Pattern::Variable(..)));
    match &names[..] {
        [Pattern::Variable(name, _)] => Pattern::Bag(cells, Some(name.clone())),
        _ => Pattern::Bag(cells, rest),
    }
}

fn fresh_names(pattern: &Pattern) -> Vec<String> {
    match pattern {
        Pattern::Fresh(name) => vec![name.clone()],
        Pattern::Apply(_, parts) | Pattern::Seq(parts) | Pattern::Bag(parts, _) => {
            let mut names: Vec<String> = parts.iter().flat_map(fresh_names).collect();
            names.sort();
            names.dedup();
            names
        }
        Pattern::Cell(_, inner) | Pattern::As(inner, _) | Pattern::Cast(_, inner) => {
            fresh_names(inner)
        }
        Pattern::Token(..) | Pattern::Variable(..) => Vec::new(),
    }
}
