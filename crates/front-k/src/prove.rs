//! `prove`: the claims of a file, each with what came of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::Result;
use explore::Meter;
use frontend::SolverFactory;
use frontend::args::{ProveArgs, RunFormat};
use host::{Terminal, output, signal};
use lang_k::{Claim, ClaimAnswer, Language, Prover, RefutingRun, Residual, show_term};
use report::{
    ClaimText, ClaimVerdict, Envelope, OpenPathText, Outcome, Paint, ProveAnswer, RefutingRunText,
    diagnostics_as_text,
};
use solve::Theory;
use source::{Diagnostic, Files, counted};
use term::{Model, Pool};

use crate::{load_files, render};

/// Proves claims.
pub(crate) fn prove(args: &ProveArgs, terminal: &Terminal) -> Result<Outcome> {
    let meter = Arc::new(Meter::new(args.limits.budget(), signal::stop_on_signal()));
    let mut files = Files::new();
    let also: Vec<_> = args.definition.def.iter().map(|def| def.as_path()).collect();
    let loaded =
        load_files(&args.definition, &args.spec, &also, None, &meter, terminal, &mut files)?;
    let language = match loaded {
        Ok((language, _)) => language,
        Err(problems) => {
            if let Some(limit) = meter.met() {
                return Ok(render::cut_off(limit, terminal));
            }
            terminal.complain(diagnostics_as_text(&files, &problems, Paint::Plain).trim_end());
            return Ok(Outcome::BadInput);
        }
    };
    let wanted = args.claims.as_deref().map(|names| names.split(',').map(str::trim).collect());
    let task = Task { args, language: &language, files: &files, meter: &meter, wanted };
    task.prove(terminal)
}

struct Task<'a> {
    args: &'a ProveArgs,
    language: &'a Language,
    files: &'a Files,
    meter: &'a Meter,
    /// The labels of the claims that were asked for; none if all were.
    wanted: Option<BTreeSet<&'a str>>,
}

impl Task<'_> {
    fn is_wanted(&self, claim: &Claim) -> bool {
        self.wanted.as_ref().is_none_or(|names| names.contains(claim.name.as_str()))
    }

    fn prove(&self, terminal: &Terminal) -> Result<Outcome> {
        let compiled = &self.language.compiled;
        let claims: Vec<&Claim> = compiled.claims.iter().flatten().collect();
        let refused: Vec<&Diagnostic> = compiled
            .claims
            .iter()
            .filter_map(|claim| claim.as_ref().err().map(Box::as_ref))
            .collect();
        if let Some(unknown) = self.unknown(&claims) {
            terminal.complain(&format!("error: there is no claim `{unknown}`"));
            return Ok(Outcome::NoTarget);
        }
        if compiled.claims.is_empty() {
            terminal.complain("error: there are no claims in the main module and what it imports");
            return Ok(Outcome::NoTarget);
        }
        let usable: Vec<&Claim> =
            claims.iter().copied().filter(|claim| claim.trusted || self.is_wanted(claim)).collect();
        let solvers = SolverFactory::new(&self.args.solving)?;
        let mut solver = solvers.make(&Theory::empty(), &self.meter.interrupt());
        let pool = Pool::new();
        let prover = Prover::new(compiled, &pool, usable.clone(), self.meter, self.args.depth);
        let mut answers: Vec<Option<ClaimAnswer>> = Vec::new();
        for claim in &usable {
            let answer = (!claim.trusted).then(|| prover.prove(claim, &mut *solver));
            answers.push(answer);
        }
        let proved = proved(&usable, &answers);
        let (mut outcome, mut texts) = (Outcome::NoneFound, Vec::new());
        let is_human = self.args.format == RunFormat::Human;
        for ((claim, answer), proved) in usable.iter().zip(&answers).zip(&proved) {
            let (text, own) = self.answer(&pool, claim, answer.as_ref(), *proved, &usable);
            outcome = worse(outcome, own);
            match self.args.format {
                RunFormat::Human => _ = output::to_stdout(&text)?,
                RunFormat::Short => _ = output::to_stdout(&first_line(&text))?,
                RunFormat::Json => {
                    texts.push(self.as_text(&pool, claim, answer.as_ref(), *proved, &usable));
                }
            }
        }
        for problem in &refused {
            outcome = worse(outcome, Outcome::Inconclusive);
            let text = diagnostics_as_text(self.files, &[(*problem).clone()], Paint::Plain);
            match self.args.format {
                RunFormat::Human => {
                    _ = output::to_stdout(&format!("not supported:\n{}\n", text.trim_end()))?;
                }
                RunFormat::Short => {
                    _ = output::to_stdout(&format!("not supported: {}\n", problem.message))?;
                }
                RunFormat::Json => texts.push(self.refused_text(problem)),
            }
        }
        let unused = self.unused_rules();
        if !is_human || unused.is_empty() {
            if self.args.format == RunFormat::Json {
                let answer = ProveAnswer { claims: texts, unused };
                output::to_stdout(&Envelope::new(host::TOOL, outcome, answer).json())?;
            }
            return Ok(outcome);
        }
        // What would help is named where something is open.
        if outcome == Outcome::Inconclusive || terminal.verbose {
            let places = unused.join("\n  ");
            terminal.complain(&format!(
                "note: {} for provers took no part:\n  {places}",
                counted(unused.len(), "rule")
            ));
        }
        Ok(outcome)
    }

    /// The rules for provers of the definition and the claims, which no proof uses.
    fn unused_rules(&self) -> Vec<String> {
        let own = &self.language.definition.files;
        let left_out = self.language.compiled.left_out.iter();
        let left_out = left_out.filter(|rule| own.contains(&rule.span.file));
        left_out
            .map(|rule| format!("{} ({})", self.files.describe(rule.span), rule.attribute))
            .collect()
    }

    fn refused_text(&self, problem: &Diagnostic) -> ClaimText {
        let place = problem.labels.first().map(|label| self.files.describe(label.span));
        ClaimText {
            claim: String::new(),
            place: place.unwrap_or_default(),
            verdict: ClaimVerdict::NotSupported,
            why: Some(problem.message.clone()),
            uses: Vec::new(),
            steps: 0,
            closed: 0,
            queries: 0,
            run: None,
            open: Vec::new(),
        }
    }

    /// What came of a claim, for programs.
    fn as_text(
        &self,
        pool: &Pool,
        claim: &Claim,
        answer: Option<&ClaimAnswer>,
        proved: bool,
        usable: &[&Claim],
    ) -> ClaimText {
        let none = ClaimAnswer::default();
        let (verdict, answer) = match answer {
            None => (ClaimVerdict::Trusted, &none),
            Some(answer) if answer.vacuous => (ClaimVerdict::Vacuous, answer),
            Some(answer) if answer.refuted.is_some() => (ClaimVerdict::Refuted, answer),
            Some(answer) if answer.residuals.is_empty() && proved => (ClaimVerdict::Proved, answer),
            Some(answer) => (ClaimVerdict::NotProved, answer),
        };
        let rests = verdict == ClaimVerdict::NotProved && answer.residuals.is_empty();
        let show = |state| self.language.show_state(pool, state);
        let run = answer.refuted.as_ref().map(|run| RefutingRunText {
            values: run
                .values
                .iter()
                .map(|(name, value)| (name.clone(), self.language.show_value(pool, value)))
                .collect(),
            start: show(&run.start),
            end: show(&run.end),
            steps: run.steps,
        });
        let open = answer.residuals.iter().map(|residual| OpenPathText {
            why: render::reason(&residual.why),
            conditions: residual.conds.iter().map(|cond| show_term(pool, *cond)).collect(),
            values: residual.model.as_ref().map(|model| values(pool, model)),
            configuration: (!residual.state.slots.is_empty()).then(|| show(&residual.state)),
        });
        ClaimText {
            claim: claim.name.clone(),
            place: self.files.describe(claim.span),
            verdict,
            why: rests.then(|| "it rests on a claim that is not proved".to_owned()),
            uses: answer.used.iter().map(|at| self.title(usable[*at])).collect(),
            steps: answer.steps,
            closed: answer.closed,
            queries: answer.queries,
            run,
            open: open.collect(),
        }
    }

    /// The first label that was asked for and that no claim has.
    fn unknown(&self, claims: &[&Claim]) -> Option<&str> {
        let wanted = self.wanted.as_ref()?;
        wanted.iter().copied().find(|name| claims.iter().all(|claim| claim.name != *name))
    }

    fn title(&self, claim: &Claim) -> String {
        let place = self.files.describe(claim.span);
        match claim.name.as_str() {
            "" => format!("claim at {place}"),
            name => format!("claim {name} ({place})"),
        }
    }

    fn answer(
        &self,
        pool: &Pool,
        claim: &Claim,
        answer: Option<&ClaimAnswer>,
        proved: bool,
        usable: &[&Claim],
    ) -> (String, Outcome) {
        let title = self.title(claim);
        let Some(answer) = answer else {
            return (format!("trusted: {title} is taken for granted\n"), Outcome::NoneFound);
        };
        let used: Vec<String> = answer.used.iter().map(|at| self.title(usable[*at])).collect();
        let used =
            if used.is_empty() { String::new() } else { format!(", by {}", used.join(" and ")) };
        let effort = format!(
            "{} on {}, {}",
            counted(usize::try_from(answer.steps).unwrap_or(usize::MAX), "step"),
            counted(usize::try_from(answer.closed).unwrap_or(usize::MAX), "closed path"),
            counted(usize::try_from(answer.queries).unwrap_or(usize::MAX), "question"),
        );
        if answer.vacuous {
            return (
                format!("vacuous: {title}: nothing satisfies its left side\n"),
                Outcome::Inconclusive,
            );
        }
        if let Some(refutation) = &answer.refuted {
            let text = format!("refuted: {title}\n{}", self.refutation(pool, refutation));
            return (text, Outcome::Violation);
        }
        if answer.residuals.is_empty() && proved {
            return (format!("proved: {title}: {effort}{used}\n"), Outcome::NoneFound);
        }
        if answer.residuals.is_empty() {
            let text =
                format!("not proved: {title}: it rests on a claim that is not proved{used}\n");
            return (text, Outcome::Inconclusive);
        }
        let mut text = format!("not proved: {title}: {effort}{used}\n");
        for residual in &answer.residuals {
            text.push_str(&self.residual(pool, residual));
        }
        (text, Outcome::Inconclusive)
    }

    fn refutation(&self, pool: &Pool, refutation: &RefutingRun) -> String {
        let values = refutation.values.iter();
        let values: Vec<String> = values
            .map(|(name, value)| format!("{name} = {}", self.language.show_value(pool, value)))
            .collect();
        let run = counted(usize::try_from(refutation.steps).unwrap_or(usize::MAX), "step");
        let with =
            if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) };
        format!(
            "  a run{with} ends after {run} without coming to the right side:\n{}  it starts from:\n{}",
            indented(&self.language.show_state(pool, &refutation.end)),
            indented(&self.language.show_state(pool, &refutation.start)),
        )
    }

    fn residual(&self, pool: &Pool, residual: &Residual) -> String {
        let conds: Vec<String> = residual.conds.iter().map(|cond| show_term(pool, *cond)).collect();
        let conds = if conds.is_empty() { "true".to_owned() } else { conds.join(" andBool ") };
        let mut text = format!("  left open: {}\n  where {conds}\n", render::reason(&residual.why));
        if let Some(model) = &residual.model {
            text.push_str(&format!("  such as {}\n", values(pool, model)));
        }
        if !residual.state.slots.is_empty() {
            text.push_str(&indented(&self.language.show_state(pool, &residual.state)));
        }
        text
    }
}

fn first_line(text: &str) -> String {
    format!("{}\n", text.lines().next().unwrap_or_default())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// The numbers, truth values and texts of a model.
fn values(pool: &Pool, model: &Model) -> String {
    let known = model.vars(pool).into_iter().filter_map(|variable| {
        let value = model.get(variable)?;
        pool.as_literal(value)?;
        Some(format!("{} = {}", show_term(pool, variable), show_term(pool, value)))
    });
    known.collect::<Vec<_>>().join(", ")
}

/// Which claims are proved: nothing is left open of them, nor of what their proofs rest on.
fn proved(claims: &[&Claim], answers: &[Option<ClaimAnswer>]) -> Vec<bool> {
    let closed = |answer: &Option<ClaimAnswer>| {
        answer.as_ref().is_none_or(|answer| {
            answer.residuals.is_empty() && answer.refuted.is_none() && !answer.vacuous
        })
    };
    let mut proved: Vec<bool> = answers.iter().map(closed).collect();
    loop {
        let rests_on_open = |at: &usize| {
            let used =
                answers[*at].as_ref().map(|answer| answer.used.as_slice()).unwrap_or_default();
            proved[*at] && used.iter().any(|other| !proved[*other])
        };
        let Some(at) = (0..claims.len()).find(rests_on_open) else { return proved };
        proved[at] = false;
    }
}

fn worse(one: Outcome, other: Outcome) -> Outcome {
    let rank = |outcome: Outcome| match outcome {
        Outcome::Violation => 2,
        Outcome::Inconclusive => 1,
        _ => 0,
    };
    if rank(other) > rank(one) { other } else { one }
}
