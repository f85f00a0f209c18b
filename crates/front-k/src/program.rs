//! Programs with their definition, as `check`, `list` and `replay` see them, and definitions alone.
//!
//! A program is one target, named after the main module of its definition. Without a spec it must
//! come to its end, whatever its symbolic inputs are; with one, its events must obey that. Each
//! violation was run again on values, by steps that ask no solver.

use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use check::MachineTrial;
use explore::{Answers, EndingKind, Meter, Monitored, Replay, SavedError, Witness};
use frontend::args::{DefinitionArgs, KProgramArgs};
use frontend::registry::Refusal;
use frontend::{
    EventSpec, Explored, Job, ProgramTarget, Reader, Reading, RegressionTest, SavedWitness,
    SourceProgram, TestFramework, Unread, event_spec,
};
use host::read;
use lang_k::{EventCheck, Language, Rerun, Steps, Value, computations};
use machine::{Failure, Input, Monitor};
use report::{ExchangedText, Paint, Teller, Words, diagnostics_as_text};
use rustc_hash::FxHashMap;
use source::{Diagnostic, File, Files, Span};
use term::{Pool, Term};

use crate::deepen::deepened;
use crate::inputs::Inputs;
use crate::subject::Subject;
use crate::{Loaded, load, regression};

/// How long the end of a violated run is looked for, to show it.
const STEPS_TO_SHOW: u64 = 1_000_000;

/// Reads the programs of one language.
pub(crate) struct KReader {
    args: KProgramArgs,
    /// The language, once it was read.
    language: Option<Arc<Language>>,
}

impl KReader {
    pub(crate) fn new(args: &KProgramArgs) -> KReader {
        KReader { args: args.clone(), language: None }
    }

    /// The definition, which is read once.
    fn language(
        &mut self,
        files: &mut Files,
        meter: &Arc<Meter>,
        reading: &Reading,
    ) -> Result<Arc<Language>, Unread> {
        if let Some(language) = &self.language {
            return Ok(Arc::clone(language));
        }
        let language = Arc::new(loaded(&self.args.definition, files, meter, reading)?);
        self.language = Some(Arc::clone(&language));
        Ok(language)
    }

    fn program(
        &mut self,
        files: &mut Files,
        path: &Path,
        meter: &Arc<Meter>,
        reading: &Reading,
    ) -> Result<KProgram, Unread> {
        let language = self.language(files, meter, reading)?;
        // The empty text may be a program, such as one without statements.
        let text = read::text(path).map_err(Unread::bad)?;
        let file = files.add(&path.to_string_lossy(), &text);
        let (pool, args) = (Pool::new(), self.args.clone());
        let faulty = |fault: Box<Diagnostic>| Unread::Faulty(vec![*fault]);
        let inputs = Inputs::read(&args, &language, &pool, files, meter).map_err(faulty)?;
        let none = FxHashMap::default();
        let value = language.value_for(&pool, "PGM", &file, &none, meter).map_err(faulty)?;
        inputs.start(&language, &pool, value.clone()).map_err(faulty)?;
        Ok(KProgram { file, files: files.clone(), language, args, value })
    }
}

impl Reader for KReader {
    fn read(
        &mut self,
        files: &mut Files,
        path: &Path,
        reading: &Reading,
    ) -> Result<Box<dyn SourceProgram>, Unread> {
        let program = reading.metered(|meter| match self.args.def {
            Some(_) => Ok(Box::new(self.program(files, path, meter, reading)?) as Box<_>),
            None => Ok(Box::new(KDefinition::read(files, path, meter, reading)?) as Box<_>),
        });
        match program {
            Err(_) if reading.was_stopped() => {
                Err(Unread::Stopped(reading.stopped(&format!("reading `{}`", path.display()))))
            }
            program => program,
        }
    }
}

/// Reads a definition. Its warnings go to standard error.
fn loaded(
    args: &DefinitionArgs,
    files: &mut Files,
    meter: &Arc<Meter>,
    reading: &Reading,
) -> Result<Language, Unread> {
    let read: Loaded = load(args, None, meter, &reading.terminal, files)
        .map_err(|error| Unread::bad(format!("{error:#}")))?;
    let (language, warnings) = read?;
    if !warnings.is_empty() {
        reading.terminal.complain(diagnostics_as_text(files, &warnings, Paint::Plain).trim_end());
    }
    Ok(language)
}

/// A program of a language, with its inputs.
pub(crate) struct KProgram {
    file: File,
    /// All files that were read when it was.
    pub(crate) files: Files,
    pub(crate) language: Arc<Language>,
    pub(crate) args: KProgramArgs,
    /// The program, as a value.
    pub(crate) value: Value,
}

impl KProgram {
    /// Which steps of a configuration count.
    pub(crate) fn steps(&self) -> Steps {
        if self.args.search { Steps::All } else { Steps::First }
    }

    /// What a check has found, in the words of the command line.
    fn explored<W: Monitor<State: Hash + Eq>>(
        &self,
        subject: &Subject<'_, W>,
        (job, started): (&Job<'_>, Instant),
        check: EventCheck,
    ) -> Explored {
        let bounds = check.cut_off.iter().map(|steps| format!("steps ≤ {steps}")).collect();
        let mut known = Vec::new();
        let tellers = check.run.endings.iter().enumerate().filter_map(|(number, ending)| {
            let EndingKind::Violated(failure, witness) = &ending.kind else { return None };
            let property = (failure.code, failure.message.clone(), failure.span);
            let is_first = !known.contains(&property);
            known.push(property);
            // To find out which inputs are arbitrary takes many runs.
            let exchanged = match job.smallest && is_first {
                true => self.exchanged(subject, (job, started), failure, witness),
                false => Vec::new(),
            };
            let teller = KTeller { waits: self.waits(subject, witness), exchanged };
            Some((number, Box::new(teller) as Box<dyn Teller>))
        });
        let tellers = tellers.collect();
        let counts_cut_off = check.cut_off.is_some();
        Explored { tellers, bounds, counts_cut_off, run: check.run, ..Explored::default() }
    }

    /// The symbolic inputs of a violation for which other values do as well. The order of steps is that of the
    /// violation.
    fn exchanged<W: Monitor<State: Hash + Eq>>(
        &self,
        subject: &Subject<'_, W>,
        (job, started): (&Job<'_>, Instant),
        found: &Failure,
        witness: &Witness,
    ) -> Vec<ExchangedText> {
        let (pool, known) = (subject.pool, Answers::from(witness));
        let time = check::trial_time(job.options, started.elapsed());
        self.with_rerun(subject, |monitored| {
            let judge = |failure: &Failure, replay: &Replay, answers: &Answers| {
                let same = |one: &Failure| (one.code, one.message.clone(), one.span);
                let (inputs, events) = (replay.inputs.clone(), replay.events.clone());
                let witness = Witness { inputs, functions: answers.functions.clone(), events };
                same(failure) == same(found) && monitored.judge(pool, failure, &witness).is_ok()
            };
            let trial = MachineTrial {
                pool,
                machine: monitored,
                max_steps: STEPS_TO_SHOW,
                judge: &judge,
                is_late: &|| time.is_raised(),
            };
            let count = subject.monitor.inputs().len() + subject.asked_for.len();
            let exchanged = trial.exchange_inputs(&known, count);
            let text = |one| ExchangedText::of_input(pool, &witness.inputs, one);
            exchanged.iter().map(text).collect()
        })
    }

    /// What is left to do at the end of a run that is not done there. In a search through all orders
    /// the run is one of many, and is not shown.
    fn waits<W>(&self, subject: &Subject<'_, W>, witness: &Witness) -> Option<String> {
        if subject.ends == lang_k::Ends::Any || self.steps() == Steps::All {
            return None;
        }
        let values: Vec<Term> = witness.inputs.iter().map(|(_, value)| *value).collect();
        let mut state = subject.restarted(&values).ok()?;
        let (program, pool) = (&self.language.compiled.program, subject.pool);
        let (meter, depth) = (Meter::default(), Some(STEPS_TO_SHOW));
        lang_k::run(program, pool, &mut state, depth, &meter, &mut |_, _| {});
        let fronts = computations(program, &state).into_iter().filter_map(|computation| {
            Some(format!("`{}`", self.language.show_value(pool, computation.uncons()?.0)))
        });
        Some(fronts.collect::<Vec<_>>().join(", "))
    }

    /// The file of the program.
    pub(crate) fn file_name(&self) -> &str {
        self.file.name()
    }

    pub(crate) fn rerun<W: Monitor<State: Hash + Eq>>(
        &self,
        subject: &Subject<'_, W>,
        saved: &SavedWitness<'_>,
    ) -> Result<Replay, SavedError> {
        let answers = Answers::read(subject.pool, saved.witness)?;
        Ok(self.with_rerun(subject, |monitored| saved.run(subject.pool, monitored, &answers)))
    }

    /// Does something with the program as it is run on values, under its monitor.
    fn with_rerun<W: Monitor<State: Hash + Eq>, T>(
        &self,
        subject: &Subject<'_, W>,
        then: impl FnOnce(&Monitored<'_, Rerun<'_>, W>) -> T,
    ) -> T {
        let restart = |values: &[Term]| subject.restarted(values);
        let inputs: Vec<Input> = subject.asked_for.iter().map(|(input, _)| input.clone()).collect();
        let rerun = Rerun {
            program: &self.language.compiled.program,
            events: &subject.events,
            inputs: &inputs,
            start: &restart,
            steps: self.steps(),
            ends: subject.ends,
        };
        then(&Monitored::new(&rerun, &subject.monitor, None))
    }
}

/// Says what is left to do where a program is stuck, and which of its inputs are arbitrary.
struct KTeller {
    waits: Option<String>,
    exchanged: Vec<ExchangedText>,
}

impl Teller for KTeller {
    fn words(&self) -> Words {
        let notes = self.waits.iter().map(|waits| format!("left to do: {waits}")).collect();
        Words { notes, exchanged: self.exchanged.clone(), ..Words::default() }
    }
}

impl SourceProgram for KProgram {
    fn targets(&self) -> Vec<ProgramTarget> {
        vec![target(&self.file, &self.language.definition.module)]
    }

    fn misfits(&self, spec: &EventSpec) -> Vec<Diagnostic> {
        Subject::against(self, &Pool::new(), spec).err().unwrap_or_default()
    }

    fn arguments(&self) -> Vec<String> {
        self.args.saved()
    }

    fn explore(&self, _: usize, job: &Job<'_>) -> Explored {
        let started = Instant::now();
        let Some(spec) = job.spec else {
            let subject = Subject::ending(self, job.pool).expect(READ);
            let check = deepened(&subject, job, |pool, look| {
                look(&Subject::ending(self, pool).expect(READ))
            });
            return self.explored(&subject, (job, started), check);
        };
        let subject = Subject::against(self, job.pool, spec).expect(READ);
        let check = deepened(&subject, job, |pool, look| {
            look(&Subject::against(self, pool, spec).expect(READ))
        });
        let vacuity = event_spec::vacuity(job.pool, &subject.monitor);
        Explored { vacuity, ..self.explored(&subject, (job, started), check) }
    }

    fn replay(&self, _: usize, saved: &SavedWitness<'_>) -> Result<Replay, SavedError> {
        let pool = Pool::new();
        match saved.spec {
            Some(spec) => self.rerun(&Subject::against(self, &pool, spec).expect(READ), saved),
            None => self.rerun(&Subject::ending(self, &pool).expect(READ), saved),
        }
    }

    fn test(
        &self,
        _: usize,
        saved: &SavedWitness<'_>,
        framework: TestFramework,
    ) -> anyhow::Result<Box<dyn RegressionTest>> {
        let pool = Pool::new();
        match saved.spec {
            Some(spec) => {
                let subject = Subject::against(self, &pool, spec).expect(READ);
                regression::test(self, &subject, saved, framework)
            }
            None => {
                let subject = Subject::ending(self, &pool).expect(READ);
                regression::test(self, &subject, saved, framework)
            }
        }
    }
}

/// Why reading the same again does not fail.
const READ: &str = "inputs and spec were read before";

/// A target in a file, which stands for all of it.
fn target(file: &File, name: &str) -> ProgramTarget {
    ProgramTarget { name: name.to_owned(), span: Span::new(file.id(), 0, 0) }
}

/// A definition without a program: it can be listed.
struct KDefinition {
    file: File,
    language: Language,
}

impl KDefinition {
    fn read(
        files: &mut Files,
        path: &Path,
        meter: &Arc<Meter>,
        reading: &Reading,
    ) -> Result<KDefinition, Unread> {
        if !read::has_ending(path, &["k", "md"]) {
            let what = format!("`{}` is a program of a language that is not named", path.display());
            let help = "`--def FILE.k` names the definition of the language";
            let problem = report::Problem::new(report::ProblemKind::BadInput, what);
            return Err(Unread::Refused(vec![problem.with_help(help)]));
        }
        let args = DefinitionArgs { def: Some(path.to_owned()), ..DefinitionArgs::default() };
        let language = loaded(&args, files, meter, reading)?;
        let main = *language.definition.files.first().expect("a definition has a file");
        Ok(KDefinition { file: files.get(main).clone(), language })
    }
}

impl SourceProgram for KDefinition {
    fn targets(&self) -> Vec<ProgramTarget> {
        let definition = &self.language.definition;
        let mut names = vec![&definition.module, &definition.syntax_module];
        names.dedup();
        names.into_iter().map(|name| target(&self.file, name)).collect()
    }

    fn refuses_check(&self, _: bool) -> Option<Refusal> {
        let name = self.file.name();
        let message = format!("`{name}` defines a language, and no program of it is named");
        let help = format!("`tracehound check PROGRAM --def {name}` checks a program");
        Some(Refusal { message, help })
    }

    fn explore(&self, _: usize, _: &Job<'_>) -> Explored {
        unreachable!("a definition refuses to be checked")
    }

    fn replay(&self, _: usize, _: &SavedWitness<'_>) -> Result<Replay, SavedError> {
        unreachable!("nothing is found in a definition")
    }
}
