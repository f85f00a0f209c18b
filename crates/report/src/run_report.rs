//! The answers of `run` as reports: the function or the program is the target.

use crate::answer_report::{LEFT_OPEN, NOT_CONFIRMED, NOT_MODELLED};
use crate::{
    Answer, AskedTarget, Doubt, EventText, Finding, FunctionAnswer, InputText, JavaEnding, JavaRun,
    LassoText, PathAnswer, PathEnding, PathOutcome, ProgramRun, PropertyAnswer, PropertyHolds,
    RuleText, RunAnswer, SolutionText, SolutionsAnswer, TargetReport, VerbAnswer,
};

/// The codes of an assertion that does not hold, of an exception of a Java program, of programs in K that are stuck
/// or stop at a term without a value, of a pattern that nothing matches, and of a broken temporal property.
const ASSERTED: &str = "HS009";
const UNCAUGHT: &str = "JVM001";
const STUCK: &str = "KST001";
const UNDEFINED: &str = "KST002";
const NO_MATCH: &str = "KST003";
const LASSO: &str = "KST004";

impl VerbAnswer for RunAnswer {
    fn targets(&self, asked: &AskedTarget) -> Vec<TargetReport> {
        vec![match self {
            RunAnswer::Function(answer) => answer.target(asked),
            RunAnswer::Java(answer) => answer.target(asked),
            RunAnswer::Run(answer) => answer.target(asked),
            RunAnswer::Solutions(answer) => answer.target(asked),
            RunAnswer::Property(answer) => answer.target(asked),
        }]
    }
}

impl FunctionAnswer {
    fn target(&self, asked: &AskedTarget) -> TargetReport {
        let wrong = |answer: &&PathAnswer| {
            matches!(answer.outcome, PathOutcome::Violation | PathOutcome::Error)
        };
        let findings: Vec<Finding> = self
            .answers
            .iter()
            .filter(wrong)
            .map(|answer| {
                let code = answer.code.as_deref().unwrap_or(ASSERTED);
                let why = answer.message.clone().unwrap_or_default();
                let message = format!(
                    "{} {}",
                    self.call(answer),
                    match answer.outcome {
                        PathOutcome::Violation => format!("breaks what was asked for: {why}"),
                        _ => format!("fails: {why}"),
                    }
                );
                let place = answer.at.clone().or_else(|| asked.place.clone());
                Finding {
                    place,
                    inputs: answer.inputs.iter().enumerate().map(argument).collect(),
                    notes: streams(answer),
                    ..asked.finding(code, &why, message)
                }
            })
            .collect();
        let unconfirmed = self.unconfirmed.iter().map(|why| Doubt::plain(NOT_CONFIRMED, why));
        let open = self.open.iter().map(|why| Doubt::plain(NOT_MODELLED, why));
        // As many paths as were asked for are no doubt.
        let limits = self.met.iter().filter(|limit| !limit.is_wanted_count());
        let limits = limits.map(|limit| Doubt::plain(LEFT_OPEN, &limit.message));
        let doubts: Vec<Doubt> = unconfirmed.chain(open).chain(limits).collect();
        let others = self.answers.iter().filter(|answer| !wrong(answer));
        let notes = others.map(|answer| match &answer.output {
            Some(output) => format!("{} = {output}", self.call(answer)),
            None => format!("reached by {}", self.call(answer)),
        });
        let notes = notes.collect();
        let (answer, bounds) = match self.complete {
            true => (Answer::Holds, Vec::new()),
            false => (Answer::HoldsWithinBounds, vec![format!("paths ≤ {}", self.answers.len())]),
        };
        TargetReport { notes, bounds, ..asked.target(findings, doubts, answer) }
    }

    /// The call as it is written.
    fn call(&self, answer: &PathAnswer) -> String {
        let words = std::iter::once(self.function.as_str());
        let words = words.chain(answer.inputs.iter().map(String::as_str));
        format!("`{}`", words.collect::<Vec<_>>().join(" "))
    }
}

fn argument((at, value): (usize, &String)) -> InputText {
    InputText::plain(format!("argument {}", at + 1), value.clone())
}

fn streams(answer: &PathAnswer) -> Vec<String> {
    let streams = [
        ("reads", &answer.stdin),
        ("writes", &answer.stdout),
        ("writes as errors", &answer.stderr),
    ];
    let told =
        streams.iter().filter_map(|(what, text)| Some(format!("it {what} {}", (*text).as_ref()?)));
    told.collect()
}

impl JavaRun {
    fn target(&self, asked: &AskedTarget) -> TargetReport {
        let note = self.note.clone().unwrap_or_default();
        let first = note.lines().next().unwrap_or_default();
        let findings = (self.ending == JavaEnding::Threw).then(|| {
            let what = first.strip_prefix("Exception in thread \"main\" ").unwrap_or(first);
            let class = what.split(':').next().unwrap_or(what);
            let trace = note.lines().skip(1).map(|line| line.trim().to_owned());
            Finding {
                notes: trace.collect(),
                ..asked.finding(UNCAUGHT, class, format!("{what} comes out of `main`"))
            }
        });
        let doubts = match self.ending {
            JavaEnding::Returned | JavaEnding::Exited | JavaEnding::Threw => None,
            JavaEnding::Unsupported => Some(Doubt::plain(NOT_MODELLED, first)),
            JavaEnding::Interrupted | JavaEnding::Limit => Some(Doubt::plain(LEFT_OPEN, first)),
        };
        let status = self.exit_code.map(|code| format!("the program ends with status {code}"));
        let notes = status.into_iter().chain(self.differences.iter().cloned()).collect();
        let (findings, doubts) = (findings.into_iter().collect(), doubts.into_iter().collect());
        TargetReport { notes, ..asked.target(findings, doubts, Answer::Holds) }
    }
}

/// What the end of a path says of a program in K.
enum PathEnd {
    Fine,
    Wrong(&'static str),
    Open(&'static str),
}

impl PathEnd {
    fn of(ending: PathEnding) -> PathEnd {
        match ending {
            PathEnding::Finished | PathEnding::Depth => PathEnd::Fine,
            PathEnding::Stuck => PathEnd::Wrong(STUCK),
            PathEnding::Undefined => PathEnd::Wrong(UNDEFINED),
            PathEnding::Unsupported | PathEnding::TooDeep | PathEnding::Undecided => {
                PathEnd::Open(NOT_MODELLED)
            }
            PathEnding::Interrupted | PathEnding::Limit => PathEnd::Open(LEFT_OPEN),
        }
    }
}

impl ProgramRun {
    fn target(&self, asked: &AskedTarget) -> TargetReport {
        let note = || self.note.clone().unwrap_or_default();
        let (mut findings, mut doubts) = (Vec::new(), Vec::new());
        match PathEnd::of(self.ending) {
            PathEnd::Fine => {}
            PathEnd::Wrong(code) => {
                let message = self.failure.clone().unwrap_or_else(|| failure(code).to_owned());
                let more = self.note.iter().filter(|_| code == UNDEFINED).cloned();
                let notes = more.chain([steps(self.steps)]).collect();
                // The name is the one that `check` gives it.
                let what = format!("{message}\n");
                findings.push(Finding { notes, ..asked.finding(code, &what, message) });
            }
            PathEnd::Open(code) => doubts.push(Doubt::plain(code, note())),
        }
        let status = self.exit_code.filter(|code| *code != 0);
        let status = status.map(|code| format!("the program ends with exit code {code}"));
        let notes = status.into_iter().chain([steps(self.steps)]).collect();
        TargetReport { notes, ..asked.target(findings, doubts, Answer::Holds) }
    }
}

fn failure(code: &str) -> &'static str {
    match code {
        STUCK => "the program is stuck: no rule applies",
        _ => "the program stops at a term that has no value",
    }
}

fn steps(steps: u64) -> String {
    format!("after {}", source::counted(steps, "step"))
}

impl SolutionsAnswer {
    fn target(&self, asked: &AskedTarget) -> TargetReport {
        let mut findings: Vec<Finding> = Vec::new();
        let wrong = self.solutions.iter().filter(|one| one.sure && self.pattern.is_none());
        for solution in wrong {
            let Some(PathEnd::Wrong(code)) = solution.ending.map(PathEnd::of) else { continue };
            let message = solution.failure.clone().unwrap_or_else(|| failure(code).to_owned());
            let what = format!("{message}\n");
            let found = solution.finding(asked.finding(code, &what, message));
            match findings.iter_mut().find(|known| known.id == found.id) {
                Some(known) => known.more_paths += 1,
                None => findings.push(found),
            }
        }
        if let Some(pattern) = self.pattern.as_ref().filter(|_| self.is_without_match()) {
            let message = format!("no configuration matches the pattern `{pattern}`");
            findings.push(asked.finding(NO_MATCH, pattern, message));
        }
        let doubts = self.given_up.iter().filter(|why| !why.asked_for);
        let doubts =
            doubts.map(|why| Doubt { paths: why.times, ..Doubt::plain(LEFT_OPEN, &why.why) });
        let notes = self.solutions.iter().map(SolutionText::note).collect();
        let bounds = self.given_up.iter().map(|why| format!("asked for: {}", why.why));
        let bounds: Vec<String> = bounds.collect();
        let answer = match bounds.is_empty() {
            true => Answer::Holds,
            false => Answer::HoldsWithinBounds,
        };
        TargetReport { notes, bounds, ..asked.target(findings, doubts.collect(), answer) }
    }

    fn is_without_match(&self) -> bool {
        self.solutions.is_empty() && self.given_up.iter().all(|why| why.asked_for)
    }
}

impl SolutionText {
    fn finding(&self, plain: Finding) -> Finding {
        let inputs = self.inputs.iter().flatten().map(input);
        Finding {
            inputs: inputs.collect(),
            notes: std::iter::once(steps(self.steps)).chain(self.cond()).collect(),
            events: events(&self.path),
            ..plain
        }
    }

    /// The conditions on symbolic inputs, if there are any.
    fn cond(&self) -> Option<String> {
        let conds = self.conditions.join(" andBool ");
        (!conds.is_empty()).then(|| format!("where {conds}"))
    }

    fn note(&self) -> String {
        let inputs =
            self.inputs.iter().flatten().map(|(name, value)| format!(", {name} = {value}"));
        let bindings = self.bindings.iter().map(|(name, value)| format!(", {name} = {value}"));
        let values: String = inputs.chain(bindings).collect();
        let cond = self.cond().map(|cond| format!(" {cond}")).unwrap_or_default();
        format!("solution {}{cond}{values}", steps(self.steps))
    }
}

fn input((name, value): (&String, &String)) -> InputText {
    InputText::plain(name.clone(), value.clone())
}

/// Rules as the events of a path.
fn events(path: &[RuleText]) -> Vec<EventText> {
    let name = |rule: &RuleText| match (&rule.label, &rule.place) {
        (Some(label), _) => format!("rule {label}"),
        (None, Some(place)) => format!("rule at {place}"),
        (None, None) => format!("rule {}", rule.rule),
    };
    path.iter().map(|rule| EventText::plain(name(rule))).collect()
}

impl PropertyAnswer {
    fn target(&self, asked: &AskedTarget) -> TargetReport {
        let formula = &self.formula;
        let broken = self.run.iter().filter(|_| self.answer == PropertyHolds::Broken);
        let findings = broken.map(|run| {
            let message = format!("a run breaks the property `{formula}`");
            run.finding(asked.finding(LASSO, formula, message))
        });
        let mut doubts: Vec<Doubt> =
            self.given_up.iter().map(|why| Doubt::plain(LEFT_OPEN, why)).collect();
        if doubts.is_empty() && self.answer == PropertyHolds::Within {
            doubts.push(Doubt::plain(LEFT_OPEN, "not everything was explored"));
        }
        asked.target(findings.collect(), doubts, Answer::Holds)
    }
}

impl LassoText {
    fn finding(&self, plain: Finding) -> Finding {
        let inputs = self.inputs.iter().flatten().map(input);
        let mut events_of_run = events(&self.path);
        events_of_run.extend(events(&self.for_ever));
        let notes = match (self.path.len(), self.for_ever.len()) {
            (_, 0) => vec!["there the run ends".to_owned()],
            (before, around) => {
                vec![format!(
                    "after event {before} the last {} go on for ever",
                    source::counted(around, "event")
                )]
            }
        };
        Finding { inputs: inputs.collect(), events: events_of_run, notes, ..plain }
    }
}
