//! Declarations that nothing uses.
//!
//! Ghosts, constants and operations count as used if a property or an axiom mentions them once
//! predicates are expanded; all other names if they are written somewhere. An operation that no
//! property names may still occur in traces, so that is a note and no fault.

use std::collections::BTreeSet;

use source::Diagnostic;
use term::{Pool, Term};
use trace::syntax::Tree;
use trace::syntax::tree::{Arg, At, Binding, EventExpr, Expr, Item, Name, Pattern, TermExpr};
use trace::{EventSet, Formula, OpId, Spec};

/// A diagnostic for each declaration that nothing uses, in the order of the text.
pub(crate) fn unused(pool: &Pool, tree: &Tree, spec: &Spec) -> Vec<Diagnostic> {
    let (written, meant) = (Written::of(tree), Meant::of(pool, spec));
    tree.items.iter().flat_map(|item| of_item(pool, spec, &item.node, &written, &meant)).collect()
}

fn of_item(
    pool: &Pool,
    spec: &Spec,
    item: &Item,
    written: &Written,
    meant: &Meant,
) -> Vec<Diagnostic> {
    match item {
        Item::Sort(names) => names.iter().filter_map(|name| written.sort(name)).collect(),
        Item::Const(bindings) => meant.values(bindings, "constant"),
        Item::Ghost(bindings) => meant.values(bindings, "parameter"),
        Item::Fun { name, .. } => written.name(name, "function").into_iter().collect(),
        Item::Predicate { name, params, body, .. } => {
            let mut inside = Written::default();
            inside.expr(body);
            let params = params.iter().filter_map(|param| inside.name(&param.name, "parameter"));
            written.name(name, "predicate").into_iter().chain(params).collect()
        }
        Item::Op { name, .. } => {
            let op = spec.alphabet.find(pool.symbol(&name.node));
            let named = op.is_none_or(|op| meant.ops.contains(&op));
            let note = Diagnostic::note(format!("no property names operation `{}`", name.node));
            (!named).then(|| note.with_code("SPC023").at(name.span, "")).into_iter().collect()
        }
        Item::Axiom { .. }
        | Item::OtherOps
        | Item::Event { .. }
        | Item::Property { .. }
        | Item::Automaton { .. } => Vec::new(),
    }
}

fn warn(name: &Name, what: &str) -> Diagnostic {
    let message = format!("nothing uses {what} `{}`", name.node);
    Diagnostic::warning(message).with_code("SPC023").at(name.span, "")
}

/// What the properties and axioms mention once predicates are expanded.
#[derive(Default)]
struct Meant {
    vars: BTreeSet<String>,
    ops: BTreeSet<OpId>,
}

impl Meant {
    fn of(pool: &Pool, spec: &Spec) -> Meant {
        let mut meant = Meant::default();
        let mut terms: Vec<Term> = spec.axioms.iter().map(|axiom| axiom.body).collect();
        let mut todo: Vec<&Formula> = spec.properties.iter().map(|p| &p.formula).collect();
        while let Some(formula) = todo.pop() {
            todo.extend(formula.parts());
            match formula {
                Formula::Event(set) | Formula::One(set) => meant.events(set, &mut terms),
                Formula::Machine(machine) => {
                    let sets = machine.transitions.iter().map(|(_, set, _)| set);
                    sets.for_each(|set| meant.events(set, &mut terms));
                }
                _ => {}
            }
        }
        meant.vars = pool.free_vars(&terms).into_iter().map(|var| pool.show(var)).collect();
        meant
    }

    fn events(&mut self, set: &EventSet, terms: &mut Vec<Term>) {
        let mut todo = vec![set];
        while let Some(set) = todo.pop() {
            todo.extend(set.parts());
            match set {
                EventSet::Any(cond) => terms.push(*cond),
                EventSet::Call(op, cond) => {
                    self.ops.insert(*op);
                    terms.push(*cond);
                }
                EventSet::Not(_) | EventSet::And(_) | EventSet::Or(_) => {}
            }
        }
    }

    fn values(&self, bindings: &[Binding], what: &str) -> Vec<Diagnostic> {
        let unused = bindings.iter().filter(|binding| !self.vars.contains(&binding.name.node));
        unused.map(|binding| warn(&binding.name, what)).collect()
    }
}

/// The names that are written in expressions and as sorts. Expressions are as deep as the parser
/// lets them be.
#[derive(Default)]
struct Written {
    names: BTreeSet<String>,
    sorts: BTreeSet<String>,
}

impl Written {
    fn of(tree: &Tree) -> Written {
        let mut written = Written::default();
        tree.items.iter().for_each(|item| written.item(&item.node));
        written
    }

    fn name(&self, name: &Name, what: &str) -> Option<Diagnostic> {
        (!self.names.contains(&name.node)).then(|| warn(name, what))
    }

    fn sort(&self, name: &Name) -> Option<Diagnostic> {
        (!self.sorts.contains(&name.node)).then(|| warn(name, "sort"))
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Sort(_) | Item::OtherOps | Item::Event { .. } => {}
            Item::Const(bindings) | Item::Ghost(bindings) => self.bindings(bindings),
            Item::Fun { params, result, .. } => {
                self.sorts.extend(params.iter().chain([result]).map(|sort| sort.node.clone()));
            }
            Item::Axiom { vars, body, .. } => {
                self.bindings(vars);
                self.term(&body.node);
            }
            Item::Op { params, result, .. } => {
                self.bindings(params);
                self.sorts.extend(result.iter().map(|sort| sort.node.clone()));
            }
            Item::Predicate { params, body, .. } => {
                self.bindings(params);
                self.expr(body);
            }
            Item::Property { body, .. } => self.expr(body),
            Item::Automaton { transitions, .. } => {
                transitions.iter().for_each(|(_, events, _)| self.events(&events.node));
            }
        }
    }

    fn bindings(&mut self, bindings: &[Binding]) {
        let sorts = bindings.iter().filter_map(|binding| binding.sort.as_ref());
        self.sorts.extend(sorts.map(|sort| sort.node.clone()));
    }

    fn expr(&mut self, expr: &At<Expr>) {
        match &expr.node {
            Expr::True | Expr::False | Expr::Last | Expr::Eps => {}
            Expr::Event(events) => self.events(events),
            Expr::Call(name, args) => {
                self.names.insert(name.node.clone());
                args.iter().for_each(|arg| self.term(&arg.node));
            }
            Expr::Unary(_, inner) | Expr::In(_, inner) => self.expr(inner),
            Expr::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Expr::Many(_, parts) => parts.iter().for_each(|part| self.expr(part)),
        }
    }

    fn events(&mut self, events: &EventExpr) {
        match events {
            EventExpr::Any => {}
            EventExpr::Pattern(pattern) => self.pattern(pattern),
            EventExpr::Not(inner) => self.events(&inner.node),
            EventExpr::Many(_, parts) => parts.iter().for_each(|part| self.events(&part.node)),
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        // The first part of an operation's name may be an instance parameter.
        let instance = pattern.op.as_ref().and_then(|op| op.node.split_once('.'));
        self.names.extend(instance.map(|(first, _)| first.to_owned()));
        for arg in pattern.args.iter().chain(&pattern.result) {
            match &arg.node {
                Arg::Any => {}
                Arg::Is(term) | Arg::IsNot(term) => self.term(term),
            }
        }
        pattern.cond.iter().for_each(|cond| self.term(&cond.node));
    }

    fn term(&mut self, term: &TermExpr) {
        match term {
            TermExpr::Bool(_)
            | TermExpr::Number(_)
            | TermExpr::Text(_)
            | TermExpr::Char(_)
            | TermExpr::Code(_) => {}
            TermExpr::Name(name) => {
                self.names.insert(name.node.clone());
            }
            TermExpr::Apply(name, args) => {
                self.names.insert(name.node.clone());
                args.iter().for_each(|arg| self.term(&arg.node));
            }
            TermExpr::Not(inner) | TermExpr::Minus(inner) => self.term(&inner.node),
            TermExpr::Binary(_, left, right) => {
                self.term(&left.node);
                self.term(&right.node);
            }
            TermExpr::Many(_, parts) => parts.iter().for_each(|part| self.term(&part.node)),
            TermExpr::If(cond, yes, no) => {
                [cond, yes, no].into_iter().for_each(|part| self.term(&part.node));
            }
        }
    }
}
