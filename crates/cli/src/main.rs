//! The command line: arguments in, report out, and the wiring between them.
//!
//! Standard output is the report and nothing else; progress and complaints go to standard error.
//! What a call comes to is an [`Outcome`], and its exit code is decided there. A panic of ours is
//! caught here, once, and reported as what it is: a bug in Tracehound.
//!
//! This crate holds no algorithm. Start reading at [`check`].

mod baseline;
mod check;
mod doctor;
mod explain;
#[cfg(test)]
mod features;
mod front;
mod generate;
mod last_words;
mod list;
mod panics;
mod project;
mod proofs;
mod replay;
mod serve;
mod shards;
mod store;
mod targets;
mod test;
mod trace_check;
mod verbs;
mod view;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches};
use frontend::args::{RunArgs, modern_flag};
use frontend::registry::Given;
use frontend::{Language, Publisher, RunEnd};
use host::{Terminal, cache, output, signal};
use report::Outcome;
use verbs::{Args, Setup, SetupItem, Verb};

fn main() -> ExitCode {
    signal::install();
    let words = arguments();
    let args = parsed(&words);
    let outcome = panics::guard(|| run(&args, &words));
    cache::remove_private();
    if solve_z3::left_behind() > 0 {
        solve_z3::exit(outcome.exit_code());
    }
    ExitCode::from(outcome.exit_code())
}

/// What the arguments ask for, with the options that were given.
fn parsed(words: &[OsString]) -> Args {
    try_parsed(words).unwrap_or_else(|error| error.exit())
}

fn try_parsed(words: &[OsString]) -> Result<Args, clap::Error> {
    let tool = Args::command();
    let matches = tool.clone().try_get_matches_from(words)?;
    let mut args = Args::from_arg_matches(&matches)?;
    args.verb.note(Given::of(&tool, &matches));
    Ok(args)
}

/// The arguments; those of `run` may be written as older versions of K had them.
fn arguments() -> Vec<OsString> {
    let given: Vec<OsString> = std::env::args_os().collect();
    if given.get(1).is_none_or(|verb| verb != "run") {
        return given;
    }
    given.into_iter().map(modern_flag).collect()
}

fn run(args: &Args, words: &[OsString]) -> Outcome {
    let terminal = Terminal::new(args.global.color, args.global.quiet, args.global.verbose);
    let said = words.iter().map(|word| word.to_string_lossy().into_owned());
    let publisher = Publisher::new(terminal, &check::Formats, said.collect());
    let done = match &args.verb {
        Verb::Check(check) => return check::check(check, words, &terminal),
        Verb::Baseline { verb } => return baseline::baseline(verb, &terminal),
        Verb::Init(args) => project_state::init(args),
        Verb::List(list) => list::list(list, &terminal),
        Verb::Replay(args) => replay::replay(args, &publisher),
        Verb::Run(args) => run_program(args, &publisher),
        Verb::Prove(args) => Language::expect_file_for("prove", &args.spec)
            .and_then(|()| front::front_end(Language::K).prove(args, &publisher)),
        Verb::Diff(args) => front::front_end(Language::Interp).diff(args, &publisher),
        Verb::Solve(args) => args
            .file
            .as_deref()
            .map_or(Ok(()), |file| Language::expect_file_for("solve", file))
            .and_then(|()| front::front_end(Language::Interp).solve(args, &publisher)),
        Verb::Split(args) => shards::split(args, &terminal),
        Verb::Merge(args) => shards::merge(args, &terminal),
        Verb::Worker(args) => queue::worker(args, &terminal),
        Verb::Queue { verb } => queue::queue(verb, &terminal),
        Verb::Test(args) => test::test(args, &terminal),
        Verb::View(args) => view::view(args, &terminal),
        Verb::Spec { verb } => spec_verbs::spec(verb, &publisher),
        Verb::Trace { verb } => trace_check::trace(verb, &publisher),
        Verb::Proof { verb } => proofs::proof(verb, &publisher),
        Verb::Watch(args) => serve::watch(args, &terminal),
        Verb::Lsp(_) => serve::lsp(),
        Verb::Mcp(args) => serve::mcp(args),
        Verb::Doctor(args) => doctor::doctor(args),
        Verb::Setup(Setup { what: SetupItem::Z3 }) => host::setup::setup_z3(),
        Verb::Explain(explain) => explain::explain(&explain.code, &terminal),
        Verb::Completions(completions) => generate::completions(completions.shell),
        Verb::Man(man) => generate::man(man.verb.as_deref()),
        Verb::Schema(schema) => output::to_stdout(&generate::schema(schema.verb)),
    };
    let outcome =
        done.unwrap_or_else(|error| publisher.fail(Outcome::BadInput, &format!("{error:#}")));
    // A program that reads the answer gets one, also from a call that came to nothing.
    let Some(shown) = args.verb.shown() else { return outcome };
    match publisher.publish_refusal(&shown, outcome) {
        Ok(()) => outcome,
        Err(error) => {
            terminal.complain(&format!("error: {error:#}"));
            outcome.and(Outcome::BadInput)
        }
    }
}

fn run_program(args: &RunArgs, publisher: &Publisher) -> Result<Outcome> {
    let front = front::of_run(args);
    args.given.check(&[front.language()])?;
    match front.run(args, publisher)? {
        RunEnd::Told(outcome) => Ok(outcome),
        RunEnd::Check(args) => {
            publisher.is_published();
            Ok(check::check_plainly(&args, publisher))
        }
    }
}
