//! `spec show`: a property in another form.

use std::fmt::Write;

use anyhow::{Result, bail};
use frontend::Publisher;
use host::limits::LimitGuard;
use host::output;
use report::Outcome;
use source::{Files, counted};
use term::Pool;
use trace::syntax::tree::Mode;
use trace::{Automaton, Built, Context, Formula, Picture, Property, StateKind};
use trace_tools::Oracle;

use super::{LoadedSpec, SpecForm, SpecShow, solver, tell_limit};

/// A larger picture is of no use.
const MAX_STATES: usize = 200;
/// An expression with more parts than this is not written.
const MAX_PARTS: u64 = 100_000;

/// How much of a property is there.
enum Shown {
    /// All of it.
    Whole,
    /// Not all of it, for this reason.
    Cut(String),
    /// A limit was met, and what was built since then may be wrong.
    Stopped,
}

pub(super) fn show(args: &SpecShow, terminal: &Publisher) -> Result<Outcome> {
    let guard = LimitGuard::new(args.limits.budget());
    let (pool, mut files) = (Pool::new(), Files::new());
    let Some(loaded) = LoadedSpec::read(&pool, &mut files, &args.file, terminal)? else {
        return Ok(Outcome::BadInput);
    };
    let properties = loaded.properties(args.property.as_deref())?;
    let picture = matches!(args.form, SpecForm::Svg | SpecForm::Dot | SpecForm::Mermaid);
    if picture && properties.len() != 1 {
        let names: Vec<&str> = properties.iter().map(|p| p.name.as_str()).collect();
        bail!("a picture shows one property: choose with --property among {}", names.join(", "));
    }
    let mut solver = solver(&args.solving, &loaded.theory(&pool), &guard)?;
    let mut oracle = Oracle::until(&mut *solver, guard.stop());
    let regexes = oracle.regexes(&pool);
    let ctx = Context { pool: &pool, alphabet: &loaded.spec.alphabet, regexes: &regexes };
    let mut out = String::new();
    let mut outcome = Outcome::NoneFound;
    for property in properties {
        let (text, shown) = one(ctx, property, args.form, &mut oracle)?;
        match shown {
            Shown::Whole => {}
            Shown::Cut(why) => {
                terminal.complain(&format!("warning: {why}"));
                outcome = Outcome::Inconclusive;
            }
            Shown::Stopped => break,
        }
        out.push_str(&text);
    }
    outcome = outcome.and(guard.outcome());
    tell_limit(&guard, terminal);
    match &args.output {
        Some(path) => output::to_file(path, &out)?,
        None => {
            output::to_stdout(&out)?;
        }
    }
    Ok(outcome)
}

/// The text of a property, and how much of it is there.
fn one(
    ctx: Context<'_>,
    property: &Property,
    form: SpecForm,
    oracle: &mut Oracle<'_>,
) -> Result<(String, Shown)> {
    let name = &property.name;
    let regex = ctx.regexes.of_formula(ctx.pool, &property.formula)?;
    let whole = |text| Ok((text, Shown::Whole));
    match form {
        SpecForm::Ltlf => return ltlf(ctx, property),
        SpecForm::Formula => {
            let text = trace_tools::show_formula(ctx, &property.formula);
            let word = match trace_tools::mode_of(&property.formula) {
                Mode::Ltl => "property",
                Mode::Regex => "regex",
            };
            return whole(format!("{word} {name} := {text}\n"));
        }
        SpecForm::Regex => match ctx.show_regex(regex, MAX_PARTS) {
            Some(text) => return whole(format!("regex {name} := {text}\n")),
            None => {
                let why = format!(
                    "the expression of `{name}` has more than {MAX_PARTS} parts and is not written"
                );
                return Ok((String::new(), Shown::Cut(why)));
            }
        },
        SpecForm::Automaton | SpecForm::Svg | SpecForm::Dot | SpecForm::Mermaid => {}
    }
    let mut feasible = |pool: &Pool, terms: &[term::Term]| oracle.feasible(pool, terms);
    // What is stated as an automaton is shown as its author wrote it.
    if let Formula::Machine(_) = property.formula {
        let picture =
            Picture::of_property(ctx, &property.formula, MAX_STATES, &mut feasible, None)?;
        return whole(picture.map(|picture| drawn(name, &picture, form)).unwrap_or_default());
    }
    let mut automaton = Automaton::new(regex);
    let shown = match automaton.build(ctx, MAX_STATES, &mut feasible) {
        Built::Complete => Shown::Whole,
        Built::StateLimit(most) => {
            Shown::Cut(format!("the automaton of `{name}` has more than {most} states and is cut"))
        }
        Built::Stopped => return Ok((String::new(), Shown::Stopped)),
    };
    Ok((drawn(name, &Picture::of(ctx, &automaton), form), shown))
}

/// The property in the form of textbooks, with what its propositions stand for.
fn ltlf(ctx: Context<'_>, property: &Property) -> Result<(String, Shown)> {
    let name = &property.name;
    match trace_tools::textbook(ctx, &property.formula) {
        Err(why) => {
            Ok((String::new(), Shown::Cut(format!("`{name}` is not written as LTLf: {why}"))))
        }
        Ok(formula) => {
            let (formula, events) = formula.show(ctx);
            let mut out = format!("# {name}: traces are not empty, X is strong and WX weak\n");
            for (at, event) in events.iter().enumerate() {
                let _ = writeln!(out, "# e{}: {event}", at + 1);
            }
            let _ = writeln!(out, "{formula}");
            Ok((out, Shown::Whole))
        }
    }
}

fn drawn(name: &str, picture: &Picture, form: SpecForm) -> String {
    match form {
        SpecForm::Svg => picture.to_svg(),
        SpecForm::Dot => picture.to_dot(),
        SpecForm::Mermaid => picture.to_mermaid(),
        SpecForm::Formula | SpecForm::Ltlf | SpecForm::Regex | SpecForm::Automaton => {
            table(name, picture)
        }
    }
}

/// The states with their edges, for a terminal.
fn table(name: &str, picture: &Picture) -> String {
    let mut out = format!("automaton {name}, {}\n", counted(picture.states.len(), "state"));
    for (number, state) in picture.states.iter().enumerate() {
        let kind = match state.kind {
            StateKind::Accepting => "accepting",
            StateKind::Rejecting => "not accepting",
            StateKind::Dead => "lost for good",
            StateKind::Open => "not looked into",
        };
        let start = if number == 0 { ", start" } else { "" };
        let _ = writeln!(out, "\n{} ({kind}{start}): {}", state.name, state.note);
        for edge in picture.edges.iter().filter(|edge| edge.from == number) {
            let _ = writeln!(out, "  {} -> {}", edge.label, picture.states[edge.to].name);
        }
    }
    out
}
