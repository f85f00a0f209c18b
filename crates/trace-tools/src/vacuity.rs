//! Parts of a property that could as well be `true` or `false`.
//!
//! A part is replaced where it was written, the spec is given its meaning again, and the two
//! properties are compared for all values of the parameters. Only the outermost such parts are
//! reported. Bodies of predicates are checked through their uses, each as a whole.

use source::{Diagnostic, Span};
use trace::syntax::Tree;
use trace::syntax::tree::{At, Expr, Item};
use trace::{Context, Formula, Property, Spec};

use crate::faults::Faults;
use crate::oracle::Oracle;
use crate::search::{Bounds, SearchResult, shortest};

/// More parts than these are not tried; each costs up to two searches.
const MAX_PARTS: usize = 200;

/// Adds a diagnostic for each part that changes nothing.
pub(crate) fn vacuous_parts(
    ctx: Context<'_>,
    tree: &Tree,
    property: &Property,
    bounds: Bounds,
    oracle: &mut Oracle<'_>,
    faults: &mut Faults,
) {
    let Some(item) = tree.items.iter().position(|item| item.span == property.span) else { return };
    let changes = match &tree.items[item].node {
        Item::Property { body, .. } => Changes::Parts(vec![children(body, &[])]),
        Item::Automaton { transitions, .. } => Changes::Transitions(transitions.len()),
        _ => return,
    };
    let mut trial = Trial { ctx, tree, item, property, bounds, oracle, faults };
    match changes {
        Changes::Parts(todo) => trial.parts(todo),
        Changes::Transitions(count) => (0..count).for_each(|at| trial.transition(at)),
    }
}

enum Changes {
    Parts(Vec<Vec<Path>>),
    Transitions(usize),
}

/// Which operand to take at each level.
type Path = Vec<usize>;

struct Trial<'a, 'o, 's> {
    ctx: Context<'a>,
    tree: &'a Tree,
    item: usize,
    property: &'a Property,
    bounds: Bounds,
    oracle: &'o mut Oracle<'s>,
    faults: &'o mut Faults,
}

impl Trial<'_, '_, '_> {
    fn parts(&mut self, mut todo: Vec<Vec<Path>>) {
        let mut tried = 0;
        while let Some(siblings) = todo.pop() {
            for path in siblings {
                tried += 1;
                if self.oracle.is_stopped() {
                    let text = format!("whether all parts of `{}` matter", self.property.name);
                    return self.faults.not_decided(self.property.span, &text);
                }
                if tried > MAX_PARTS {
                    let name = &self.property.name;
                    let text = format!("whether more than {MAX_PARTS} parts of `{name}` matter");
                    return self.faults.not_decided(self.property.span, &text);
                }
                if !self.is_vacuous(&path) {
                    let part = part(self.body(), &path);
                    todo.push(children(part, &path));
                }
            }
        }
    }

    fn body(&self) -> &At<Expr> {
        match &self.tree.items[self.item].node {
            Item::Property { body, .. } => body,
            _ => unreachable!("only properties have parts"),
        }
    }

    /// Tries both constants in place of a part and tells if one of them changes nothing.
    fn is_vacuous(&mut self, path: &[usize]) -> bool {
        let written = part(self.body(), path);
        let span = written.span;
        if matches!(written.node, Expr::True | Expr::False) {
            return true;
        }
        for (constant, word) in [(Expr::True, "true"), (Expr::False, "false")] {
            let mut changed = self.tree.items[self.item].clone();
            if let Item::Property { body, .. } = &mut changed.node {
                *part_mut(body, path) = At { node: constant, span };
            }
            if self.changes_nothing(changed, span) {
                let text = format!("this part of `{}` changes nothing", self.property.name);
                let label = format!("`{word}` in its place means the same");
                self.tell(text, span, label);
                return true;
            }
        }
        false
    }

    fn transition(&mut self, at: usize) {
        let mut changed = self.tree.items[self.item].clone();
        let Item::Automaton { transitions, .. } = &mut changed.node else { return };
        let (from, events, to) = transitions.remove(at);
        let span = from.span.to(to.span);
        // A state that only this transition mentions goes with it, and that is a change.
        if self.changes_nothing(changed, events.span) {
            let text = format!("this transition of `{}` changes nothing", self.property.name);
            self.tell(text, span, "without it the automaton means the same".to_owned());
        }
    }

    fn tell(&mut self, text: String, span: Span, label: String) {
        let diagnostic = Diagnostic::warning(text).with_code("SPC022").at(span, label);
        self.faults.diagnostics.push(diagnostic);
    }

    fn changes_nothing(&mut self, changed: At<Item>, span: Span) -> bool {
        let mut tree = self.tree.clone();
        tree.items[self.item] = changed;
        let (spec, _) = Spec::of_tree(self.ctx.pool, &tree);
        let Some(other) = spec.property(&self.property.name) else { return false };
        match self.differ(&other.formula) {
            Some(SearchResult::Nothing) => true,
            Some(SearchResult::Trace(_)) | None => false,
            Some(SearchResult::NotUpTo(_, gap)) => {
                let name = &self.property.name;
                let text = format!("whether this part of `{name}` matters: {gap}");
                self.faults.not_decided(span, &text);
                false
            }
        }
    }

    /// A trace that has one of the two properties; none if the other is too deep.
    fn differ(&mut self, other: &Formula) -> Option<SearchResult> {
        let Context { pool, regexes, .. } = self.ctx;
        let a = regexes.of_formula(pool, &self.property.formula).ok()?;
        let b = regexes.of_formula(pool, other).ok()?;
        let only_a = regexes.and(pool, &[a, regexes.not(b)]);
        let only_b = regexes.and(pool, &[b, regexes.not(a)]);
        let either = regexes.or(pool, &[only_a, only_b]);
        Some(shortest(self.ctx, either, self.bounds, self.oracle))
    }
}

/// The paths of the operands of an expression that stands at a path.
fn children(expr: &At<Expr>, path: &[usize]) -> Vec<Path> {
    let below = |at: usize| path.iter().copied().chain([at]).collect();
    (0..operands(&expr.node).len()).map(below).collect()
}

fn operands(expr: &Expr) -> Vec<&At<Expr>> {
    match expr {
        Expr::True | Expr::False | Expr::Last | Expr::Eps | Expr::Event(_) | Expr::Call(..) => {
            Vec::new()
        }
        Expr::Unary(_, inner) | Expr::In(_, inner) => vec![inner],
        Expr::Binary(_, left, right) => vec![left, right],
        Expr::Many(_, parts) => parts.iter().collect(),
    }
}

fn part<'t>(root: &'t At<Expr>, path: &[usize]) -> &'t At<Expr> {
    path.iter().fold(root, |expr, at| operands(&expr.node)[*at])
}

fn part_mut<'t>(root: &'t mut At<Expr>, path: &[usize]) -> &'t mut At<Expr> {
    path.iter().fold(root, |expr, at| match &mut expr.node {
        Expr::Unary(_, inner) | Expr::In(_, inner) => inner,
        Expr::Binary(_, left, right) => {
            if *at == 0 {
                left
            } else {
                right
            }
        }
        Expr::Many(_, parts) => &mut parts[*at],
        Expr::True | Expr::False | Expr::Last | Expr::Eps | Expr::Event(_) | Expr::Call(..) => {
            unreachable!("a path leads through operands")
        }
    })
}
