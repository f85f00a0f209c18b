//! Contracts: those of operations as functions on traces, that of the method as promises.

use std::collections::HashMap;

use harness::Operation;
use source::Span;
use term::{Op, Pool, Term};
use trace::{ContractCase, EventSet, Formula, Stated};

use crate::expr::{Scene, Vars};
use crate::formula::event_pattern;
use crate::incident::Unwritable;
use crate::layout::Doc;
use crate::names;

/// Which clauses of a case are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Whether the operation may be called: `require`.
    May,
    /// Whether it may answer so.
    Allows,
}

impl Scene<'_> {
    /// The functions for the contract of an operation.
    pub(crate) fn operation_contract(&self, operation: &Operation) -> Result<String, Unwritable> {
        let mut text = String::new();
        if demands(operation) {
            text.push_str(&self.contract_function(operation, Question::May)?);
        }
        text.push_str(&self.contract_function(operation, Question::Allows)?);
        Ok(text)
    }

    fn contract_function(
        &self,
        operation: &Operation,
        question: Question,
    ) -> Result<String, Unwritable> {
        let name = self.incident.specs.alphabet.name(self.pool(), operation.op);
        let mut vars = Vars::default();
        let variables: Vec<String> = operation
            .places
            .iter()
            .map(|place| vars.bind(self, *place, &written_name(self.pool(), *place)))
            .collect();
        let mut cases = Vec::new();
        for case in &operation.cases {
            cases.push(self.case(operation, case, question, &vars)?);
        }
        let body = Doc::block("(", cases, " ||", ")").render(6);
        let word = names::word(name);
        let suffix = match question {
            Question::May => "may",
            Question::Allows => "allows",
        };
        let pattern = event_pattern(name, &variables);
        Ok(format!(
            "let {word}_{suffix} past = function\n  | {pattern} as event ->\n      {body}\n  \
             | _ -> false\n\n"
        ))
    }

    /// Whether one case allows an event, for some values of its ghosts.
    fn case(
        &self,
        operation: &Operation,
        case: &ContractCase,
        question: Question,
        vars: &Vars,
    ) -> Result<Doc, Unwritable> {
        let mut vars = vars.clone();
        let mut ghosts = Vec::new();
        for ghost in &case.ghosts {
            let all = self.universe_word(self.pool().sort(ghost.var));
            ghosts.push((vars.bind(self, ghost.var, &ghost.name), all));
        }
        let mut parts = Vec::new();
        for Stated { what, .. } in &case.require {
            parts.push(Doc::text(self.conjunct(*what, &vars)?));
        }
        if question == Question::Allows {
            for Stated { what, .. } in &case.ensure {
                parts.push(Doc::text(self.conjunct(*what, &vars)?));
            }
            for Stated { what, .. } in &case.effect {
                parts.extend(self.effect(operation, what, &vars)?);
            }
            for Stated { what, .. } in &case.context {
                parts.push(Doc::block("holds ", vec![self.formula(what, &vars)?], "", " past"));
            }
        }
        if parts.is_empty() {
            parts.push(Doc::text("true"));
        }
        let whole = Doc::block("(", parts, " &&", ")");
        Ok(ghosts.into_iter().rev().fold(whole, |inner, (ghost, all)| {
            Doc::block(format!("exists ({all} ()) (fun {ghost} -> "), vec![inner], "", ")")
        }))
    }

    /// What an effect says of the one event that it is; nothing if that is its own event.
    fn effect(
        &self,
        operation: &Operation,
        effect: &Formula,
        vars: &Vars,
    ) -> Result<Option<Doc>, Unwritable> {
        if let Formula::Event(EventSet::Call(op, cond)) | Formula::One(EventSet::Call(op, cond)) =
            effect
            && *op == operation.op
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
        Ok(Some(Doc::block("holds ", vec![self.formula(effect, vars)?], "", " [ event ]")))
    }

    /// What the method promised, as pairs of its words and whether it is kept.
    pub(crate) fn promises(
        &self,
        case: &ContractCase,
        vars: &Vars,
    ) -> Result<Vec<Doc>, Unwritable> {
        let mut all = Vec::new();
        let mut add = |word: &str, span: Span, kept: Doc| {
            let words = names::quoted(&format!("{word} {}", self.words(span)));
            all.push(Doc::block("(", vec![Doc::text(words), kept], ",", ")"));
        };
        for Stated { what, span } in &case.effect {
            let formula = self.formula(what, vars)?;
            add("effect", *span, Doc::block("holds ", vec![formula], "", " (events run)"));
        }
        for Stated { what, span } in &case.invariant {
            let formula = self.formula(what, vars)?;
            add("invariant", *span, Doc::block("holds ", vec![formula], "", " run.past"));
        }
        for Stated { what, span } in &case.ensure {
            add("ensure", *span, Doc::text(self.expr(*what, vars)?));
        }
        Ok(all)
    }

    /// A part of the user's file on one line.
    fn words(&self, span: Span) -> String {
        let text = self.incident.file.text().get(span.range()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Whether the caller of an operation has something to keep.
pub(crate) fn demands(operation: &Operation) -> bool {
    operation.cases.iter().all(|case| !case.require.is_empty())
}

/// The name of a variable of a contract as it was written.
pub(crate) fn written_name(pool: &Pool, var: Term) -> String {
    let Op::Var(symbol) = pool.op(var) else { return "x".to_owned() };
    let name = pool.name(symbol);
    name.split('#').next().unwrap_or(name).to_owned()
}
