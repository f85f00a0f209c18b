//! Answers: what was found on ideal numbers, tried on machine numbers, in Haskell's words.

use lang_core::Session;
use machine::{Event, Failure, Input};
use term::{Pool, Term};

use crate::core::Type;
use crate::lower::{Numbers, code, world};
use crate::outside;
use crate::program::Program;
use crate::question::Question;
use crate::run::{self, Call, End, Ran};
use crate::types::{self, Head};
use crate::value::{self, Shower, Style};

/// A call of a function and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The arguments, as they are written in a call.
    pub args: Vec<String>,
    /// What comes of it.
    pub outcome: CallOutcome,
    /// The standard input, as a literal; none if it is not read.
    pub input: Option<String>,
    /// What is written to the standard output, as a literal; none if nothing is.
    pub output: Option<String>,
    /// What is written to the standard error, as a literal; none if nothing is.
    pub errors: Option<String>,
}

/// What comes of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallOutcome {
    /// A result.
    Value {
        /// As it is written.
        text: String,
        /// Whether something in it was not evaluated, because it may have no end.
        is_partial: bool,
    },
    /// A failure.
    Failed(Failure),
    /// A result of which an assertion does not hold; no text if it could not be computed.
    Violates {
        /// The result as it is written.
        text: Option<String>,
        /// The failure of the assertion.
        failure: Failure,
    },
}

/// Tries answers to one question on machine numbers.
pub struct Confirmer<'p> {
    program: &'p Program,
    question: &'p Question,
    pool: Pool,
    session: Session,
    /// The same without the assertion: what the result is that breaks it.
    plain: Session,
}

impl<'p> Confirmer<'p> {
    /// Prepares to try answers.
    #[must_use]
    pub fn new(program: &'p Program, question: &'p Question) -> Confirmer<'p> {
        let pool = Pool::new();
        let session = program.session(&pool, Numbers::Machine, question);
        let alone = Question { assert: None, returns_true: false, ..question.clone() };
        let plain = program.session(&pool, Numbers::Machine, &alone);
        Confirmer { program, question, pool, session, plain }
    }

    /// Tries an answer that was found in another pool: its inputs, and how it ended there. An error
    /// says why it does not count.
    pub fn confirm(
        &self,
        ideal: &Pool,
        inputs: &[(Input, Term)],
        found: &Failure,
        max_steps: u64,
    ) -> Result<Answer, String> {
        self.check_numbers(ideal, inputs)?;
        let Ran { end, calls, events } = self.run(&self.session, ideal, inputs, max_steps);
        let mut outcome = self.outcome(end, found)?;
        if let CallOutcome::Failed(failure) = &outcome
            && failure.code == code::ASSERTION
        {
            let result = self.run(&self.plain, ideal, inputs, max_steps).end;
            outcome = CallOutcome::Violates { text: self.text(&result), failure: failure.clone() };
        }
        Ok(Answer {
            args: self.args(ideal, inputs, &calls),
            outcome,
            input: self.input(ideal, inputs),
            output: self.written(world::OUTPUT, &events),
            errors: self.written(world::ERRORS, &events),
        })
    }

    /// The standard input, if it was asked for.
    fn input(&self, ideal: &Pool, inputs: &[(Input, Term)]) -> Option<String> {
        let shower = Shower { pool: ideal, linked: self.program.linked() };
        let read = inputs.iter().find(|(input, _)| input.name == world::INPUT);
        read.map(|(_, value)| shower.show(&world::text(), *value))
    }

    /// All that was written to one of the streams.
    fn written(&self, stream: &str, events: &[Event]) -> Option<String> {
        let shower = Shower { pool: &self.pool, linked: self.program.linked() };
        let own = events.iter().filter(|event| self.pool.name(event.op) == stream);
        let mut codes: Option<Vec<u32>> = None;
        for text in own.flat_map(|event| &event.args) {
            codes.get_or_insert_default().extend(shower.characters(*text).unwrap_or_default());
        }
        codes.map(|codes| value::string_literal(&codes))
    }

    fn run(
        &self,
        session: &Session,
        ideal: &Pool,
        inputs: &[(Input, Term)],
        max_steps: u64,
    ) -> Ran {
        let mut left = inputs.iter();
        let answer = |asked: &Input| match left.next() {
            Some((_, value)) => value::machine_value(ideal, *value, &self.pool, asked.sort)
                .ok_or_else(|| format!("the value of {} is not a machine number", asked.name)),
            None => Err(format!("it asks for {}, which has no value", asked.name)),
        };
        run::run(&self.pool, session, answer, max_steps)
    }

    /// The result of a run, if it has one.
    fn text(&self, end: &End) -> Option<String> {
        let shower = Shower { pool: &self.pool, linked: self.program.linked() };
        match end {
            End::Finished(Some(value)) => Some(shower.show(self.question.result(), *value)),
            _ => None,
        }
    }

    fn check_numbers(&self, ideal: &Pool, inputs: &[(Input, Term)]) -> Result<(), String> {
        let shower = Shower { pool: ideal, linked: self.program.linked() };
        for (number, ty) in self.question.function.params.iter().enumerate() {
            let name = Question::input_name(number);
            let value = inputs.iter().find(|(input, _)| input.name == name);
            if value.is_some_and(|(_, value)| !shower.is_of_machine(ty, *value)) {
                return Err(format!("{name} is not a value of {}", types::show(ty)));
            }
        }
        let read = inputs.iter().find(|(input, _)| input.name == world::INPUT);
        if read.is_some_and(|(_, value)| !shower.is_of_machine(&world::text(), *value)) {
            return Err(format!("the {} is not a text", world::INPUT));
        }
        Ok(())
    }

    /// What came of a run, if it is what was found on ideal numbers.
    fn outcome(&self, end: End, found: &Failure) -> Result<CallOutcome, String> {
        let shower = Shower { pool: &self.pool, linked: self.program.linked() };
        match end {
            End::Finished(Some(value)) if found.code == code::FINISHED => Ok(CallOutcome::Value {
                text: shower.show(self.question.result(), value),
                is_partial: !self.pool.is_ground(value),
            }),
            End::Failed(failure) if (failure.code, failure.span) == (found.code, found.span) => {
                Ok(CallOutcome::Failed(failure))
            }
            End::Finished(_) => Err("on 64-bit numbers it has another result".to_owned()),
            End::Failed(failure) => {
                Err(format!("on 64-bit numbers it ends otherwise: {}", failure.text()))
            }
            End::Discarded => Err("on 64-bit numbers an assumption excludes it".to_owned()),
            End::Unsupported(gap) => Err(format!("on 64-bit numbers it comes to {}", gap.what)),
            End::OutOfSteps(steps) => Err(format!("it was still running after {steps} steps")),
            End::Stuck(why) => Err(why),
        }
    }

    /// The arguments as they are written in a call.
    fn args(&self, ideal: &Pool, inputs: &[(Input, Term)], calls: &[Call]) -> Vec<String> {
        let machine = Shower { pool: &self.pool, linked: self.program.linked() };
        let ideal = Shower { pool: ideal, linked: self.program.linked() };
        let params = &self.question.function.params;
        arguments(params, (ideal, inputs), (machine, calls), Style::Shown)
    }
}

/// The arguments of a call as they are written: those that were asked for under the names of
/// [`Question::input_name`], and functions by the calls that were made of them.
#[must_use]
pub fn arguments(
    params: &[Type],
    (ideal, inputs): (Shower<'_>, &[(Input, Term)]),
    (machine, calls): (Shower<'_>, &[Call]),
    style: Style,
) -> Vec<String> {
    let (mut texts, mut functions) = (Vec::new(), 0);
    for (number, ty) in params.iter().enumerate() {
        let name = Question::input_name(number);
        let value = inputs.iter().find(|(input, _)| input.name == name);
        texts.push(match (value, types::head(ideal.linked, ty)) {
            (Some((_, value)), _) => ideal.write_argument(ty, *value, style),
            (None, Head::Function(params, result)) => {
                let own = calls.iter().filter(|call| call.function == functions).collect();
                functions += 1;
                lambda(machine, &params, &result, own, style)
            }
            // A type with one value is not asked for.
            (None, Head::Unit) => "()".to_owned(),
            (None, _) => value::HOLE.to_owned(),
        });
    }
    texts
}

/// A function that does what it did in some calls; one that was not called is left open.
fn lambda(
    shower: Shower<'_>,
    params: &[Type],
    result: &Type,
    calls: Vec<&Call>,
    style: Style,
) -> String {
    let row = |call: &&Call| {
        let args = params.iter().zip(&call.args).map(|(ty, arg)| shower.write(ty, *arg, style));
        (args.collect::<Vec<String>>(), shower.write(result, call.result, style))
    };
    let mut rows: Vec<(Vec<String>, String)> = Vec::new();
    for row in calls.iter().map(row) {
        if rows.iter().all(|(args, _)| *args != row.0) {
            rows.push(row);
        }
    }
    let Some((_, last)) = rows.last().cloned() else { return value::HOLE.to_owned() };
    let names: Vec<&str> = NAMES.iter().copied().cycle().take(params.len()).collect();
    if rows.iter().all(|(_, result)| *result == last) {
        return format!("(\\{} -> {last})", vec!["_"; params.len()].join(" "));
    }
    let tuple = |parts: &[String]| match parts {
        [one] => one.clone(),
        many => format!("({})", many.join(", ")),
    };
    let known = rows.iter().filter(|(_, result)| *result != last);
    if params.iter().any(|ty| !outside::imports(shower.linked, ty).is_empty()) {
        // What has no constructor is no pattern.
        let tests: String = known
            .map(|(args, result)| {
                let pairs = names.iter().zip(args).map(|(name, arg)| format!("{name} == {arg}"));
                let pairs: Vec<String> = pairs.collect();
                format!("if {} then {result} else ", pairs.join(" && "))
            })
            .collect();
        return format!("(\\{} -> {tests}{last})", names.join(" "));
    }
    let alts: Vec<String> =
        known.map(|(args, result)| format!("{} -> {result}", tuple(args))).collect();
    let scrutinee: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    format!(
        "(\\{} -> case {} of {{ {}; _ -> {last} }})",
        names.join(" "),
        tuple(&scrutinee),
        alts.join("; ")
    )
}

/// Names for the parameters of a function.
const NAMES: [&str; 6] = ["x", "y", "z", "u", "v", "w"];
