//! Looking at values.
//!
//! A symbolic term of a data sort splits over the constructors: the condition of an alternative is
//! that the term was made by its constructor, and its fields are selections from the term. Which
//! constructor it was is remembered along the path, and so is the condition of any other alternative:
//! looking again neither splits nor counts as undecided.

use machine::Exit;
use term::{Cases, Op, Term};

use super::env::Env;
use super::state::{Control, Outcome, Store};
use super::value::{Object, Value};
use super::{Run, failure};
use crate::expr::{Alt, Expr, ExprId, Pattern, VarId};

impl Run<'_> {
    /// Takes the alternative of a `case` that fits a value.
    pub(super) fn look(&self, id: ExprId, env: Env, value: Value, store: &mut Store) -> Outcome {
        let Expr::Case { binder, alts, .. } = self.program.expr(id) else {
            unreachable!("only a `case` looks at values")
        };
        let env = if binder.is_some() { env.with(value.clone()) } else { env };
        match (&value, alts.first().map(|alt| &alt.pattern)) {
            (_, None) => Outcome::Go(self.otherwise(id, env)),
            (Value::Data(object), Some(Pattern::Ctor(ctor, _)))
                if ctor.data == object.ctor.data =>
            {
                Outcome::Go(self.look_at_object(id, env, alts, object))
            }
            (Value::Term(term), Some(first)) if self.fits(first, *term) => {
                self.look_at_term(id, env, alts, *term, store)
            }
            (other, Some(_)) => {
                let what = format!("{} where a case expects something else", other.kind());
                Outcome::gap(what, self.span(id))
            }
        }
    }

    /// Whether a term is of the sort that a pattern is about.
    fn fits(&self, pattern: &Pattern, term: Term) -> bool {
        let sort = self.pool.sort(term);
        match pattern {
            Pattern::Ctor(ctor, _) => {
                self.pool.as_data(sort).is_some_and(|(data, _)| data == ctor.data)
            }
            Pattern::Lit(literal) => self.pool.sort(*literal) == sort,
        }
    }

    fn look_at_object(&self, id: ExprId, env: Env, alts: &[Alt], object: &Object) -> Control {
        for alt in alts {
            match &alt.pattern {
                Pattern::Ctor(ctor, names) if *ctor == object.ctor => {
                    let field = |number: usize| object.fields[number].clone();
                    return Control::Eval(alt.body, bind(env, names, field));
                }
                Pattern::Ctor(..) | Pattern::Lit(_) => {}
            }
        }
        self.otherwise(id, env)
    }

    fn look_at_term(
        &self,
        id: ExprId,
        env: Env,
        alts: &[Alt],
        term: Term,
        store: &mut Store,
    ) -> Outcome {
        if let Some(ctor) = store.shapes.as_ref().and_then(|shapes| shapes.get(&term)) {
            let then = self.known_alt(id, alts, env, term, *ctor);
            return self.define_waiting(term, then, store);
        }
        let conds: Vec<Term> = alts.iter().map(|alt| self.matches(&alt.pattern, term)).collect();
        let none: Vec<Term> = conds.iter().map(|cond| self.pool.not(*cond)).collect();
        let none = self.pool.and(&none);
        if let Some(at) = conds.iter().position(|cond| store.has_taken(*cond)) {
            return Outcome::Go(self.enter_alt(&alts[at], env, term));
        }
        if store.has_taken(none) {
            return Outcome::Go(self.otherwise(id, env));
        }
        let mut cases: Vec<(Term, Control)> = Vec::new();
        for (cond, alt) in conds.iter().zip(alts) {
            // Fields of another constructor mean nothing, so they are not even made.
            if *cond != Term::FALSE {
                let taken = self.enter_alt(alt, env.clone(), term);
                let cond = self.with_known_fields(&alt.pattern, term, *cond);
                cases.push((cond, shaped(&alt.pattern, term, cond, taken)));
            }
        }
        if !self.is_exhaustive(alts, term) {
            let otherwise = self.otherwise(id, env);
            let otherwise = match self.only_other(alts, term) {
                Some(ctor) => Control::Shaped(term, ctor, Box::new(otherwise)),
                None => otherwise,
            };
            cases.push((none, taken(none, otherwise)));
        }
        let decided = none == Term::TRUE || conds.contains(&Term::TRUE);
        // Equations come to an end.
        let most = self.session.unrolling().filter(|_| !decided && !store.computes_equation());
        match most {
            Some(most) if !unroll(store, id, most) => Outcome::Stop(Exit::Unrolled(most.into())),
            _ => self.split(Cases::new(cases)),
        }
    }

    /// The alternative for a symbolic term that the path has split over already.
    fn known_alt(&self, id: ExprId, alts: &[Alt], env: Env, term: Term, known: u32) -> Control {
        let fits =
            |alt: &&Alt| matches!(&alt.pattern, Pattern::Ctor(ctor, _) if ctor.index == known);
        match alts.iter().find(fits) {
            Some(alt) => self.enter_alt(alt, env, term),
            None => self.otherwise(id, env),
        }
    }

    fn matches(&self, pattern: &Pattern, term: Term) -> Term {
        match pattern {
            Pattern::Ctor(ctor, _) => self.pool.is(ctor.index, term),
            Pattern::Lit(literal) => self.pool.eq(term, *literal),
        }
    }

    /// The condition of an alternative, with what is true of the fields that it opens.
    fn with_known_fields(&self, pattern: &Pattern, term: Term, cond: Term) -> Term {
        let Pattern::Ctor(ctor, names) = pattern else { return cond };
        let fields = (0..names.len()).map(|at| self.pool.field(ctor.index, at as u32, term));
        // A field of a constructed value was examined when it was computed.
        let open = fields.filter(|field| matches!(self.pool.op(*field), Op::Field(..)));
        let known = open.map(|field| self.session.values().holds(self.pool, field));
        self.pool.and(&known.chain([cond]).collect::<Vec<Term>>())
    }

    fn enter_alt(&self, alt: &Alt, env: Env, term: Term) -> Control {
        match &alt.pattern {
            Pattern::Lit(_) => Control::Eval(alt.body, env),
            Pattern::Ctor(ctor, names) => {
                let field =
                    |number: usize| Value::Term(self.pool.field(ctor.index, number as u32, term));
                Control::Eval(alt.body, bind(env, names, field))
            }
        }
    }

    /// Whether the alternatives name all constructors. Alternatives differ, so it suffices to
    /// count. The two truth values need no count: the rest of both is false by itself.
    fn is_exhaustive(&self, alts: &[Alt], term: Term) -> bool {
        let data = self.pool.as_data(self.pool.sort(term));
        data.is_some_and(|(data, _)| self.pool.ctors(data).len() == alts.len())
    }

    /// The one constructor that no alternative names, where equations of measures depend on it.
    fn only_other(&self, alts: &[Alt], term: Term) -> Option<u32> {
        if !self.session.has_measures() {
            return None;
        }
        let (data, _) = self.pool.as_data(self.pool.sort(term))?;
        let is_named = |index: &u32| {
            alts.iter()
                .any(|alt| matches!(&alt.pattern, Pattern::Ctor(ctor, _) if ctor.index == *index))
        };
        let mut others = (0..self.pool.ctors(data).len() as u32).filter(|index| !is_named(index));
        let only = others.next()?;
        others.next().is_none().then_some(only)
    }

    fn otherwise(&self, id: ExprId, env: Env) -> Control {
        let Expr::Case { default, .. } = self.program.expr(id) else {
            unreachable!("only a `case` has a default")
        };
        match default {
            Some(body) => Control::Eval(*body, env),
            None => {
                let message = "no alternative of a match fits the value";
                failure(self.program.codes().incomplete, message, self.span(id))
            }
        }
    }
}

/// An alternative that remembers what the path has split over, unless that is plain to see.
fn shaped(pattern: &Pattern, term: Term, cond: Term, then: Control) -> Control {
    match pattern {
        Pattern::Ctor(ctor, _) if cond != Term::TRUE => {
            Control::Shaped(term, ctor.index, Box::new(then))
        }
        Pattern::Ctor(..) => then,
        Pattern::Lit(_) => taken(cond, then),
    }
}

/// An alternative that remembers its condition.
fn taken(cond: Term, then: Control) -> Control {
    if cond == Term::TRUE { then } else { Control::Taken(cond, Box::new(then)) }
}

/// Counts a branch that is undecided, and says whether it may be.
pub(super) fn unroll(store: &mut Store, id: ExprId, most: u32) -> bool {
    let times = store.undecided.get(&id).copied().unwrap_or(0);
    store.undecided.insert(id, times + 1);
    times < most
}

/// An environment with the fields that have names.
fn bind(env: Env, names: &[Option<VarId>], field: impl Fn(usize) -> Value) -> Env {
    let named = names.iter().enumerate().filter(|(_, name)| name.is_some());
    named.fold(env, |env, (number, _)| env.with(field(number)))
}
