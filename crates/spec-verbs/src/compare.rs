//! `spec compare`: whether two specs mean the same.

use std::fmt::Write;

use anyhow::{Result, bail};
use frontend::Publisher;
use frontend::args::Format;
use host::{TOOL, output};
use report::{
    ComparedSide, ComparisonAnswer, ComparisonText, Envelope, Outcome, SideText, SpecComparisons,
    TraceText,
};
use source::Files;
use term::Pool;
use trace::{Context, Param};
use trace_tools::{Bounds, Comparison, Oracle, Side, Witness};

use super::{LoadedSpec, SpecCompare, asked, met_limit, solver, tell_limit};

pub(super) fn compare(args: &SpecCompare, terminal: &Publisher) -> Result<Outcome> {
    let guard = terminal.guard(args.limits.budget(), &args.shown);
    let (pool, mut files) = (Pool::new(), Files::new());
    let mut read = |path| LoadedSpec::read(&pool, &mut files, path, terminal);
    let (Some(first), Some(second)) = (read(&args.first)?, read(&args.second)?) else {
        return Ok(Outcome::BadInput);
    };
    let pairs = pairs(&first, &second, args.property.as_deref())?;
    let merged = trace_tools::merge(&pool, &first.spec, &second.spec)?;
    let mut both = first.spec.clone();
    both.axioms.extend(second.spec.axioms.iter().cloned());
    let theory = trace_tools::theory_of(&pool, &both);
    let mut solver = solver(&args.solving, &theory, &guard)?;
    let mut oracle = Oracle::until(&mut *solver, guard.stop());
    let regexes = oracle.regexes(&pool);
    let ctx = Context { pool: &pool, alphabet: &merged.alphabet, regexes: &regexes };
    let bounds = Bounds { length: args.max_length.unwrap_or(usize::MAX), ..Bounds::default() };
    let params = params(&first, &second);
    let (mut answers, mut outcome) = (Vec::new(), Outcome::NoneFound);
    for (a, b) in pairs {
        let one = &first.property(&a)?.formula;
        let other = merged.second(&second.property(&b)?.formula);
        let comparison = trace_tools::compare(ctx, one, &other, bounds, &mut oracle)?;
        outcome = outcome.and(outcome_of(&comparison));
        let names = [format!("{}:{a}", first.name), format!("{}:{b}", second.name)];
        answers.push(Answer { names, comparison });
    }
    outcome = outcome.and(guard.outcome());
    tell_limit(&guard, terminal);
    let human: String = answers.iter().map(|answer| answer.human(ctx, &params)).collect();
    if args.shown.format == Format::Human {
        output::to_stdout(&human)?;
    }
    let comparisons = answers.iter().map(|answer| answer.json(ctx, &params)).collect();
    let answer = SpecComparisons { comparisons, limit: met_limit(&guard) };
    let answer = Envelope::new(TOOL, outcome, answer);
    let own = (&[Format::Human][..], Some(human.as_str()));
    terminal.publish(&args.shown, &answer, (&asked(&first.name), &files), own)?;
    Ok(outcome)
}

/// Which properties to compare with which.
fn pairs(
    first: &LoadedSpec,
    second: &LoadedSpec,
    wanted: Option<&str>,
) -> Result<Vec<(String, String)>> {
    if let Some(wanted) = wanted {
        let (a, b) = wanted.split_once('=').unwrap_or((wanted, wanted));
        return Ok(vec![(a.to_owned(), b.to_owned())]);
    }
    let names = |loaded: &LoadedSpec| -> Vec<String> {
        loaded.spec.properties.iter().map(|property| property.name.clone()).collect()
    };
    let (a, b) = (names(first), names(second));
    if let ([one], [other]) = (&a[..], &b[..]) {
        return Ok(vec![(one.clone(), other.clone())]);
    }
    let common: Vec<_> = a.iter().filter(|name| b.contains(name)).cloned().collect();
    if common.is_empty() {
        bail!(
            "no property has the same name in both; choose two with --property NAME=OTHER among {} and {}",
            a.join(", "),
            b.join(", ")
        );
    }
    Ok(common.into_iter().map(|name| (name.clone(), name)).collect())
}

/// The parameters and constants of both, each once.
fn params(first: &LoadedSpec, second: &LoadedSpec) -> Vec<Param> {
    let mut params: Vec<Param> = Vec::new();
    for loaded in [first, second] {
        for param in loaded.spec.ghosts.iter().chain(&loaded.spec.consts) {
            if !params.iter().any(|known| known.var == param.var) {
                params.push(param.clone());
            }
        }
    }
    params
}

fn outcome_of(comparison: &Comparison) -> Outcome {
    match comparison.are_equal() {
        Some(true) => Outcome::NoneFound,
        Some(false) => Outcome::Violation,
        None => Outcome::Inconclusive,
    }
}

/// A comparison with the names of what was compared.
struct Answer {
    names: [String; 2],
    comparison: Comparison,
}

impl Answer {
    fn sides(&self) -> [(&str, &str, &Side); 2] {
        let [a, b] = &self.names;
        [(a, b, &self.comparison.only_first), (b, a, &self.comparison.only_second)]
    }

    /// What the two have to do with each other, and up to which length, if only so far.
    fn answer(&self) -> (ComparisonAnswer, Option<usize>) {
        let Comparison { only_first, only_second } = &self.comparison;
        match (only_first, only_second) {
            (Side::Empty, Side::Empty) => (ComparisonAnswer::Equal, None),
            (Side::Empty, Side::Witness(_)) | (Side::Witness(_), Side::Empty) => {
                (ComparisonAnswer::Included, None)
            }
            (Side::Witness(_), Side::Witness(_)) => (ComparisonAnswer::Incomparable, None),
            (Side::Witness(_), _) | (_, Side::Witness(_)) => (ComparisonAnswer::Different, None),
            (Side::EmptyUpTo(a, _), Side::EmptyUpTo(b, _)) => up_to(*a.min(b)),
            (Side::EmptyUpTo(length, _), _) | (_, Side::EmptyUpTo(length, _)) => up_to(*length),
            (Side::NotConfirmed, _) | (_, Side::NotConfirmed) => {
                (ComparisonAnswer::NotDecided, None)
            }
        }
    }

    fn headline(&self) -> String {
        let [a, b] = &self.names;
        let first_is_smaller = matches!(self.comparison.only_first, Side::Empty);
        let (small, large) = if first_is_smaller { (a, b) } else { (b, a) };
        let Comparison { only_first, only_second } = &self.comparison;
        let unconfirmed = [only_first, only_second].iter().any(|s| matches!(s, Side::NotConfirmed));
        match self.answer() {
            (ComparisonAnswer::Equal, _) => format!("equal: {a} and {b} have the same traces"),
            (ComparisonAnswer::Included, _) => format!(
                "included: every trace of {small} is one of {large}, but not the other way round"
            ),
            (ComparisonAnswer::Incomparable, _) => {
                format!("incomparable: {a} and {b} each have traces that the other lacks")
            }
            (ComparisonAnswer::Different, _) => {
                format!("different: {a} and {b}; whether one includes the other is not decided")
            }
            (ComparisonAnswer::EqualUpToLength, length) => {
                let length = length.unwrap_or_default();
                format!("equal up to length {length}: {a} and {b}; beyond is not decided")
            }
            (ComparisonAnswer::NotDecided, _) if unconfirmed => {
                format!("not decided: a difference between {a} and {b} was not confirmed")
            }
            (ComparisonAnswer::NotDecided, _) => format!("not decided: {a} and {b}"),
        }
    }

    fn human(&self, ctx: Context<'_>, params: &[Param]) -> String {
        let mut out = format!("{}\n", self.headline());
        for (here, there, side) in self.sides() {
            match side {
                Side::Empty => {}
                Side::Witness(witness) => {
                    let _ = writeln!(out, "\n  a shortest trace of {here} that {there} lacks:");
                    out.push_str(&witness_text(ctx, witness, params));
                }
                Side::EmptyUpTo(_, gap) => {
                    let _ = writeln!(out, "  = note: traces of {here} that {there} lacks: {gap}");
                }
                Side::NotConfirmed => {
                    let _ = writeln!(
                        out,
                        "  = note: the independent judge does not confirm a trace of {here}; \
                         please report this as a bug"
                    );
                }
            }
        }
        out
    }

    fn json(&self, ctx: Context<'_>, params: &[Param]) -> ComparisonText {
        let (answer, length) = self.answer();
        let side = |side: &Side| match side {
            Side::Empty => SideText { empty: Some(true), ..SideText::default() },
            Side::Witness(witness) => SideText {
                witness: Some(witness_json(ctx, witness, params)),
                ..SideText::default()
            },
            Side::EmptyUpTo(length, gap) => SideText {
                empty_up_to: length.map(|length| length as u64),
                why: Some(gap.to_string()),
                ..SideText::default()
            },
            Side::NotConfirmed => SideText {
                why: Some("not confirmed by the judge".to_owned()),
                ..SideText::default()
            },
        };
        ComparisonText {
            first: self.names[0].clone(),
            second: self.names[1].clone(),
            answer,
            included: (answer == ComparisonAnswer::Included).then_some(
                match self.comparison.only_first {
                    Side::Empty => ComparedSide::First,
                    _ => ComparedSide::Second,
                },
            ),
            length: length.map(|length| length as u64),
            only_first: side(&self.comparison.only_first),
            only_second: side(&self.comparison.only_second),
        }
    }
}

fn up_to(length: Option<usize>) -> (ComparisonAnswer, Option<usize>) {
    match length {
        Some(_) => (ComparisonAnswer::EqualUpToLength, length),
        None => (ComparisonAnswer::NotDecided, None),
    }
}

/// The events of a witness, one to a line, under the values of its parameters.
pub(super) fn witness_text(ctx: Context<'_>, witness: &Witness, params: &[Param]) -> String {
    let mut out = String::new();
    let values = witness.values(ctx, params);
    if !values.is_empty() {
        let values: Vec<String> = values.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        let _ = writeln!(out, "    with {}", values.join(", "));
    }
    let lines = witness.lines(ctx);
    if lines.is_empty() {
        out.push_str("    (the empty trace)\n");
    }
    for (number, line) in lines.iter().enumerate() {
        let _ = writeln!(out, "    {:>2}  {line}", number + 1);
    }
    out
}

/// A witness with its events in the form of logs.
pub(super) fn witness_json(ctx: Context<'_>, witness: &Witness, params: &[Param]) -> TraceText {
    TraceText {
        params: witness.values(ctx, params).into_iter().collect(),
        trace: witness.trace.iter().map(|event| trace_tools::event_json(ctx, event)).collect(),
    }
}
