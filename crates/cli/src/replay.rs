//! `replay`: runs the witnesses of a saved report again, without any solver.
//!
//! A replay says what happens today: the program may have changed since the report was made.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use child::shell_word;
use explore::{Budget, Limit, ReplayEnd};
use frontend::args::{AnswerArgs, Format, KProgramArgs, ReplayArgs, WantedArgs};
use frontend::native::{NativeResult, NativeRuns};
use frontend::{
    EventSpec, INCOMPARABLE, Language, Publisher, REPAIRED, Reading, STILL_FAILS, SavedWitness,
    SourceProgram, TestFramework,
};
use host::limits::{self, LimitGuard, SoFar};
use host::{TOOL, output, signal};
use machine::Exit;
use report::{
    AskedTarget, Envelope, Finding, Outcome, ReplayAnswer, ReplayVerdict, ReplayedFinding, Report,
    TargetReport,
};
use solve::Interrupt;
use source::Files;

use crate::targets::{Purpose, Selection};
use crate::{front, store};

/// What is said of a finding if the program had not come to an end when the replay had to.
const UNDECIDED: &str = "not decided";

/// Replays all findings of a report: a violation if one of them still fails.
///
/// A finding that cannot be run any more is reported, and keeps no other from being run.
pub(crate) fn replay(args: &ReplayArgs, terminal: &Publisher) -> Result<Outcome> {
    let report = store::find(&args.name)?;
    args.given.check(&frontend::languages_of(&report))?;
    let interrupt = signal::stop_on_signal();
    let time = args.timeout.time();
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let stop = deadline.map_or_else(|| interrupt.clone(), |at| interrupt.until(at));
    let budget = Budget { time, ..Budget::UNLIMITED };
    let reading = Reading::new(&interrupt, budget, args.trust.allow_native, terminal);
    let changed = store::changed_files(&report);
    let so_far = SoFar::new(Replayed::nothing_of(&report, changed));
    // Native runs have a time of their own, and take none of what the call has.
    let watched = Budget { time: time.filter(|_| !args.native_replay), ..budget };
    let exit = WayOut {
        shown: args.shown.clone(),
        publisher: terminal.clone(),
        files: store::files_of(&report),
    };
    let words = so_far.last_words({
        let exit = exit.clone();
        move |replayed, limit| replayed.say(limit, &exit)
    });
    let guard = LimitGuard::with_last_words(watched, words);
    for target in &report.targets {
        for finding in &target.findings {
            let (title, mut said) = (target.title(), String::new());
            let one = replay_one(args, (target, finding), &reading, &stop, &mut said);
            let one = one.unwrap_or_else(|why| {
                let _ = writeln!(said, "{}: {INCOMPARABLE}: {title}: {why:#}", finding.id);
                Outcome::Inconclusive
            });
            if let Some(time) = time.filter(|_| stop.is_raised() && !interrupt.is_raised())
                && one == Outcome::Inconclusive
            {
                said = undecided(&finding.id, &title, &limits::sentence(Limit::Time(time)));
            }
            so_far.change(|replayed| replayed.add(&said, one));
        }
    }
    drop(guard);
    so_far.change(|replayed| {
        if reading.is_interrupted() {
            replayed.outcome = replayed.outcome.and(Outcome::Interrupted);
        }
        for name in &replayed.answer.changed {
            let _ = writeln!(replayed.out, "note: `{name}` has changed since it was checked");
        }
        if replayed.answer.findings.is_empty() {
            replayed.out.push_str("there is nothing to replay in this report\n");
        }
        replayed.publish(&exit)?;
        Ok(replayed.outcome)
    })
}

/// How the answer leaves the call.
#[derive(Clone)]
struct WayOut {
    shown: AnswerArgs,
    publisher: Publisher,
    /// The files as they were when the findings were saved.
    files: Files,
}

/// What was replayed, and what is still to come.
#[derive(Default)]
struct Replayed {
    out: String,
    outcome: Outcome,
    answer: ReplayAnswer,
    /// The findings to come; the next one is last.
    left: Vec<ReplayedFinding>,
}

impl Replayed {
    /// Nothing of a report yet.
    fn nothing_of(report: &Report, changed: Vec<String>) -> Replayed {
        let all = report.targets.iter().flat_map(|target| {
            target.findings.iter().map(move |finding| ReplayedFinding {
                id: finding.id.clone(),
                target: target.title(),
                verdict: ReplayVerdict::NotDecided,
                said: String::new(),
                saved: Some(Box::new((target.clone(), finding.clone()))),
            })
        });
        let mut left: Vec<_> = all.collect();
        left.reverse();
        let answer = ReplayAnswer { changed, ..ReplayAnswer::default() };
        Replayed { left, answer, ..Replayed::default() }
    }

    /// Takes in what is said of the next finding, and what it comes to.
    fn add(&mut self, said: &str, outcome: Outcome) {
        let verdict = match outcome {
            Outcome::Violation => ReplayVerdict::StillFails,
            Outcome::NoneFound => ReplayVerdict::Repaired,
            _ => ReplayVerdict::NotDecided,
        };
        let said_of_it = said.trim_end().to_owned();
        let done = self.left.pop();
        let done = done.map(|finding| ReplayedFinding { verdict, said: said_of_it, ..finding });
        self.answer.findings.extend(done);
        self.out.push_str(said);
        self.outcome = self.outcome.and(outcome);
    }

    /// Publishes everything.
    fn publish(&mut self, exit: &WayOut) -> Result<()> {
        let WayOut { shown, publisher, files } = exit;
        if shown.format == Format::Human {
            output::to_stdout(&self.out)?;
        }
        let answer = Envelope::new(TOOL, self.outcome, std::mem::take(&mut self.answer));
        let own = (&[Format::Human][..], Some(self.out.as_str()));
        publisher.publish(shown, &answer, (&AskedTarget::default(), files), own)
    }

    /// Says of the rest that it was not decided before the limit.
    fn cut_off(&mut self, limit: Limit) {
        let why = limits::stuck_sentence(limit);
        while let Some(next) = self.left.last() {
            let said = undecided(&next.id, &next.target, &why);
            self.add(&said, limits::outcome_of(limit));
        }
    }

    /// Reports what was replayed before the limit.
    fn say(&mut self, limit: Limit, exit: &WayOut) -> Outcome {
        self.cut_off(limit);
        // Where something cannot be written to, there is nothing else to do.
        let _ = self.publish(exit);
        self.outcome
    }
}

/// That a finding was not replayed to its end.
fn undecided(id: &str, title: &str, why: &str) -> String {
    format!("{id}: {UNDECIDED}: {title}: {why}\n")
}

fn replay_one(
    args: &ReplayArgs,
    (target, finding): (&TargetReport, &Finding),
    reading: &Reading,
    stop: &Interrupt,
    out: &mut String,
) -> Result<Outcome> {
    if let Some(why) = only_by_its_call(target) {
        return Err(anyhow!(why));
    }
    let language = Language::named(&target.language).map(front::front_end);
    if let Some(still) = language.and_then(|front| front.replay_answer(target, finding, stop)) {
        let (is_broken, what) = still?;
        let (verdict, outcome) = match is_broken {
            true => (STILL_FAILS, Outcome::Violation),
            false => (REPAIRED, Outcome::NoneFound),
        };
        let _ = writeln!(out, "{}: {verdict}: {}: {what}", finding.id, target.title());
        return Ok(outcome);
    }
    if let Some(named) = front::named_targets(target) {
        return named.replay(args, target, finding, stop, out);
    }
    let is_late = || stop.is_raised();
    let selection = select(target, reading)?;
    let chosen = selection.chosen.first().expect("a selection without problems has a target");
    let program = selection.programs[chosen.program].program.as_deref();
    let program = program.expect("only targets of programs are chosen");
    let spec = saved_spec(target, program)?;
    let saved = SavedWitness::new(finding, spec.as_ref(), &is_late);
    let replay = program
        .replay(chosen.index, &saved)
        .context("its witness does not fit the program as it is now")?;
    let (verdict, outcome) = judge(&replay.end, finding);
    let _ = writeln!(out, "{}: {verdict}: {}: {}", finding.id, target.title(), replay.end);
    if !args.native_replay {
        return Ok(outcome);
    }
    let test = program.test(chosen.index, &saved, TestFramework::Plain);
    let test = test.context("it cannot be run natively")?;
    let is_interrupted = || reading.is_interrupted();
    let runs = NativeRuns { stop: &is_interrupted, time: args.native_timeout };
    let native = runs.of_test(&*test, &finding.id, Path::new(&target.file))?;
    let _ = writeln!(out, "{}: {native}", finding.id);
    Ok(match native {
        NativeResult::Fails => outcome,
        NativeResult::Passes
        | NativeResult::NotCompiled(_)
        | NativeResult::Stopped(_)
        | NativeResult::Other(_) => outcome.and(Outcome::Inconclusive),
    })
}

/// How to see a finding again that another verb than `check` has found, and that cannot be run again by itself.
fn only_by_its_call(target: &TargetReport) -> Option<String> {
    let (_, words) = target.command.split_first().filter(|_| target.arguments.is_empty())?;
    let verb = words.first()?;
    let words: Vec<String> = words.iter().map(|word| shell_word(word)).collect();
    Some(format!("`{verb}` found it; `tracehound {}` shows it again", words.join(" ")))
}

/// The spec that the events of a target had to obey, which must fit them as they are now.
pub(crate) fn saved_spec(
    target: &TargetReport,
    program: &dyn SourceProgram,
) -> Result<Option<EventSpec>> {
    let Some(spec) = target.spec.as_ref().map(EventSpec::saved).transpose()? else {
        return Ok(None);
    };
    match program.misfits(&spec).first() {
        Some(fault) => Err(anyhow!("the spec does not fit any more: {}", fault.message)),
        None => Ok(Some(spec)),
    }
}

/// What an end means for a finding.
fn judge(end: &ReplayEnd, finding: &Finding) -> (&'static str, Outcome) {
    match end {
        ReplayEnd::Exit(Exit::Failed(failure)) if failure.code == finding.code => {
            (STILL_FAILS, Outcome::Violation)
        }
        ReplayEnd::Exit(Exit::Failed(_)) => ("still fails in another way", Outcome::Violation),
        ReplayEnd::Exit(Exit::Finished(_)) => (REPAIRED, Outcome::NoneFound),
        ReplayEnd::Exit(Exit::Discarded | Exit::TooManyEvents(_) | Exit::Unrolled(_))
        | ReplayEnd::Unsupported(_)
        | ReplayEnd::OutOfAnswers(_)
        | ReplayEnd::WrongAnswer(_)
        | ReplayEnd::Stuck(_) => (INCOMPARABLE, Outcome::Inconclusive),
        ReplayEnd::OutOfSteps(_) | ReplayEnd::Late => (UNDECIDED, Outcome::Inconclusive),
    }
}

/// The target of a report, read anew.
pub(crate) fn select<'a>(target: &TargetReport, reading: &'a Reading) -> Result<Selection<'a>> {
    let lang = Language::named(&target.language)
        .with_context(|| format!("`{}` is not a language of this version", target.language))?;
    let wanted = WantedArgs { targets: vec![target.title()], lang: Some(lang) };
    let purpose = if target.spec.is_some() { Purpose::CheckSpec } else { Purpose::Check };
    let k = KProgramArgs::read_saved(&target.arguments)
        .context("the report does not say how the program was run")?;
    let selection = Selection::new(&wanted, &k, purpose, reading);
    match selection.problems.first() {
        Some(problem) => Err(anyhow!("{}: {}", target.title(), problem.message)),
        None => Ok(selection),
    }
}

/// Writes what `replay` needs to `run.json` in a folder, which is made if it is not there.
pub(crate) fn save(folder: &Path, json: &str) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    output::to_file(&folder.join("run.json"), json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn last_words_name_what_was_replayed_and_what_was_not() {
        let one = |id: &str| ReplayedFinding {
            id: id.to_owned(),
            target: "a.toy:f".to_owned(),
            verdict: ReplayVerdict::NotDecided,
            said: String::new(),
            saved: None,
        };
        let left = vec![one("F3"), one("F2"), one("F1")];
        let mut replayed = Replayed { left, ..Replayed::default() };
        replayed.add("F1: repaired\n", Outcome::NoneFound);
        replayed.cut_off(Limit::Time(Duration::from_secs(1)));
        let why = "time limit of 1s reached (--timeout), in the middle of a long step";
        let expected = format!(
            "F1: repaired\nF2: not decided: a.toy:f: {why}\nF3: not decided: a.toy:f: {why}\n"
        );
        assert_eq!((replayed.out, replayed.outcome), (expected, Outcome::Inconclusive));
        let verdicts = replayed.answer.findings.iter().map(|finding| finding.verdict);
        use ReplayVerdict::{NotDecided, Repaired};
        assert_eq!(verdicts.collect::<Vec<_>>(), [Repaired, NotDecided, NotDecided]);
    }

    #[test]
    fn last_words_keep_a_violation_that_was_seen() {
        let mut replayed = Replayed::default();
        replayed.add("F1: still fails\n", Outcome::Violation);
        replayed.cut_off(Limit::Memory(100));
        assert_eq!(replayed.outcome, Outcome::Violation);
    }
}
