//! `split`, `check --from` and `merge`: one question, answered by several calls.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use frontend::args::{CheckArgs, Format};
use host::{TOOL, Terminal, output, signal};
use project_state::{
    Checkpoint, MergeArgs, NamedReport, ShardFile, SplitArgs, files_of, words_without,
};
use queue::{Bundle, QueueQuestion};
use report::{Outcome, Report, ReportBuilder, ShardedTarget, TargetReport};
use source::{Diagnostic, Files, counted};

use crate::check::{self, Planned};
use crate::last_words::{StuckCheck, Unexplored};
use crate::project::Question;
use crate::store;
use crate::verbs::Verb;

/// Options that say how an answer is shown, and no more: a call for a shard may have its own.
const SHOWN: [&str; 5] = ["from", "format", "reports", "save_run", "jobs"];

/// Options that say where others are asked.
const QUEUE: [&str; 5] = ["--queue", "--queue-creds", "--queue-ca", "--queue-cert", "--queue-key"];

/// Writes the shards of a question into a folder.
pub(crate) fn split(args: &SplitArgs, terminal: &Terminal) -> Result<Outcome> {
    let words = ["check".to_owned()].into_iter().chain(args.targets.iter().cloned());
    let words: Vec<String> = words.chain(args.options.iter().cloned()).collect();
    let question = asked(&words)?;
    let Planned { targets, problems, reads } = check::planned(&question, terminal)?;
    if targets.is_empty() {
        let mut builder = ReportBuilder::new();
        problems.iter().cloned().for_each(|problem| builder.problem(problem));
        let text = report::problems_as_text(&problems, &Files::new(), report::Paint::Plain);
        terminal.complain(text.trim_end());
        return Ok(builder.finish(TOOL).outcome.and(Outcome::NoTarget));
    }
    std::fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make `{}`", args.out.display()))?;
    let count = targets.len();
    let files = ShardFile::divide(&words, targets, problems, &reads, args.into.get());
    let mut text = String::new();
    for file in &files {
        text.push_str(&format!("{}\n", file.write(&args.out)?.display()));
    }
    output::to_stdout(&text)?;
    if !terminal.quiet {
        let (targets, shards) = (counted(count, "target"), counted(files.len(), "shard"));
        terminal.complain(&format!("{targets} in {shards}; `tracehound check --from` answers one"));
    }
    Ok(Outcome::NoneFound)
}

/// What a call of `check` asks.
fn asked(words: &[String]) -> Result<Question> {
    let words: Vec<OsString> = [TOOL.to_owned()].iter().chain(words).map(OsString::from).collect();
    match crate::try_parsed(&words)?.verb {
        Verb::Check(args) if args.project.from.is_some() => {
            bail!("a shard is not divided again: divide the question into more of them")
        }
        Verb::Check(args) if args.shown.proof.is_some() => {
            bail!("--proof is written by one call: it does not go with shards")
        }
        Verb::Check(args) => Question::of_call(&args, &words),
        _ => bail!("these are no arguments of `check`"),
    }
}

/// The question of which a shard is a part, with the targets of that shard alone.
pub(crate) fn question(args: &CheckArgs, file: &Path) -> Result<Question> {
    if let Some(option) = args.given.beyond(&SHOWN) {
        bail!(
            "`{option}` does not go with --from: the options stand in `{}`\n  = help: `tracehound split TARGETS \
             --into N -o DIR -- {option} …` divides another question",
            file.display()
        );
    }
    let ShardFile { words, shard, .. } = {
        let file = ShardFile::read(file)?;
        file.expect_unchanged()?;
        file
    };
    let mut question = asked(&words)?;
    let shard = Arc::new(shard);
    let own = |whole: &mut CheckArgs| {
        let elsewhere = whole.shown.formats().collect();
        whole.shown.format = args.shown.format;
        whole.shown.files = args.shown.files.clone();
        whole.shown.files.shown_elsewhere = elsewhere;
        whole.shown.save_run = args.shown.save_run.clone();
        whole.search.jobs = args.search.jobs;
        whole.own_shard = Some(Arc::clone(&shard));
    };
    own(&mut question.args);
    question.parts.iter_mut().for_each(|part| own(&mut part.args));
    question.is_whole = false;
    Ok(question)
}

/// Explores what a checkpoint does not know yet, and reports all of it.
pub(crate) fn resumed(
    mut question: Question,
    folder: &Path,
    words: &[OsString],
    terminal: &Terminal,
) -> Result<(Report, Files)> {
    let Planned { targets, problems, reads } = check::planned(&question, terminal)?;
    let words = words_without(words, &["--checkpoint"], &["--resume"]);
    let whole = ShardFile::divide(&words, targets, problems, &reads, 1).remove(0);
    let checkpoint = Checkpoint::open(folder, &whole, question.args.project.resume)?;
    if checkpoint.known() > 0 && !terminal.quiet {
        let known = counted(checkpoint.known(), "target");
        terminal.complain(&format!("{known} of {} known", whole.shard.targets.len()));
    }
    let own = |args: &mut CheckArgs| {
        args.own_shard = Some(Arc::new(checkpoint.left()));
        args.saver = Some(checkpoint.saver());
        // What is shown is the whole, once it is put together.
        args.shown.files.shown_elsewhere = args.shown.formats().collect();
        args.shown.format = Format::Json;
    };
    own(&mut question.args);
    question.parts.iter_mut().for_each(|part| own(&mut part.args));
    let (report, files) = check::explored(&question, terminal, StuckCheck::Reports)?;
    let mut builder = merging(&question.args);
    checkpoint.complete(report, &mut builder, &|target, why| unchecked(target, &why, &files))?;
    Ok((builder.finish(TOOL), files))
}

/// Lets the workers at a queue answer a question, each of them whole targets.
pub(crate) fn queued(
    question: &Question,
    words: &[OsString],
    terminal: &Terminal,
) -> Result<(Report, Files)> {
    let args = &question.args;
    let Planned { targets, problems, reads } = check::planned(question, terminal)?;
    if targets.is_empty() {
        return check::explored(question, terminal, StuckCheck::Reports);
    }
    let (words, count) = (words_without(words, &QUEUE, &[]), targets.len());
    asked(&words)?;
    let (shard, interrupt) =
        (&ShardFile::first(&words, targets, problems, &reads, count), &signal::stop_on_signal());
    let (bundle, patience) = (&Bundle::of_here(&reads)?, args.budget.timeout.time());
    let queue = &args.project.queue;
    let reports =
        queue::answers(QueueQuestion { queue, shard, bundle, patience, interrupt, terminal })?;
    let (files, mut builder) = (files_of(&reports), merging(args));
    let unchecked = |target: &ShardedTarget, why: String| unchecked(target, &why, &files);
    project_state::merge(reports, Some(&shard.shard), &mut builder, &unchecked)?;
    if interrupt.is_raised() {
        builder.interrupted();
    }
    let report = builder.finish(TOOL);
    store::save(&report, &files, terminal);
    Ok((report, files))
}

/// A report that is put together from those of others.
fn merging(args: &CheckArgs) -> ReportBuilder {
    let mut builder = ReportBuilder::new();
    builder.fail_on(args.project.fail_on.into());
    if args.shown.allow_vacuous {
        builder.allow_vacuous();
    }
    builder
}

/// Puts the reports of shards together.
pub(crate) fn merge(args: &MergeArgs, terminal: &Terminal) -> Result<Outcome> {
    let _ = signal::stop_on_signal();
    let named = |path: &PathBuf| {
        let name = path.to_string_lossy().into_owned();
        NamedReport { report: store::read_report(path), name }
    };
    let reports: Vec<NamedReport> = args.named.iter().map(named).collect();
    let files = files_of(&reports);
    let mut builder = ReportBuilder::new();
    builder.fail_on(args.fail_on.into());
    if args.allow_vacuous {
        builder.allow_vacuous();
    }
    project_state::merge(reports, None, &mut builder, &|target, why| {
        unchecked(target, &why, &files)
    })?;
    let report: Report = builder.finish(TOOL);
    store::save(&report, &files, terminal);
    check::print_lines(args.format, &report);
    Ok(check::write_to(args.format, &args.files.reports, &report, &files, terminal))
}

/// A target for which no shard answers.
fn unchecked(target: &ShardedTarget, why: &str, files: &Files) -> TargetReport {
    let ShardedTarget { file, name, language, .. } = target.clone();
    let title = format!("{file}:{name}");
    let fault = Diagnostic::error(format!("`{title}` was not checked: {why}"))
        .with_code("ENG007")
        .with_help("check the shard again, and merge its report with the others");
    Unexplored { file, name, language }.left(files, Vec::new()).doubting(files, &[fault])
}
