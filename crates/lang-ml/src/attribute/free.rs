//! Names that no definition binds, and the types of names by their use.
//!
//! The types that predicates write for their parameters are remarks: a predicate is expanded where it is
//! used, and what is passed decides. A type that the body contradicts is left out. A name that is bound
//! nowhere stands for any value: in a contract it is one ghost more, and a predicate takes it as one
//! parameter more from whatever uses it.

use std::collections::{BTreeMap, BTreeSet};

use trace::syntax::contract::{Clause, ContractTree};
use trace::syntax::tree::{
    Arg, At, Binding, EventExpr, Expr, Item, Name, Pattern, TermExpr, TermOp,
};

use crate::module::Outline;
use crate::spec::Trees;

/// What marks the name of a parameter that a predicate takes for a free name. No program can write it.
const FREE: &str = "#free";

/// Types by the names that have them, as far as their use tells.
type Types = BTreeMap<String, String>;

/// Binds what is free in the predicates and contracts of a folder. Returns the types of the ghosts that
/// were added, which may be new.
pub(super) fn bind(trees: &mut Trees, outline: &Outline) -> Vec<Name> {
    let mut binder = Binder { outline, predicates: BTreeMap::new() };
    for item in &mut trees.named.items {
        if let Item::Predicate { name, params, body, .. } = &mut item.node {
            binder.predicate(name, params, body);
        }
    }
    let mut types = Vec::new();
    let contracts = trees.operations.values_mut().chain(trees.methods.values_mut());
    for contract in contracts {
        for ghost in binder.contract(contract) {
            trees.free.insert(written(&ghost.name.node).to_owned());
            types.extend(ghost.sort);
        }
    }
    types
}

/// The name as the user wrote it.
fn written(name: &str) -> &str {
    name.strip_suffix(FREE).unwrap_or(name)
}

/// What is known of a predicate.
struct Known {
    /// The types of its parameters, as far as they are known.
    params: Vec<Option<String>>,
    /// The names that it takes besides.
    free: Vec<String>,
}

struct Binder<'a> {
    outline: &'a Outline,
    predicates: BTreeMap<String, Known>,
}

impl Binder<'_> {
    fn predicate(&mut self, name: &Name, params: &mut Vec<Binding>, body: &mut At<Expr>) {
        self.pass_free(body);
        let types = self.types_in(&[body], &[]);
        for param in params.iter_mut() {
            let used = types.get(&param.name.node);
            let written = param.sort.as_ref().map(|sort| sort.node.as_str());
            if used.zip(written).is_some_and(|(used, written)| !agree(used, written)) {
                param.sort = None;
            }
        }
        let bound: BTreeSet<&str> = params.iter().map(|param| param.name.node.as_str()).collect();
        let free: Vec<String> = self.free_in(&[body], &[], &bound).into_iter().collect();
        for free in &free {
            rename(body, free, &marked(free));
            params.push(Binding { name: Name { node: marked(free), span: name.span }, sort: None });
        }
        let type_of = |param: &Binding| {
            let written = param.sort.as_ref().map(|sort| sort.node.clone());
            types.get(written_of(param)).cloned().or(written)
        };
        let params = params.iter().map(type_of).collect();
        let free = free.iter().map(|name| marked(name)).collect();
        self.predicates.insert(name.node.clone(), Known { params, free });
    }

    /// Makes the free names of a contract ghosts of it, and returns them.
    fn contract(&self, tree: &mut ContractTree) -> Vec<Binding> {
        tree.clauses.iter_mut().for_each(|clause| {
            if let Some(expr) = formula_mut(&mut clause.node) {
                self.pass_free(expr);
            }
        });
        let mut bound: BTreeSet<String> = tree
            .places
            .iter()
            .filter_map(|place| place.name.as_ref())
            .map(|name| name.node.clone())
            .collect();
        for clause in &tree.clauses {
            if let Clause::Ghost(ghosts) = &clause.node {
                bound.extend(ghosts.iter().map(|ghost| ghost.name.node.clone()));
            }
        }
        let bound: BTreeSet<&str> = bound.iter().map(String::as_str).collect();
        let mut added = Vec::new();
        let mut clauses: Vec<At<Clause>> = Vec::new();
        for case in cases(std::mem::take(&mut tree.clauses)) {
            let ghosts = self.ghosts_of(&case, &bound);
            let at = usize::from(matches!(case.first().map(|c| &c.node), Some(Clause::Case)));
            let mut case = case;
            for ghost in ghosts.into_iter().rev() {
                let span = ghost.name.span;
                case.insert(at, At { node: Clause::Ghost(vec![ghost.clone()]), span });
                added.push(ghost);
            }
            clauses.extend(case);
        }
        tree.clauses = clauses;
        added
    }

    /// The free names of a case whose types its use tells.
    fn ghosts_of(&self, case: &[At<Clause>], bound: &BTreeSet<&str>) -> Vec<Binding> {
        let formulas: Vec<&At<Expr>> = case.iter().filter_map(|c| formula(&c.node)).collect();
        let conds: Vec<&At<TermExpr>> = case.iter().filter_map(|c| condition(&c.node)).collect();
        let types = self.types_in(&formulas, &conds);
        let span = case.first().map(|clause| clause.span);
        let ghost = |name: String| {
            let (sort, span) = (types.get(&name)?.clone(), span?);
            Some(Binding { name: Name { node: name, span }, sort: Some(Name { node: sort, span }) })
        };
        self.free_in(&formulas, &conds, bound).into_iter().filter_map(ghost).collect()
    }

    /// Passes on what predicates take besides their parameters.
    fn pass_free(&self, expr: &mut At<Expr>) {
        for_each_call(expr, &mut |name, args| {
            let known = self.predicates.get(&name.node).into_iter();
            for free in known.flat_map(|known| &known.free) {
                let name = Name { node: free.clone(), span: name.span };
                args.push(At { span: name.span, node: TermExpr::Name(name) });
            }
        });
    }

    /// The names that stand for values and are bound nowhere.
    fn free_in(
        &self,
        formulas: &[&At<Expr>],
        conds: &[&At<TermExpr>],
        bound: &BTreeSet<&str>,
    ) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let mut note = |term: &TermExpr| {
            if let TermExpr::Name(name) = term {
                names.insert(name.node.clone());
            }
        };
        formulas.iter().for_each(|expr| for_each_term(expr, &mut |_, term| note(term)));
        conds.iter().for_each(|cond| below(&cond.node, &mut |term| note(term)));
        names.retain(|name| !bound.contains(name.as_str()) && !self.is_known(name));
        names
    }

    /// Whether a name is one of the folder, or belongs to an event.
    fn is_known(&self, name: &str) -> bool {
        let is_local = name.contains('#') && !name.ends_with(FREE);
        let is_variable = name.starts_with(|c: char| c.is_lowercase() || c == '_');
        is_local
            || !is_variable
            || name.contains('.')
            || ["max_int", "min_int"].contains(&name)
            || self.outline.operation(name).is_some()
            || self.outline.method(name).is_some()
    }

    /// The types of names by their use.
    fn types_in(&self, formulas: &[&At<Expr>], conds: &[&At<TermExpr>]) -> Types {
        let mut types = Types::new();
        loop {
            let before = types.len();
            for expr in formulas {
                for_each_term(expr, &mut |ty, term| {
                    let wanted = ty.and_then(|place| self.type_at(place));
                    self.note(term, wanted.as_deref(), &mut types);
                });
            }
            for cond in conds {
                self.note(&cond.node, Some("bool"), &mut types);
            }
            if types.len() == before {
                return types;
            }
        }
    }

    /// The type of a place.
    fn type_at(&self, place: Place<'_>) -> Option<String> {
        match place {
            Place::Cond => Some("bool".to_owned()),
            Place::Of(op, number) => {
                let ty = &self.outline.operation(op)?.ty;
                ty.params.get(number).map(|param| param.text.clone())
            }
            Place::Result(op) => Some(self.outline.operation(op)?.ty.result_text.clone()),
            Place::Passed(name, number) => self.predicates.get(name)?.params.get(number)?.clone(),
        }
    }

    /// Notes what a term that is of some type says of the names in it.
    fn note(&self, term: &TermExpr, wanted: Option<&str>, types: &mut Types) {
        match term {
            TermExpr::Name(name) => {
                if let Some(wanted) = wanted {
                    types.entry(name.node.clone()).or_insert_with(|| wanted.to_owned());
                }
            }
            TermExpr::Bool(_)
            | TermExpr::Number(_)
            | TermExpr::Text(_)
            | TermExpr::Char(_)
            | TermExpr::Code(_) => {}
            TermExpr::Apply(function, args) => {
                let ty = self.outline.operation(&function.node).map(|operation| &operation.ty);
                for (number, arg) in args.iter().enumerate() {
                    let param = ty.and_then(|ty| ty.params.get(number));
                    self.note(&arg.node, param.map(|param| param.text.as_str()), types);
                }
            }
            TermExpr::Not(inner) => self.note(&inner.node, Some("bool"), types),
            TermExpr::Minus(inner) => self.note(&inner.node, Some("int"), types),
            TermExpr::Many(_, parts) => {
                parts.iter().for_each(|part| self.note(&part.node, Some("bool"), types));
            }
            TermExpr::Binary(op, left, right) => self.note_sides(*op, [left, right], types),
            TermExpr::If(cond, yes, no) => {
                self.note(&cond.node, Some("bool"), types);
                self.note(&yes.node, wanted, types);
                self.note(&no.node, wanted, types);
            }
        }
    }

    fn note_sides(&self, op: TermOp, sides: [&At<TermExpr>; 2], types: &mut Types) {
        let [left, right] = sides.map(|side| &side.node);
        let both = match op {
            TermOp::Implies | TermOp::Iff => Some("bool".to_owned()),
            TermOp::Equal | TermOp::Differs => {
                self.type_of(left, types).or_else(|| self.type_of(right, types))
            }
            _ => Some("int".to_owned()),
        };
        self.note(left, both.as_deref(), types);
        self.note(right, both.as_deref(), types);
    }

    fn type_of(&self, term: &TermExpr, types: &Types) -> Option<String> {
        match term {
            TermExpr::Name(name) => types.get(&name.node).cloned().or_else(|| {
                let constant = self.outline.operation(&name.node)?;
                constant.ty.params.is_empty().then(|| constant.ty.result_text.clone())
            }),
            TermExpr::Apply(function, _) => {
                Some(self.outline.operation(&function.node)?.ty.result_text.clone())
            }
            TermExpr::Number(_) | TermExpr::Minus(_) => Some("int".to_owned()),
            TermExpr::Bool(_) | TermExpr::Not(_) | TermExpr::Many(..) => Some("bool".to_owned()),
            TermExpr::Binary(op, ..) => match op {
                TermOp::Add | TermOp::Sub | TermOp::Mul | TermOp::Div | TermOp::Mod => {
                    Some("int".to_owned())
                }
                _ => Some("bool".to_owned()),
            },
            TermExpr::If(_, yes, _) => self.type_of(&yes.node, types),
            TermExpr::Text(_) | TermExpr::Char(_) | TermExpr::Code(_) => None,
        }
    }
}

/// The name of a parameter as its body uses it.
fn written_of(param: &Binding) -> &str {
    written(&param.name.node)
}

fn marked(name: &str) -> String {
    if name.ends_with(FREE) { name.to_owned() } else { format!("{name}{FREE}") }
}

/// Whether two names of types may be of one type: `nat` is `int`.
fn agree(one: &str, other: &str) -> bool {
    let plain = |ty: &str| if ty == "nat" { "int".to_owned() } else { ty.to_owned() };
    plain(one) == plain(other)
}

/// Cuts clauses where a case begins.
fn cases(clauses: Vec<At<Clause>>) -> Vec<Vec<At<Clause>>> {
    let mut cases: Vec<Vec<At<Clause>>> = Vec::new();
    for clause in clauses {
        match cases.last_mut() {
            Some(case) if clause.node != Clause::Case => case.push(clause),
            _ => cases.push(vec![clause]),
        }
    }
    cases
}

fn formula(clause: &Clause) -> Option<&At<Expr>> {
    match clause {
        Clause::Context(expr)
        | Clause::Effect(expr)
        | Clause::Invariant(expr)
        | Clause::After(expr) => Some(expr),
        _ => None,
    }
}

fn formula_mut(clause: &mut Clause) -> Option<&mut At<Expr>> {
    match clause {
        Clause::Context(expr)
        | Clause::Effect(expr)
        | Clause::Invariant(expr)
        | Clause::After(expr) => Some(expr),
        _ => None,
    }
}

fn condition(clause: &Clause) -> Option<&At<TermExpr>> {
    match clause {
        Clause::Require(cond) | Clause::Ensure(cond) => Some(cond),
        _ => None,
    }
}

/// Where a term of a formula stands.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// It is a condition.
    Cond,
    /// It is a parameter of an event of this operation.
    Of(&'a str, usize),
    /// It is the result of such an event.
    Result(&'a str),
    /// It is passed to a predicate.
    Passed(&'a str, usize),
}

/// Shows all terms of a formula with their places.
fn for_each_term<'a>(expr: &'a At<Expr>, show: &mut impl FnMut(Option<Place<'a>>, &'a TermExpr)) {
    match &expr.node {
        Expr::True | Expr::False | Expr::Last | Expr::Eps => {}
        Expr::Event(events) => of_events(events, show),
        Expr::Call(name, args) => {
            for (number, arg) in args.iter().enumerate() {
                show(Some(Place::Passed(&name.node, number)), &arg.node);
                below(&arg.node, &mut |term| show(None, term));
            }
        }
        Expr::Unary(_, inner) | Expr::In(_, inner) => for_each_term(inner, show),
        Expr::Binary(_, left, right) => {
            for_each_term(left, show);
            for_each_term(right, show);
        }
        Expr::Many(_, parts) => parts.iter().for_each(|part| for_each_term(part, show)),
    }
}

fn of_events<'a>(events: &'a EventExpr, show: &mut impl FnMut(Option<Place<'a>>, &'a TermExpr)) {
    match events {
        EventExpr::Any => {}
        EventExpr::Not(inner) => of_events(&inner.node, show),
        EventExpr::Many(_, parts) => parts.iter().for_each(|part| of_events(&part.node, show)),
        EventExpr::Pattern(pattern) => {
            let Pattern { result, op, args, cond } = &**pattern;
            let op = op.as_ref().map(|op| op.node.as_str());
            for (number, arg) in args.iter().enumerate() {
                of_argument(&arg.node, op.map(|op| Place::Of(op, number)), show);
            }
            if let Some(result) = result {
                of_argument(&result.node, op.map(Place::Result), show);
            }
            if let Some(cond) = cond {
                show(Some(Place::Cond), &cond.node);
                below(&cond.node, &mut |term| show(None, term));
            }
        }
    }
}

fn of_argument<'a>(
    arg: &'a Arg,
    place: Option<Place<'a>>,
    show: &mut impl FnMut(Option<Place<'a>>, &'a TermExpr),
) {
    match arg {
        Arg::Any => {}
        Arg::Is(term) | Arg::IsNot(term) => {
            show(place, term);
            below(term, &mut |term| show(None, term));
        }
    }
}

/// Shows a term and those in it. The depth is bounded where terms are read.
fn below<'a>(term: &'a TermExpr, show: &mut impl FnMut(&'a TermExpr)) {
    show(term);
    match term {
        TermExpr::Bool(_)
        | TermExpr::Number(_)
        | TermExpr::Text(_)
        | TermExpr::Char(_)
        | TermExpr::Code(_)
        | TermExpr::Name(_) => {}
        TermExpr::Apply(_, parts) | TermExpr::Many(_, parts) => {
            parts.iter().for_each(|part| below(&part.node, show));
        }
        TermExpr::Not(inner) | TermExpr::Minus(inner) => below(&inner.node, show),
        TermExpr::Binary(_, left, right) => {
            below(&left.node, show);
            below(&right.node, show);
        }
        TermExpr::If(cond, yes, no) => {
            [cond, yes, no].into_iter().for_each(|part| below(&part.node, show));
        }
    }
}

/// Changes the arguments of all uses of predicates.
fn for_each_call(expr: &mut At<Expr>, change: &mut impl FnMut(&Name, &mut Vec<At<TermExpr>>)) {
    match &mut expr.node {
        Expr::True | Expr::False | Expr::Last | Expr::Eps | Expr::Event(_) => {}
        Expr::Call(name, args) => change(name, args),
        Expr::Unary(_, inner) | Expr::In(_, inner) => for_each_call(inner, change),
        Expr::Binary(_, left, right) => {
            for_each_call(left, change);
            for_each_call(right, change);
        }
        Expr::Many(_, parts) => parts.iter_mut().for_each(|part| for_each_call(part, change)),
    }
}

/// Puts another name in the place of one.
fn rename(expr: &mut At<Expr>, old: &str, new: &str) {
    let mut term = |term: &mut TermExpr| rename_in(term, old, new);
    match &mut expr.node {
        Expr::True | Expr::False | Expr::Last | Expr::Eps => {}
        Expr::Event(events) => rename_in_events(events, &mut term),
        Expr::Call(_, args) => args.iter_mut().for_each(|arg| term(&mut arg.node)),
        Expr::Unary(_, inner) | Expr::In(_, inner) => rename(inner, old, new),
        Expr::Binary(_, left, right) => {
            rename(left, old, new);
            rename(right, old, new);
        }
        Expr::Many(_, parts) => parts.iter_mut().for_each(|part| rename(part, old, new)),
    }
}

fn rename_in_events(events: &mut EventExpr, term: &mut impl FnMut(&mut TermExpr)) {
    match events {
        EventExpr::Any => {}
        EventExpr::Not(inner) => rename_in_events(&mut inner.node, term),
        EventExpr::Many(_, parts) => {
            parts.iter_mut().for_each(|part| rename_in_events(&mut part.node, term));
        }
        EventExpr::Pattern(pattern) => {
            for arg in pattern.args.iter_mut().chain(&mut pattern.result) {
                match &mut arg.node {
                    Arg::Any => {}
                    Arg::Is(value) | Arg::IsNot(value) => term(value),
                }
            }
            pattern.cond.iter_mut().for_each(|cond| term(&mut cond.node));
        }
    }
}

fn rename_in(term: &mut TermExpr, old: &str, new: &str) {
    match term {
        TermExpr::Name(name) if name.node == old => name.node = new.to_owned(),
        TermExpr::Bool(_)
        | TermExpr::Number(_)
        | TermExpr::Text(_)
        | TermExpr::Char(_)
        | TermExpr::Code(_)
        | TermExpr::Name(_) => {}
        TermExpr::Apply(_, parts) | TermExpr::Many(_, parts) => {
            parts.iter_mut().for_each(|part| rename_in(&mut part.node, old, new));
        }
        TermExpr::Not(inner) | TermExpr::Minus(inner) => rename_in(&mut inner.node, old, new),
        TermExpr::Binary(_, left, right) => {
            rename_in(&mut left.node, old, new);
            rename_in(&mut right.node, old, new);
        }
        TermExpr::If(cond, yes, no) => {
            [cond, yes, no].into_iter().for_each(|part| rename_in(&mut part.node, old, new));
        }
    }
}
