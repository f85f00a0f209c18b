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
    /// The functions for the contract of an operation that allows not everything.
    pub(crate) fn operation_contract(&self, operation: &Operation) -> Result<String, Unwritable> {
        let mut text = String::new();
        if self.demands(operation)? {
            text.push_str(&self.contract_function(operation, Question::May)?);
        }
        if self.restricts(operation)? {
            text.push_str(&self.contract_function(operation, Question::Allows)?);
        }
        Ok(text)
    }

    /// Whether the caller of an operation has something to keep.
    pub(crate) fn demands(&self, operation: &Operation) -> Result<bool, Unwritable> {
        self.says_something(operation, Question::May)
    }

    /// Whether not every answer of an operation is allowed.
    pub(crate) fn restricts(&self, operation: &Operation) -> Result<bool, Unwritable> {
        self.says_something(operation, Question::Allows)
    }

    fn says_something(
        &self,
        operation: &Operation,
        question: Question,
    ) -> Result<bool, Unwritable> {
        let vars = self.places(operation).0;
        for case in &operation.cases {
            if self.clauses(operation, case, question, &self.with_ghosts(case, &vars).0)?.is_empty()
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn contract_function(
        &self,
        operation: &Operation,
        question: Question,
    ) -> Result<String, Unwritable> {
        let name = self.incident.specs.alphabet.name(self.pool(), operation.op);
        let (vars, variables) = self.places(operation);
        let mut cases = Vec::new();
        for case in &operation.cases {
            cases.push(self.case(operation, case, question, &vars)?);
        }
        let body = Doc::block("", cases, " ||", "").render(6);
        let (word, pattern) = (names::word(name), event_pattern(name, &variables));
        let suffix = match question {
            Question::May => "may",
            Question::Allows => "allows",
        };
        Ok(format!(
            "let {word}_{suffix} past = function\n  | {pattern} as event ->\n      {body}\n  \
             | _ -> false\n\n"
        ))
    }

    /// Names for the arguments and the result of an operation.
    fn places(&self, operation: &Operation) -> (Vars, Vec<String>) {
        let mut vars = Vars::default();
        let bind = |place: &Term| vars.bind(self, *place, &written_name(self.pool(), *place));
        let variables = operation.places.iter().map(bind).collect();
        (vars, variables)
    }

    /// Names for the ghosts of a case, each with the function that lists its values.
    fn with_ghosts(&self, case: &ContractCase, vars: &Vars) -> (Vars, Vec<(String, String)>) {
        let mut vars = vars.clone();
        let mut ghosts = Vec::new();
        for ghost in &case.ghosts {
            let all = self.universe_word(self.pool().sort(ghost.var));
            ghosts.push((vars.bind(self, ghost.var, &ghost.name), all));
        }
        (vars, ghosts)
    }

    /// Whether one case allows an event, for some values of its ghosts.
    fn case(
        &self,
        operation: &Operation,
        case: &ContractCase,
        question: Question,
        vars: &Vars,
    ) -> Result<Doc, Unwritable> {
        let (vars, ghosts) = self.with_ghosts(case, vars);
        let mut parts = self.clauses(operation, case, question, &vars)?;
        if parts.is_empty() {
            parts.push(Doc::text("true"));
        }
        // A conjunction binds more tightly than the disjunction of cases.
        let whole = Doc::block("", parts, " &&", "");
        Ok(ghosts.into_iter().rev().fold(whole, |inner, (ghost, all)| {
            Doc::block(format!("exists ({all} ()) (fun {ghost} -> "), vec![inner], "", ")")
        }))
    }

    /// The clauses of a case that bear on a question.
    fn clauses(
        &self,
        operation: &Operation,
        case: &ContractCase,
        question: Question,
        vars: &Vars,
    ) -> Result<Vec<Doc>, Unwritable> {
        let mut parts = Vec::new();
        for Stated { what, .. } in &case.require {
            parts.push(Doc::text(self.conjunct(*what, vars)?));
        }
        if question == Question::May {
            return Ok(parts);
        }
        for Stated { what, .. } in &case.ensure {
            parts.push(Doc::text(self.conjunct(*what, vars)?));
        }
        for Stated { what, .. } in &case.effect {
            parts.extend(self.effect(operation, what, vars)?);
        }
        for Stated { what, .. } in &case.context {
            parts.push(holds(self.formula(what, vars)?, "past"));
        }
        Ok(parts)
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
        Ok(Some(holds(self.formula(effect, vars)?, "[ event ]")))
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
            add("effect", *span, holds(formula, "(events run)"));
        }
        for Stated { what, span } in &case.invariant {
            let formula = self.formula(what, vars)?;
            add("invariant", *span, holds(formula, "run.past"));
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

fn holds(formula: Doc, trace: &str) -> Doc {
    Doc::block("holds ", vec![formula, Doc::text(trace)], "", "")
}

/// The name of a variable of a contract as it was written.
pub(crate) fn written_name(pool: &Pool, var: Term) -> String {
    let Op::Var(symbol) = pool.op(var) else { return "x".to_owned() };
    let name = pool.name(symbol);
    name.split('#').next().unwrap_or(name).to_owned()
}
