//! `check`: explore each target and report.

mod part;
mod run;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use frontend::args::{CheckArgs, Format};
use frontend::{CheckCall, Reading, ReportParts, SourceProgram};
use host::limits::LimitGuard;
use host::read::{self, Reads};
use host::{TOOL, Terminal, cache, output, signal};
use project_state::{Accepting, Extent, Results, Touched};
use report::{
    Outcome, Problem, ProblemKind, Report, ReportBuilder, ShardedTarget, github, github_summary,
    human, json, jsonl, jsonl_start, jsonl_summary, junit, markdown, sarif, short,
};
use source::Files;

use crate::front::NamedParts;
use crate::last_words::{CheckLastWords, StuckCheck};
use crate::project::Question;
use crate::proofs::Proofs;
use crate::targets::Loaded;
use crate::{explain, replay, shards, store};
use part::{Part, all_files, all_languages, leave_out_untouched, nothing_found};
use run::{Batch, Call, Pace, Slots, engines, explore_all};

/// Explores what a call asks, writes the reports, and says what it comes to.
pub(crate) fn check(args: &CheckArgs, words: &[OsString], terminal: &Terminal) -> Outcome {
    let question = match &args.project.from {
        Some(file) => shards::question(args, file),
        None => Question::of_call(args, words),
    };
    let shared = match (&args.project.checkpoint, &args.project.queue.queue, question) {
        (Some(folder), _, Ok(question)) => shards::resumed(question, folder, words, terminal),
        (None, Some(_), Ok(question)) => shards::queued(&question, words, terminal),
        (_, _, question) => return answer(args, question, terminal),
    };
    match shared {
        Ok((report, files)) => {
            print_lines(args.shown.format, &report);
            write_reports(args, &report, &files, terminal)
        }
        Err(error) => refused(args, &error, terminal),
    }
}

/// The same for a call that stands in no project, such as one that another verb makes.
pub(crate) fn check_plainly(args: &CheckArgs, terminal: &Terminal) -> Outcome {
    answer(args, Ok(Question::plain(args)), terminal)
}

/// Answers a question, which may turn out to be none.
pub(crate) fn answer(args: &CheckArgs, question: Result<Question>, terminal: &Terminal) -> Outcome {
    let args = question.as_ref().map_or(args, |question| &question.args);
    let streams = args.shown.format == Format::Jsonl;
    let terminal = &Terminal { json_lines: streams, ..*terminal };
    if streams {
        print_line(&jsonl_start(TOOL));
    }
    let explored = match &question {
        Ok(question) => explored(question, terminal, StuckCheck::Reports),
        Err(error) => Err(anyhow!("{error:#}")),
    };
    match explored {
        Ok((report, files)) => write_reports(args, &report, &files, terminal),
        Err(error) => refused(args, &error, terminal),
    }
}

/// Says why nothing was checked. A program that reads the report gets one, whatever happens.
fn refused(args: &CheckArgs, error: &anyhow::Error, terminal: &Terminal) -> Outcome {
    if args.shown.format.is_for_programs() {
        let mut builder = new_builder(args);
        builder.problem(Problem::new(ProblemKind::BadInput, format!("{error:#}")));
        return write_reports(args, &builder.finish(TOOL), &Files::new(), terminal);
    }
    terminal.complain(&format!("error: {error:#}"));
    Outcome::BadInput
}

/// Explores what is wanted and saves what was found; with the files that the report shows.
pub(crate) fn explored(
    question: &Question,
    terminal: &Terminal,
    when_stuck: StuckCheck,
) -> Result<(Report, Files)> {
    let accepting = accepting(question)?;
    let (report, files) = explored_accepting(question, &accepting, terminal, when_stuck)?;
    store::save(&report, &files, terminal);
    Ok((report, files))
}

/// Explores what is wanted, of which the findings are saved already.
pub(crate) fn explored_again(
    question: &Question,
    terminal: &Terminal,
    when_stuck: StuckCheck,
) -> Result<(Report, Files)> {
    explored_accepting(question, &accepting(question)?, terminal, when_stuck)
}

/// Reads the parts of a question; with what is said of the input.
fn read_parts<'a>(
    question: &'a Question,
    results: &'a [Option<Results>],
    touched: Option<&Touched>,
    reading: &'a Reading,
) -> Result<(Vec<Part<'a>>, Vec<Problem>)> {
    let Question { args, parts, .. } = question;
    let remarks = args.given.check(&all_languages(parts))?;
    let mut parts = parts
        .iter()
        .zip(results)
        .map(|(part, results)| Part::read(part, results.as_ref(), reading))
        .collect::<Result<Vec<Part<'_>>>>()?;
    let mut problems: Vec<Problem> =
        parts.iter_mut().flat_map(|part| part.selection.problems.drain(..)).collect();
    problems.extend(remarks.into_iter().map(|text| Problem::new(ProblemKind::Remark, text)));
    problems.extend(touched.iter().flat_map(|touched| leave_out_untouched(&mut parts, touched)));
    problems.extend(nothing_found(&parts, &problems));
    Ok((parts, problems))
}

/// All targets of a question.
pub(crate) struct Planned {
    /// In the order of the report.
    pub(crate) targets: Vec<ShardedTarget>,
    /// What is said of the input.
    pub(crate) problems: Vec<Problem>,
    /// What was read to find them.
    pub(crate) reads: Reads,
}

/// Finds the targets of a question, and explores none.
pub(crate) fn planned(question: &Question, terminal: &Terminal) -> Result<Planned> {
    let interrupt = signal::stop_on_signal();
    let args = &question.args;
    let reading = Reading::new(&interrupt, args.budget.budget(), args.trust.allow_native, terminal);
    let results: Vec<Option<Results>> = question.parts.iter().map(|_| None).collect();
    let (read_now, mut reads) = read::recording(|| read_parts(question, &results, None, &reading));
    let (mut parts, problems) = read_now?;
    let mut targets: Vec<ShardedTarget> = Vec::new();
    for part in &parts {
        targets.extend(part.selection.chosen.iter().map(|chosen| part.sharded(chosen)));
    }
    for part in parts.iter_mut().filter(|part| !part.lacks_spec) {
        targets.extend(part.sharded_by_name()?);
    }
    let ((), sources) = read::recording(|| parts.iter().for_each(Part::read_sources));
    reads.extend(sources);
    // What is kept for later calls is not there on other machines.
    let kept = cache::lasting_folder();
    reads.retain(|asked, _| kept.as_ref().is_none_or(|kept| !asked.path().starts_with(kept)));
    let mut distinct: Vec<ShardedTarget> = Vec::new();
    for target in targets {
        if !distinct.contains(&target) {
            distinct.push(target);
        }
    }
    Ok(Planned { targets: distinct, problems, reads })
}

fn accepting(question: &Question) -> Result<Arc<Accepting>> {
    let Question { args, project, .. } = question;
    Ok(Arc::new(Accepting::new(args, project.as_ref(), explain::codes)?))
}

/// The same, where this decides which findings are accepted.
pub(crate) fn explored_accepting(
    question: &Question,
    accepting: &Arc<Accepting>,
    terminal: &Terminal,
    when_stuck: StuckCheck,
) -> Result<(Report, Files)> {
    let Question { args, parts, project, is_whole } = question;
    let interrupt = signal::stop_on_signal();
    let reading = Reading::new(&interrupt, args.budget.budget(), args.trust.allow_native, terminal);
    let touched = args.project.changed.as_deref();
    let touched = touched.map(|revision| Touched::since(revision, &interrupt)).transpose()?;
    // Outside of projects nothing is kept: there are no later calls for the same.
    let keeps = project.is_some() && touched.is_none();
    let results: Vec<Option<Results>> =
        parts.iter().map(|part| Results::of(&part.args, terminal).filter(|_| keeps)).collect();
    let (mut parts, problems) = read_parts(question, &results, touched.as_ref(), &reading)?;
    // The time is that of compilers and of the search, not of what we do once for all programs.
    let started = Instant::now();
    let started = started.checked_sub(reading.compiled()).unwrap_or(started);
    let proofs = Proofs::new();
    let mut builder = new_builder(args);
    if let Some(saver) = &args.saver {
        builder.save_by(saver.clone());
    }
    builder.fail_on(args.project.fail_on.into());
    builder.accept_by(accepting.acceptance());
    if args.shown.allow_vacuous {
        builder.allow_vacuous();
    }
    problems.into_iter().for_each(|problem| builder.problem(problem));
    let taken: Vec<_> =
        parts.iter_mut().map(|part| part.take_programs(&interrupt, &mut builder)).collect();
    let methods: usize = parts.iter().map(Part::methods).sum();
    let pace = pace(args, &parts, &taken, methods);
    let (mut slots, mut batches, mut numbers) = (Slots::default(), Vec::new(), Vec::new());
    for (part, programs) in parts.iter().zip(taken) {
        let call = Call {
            args: part.args,
            spec: part.spec.as_ref(),
            files: &part.selection.files,
            solvers: &part.solvers,
            terminal,
            interrupt: &interrupt,
            started,
            proofs: &proofs,
            pace: &pace,
        };
        numbers.push(plan(part, programs, call, &mut slots, &mut batches));
    }
    let mut files = all_files(&parts);
    let words = CheckLastWords::new(args, terminal, when_stuck, files.clone());
    let words = words.about(slots.unexplored(), methods > 0);
    builder.mirror_in(words.mirror());
    let left = |time: Duration| time.saturating_sub(started.elapsed());
    let budget = args.limits(args.budget.timeout.time().map(left), None);
    let guard = LimitGuard::with_last_words(budget, Box::new(words));
    slots.hand_on(&mut builder);
    explore_all(batches, &pace, &mut slots, &mut builder);
    for ((part, results), numbers) in parts.iter().zip(&results).zip(&numbers) {
        if let Some(results) = results {
            part.keep(results, &slots, numbers);
        }
    }
    for part in parts.iter().filter(|part| !part.lacks_spec) {
        for NamedParts { front, targets, language } in &part.named {
            if touched.as_ref().is_some_and(|touched| !touched.has_any_of(*language)) {
                continue;
            }
            let since = (!slots.is_empty()).then_some(started);
            let Part { args, spec, solvers, .. } = part;
            let (spec, interrupt) = (spec.as_ref(), &interrupt);
            let call = CheckCall { args, spec, solvers, interrupt, terminal, since };
            let parts = ReportParts { builder: &mut builder, files: &mut files };
            front.check(&call, targets, parts)?;
        }
    }
    if interrupt.is_raised() {
        builder.interrupted();
    }
    let checked = how_much(args, *is_whole && !interrupt.is_raised());
    accepting.remarks(&mut files, checked).into_iter().for_each(|remark| builder.problem(remark));
    drop(guard);
    let mut report = builder.finish(TOOL);
    if let Some(shard) = &args.own_shard {
        report.shard = Some((**shard).clone());
        report.sources = store::sources(&report, &files);
    }
    if let Some(file) = &args.shown.proof {
        proofs.write(file, terminal)?;
    }
    Ok((report, files))
}

/// How much a call checks of what it names.
fn how_much(args: &CheckArgs, is_whole: bool) -> Extent {
    let asks_one_thing = args.spec.is_some() || !args.java.property.is_empty();
    let names_files = args.wanted.targets.iter().all(|target| Path::new(target).exists());
    match is_whole {
        true => Extent::Project,
        false if names_files && !asks_one_thing && args.project.changed.is_none() => Extent::Files,
        false => Extent::Parts,
    }
}

/// How many runs there are, and on how many threads.
fn pace(
    args: &CheckArgs,
    parts: &[Part<'_>],
    taken: &[Vec<Option<Box<dyn SourceProgram>>>],
    methods: usize,
) -> Pace {
    let (mut runs, mut programs) = (methods, 0);
    for (part, taken) in parts.iter().zip(taken) {
        programs += taken.iter().flatten().count();
        for chosen in &part.selection.chosen {
            let program = taken[chosen.program].as_deref();
            runs += program.map_or(0, |program| engines(part.args, program).len());
        }
    }
    // Proofs are written in the order in which they are found.
    let at_once = if args.shown.proof.is_some() { 1 } else { programs };
    Pace::new(runs, at_once, usize::from(args.search.jobs))
}

/// Puts the targets of a part into slots, and those that are to be explored into batches. Returns the
/// slots of the chosen targets.
fn plan<'a>(
    part: &'a Part<'_>,
    programs: Vec<Option<Box<dyn SourceProgram>>>,
    call: Call<'a>,
    slots: &mut Slots,
    batches: &mut Vec<Batch<'a>>,
) -> Vec<Option<usize>> {
    let usable: Vec<bool> = programs.iter().map(Option::is_some).collect();
    let mut known = part.selection.known.iter().peekable();
    let mut numbers = Vec::new();
    for (at, chosen) in part.selection.chosen.iter().enumerate() {
        while let Some((_, result)) = known.next_if(|(before, _)| *before <= at) {
            part.known(result).into_iter().for_each(|report| slots.know(report.clone()));
        }
        let (is_usable, target) = (usable[chosen.program], part.unexplored(chosen));
        let is_own = part.args.answers_for(&target.file, &target.name);
        numbers.push((is_usable && is_own).then(|| slots.expect(target)));
    }
    known.for_each(|(_, result)| {
        part.known(result).into_iter().for_each(|report| slots.know(report.clone()));
    });
    for (number, program) in programs.into_iter().enumerate() {
        let Some(program) = program else { continue };
        let own = part.selection.chosen.iter().zip(&numbers);
        let own = own.filter(|(chosen, _)| chosen.program == number);
        let targets = own.filter_map(|(chosen, slot)| Some(((*slot)?, chosen))).collect();
        let Loaded { language, path, .. } = &part.selection.programs[number];
        let earlier = part.selection.earlier.iter().filter(|(known, _)| known == path);
        let earlier = earlier.flat_map(|(_, targets)| targets).collect();
        batches.push(Batch { call, language: *language, program, targets, earlier });
    }
    numbers
}

/// Writes the report wherever it is wanted, and says what the call comes to.
///
/// Standard output comes first, and what cannot be written is reported and keeps nothing else from
/// being written: a violation that was found is never lost to a file name.
pub(crate) fn write_reports(
    args: &CheckArgs,
    report: &Report,
    files: &Files,
    terminal: &Terminal,
) -> Outcome {
    let shown = &args.shown;
    let written = write_to(shown.format, &shown.reports, report, files, terminal);
    let saved = shown.save_run.iter().map(|folder| {
        let sources = store::sources(report, files);
        replay::save(folder, &json(&Report { sources, ..report.clone() }))
    });
    sum_up(saved.collect(), written, terminal)
}

/// Prints the lines of a report that are otherwise printed as they become known: all but the last one.
pub(crate) fn print_lines(format: Format, report: &Report) {
    if format == Format::Jsonl {
        let all = jsonl(report);
        let lines = all.trim_end().rfind('\n').map_or("", |end| &all[..=end]);
        print_line(lines);
    }
}

/// Writes a report to standard output and to files, and says what the call comes to.
pub(crate) fn write_to(
    format: Format,
    reports: &[(Format, PathBuf)],
    report: &Report,
    files: &Files,
    terminal: &Terminal,
) -> Outcome {
    let text = match format {
        // The lines before the last one were written when they became known.
        Format::Jsonl => jsonl_summary(report),
        format => render(format, report, files, terminal.stdout),
    };
    let mut done = vec![output::to_stdout(&text).map(drop)];
    done.extend(write(reports, report, files));
    if format == Format::Github {
        done.extend(step_summary().map(|path| output::append(&path, &github_summary(report))));
    }
    sum_up(done, report.outcome, terminal)
}

/// The outcome, unless something could not be written, which is reported.
fn sum_up(done: Vec<Result<()>>, outcome: Outcome, terminal: &Terminal) -> Outcome {
    done.into_iter().filter_map(Result::err).fold(outcome, |outcome, error| {
        terminal.complain(&format!("error: {error:#}"));
        outcome.and(Outcome::BadInput)
    })
}

/// Writes a report to files, each in a format of its own.
pub(crate) fn write(to: &[(Format, PathBuf)], report: &Report, files: &Files) -> Vec<Result<()>> {
    let text = |format| render(format, report, files, report::Paint::Plain);
    to.iter().map(|(format, path)| output::to_file(path, &text(*format))).collect()
}

/// The report in a format.
pub(crate) fn render(
    format: Format,
    report: &Report,
    files: &Files,
    paint: report::Paint,
) -> String {
    match format {
        Format::Human => human(report, files, paint),
        Format::Short => short(report),
        Format::Json => json(report),
        Format::Markdown => markdown(report),
        Format::Jsonl => jsonl(report),
        Format::Sarif => sarif(report, &explain::page),
        Format::Junit => junit(report),
        Format::Github => github(report),
        Format::Html => pictures::page(report, files),
        Format::Lcov => pictures::lcov(report),
    }
}

/// Where the workflow that we are a step of wants a summary.
fn step_summary() -> Option<PathBuf> {
    std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()).map(PathBuf::from)
}

fn new_builder(args: &CheckArgs) -> ReportBuilder {
    match args.shown.format {
        Format::Jsonl => ReportBuilder::streaming(print_line),
        _ => ReportBuilder::new(),
    }
}

/// A reader that cannot be written to is reported with the last line.
pub(crate) fn print_line(line: &str) {
    let _ = output::to_stdout(line);
}
