//! Sets of events: operations found, arguments matched with their places.

use source::{Span, counted};
use term::{Pool, Term};

use crate::alphabet::{OpId, OpPlace};
use crate::elaborate::{Bound, Elaborator, Fault, Helping, Locals, fault};
use crate::formula::EventSet;
use crate::syntax::tree::{Arg, At, EventExpr, ManyOp, Name, Pattern, TermExpr};

impl Elaborator<'_> {
    /// A set of events.
    pub(crate) fn events(
        &self,
        events: &EventExpr,
        span: Span,
        locals: &Locals,
    ) -> Result<EventSet, Fault> {
        match events {
            EventExpr::Any => Ok(EventSet::Any(Term::TRUE)),
            EventExpr::Pattern(pattern) => self.pattern(pattern, span, locals),
            EventExpr::Not(inner) => {
                Ok(EventSet::Not(Box::new(self.events(&inner.node, inner.span, locals)?)))
            }
            EventExpr::Many(op, parts) => {
                let parts = parts.iter().map(|part| self.events(&part.node, part.span, locals));
                let parts = parts.collect::<Result<_, _>>()?;
                Ok(if *op == ManyOp::And { EventSet::And(parts) } else { EventSet::Or(parts) })
            }
        }
    }

    fn pattern(&self, pattern: &Pattern, span: Span, locals: &Locals) -> Result<EventSet, Fault> {
        let Some(name) = &pattern.op else {
            return self.any_operation(pattern, span, locals);
        };
        let op = self.operation(name, locals)?;
        let matched = self.match_places(pattern, op, name)?;
        let mut locals = locals.clone();
        let mut conds = Vec::new();
        for (place, arg) in matched {
            conds.extend(self.arg_condition(place, arg, pattern.cond.as_ref(), &mut locals)?);
        }
        if let Some(cond) = &pattern.cond {
            // The names of the places are known too, unless something nearer has the name.
            for place in self.spec.alphabet.op(op).places() {
                if self.known(&place.name, &locals).is_none() {
                    locals.insert(place.name.clone(), Bound::Value(place.formal));
                }
            }
            conds.push(self.condition(cond, &locals)?);
        }
        Ok(EventSet::Call(op, self.pool.and(&conds)))
    }

    /// `<_ | condition>`
    fn any_operation(
        &self,
        pattern: &Pattern,
        span: Span,
        locals: &Locals,
    ) -> Result<EventSet, Fault> {
        if pattern.result.is_some() || !pattern.args.is_empty() {
            let message = "any operation has no arguments or result that could be named";
            return Err(fault("SPC006", message, span).helping("write `any` or `<_ | condition>`"));
        }
        let cond = pattern.cond.as_ref().map(|cond| self.condition(cond, locals)).transpose()?;
        Ok(EventSet::Any(cond.unwrap_or(Term::TRUE)))
    }

    /// The operation of a name, whose first part may be an instance parameter.
    fn operation(&self, name: &Name, locals: &Locals) -> Result<OpId, Fault> {
        let full = match name.node.split_once('.') {
            Some((first, rest)) => match (locals.get(first), self.instances.get(first)) {
                (Some(Bound::Instance(instance)), _) | (None, Some(instance)) => {
                    format!("{instance}.{rest}")
                }
                (Some(Bound::Value(_) | Bound::Written(..)), _) | (None, None) => name.node.clone(),
            },
            None => self.in_scope(&name.node),
        };
        let alphabet = &self.spec.alphabet;
        alphabet.find(self.pool.symbol(&full)).ok_or_else(|| {
            let message = format!("there is no operation `{full}`");
            let known = alphabet.ops().map(|op| alphabet.name(self.pool, op));
            fault("SPC008", message, name.span).suggesting(&full, known)
        })
    }

    /// The full name of an operation without a prefix: that of the own instance, if it has one.
    fn in_scope(&self, name: &str) -> String {
        let own = self.scope.as_ref().map(|scope| format!("{scope}.{name}"));
        let known = |full: &String| self.spec.alphabet.find(self.pool.symbol(full)).is_some();
        own.filter(known).unwrap_or_else(|| name.to_owned())
    }

    /// Which place each argument is for: all parameters, then perhaps the result; or none at all.
    fn match_places<'t>(
        &'t self,
        pattern: &'t Pattern,
        op: OpId,
        name: &Name,
    ) -> Result<Vec<(&'t OpPlace, &'t At<Arg>)>, Fault> {
        let declared = self.spec.alphabet.op(op);
        let (params, result) = (declared.params().len(), declared.result());
        let room = declared.places().len() - usize::from(pattern.result.is_some());
        let given = pattern.args.len();
        if pattern.result.is_some() && result.is_none() {
            let message = format!("`{}` has no result", name.node);
            return Err(fault("SPC006", message, name.span));
        }
        if given != 0 && given != params && given != room {
            return Err(arity_fault(self.pool, declared.name, (params, room), given, name.span));
        }
        let mut matched: Vec<_> = declared.places().iter().zip(&pattern.args).collect();
        matched.extend(result.zip(pattern.result.as_ref()));
        Ok(matched)
    }

    /// What an argument demands of its place. A name that is not known becomes a name for the place,
    /// if the condition of the event uses it.
    fn arg_condition(
        &self,
        place: &OpPlace,
        arg: &At<Arg>,
        cond: Option<&At<TermExpr>>,
        locals: &mut Locals,
    ) -> Result<Option<Term>, Fault> {
        let (term, negated) = match &arg.node {
            Arg::Any => return Ok(None),
            Arg::Is(term) => (term, false),
            Arg::IsNot(term) => (term, true),
        };
        if let TermExpr::Name(name) = term
            && self.known(&name.node, locals).is_none()
            && !self.has_constructor(place.sort, &name.node)
        {
            if negated || !cond.is_some_and(|cond| mentions(&cond.node, &name.node)) {
                let fault = self.unknown_value(name, locals);
                return Err(fault.helping("write `_` for any value"));
            }
            locals.insert(name.node.clone(), Bound::Value(place.formal));
            return Ok(None);
        }
        let term = At { node: term.clone(), span: arg.span };
        if !negated {
            return self.fits(place.formal, &term, cond, locals).map(Some);
        }
        let value = self.value_of(&term, place.sort, locals)?;
        Ok(Some(self.pool.not(self.pool.eq(place.formal, value))))
    }

    /// The condition under which a value is as written. In the arguments of constructors, `_` is any
    /// value, and a name that is not known becomes one if the condition of the event uses it.
    fn fits(
        &self,
        value: Term,
        written: &At<TermExpr>,
        cond: Option<&At<TermExpr>>,
        locals: &mut Locals,
    ) -> Result<Term, Fault> {
        let sort = self.pool.sort(value);
        match &written.node {
            TermExpr::Name(name) if name.node == "_" => return Ok(Term::TRUE),
            TermExpr::Name(name)
                if self.known(&name.node, locals).is_none()
                    && !self.has_constructor(sort, &name.node)
                    && cond.is_some_and(|cond| mentions(&cond.node, &name.node)) =>
            {
                locals.insert(name.node.clone(), Bound::Value(value));
                return Ok(Term::TRUE);
            }
            TermExpr::Apply(name, args) if !self.funcs.contains_key(&name.node) => {
                if let Some(ctor) = self.constructor_with(sort, &name.node, args.len()) {
                    let mut parts = vec![self.pool.is(ctor, value)];
                    for (place, arg) in (0..).zip(args) {
                        let field = self.pool.field(ctor, place, value);
                        parts.push(self.fits(field, arg, cond, locals)?);
                    }
                    return Ok(self.pool.and(&parts));
                }
            }
            _ => {}
        }
        let known = self.value_of(written, sort, locals)?;
        Ok(self.pool.eq(value, known))
    }
}

fn arity_fault(
    pool: &Pool,
    op: term::Symbol,
    (params, room): (usize, usize),
    given: usize,
    span: Span,
) -> Fault {
    let alternative = if params == room { String::new() } else { format!("{params} or ") };
    let args = counted(room, "argument");
    let message = format!("`{}` takes {alternative}{args}, found {given}", pool.name(op));
    fault("SPC006", message, span).helping("write `_` for any value, or no arguments at all")
}

/// Whether a condition uses a name.
fn mentions(term: &TermExpr, name: &str) -> bool {
    let of = |part: &At<TermExpr>| mentions(&part.node, name);
    match term {
        TermExpr::Bool(_)
        | TermExpr::Number(_)
        | TermExpr::Text(_)
        | TermExpr::Char(_)
        | TermExpr::Code(_) => false,
        TermExpr::Name(used) => used.node == name,
        TermExpr::Apply(_, parts) | TermExpr::Many(_, parts) => parts.iter().any(of),
        TermExpr::Not(inner) | TermExpr::Minus(inner) => of(inner),
        TermExpr::Binary(_, left, right) => of(left) || of(right),
        TermExpr::If(cond, yes, no) => of(cond) || of(yes) || of(no),
    }
}
