//! Contracts: those of operations as functions on traces, that of the method as promises.

use std::collections::HashMap;

use harness::{Effect, Operation, Properties};
use source::Span;
use term::{Op, Pool, Term};
use trace::{ContractCase, EventSet, Formula, Stated};

use crate::expr::{Scene, Vars};
use crate::formula::event_pattern;
use crate::incident::Unwritable;
use crate::layout::Doc;
use crate::names;
use crate::trial::CallEnd;

/// Which promises count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Promises {
    /// All.
    All,
    /// Those that count however a call ends.
    Always,
}

impl Promises {
    /// The promises that count at an end.
    pub(crate) fn of(end: CallEnd) -> Promises {
        match end {
            CallEnd::Returned => Promises::All,
            CallEnd::Raised(_) => Promises::Always,
        }
    }
}

/// What one case says of a performance, each part perhaps nothing.
struct Said {
    ghosts: Vec<(String, String)>,
    context: Vec<Doc>,
    require: Vec<Doc>,
    /// The part of `require` that mentions the arguments alone.
    demands: Vec<Doc>,
    /// Result and events are as promised.
    kept: Vec<Doc>,
}

impl Said {
    /// For some ghosts, all of these hold.
    fn for_some(&self, parts: &[&[Doc]]) -> Doc {
        let whole = all(&parts.concat());
        self.ghosts.iter().rev().fold(whole, |inner, (ghost, values)| {
            Doc::block(format!("exists ({values} ()) (fun {ghost} -> "), vec![inner], "", ")")
        })
    }
}

impl Scene<'_> {
    /// The functions for the contract of an operation that allows not everything.
    pub(crate) fn operation_contract(&self, operation: &Operation) -> Result<String, Unwritable> {
        let (vars, variables) = self.places(operation);
        let said = operation.cases.iter().map(|case| self.said(operation, case, &vars));
        let said = said.collect::<Result<Vec<Said>, Unwritable>>()?;
        let name = self.pool().name(operation.name);
        let head = |what: &str, params: &str, body: &Doc| {
            let (word, pattern) = (names::word(name), event_pattern(name, &variables));
            let body = body.render(6);
            format!(
                "let {word}_{what} past{params} = function\n  | {pattern} as event ->\n      {body}\n  \
                 | _ -> false\n\n"
            )
        };
        let mut text = String::new();
        if self.demands(operation) {
            text.push_str(&head("refuses", "", &refuses(&said)));
        }
        if self.restricts(operation)? {
            text.push_str(&head("allows", " added", &allows(&said)));
        }
        Ok(text)
    }

    /// Whether the caller of an operation has something to keep.
    pub(crate) fn demands(&self, operation: &Operation) -> bool {
        let of_arguments = |case: &ContractCase| {
            case.require.iter().any(|stated| self.is_of_arguments(operation, case, stated.what))
        };
        operation.cases.iter().all(of_arguments)
    }

    /// Whether not every performance of an operation is allowed.
    pub(crate) fn restricts(&self, operation: &Operation) -> Result<bool, Unwritable> {
        let vars = self.places(operation).0;
        for case in &operation.cases {
            let Said { context, require, kept, .. } = self.said(operation, case, &vars)?;
            if context.is_empty() && require.is_empty() && kept.is_empty() {
                return Ok(operation.cases.len() > 1);
            }
        }
        Ok(true)
    }

    /// Names for the arguments and the result of an operation.
    fn places(&self, operation: &Operation) -> (Vars, Vec<String>) {
        let mut vars = Vars::default();
        let bind = |place: &Term| vars.bind(self, *place, &written_name(self.pool(), *place));
        let variables = operation.places.iter().map(bind).collect();
        (vars, variables)
    }

    fn is_of_arguments(&self, operation: &Operation, case: &ContractCase, cond: Term) -> bool {
        let free = self.pool().free_vars(&[cond]);
        let is_ghost = |var: &Term| case.ghosts.iter().any(|ghost| ghost.var == *var);
        let is_result = |var: &Term| operation.places[operation.params..].contains(var);
        !free.iter().any(|var| is_ghost(var) || is_result(var))
    }

    fn said(
        &self,
        operation: &Operation,
        case: &ContractCase,
        vars: &Vars,
    ) -> Result<Said, Unwritable> {
        let (mut vars, mut ghosts) = (vars.clone(), Vec::new());
        for ghost in &case.ghosts {
            let values = self.universe_word(self.pool().sort(ghost.var));
            ghosts.push((vars.bind(self, ghost.var, &ghost.name), values));
        }
        let (mut require, mut demands) = (Vec::new(), Vec::new());
        for Stated { what, .. } in &case.require {
            let cond = Doc::text(self.conjunct(*what, &vars)?);
            if self.is_of_arguments(operation, case, *what) {
                demands.push(cond.clone());
            }
            require.push(cond);
        }
        let mut context = Vec::new();
        for Stated { what, .. } in &case.context {
            context.push(holds(self.formula(what, &vars)?, "past"));
        }
        let mut kept = Vec::new();
        for Stated { what, .. } in &case.ensure {
            kept.push(Doc::text(self.conjunct(*what, &vars)?));
        }
        for Stated { what, .. } in &case.effect {
            kept.extend(self.effect(operation, what, &vars)?);
        }
        for Stated { what, .. } in &case.after {
            kept.push(holds(self.formula(what, &vars)?, "(past @ added)"));
        }
        if operation.effect == Effect::Block && case.effect.is_empty() {
            kept.push(Doc::text("added = [ event ]"));
        }
        Ok(Said { ghosts, context, require, demands, kept })
    }

    /// What an effect says of the events that were added; nothing if that is the own event.
    fn effect(
        &self,
        operation: &Operation,
        effect: &Formula,
        vars: &Vars,
    ) -> Result<Option<Doc>, Unwritable> {
        if let Effect::Own(own) = operation.effect
            && let Formula::One(EventSet::Call(op, cond)) = effect
            && *op == own
        {
            let formals = self.incident.specs.alphabet.op(*op).places().iter();
            let by: HashMap<Term, Term> =
                formals.map(|place| place.formal).zip(operation.places.iter().copied()).collect();
            let cond = self.pool().replace(*cond, |term| by.get(&term).copied());
            return match cond {
                Term::TRUE => Ok(None),
                cond => Ok(Some(Doc::text(self.conjunct(cond, vars)?))),
            };
        }
        Ok(Some(holds(self.formula(effect, vars)?, "added")))
    }

    /// What the method promised, as pairs of its words and whether it is kept.
    pub(crate) fn promises(
        &self,
        case: &ContractCase,
        properties: &Properties,
        vars: &Vars,
        promises: Promises,
    ) -> Result<Vec<Doc>, Unwritable> {
        let mut all = Vec::new();
        let promise = |words: &str, kept: Doc| {
            Doc::block("(", vec![Doc::text(names::quoted(words)), kept], ",", ")")
        };
        let mut add = |word: &str, span: Span, kept: Doc| {
            let words = format!("{word} {}", self.words(span));
            all.push(promise(words.trim_start(), kept));
        };
        for Stated { what, span } in &case.effect {
            let formula = self.formula(what, vars)?;
            add("effect", *span, holds(formula, "(events run)"));
        }
        for Stated { what, span } in &case.invariant {
            let formula = self.formula(what, vars)?;
            add("invariant", *span, holds(formula, "run.past"));
        }
        for Stated { what, span } in &case.after {
            let formula = self.formula(what, vars)?;
            add("after", *span, holds(formula, "run.past"));
        }
        let ensured = if promises == Promises::All { case.ensure.as_slice() } else { &[] };
        for Stated { what, span } in ensured {
            add("ensure", *span, Doc::text(self.expr(*what, vars)?));
        }
        for Stated { what, span } in &case.always {
            add("", *span, Doc::text(self.expr(*what, vars)?));
        }
        for (name, Stated { what, .. }) in &properties.all {
            let formula = self.formula(what, vars)?;
            all.push(promise(&format!("property {name}"), holds(formula, "run.past")));
        }
        Ok(all)
    }

    /// A part of the user's file on one line.
    pub(crate) fn words(&self, span: Span) -> String {
        let file = self.incident.sources.iter().find(|file| file.id() == span.file);
        let file = file.unwrap_or(self.incident.file);
        let text = file.text().get(span.range()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Some case allows what was done, and so does each case without ghosts that covers it.
fn allows(said: &[Said]) -> Doc {
    let ways: Vec<Doc> = said
        .iter()
        .map(|said| said.for_some(&[&said.require, &said.kept, &said.context]))
        .collect();
    if said.len() == 1 {
        return any(&ways);
    }
    let mut parts = vec![Doc::block("(", ways, " ||", ")")];
    for said in said.iter().filter(|said| said.ghosts.is_empty()) {
        let speaks = all(&[said.require.as_slice(), &said.context].concat());
        let parts_of = vec![Doc::block("not (", vec![speaks], "", ")"), all(&said.kept)];
        parts.push(Doc::block("(", parts_of, " ||", ")"));
    }
    all(&parts)
}

/// A context holds, and the arguments are not those of any case.
fn refuses(said: &[Said]) -> Doc {
    let contexts: Vec<Doc> = said.iter().map(|said| said.for_some(&[&said.context])).collect();
    let met = |said: &Said| match said.ghosts.is_empty() {
        true => all(&[said.demands.as_slice(), &said.context].concat()),
        false => all(&said.demands),
    };
    let met: Vec<Doc> = said.iter().map(met).collect();
    all(&[Doc::block("(", contexts, " ||", ")"), Doc::block("not (", met, " ||", ")")])
}

fn all(parts: &[Doc]) -> Doc {
    match parts {
        [] => Doc::text("true"),
        parts => Doc::block("", parts.to_vec(), " &&", ""),
    }
}

fn any(parts: &[Doc]) -> Doc {
    Doc::block("", parts.to_vec(), " ||", "")
}

fn holds(formula: Doc, trace: &str) -> Doc {
    Doc::block("holds ", vec![formula, Doc::text(trace)], "", "")
}

/// The name of a variable of a contract as it was written.
pub(crate) fn written_name(pool: &Pool, var: Term) -> String {
    let Op::Var(symbol) = pool.op(var) else { return "x".to_owned() };
    let name = pool.name(symbol);
    name.split('#').next().unwrap_or(name).to_owned()
}
