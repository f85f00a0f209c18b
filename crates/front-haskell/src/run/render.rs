//! Reports of a run: answers, what could not be confirmed, and what was left open.

use std::time::Duration;

use explore::{EndingKind, Limit, Unconfirmed};
use lang_haskell::answer::{Answer, CallOutcome};
use lang_haskell::lower::{Approximation, code};
use lang_haskell::question::Question;
use lang_haskell::types;
use report::{
    Envelope, FunctionAnswer, LimitText, Outcome, PathAnswer, PathOutcome, Place, RunAnswer,
    SolverText,
};
use source::{Files, Span};

/// All that is reported.
pub(super) struct Rendered {
    function: String,
    ty: String,
    /// The assertion, and on how many paths it holds.
    assertion: Option<(String, u64)>,
    answers: Vec<Answer>,
    /// Why answers were not confirmed.
    unconfirmed: Vec<String>,
    /// What was left open, each once, with its place.
    doubts: Vec<(String, Option<Span>)>,
    /// Limits that were met.
    pub(super) limits: Vec<Limit>,
    /// In what paths were looked for on numbers that are not those of the machine.
    pub(super) approximation: Approximation,
    /// Whether integers without bound were asked for.
    pub(super) ideal: bool,
    /// Whether a function is to be reached.
    reaches: bool,
    /// The counters of the solvers, if they are wanted.
    pub(super) solver: Option<SolverText>,
}

impl Rendered {
    pub(super) fn new(question: &Question, finished: u64) -> Rendered {
        let function = &question.function;
        let asserted = question.assert.as_ref().unwrap_or(function);
        let assertion = question.asserts().then(|| asserted.name.occ.clone());
        let params = function.params.iter().map(types::show_param);
        let shown: Vec<String> = params.chain([types::show(&function.result)]).collect();
        Rendered {
            function: function.name.occ.clone(),
            ty: shown.join(" -> "),
            assertion: assertion.map(|name| (name, finished)),
            answers: Vec::new(),
            unconfirmed: Vec::new(),
            doubts: Vec::new(),
            limits: Vec::new(),
            approximation: Approximation::default(),
            ideal: false,
            reaches: question.reaches.is_some(),
            solver: None,
        }
    }

    /// Takes in an answer, or why it does not count.
    pub(super) fn add(&mut self, answer: Result<Answer, String>) {
        match answer {
            Ok(answer) => self.answers.push(answer),
            Err(why) => self.unconfirmed.push(why),
        }
    }

    /// Takes in a path that has no answer.
    pub(super) fn doubt(&mut self, kind: &EndingKind) {
        let doubt = match kind {
            EndingKind::Violated(..) => return,
            EndingKind::Unconfirmed(_, Unconfirmed::Unknown(reason)) => {
                (format!("the solver could not tell: {reason}"), None)
            }
            EndingKind::Unconfirmed(_, Unconfirmed::NoModel) => {
                ("the solver gave no values".to_owned(), None)
            }
            EndingKind::Unconfirmed(_, Unconfirmed::Replay(why)) => {
                (format!("a replay went another way: {why}"), None)
            }
            EndingKind::Unconfirmed(_, why @ Unconfirmed::Undecided(_)) => (why.to_string(), None),
            EndingKind::Unsupported(gap) => (format!("not modelled: {}", gap.what), gap.span),
            EndingKind::Unknown(reason) => (format!("the solver could not tell: {reason}"), None),
            EndingKind::CutOff(limit, place) => {
                (format!("a path was cut off: {}", report::limit_text(*limit).message), *place)
            }
        };
        if !self.doubts.contains(&doubt) {
            self.doubts.push(doubt);
        }
    }

    /// Takes in that a search does not come to its end before a limit. Of the paths that had ended by then, only
    /// those that were confirmed have an answer.
    pub(super) fn cut_off(&mut self, limit: Limit, ended: u64) {
        let reported = self.answers.len() as u64;
        let lost = match ended.saturating_sub(reported) {
            0 => String::new(),
            lost => format!("; {} had ended by then and are not reported", counted(lost, "path")),
        };
        self.doubts.push((format!("a step does not come to its end{lost}"), None));
        self.limits.push(limit);
    }

    /// Names the time that the user gave where what was left of it is used up.
    pub(super) fn name_time(&mut self, given: Option<Duration>) {
        for limit in &mut self.limits {
            if let (Limit::Time(time), Some(given)) = (limit, given) {
                *time = given;
            }
        }
    }

    /// Whether every path was explored and has its answer.
    fn is_complete(&self) -> bool {
        self.limits.is_empty() && self.doubts.is_empty() && self.unconfirmed.is_empty()
    }

    /// Whether something is asked of all inputs and nothing was found that decides it.
    pub(super) fn is_open(&self) -> bool {
        let found = match &self.assertion {
            Some(_) => self.answers.iter().any(|answer| self.is_wrong(answer)),
            None => !self.answers.is_empty(),
        };
        (self.assertion.is_some() || self.reaches) && !found
    }

    /// Whether something was found that was not confirmed on numbers of the machine.
    pub(super) fn is_doubtful(&self) -> bool {
        !self.unconfirmed.is_empty()
    }

    /// Whether it may be otherwise on numbers of the machine.
    fn is_approximate(&self) -> bool {
        let Approximation { integers, fractions } = self.approximation;
        fractions || integers && !self.ideal
    }

    /// What the call comes to: as many answers as were asked for are enough.
    pub(super) fn outcome(&self, wanted: u64) -> Outcome {
        let enough = self.answers.len() as u64 >= wanted;
        let decided = self.is_complete() && !(self.is_open() && self.is_approximate());
        let found = match enough || decided {
            _ if self.answers.iter().any(|answer| self.is_wrong(answer)) => Outcome::Violation,
            true => Outcome::NoneFound,
            false => Outcome::Inconclusive,
        };
        match self.limits.contains(&Limit::Interrupted) {
            true => found.and(Outcome::Interrupted),
            false => found,
        }
    }

    /// Whether an answer is what a question forbids: where something is asserted of the result, a
    /// function that fails has none.
    fn is_wrong(&self, answer: &Answer) -> bool {
        match &answer.outcome {
            CallOutcome::Violates { .. } => true,
            CallOutcome::Failed(failure) => {
                self.assertion.is_some() && failure.code != code::REACHED
            }
            CallOutcome::Value { .. } => false,
        }
    }

    /// The answer for people.
    pub(super) fn human(&self, files: &Files) -> String {
        let mut out = format!("{} :: {}\n", self.function, self.ty);
        for answer in &self.answers {
            out.push_str(&format!("  {}\n", self.line(answer, files)));
        }
        for why in &self.unconfirmed {
            out.push_str(&format!("  not confirmed: {why}\n"));
        }
        for (doubt, span) in &self.doubts {
            let place =
                span.map_or_else(String::new, |span| format!(" at {}", files.describe(span)));
            out.push_str(&format!("  open: {doubt}{place}\n"));
        }
        out.push_str(&format!("{}\n", self.said()));
        out
    }

    /// The same, one line for each path.
    pub(super) fn short(&self, files: &Files) -> String {
        self.answers.iter().map(|answer| format!("{}\n", self.line(answer, files))).collect()
    }

    /// A call and what comes of it, with what it reads and writes.
    fn line(&self, answer: &Answer, files: &Files) -> String {
        let streams = [
            ("reads", &answer.input),
            ("writes", &answer.output),
            ("writes to the standard error", &answer.errors),
        ];
        let told = streams
            .into_iter()
            .filter_map(|(what, text)| text.as_ref().map(|text| format!("{what} {text}")));
        let told: Vec<String> = told.collect();
        let line = self.outcome_line(answer, files);
        if told.is_empty() { line } else { format!("{line}  -- {}", told.join(", ")) }
    }

    fn outcome_line(&self, answer: &Answer, files: &Files) -> String {
        let words: Vec<&str> =
            std::iter::once(&self.function).chain(&answer.args).map(String::as_str).collect();
        let call = words.join(" ");
        match &answer.outcome {
            CallOutcome::Value { text, .. } => format!("{call} = {text}"),
            CallOutcome::Failed(failure) if failure.code == code::REACHED => call,
            CallOutcome::Violates { text, failure } => {
                let result = text.as_deref().unwrap_or("_");
                format!("{call} = {result}  -- {}: {}", failure.code, failure.text())
            }
            CallOutcome::Failed(failure) => {
                let place = failure
                    .span
                    .map_or_else(String::new, |span| format!(", {}", files.describe(span)));
                format!("{call} = error  -- {}: {}{place}", failure.code, failure.text())
            }
        }
    }

    fn said(&self) -> String {
        let told = self.answers.len() as u64;
        let paths = match &self.assertion {
            None => counted(told, "path"),
            Some((name, finished)) => {
                let holds = format!("`{name}` holds on {}", counted(*finished, "path"));
                if told == 0 { holds } else { format!("{}; {holds}", counted(told, "failure")) }
            }
        };
        let findings = |limit: &Limit| matches!(limit, Limit::Findings(_));
        match self.limits.iter().find(|limit| !findings(limit)) {
            Some(limit) => format!("{paths}; gave up: {}", report::limit_text(*limit).message),
            None if self.limits.iter().any(findings) => format!("{paths}; there may be others"),
            None if self.is_complete() && self.approximation.is_any() => {
                format!("{paths}; no others, if numbers are unbounded and exact")
            }
            None if self.is_complete() => format!("{paths}; no others"),
            None => format!("{paths}; others were left open"),
        }
    }

    /// The answer for programs.
    pub(super) fn answer(&self, files: &Files, outcome: Outcome) -> Envelope<RunAnswer> {
        let met: Vec<LimitText> =
            self.limits.iter().map(|limit| report::limit_text(*limit)).collect();
        let answer = RunAnswer::Function(FunctionAnswer {
            function: self.function.clone(),
            ty: self.ty.clone(),
            answers: self.answers.iter().map(|answer| as_json(answer, files)).collect(),
            unconfirmed: self.unconfirmed.clone(),
            open: self.doubts.iter().map(|(doubt, _)| doubt.clone()).collect(),
            limits: met.iter().map(|limit| limit.message.clone()).collect(),
            met,
            complete: self.is_complete(),
            ideal_numbers: self.approximation.is_any(),
        });
        Envelope::new(host::TOOL, outcome, answer).with_solver(self.solver.clone())
    }
}

fn counted(count: u64, what: &str) -> String {
    match count {
        0 => format!("no {what}"),
        count => source::counted(count, what),
    }
}

fn as_json(answer: &Answer, files: &Files) -> PathAnswer {
    let plain = PathAnswer {
        inputs: answer.args.clone(),
        outcome: PathOutcome::Value,
        output: None,
        partial: None,
        code: None,
        message: None,
        place: None,
        at: None,
        stdin: answer.input.clone(),
        stdout: answer.output.clone(),
        stderr: answer.errors.clone(),
    };
    match &answer.outcome {
        CallOutcome::Value { text, is_partial } => {
            PathAnswer { output: Some(text.clone()), partial: Some(*is_partial), ..plain }
        }
        CallOutcome::Violates { text, failure } => PathAnswer {
            outcome: PathOutcome::Violation,
            output: text.clone(),
            code: Some(failure.code.to_owned()),
            message: Some(failure.text().to_owned()),
            ..plain
        },
        CallOutcome::Failed(failure) => PathAnswer {
            outcome: match failure.code {
                code::REACHED => PathOutcome::Reached,
                _ => PathOutcome::Error,
            },
            code: Some(failure.code.to_owned()),
            message: Some(failure.text().to_owned()),
            place: failure.span.map(|span| files.describe(span)),
            at: failure.span.map(|span| Place::new(files, span)),
            ..plain
        },
    }
}
