//! Contracts of operations, methods and parameters that are functions.
//!
//! `{ pre; res; newadding }` says what happened before, what the result is and what the call adds;
//! `{ pre; res; post }` says what has happened afterwards. A `post` that begins with that very `pre`
//! is split where the call begins, so that only the rest is the call's.

use std::collections::BTreeSet;

use source::Span;
use trace::syntax::contract::{Clause, ContractTree, FunctionTree, PlaceTree};
use trace::syntax::tree::{At, Binding as Typed, Expr as Formula, ManyOp, Name, TermExpr, TermOp};

use super::fault::{Fault, fault, helped, unreadable};
use super::formula::{Shapes, formula};
use super::prelude::{refined_type, type_name};
use super::value::{Renamed, value};
use super::walk;
use crate::ast::{Binding, Expr, ExprKind, Ident, Label, Param, Pattern, PatternKind, TypeKind};

/// A contract with what it says of types.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// What it belongs to.
    pub(super) name: Name,
    /// What it says.
    pub(super) tree: ContractTree,
    /// The types of the parameters and then of the result, where they are plain names.
    pub(super) types: Vec<Option<Name>>,
}

/// The contract of a definition with the attribute `[@libRty]` or `[@assertRty]`.
pub(super) fn contract(binding: &Binding, shapes: &Shapes) -> Result<Written, Fault> {
    let name = defined(binding)?;
    let (tree, types) = Reader::new(&binding.params, shapes)?.contract(&binding.body)?;
    Ok(Written { name, tree, types })
}

/// The name of a specification.
pub(super) fn defined(binding: &Binding) -> Result<Name, Fault> {
    let name = walk::name_of(&binding.pattern);
    name.map(at_name).ok_or_else(|| unreadable(binding.span, "a specification needs a name"))
}

pub(super) fn at_name(name: &Ident) -> Name {
    Name { node: name.text.clone(), span: name.span }
}

/// A parameter with its type, as predicates, axioms and ghosts have it. Its attributes may stand
/// within the type or around it.
pub(super) fn typed(pattern: &Pattern) -> Option<(Typed, Vec<&str>)> {
    let PatternKind::Typed(inner, ty) = &pattern.kind else { return None };
    let PatternKind::Var(name) = &inner.kind else { return None };
    let sort = type_name(ty).map(|node| Name { node, span: ty.span })?;
    let attrs = pattern.attrs.iter().chain(&inner.attrs);
    let attrs = attrs.map(|attr| attr.name.text.as_str()).collect();
    Some((Typed { name: at_name(name), sort: Some(sort) }, attrs))
}

struct Reader<'a> {
    shapes: &'a Shapes,
    ghosts: Vec<Typed>,
    places: Vec<Place>,
    functions: Vec<FunctionTree>,
}

struct Place {
    name: Name,
    ty: Option<Name>,
    conds: Vec<At<TermExpr>>,
    /// The names that stand in its condition.
    names: BTreeSet<String>,
}

impl<'a> Reader<'a> {
    fn new(params: &[Param], shapes: &'a Shapes) -> Result<Reader<'a>, Fault> {
        let (ghosts, places, functions) = (Vec::new(), Vec::new(), Vec::new());
        let mut reader = Reader { shapes, ghosts, places, functions };
        for param in params {
            reader.param(param)?;
        }
        Ok(reader)
    }

    fn param(&mut self, param: &Param) -> Result<(), Fault> {
        let (label, pattern, default, span) = match param {
            Param::Value { label, pattern, default, span } => (label, pattern, default, span),
            Param::NewTypes(names) => {
                let span = names.first().map(|name| name.span);
                return span.map_or(Ok(()), |span| Err(no_parameter(span)));
            }
        };
        match (label, default, typed(pattern)) {
            (Label::None, None, Some((ghost, attrs))) if attrs.contains(&"ghost") => {
                self.ghosts.push(ghost);
                Ok(())
            }
            (Label::Optional(_), Some(default), None) => {
                let name = walk::name_of(pattern).map(at_name);
                self.place(name.ok_or_else(|| no_parameter(*span))?, default)
            }
            _ => Err(no_parameter(*span)),
        }
    }

    fn place(&mut self, name: Name, default: &Expr) -> Result<(), Fault> {
        if let ExprKind::Fun(params, _, body) = &default.kind {
            let (contract, _) = Reader::new(params, self.shapes)?.contract(body)?;
            self.functions.push(FunctionTree { name: name.clone(), contract });
            let names = walk::names(default);
            self.places.push(Place { name, ty: None, conds: Vec::new(), names });
            return Ok(());
        }
        let (ty, conds) = refinement(default, &name.node)?;
        self.places.push(Place { name, ty, conds, names: walk::names(default) });
        Ok(())
    }

    fn contract(self, body: &Expr) -> Result<(ContractTree, Vec<Option<Name>>), Fault> {
        let triples: Vec<&Expr> = match &body.kind {
            ExprKind::Array(triples) => triples.iter().collect(),
            _ => vec![body],
        };
        let mut clauses = Vec::new();
        let mut result_type = None;
        for triple in &triples {
            if triples.len() > 1 {
                clauses.push(At { node: Clause::Case, span: triple.span });
            }
            result_type = self.triple(triple, &mut clauses)?;
        }
        let result = Name { node: self.result_name().to_owned(), span: body.span };
        let names = self.places.iter().map(|place| place.name.clone()).chain([result]);
        let places =
            names.map(|name| PlaceTree { name: Some(name), ..PlaceTree::default() }).collect();
        let types = self.places.iter().map(|place| place.ty.clone()).chain([result_type]);
        let types = types.collect();
        Ok((ContractTree { places, clauses, functions: self.functions }, types))
    }

    /// What the result is called: `v`, unless a parameter has that name.
    fn result_name(&self) -> &'static str {
        let mut names = self.places.iter().map(|place| &place.name.node);
        let mut ghosts = self.ghosts.iter().map(|ghost| &ghost.name.node);
        let taken = names.any(|name| name == "v") || ghosts.any(|name| name == "v");
        // No program can write a `#`.
        if taken { "v#result" } else { "v" }
    }

    /// Whether a triple, or what is required of parameters, mentions a ghost. Those that it does
    /// not mention are no choice for it.
    fn mentions(&self, triple: &Expr, ghost: &str) -> bool {
        walk::uses(triple, ghost) || self.places.iter().any(|place| place.names.contains(ghost))
    }

    /// Adds the clauses of one triple; returns the type of the result.
    fn triple(&self, triple: &Expr, clauses: &mut Vec<At<Clause>>) -> Result<Option<Name>, Fault> {
        let mut add = |node: Clause, span: Span| clauses.push(At { node, span });
        for ghost in self.ghosts.iter().filter(|ghost| self.mentions(triple, &ghost.name.node)) {
            add(Clause::Ghost(vec![ghost.clone()]), ghost.name.span);
            if let Some(cond) = natural(&ghost.name, ghost.sort.as_ref()) {
                add(Clause::Require(cond), ghost.name.span);
            }
        }
        for cond in self.places.iter().flat_map(|place| &place.conds) {
            add(Clause::Require(cond.clone()), cond.span);
        }
        let fields = fields(triple)?;
        let pre = fields.pre.map(|pre| formula(pre, self.shapes)).transpose()?;
        if let Some(pre) = pre.as_ref().filter(|pre| pre.node != Formula::True) {
            add(Clause::Context(pre.clone()), pre.span);
        }
        let (ty, conds) = refinement(fields.res, self.result_name())?;
        conds.into_iter().for_each(|cond| {
            let span = cond.span;
            add(Clause::Ensure(cond), span);
        });
        match fields.afterwards {
            None => {}
            Some(Afterwards::Added(added)) => {
                let added = formula(added, self.shapes)?;
                let span = added.span;
                add(Clause::Effect(added), span);
            }
            Some(Afterwards::Whole(post)) => {
                let post = formula(post, self.shapes)?;
                let span = post.span;
                add(split(pre.as_ref(), post), span);
            }
        }
        Ok(ty)
    }
}

fn no_parameter(span: Span) -> Fault {
    let fault = unreadable(span, "this is not a parameter of a specification");
    helped(fault, "write `?l:(x = (condition : [%v: type]))` or `((a : type) [@ghost])`")
}

/// The parts of a triple.
struct Fields<'a> {
    pre: Option<&'a Expr>,
    res: &'a Expr,
    afterwards: Option<Afterwards<'a>>,
}

enum Afterwards<'a> {
    /// `newadding`
    Added(&'a Expr),
    /// `post`
    Whole(&'a Expr),
}

fn fields(triple: &Expr) -> Result<Fields<'_>, Fault> {
    let ExprKind::Record { fields, base: None } = &triple.kind else {
        return match &triple.kind {
            ExprKind::Typed(..) => Ok(Fields { pre: None, res: triple, afterwards: None }),
            _ => Err(no_triple(triple.span)),
        };
    };
    let (mut pre, mut res, mut afterwards) = (None, None, None);
    for (field, expr) in fields {
        let twice = match field.as_plain() {
            Some("pre") => pre.replace(expr).is_some(),
            Some("res") => res.replace(expr).is_some(),
            Some("newadding") => afterwards.replace(Afterwards::Added(expr)).is_some(),
            Some("post") => afterwards.replace(Afterwards::Whole(expr)).is_some(),
            _ => return Err(no_triple(field.span)),
        };
        if twice {
            let message = format!("`{field}` says again what was said before");
            return Err(fault("SPC004", field.span, message));
        }
    }
    match (pre, res, afterwards) {
        (Some(pre), Some(res), Some(after)) => {
            Ok(Fields { pre: Some(pre), res, afterwards: Some(after) })
        }
        _ => Err(no_triple(triple.span)),
    }
}

fn no_triple(span: Span) -> Fault {
    let fault =
        unreadable(span, "a specification says what was before, the result and what is after");
    helped(
        fault,
        "write `{ pre = …; res = (… : [%v: type]); post = … }`, or `newadding` for `post`",
    )
}

/// `(condition : [%v: type])`, where `v` is the value in question.
fn refinement(expr: &Expr, name: &str) -> Result<(Option<Name>, Vec<At<TermExpr>>), Fault> {
    let ExprKind::Typed(cond, ty) = &expr.kind else { return Err(no_refinement(expr.span)) };
    let TypeKind::Extension(attr) = &ty.kind else { return Err(no_refinement(ty.span)) };
    let names = Renamed::default().with(&attr.name.text, name);
    let cond = value(cond, &names)?;
    let sort = refined_type(ty).map(|node| Name { node, span: ty.span });
    let own = Name { node: name.to_owned(), span: ty.span };
    let mut conds: Vec<At<TermExpr>> = natural(&own, sort.as_ref()).into_iter().collect();
    if cond.node != TermExpr::Bool(true) {
        conds.push(cond);
    }
    Ok((sort, conds))
}

fn no_refinement(span: Span) -> Fault {
    let fault = unreadable(span, "this says nothing of a value");
    helped(fault, "write `(condition : [%v: type])`, where `v` is the value")
}

/// What the type `nat` says of a value.
fn natural(name: &Name, ty: Option<&Name>) -> Option<At<TermExpr>> {
    let span = ty.filter(|ty| ty.node == "nat")?.span;
    let at = |node| Box::new(At { node, span });
    let zero = at(TermExpr::Number("0".to_owned()));
    let node = TermExpr::Binary(TermOp::GreaterEq, at(TermExpr::Name(name.clone())), zero);
    Some(At { node, span })
}

/// What a `post` says: `pre ; more` is about the events of the call, anything else about all.
fn split(pre: Option<&At<Formula>>, post: At<Formula>) -> Clause {
    let Some(pre) = pre else { return Clause::After(post) };
    let (before, mut whole) = (in_order(pre), in_order(&post));
    let begins = whole.len() > before.len() && whole.starts_with(&before);
    if !begins {
        return Clause::After(post);
    }
    let mut rest = whole.split_off(before.len());
    let last = rest.pop().expect("it is longer");
    if rest.is_empty() {
        return Clause::Effect(last);
    }
    let span = rest.iter().fold(last.span, |span, part| part.span.to(span));
    rest.push(last);
    Clause::Effect(At { node: Formula::Many(ManyOp::Then, rest), span })
}

/// The parts of a sequence, those of sequences in it included.
fn in_order(expr: &At<Formula>) -> Vec<At<Formula>> {
    let (mut todo, mut parts) = (vec![expr], Vec::new());
    while let Some(expr) = todo.pop() {
        match &expr.node {
            Formula::Many(ManyOp::Then, inner) => todo.extend(inner.iter().rev()),
            _ => parts.push(expr.clone()),
        }
    }
    parts
}
