//! The answers of `solve` and `diff` as reports: each goal is a target, and so are two interpreters that are compared.

use crate::answer_report::{LEFT_OPEN, NOT_CONFIRMED};
use crate::{
    Answer, AskedTarget, DiffAnswer, DifferenceText, Doubt, Finding, GoalAnswer, InputText,
    NamedValue, Outcome, SolutionValues, SolveAnswer, TargetReport, VerbAnswer,
};

/// The code of a goal without an answer.
const NO_ANSWER: &str = "INT010";
/// The code of a program on which two interpreters differ.
const DIFFERENCE: &str = "INT011";
/// The code of events that break a property.
const BROKEN: &str = "EVT001";

impl VerbAnswer for SolveAnswer {
    fn targets(&self, asked: &AskedTarget) -> Vec<TargetReport> {
        self.goals.iter().map(|goal| goal.target(asked)).collect()
    }
}

impl GoalAnswer {
    fn target(&self, asked: &AskedTarget) -> TargetReport {
        let file = self.place.as_ref().map_or(&asked.file, |place| &place.file);
        let (file, place) = (file.clone(), self.place.clone());
        let asked = AskedTarget { file, place, ..asked.named(&self.name) };
        let findings = self.findings(&asked);
        let unconfirmed = self.answers.iter().filter(|answer| !answer.confirmed);
        let mut doubts: Vec<Doubt> = unconfirmed.map(|answer| self.unconfirmed(answer)).collect();
        let open = match self.outcome {
            Outcome::Inconclusive | Outcome::Interrupted => findings.is_empty(),
            _ => false,
        };
        if open && doubts.is_empty() {
            let message = format!("`{}` is not decided: {}", self.goal, self.said);
            doubts.push(Doubt { place: self.place.clone(), ..Doubt::plain(LEFT_OPEN, message) });
        }
        let answers = self.answers.iter().filter(|_| self.property.is_none());
        let answers = answers.map(|answer| format!("answer: {}", shown(&answer.unknowns)));
        let notes = answers.chain([self.said.clone()]).collect();
        TargetReport { notes, ..asked.target(findings, doubts, Answer::Holds) }
    }

    fn findings(&self, asked: &AskedTarget) -> Vec<Finding> {
        let Some(property) = &self.property else {
            let is_lost = self.outcome == Outcome::Violation;
            let message = || format!("the goal has no answer: {}", self.goal);
            let lost = is_lost.then(|| Finding {
                notes: vec![self.said.clone()],
                ..asked.finding(NO_ANSWER, &self.goal, message())
            });
            return lost.into_iter().collect();
        };
        let confirmed = self.answers.iter().filter(|answer| answer.confirmed);
        let finding = |answer: &SolutionValues| Finding {
            inputs: answer.instance.iter().map(input).collect(),
            notes: answer.failure.iter().map(|why| format!("the run fails: {why}")).collect(),
            ..asked.finding(
                BROKEN,
                property,
                format!("the events of a run break the property `{property}`"),
            )
        };
        confirmed.map(finding).collect()
    }

    fn unconfirmed(&self, answer: &SolutionValues) -> Doubt {
        let values = shown(&answer.unknowns);
        let message = format!("an answer to `{}` was not confirmed: {values}", self.goal);
        Doubt { place: self.place.clone(), ..Doubt::plain(NOT_CONFIRMED, message) }
    }
}

fn shown(values: &[NamedValue]) -> String {
    let one = |value: &NamedValue| format!("{} = {}", value.name, value.value);
    match values {
        [] => "yes".to_owned(),
        values => values.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}

fn input(value: &NamedValue) -> InputText {
    InputText::plain(value.name.clone(), value.value.clone())
}

impl VerbAnswer for DiffAnswer {
    fn targets(&self, asked: &AskedTarget) -> Vec<TargetReport> {
        let (confirmed, others): (Vec<_>, Vec<_>) =
            self.differences.iter().partition(|difference| difference.confirmed);
        let findings: Vec<Finding> =
            confirmed.into_iter().map(|found| self.finding(asked, found)).collect();
        let unconfirmed = others.into_iter().map(|found| {
            let message = format!("a difference on `{}` was not confirmed", found.program);
            Doubt::plain(NOT_CONFIRMED, message)
        });
        let mut doubts: Vec<Doubt> = unconfirmed.collect();
        if !self.complete && findings.is_empty() && doubts.is_empty() {
            let message = format!("whether they differ is not decided: {}", self.said);
            doubts.push(Doubt::plain(LEFT_OPEN, message));
        }
        let notes = vec![self.said.clone()];
        vec![TargetReport { notes, ..asked.target(findings, doubts, Answer::Holds) }]
    }
}

impl DiffAnswer {
    fn finding(&self, asked: &AskedTarget, found: &DifferenceText) -> Finding {
        let [one, other] = [0, 1].map(|at| self.interpreters.get(at).map_or("", String::as_str));
        let mut notes = vec![format!("{one}: {}", found.left), format!("{other}: {}", found.right)];
        if found.instance != found.program {
            notes.insert(0, format!("run on {}", found.instance));
        }
        if !found.conditions.is_empty() {
            notes.insert(0, format!("where {}", found.conditions.join(", ")));
        }
        let program = NamedValue { name: "program".to_owned(), value: found.instance.clone() };
        let message = format!("`{one}` and `{other}` differ on {}", found.program);
        Finding {
            inputs: vec![input(&program)],
            witness: found.saved.clone(),
            notes,
            ..asked.finding(DIFFERENCE, &found.program, message)
        }
    }
}
