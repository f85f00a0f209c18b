//! The front end of Toy: every block `check` of a file is a target.

mod render;

use std::path::Path;
use std::time::Instant;

use explore::{Answers, Monitored, Options, Replay, SavedError, Witness};
use frontend::args::KProgramArgs;
use frontend::{
    Explored, FileReader, Frontend, Job, Language, ProgramTarget, Reader, SavedWitness,
    SourceProgram, event_spec,
};
use machine::{EventKind, Failure};
use solve::Theory;
use term::Pool;

use render::Rendering;

/// The front end.
pub struct Toy;

impl Frontend for Toy {
    fn language(&self) -> Language {
        Language::Toy
    }

    fn may_have_targets(&self, text: &str, _: &Path) -> bool {
        text.contains("check")
    }

    fn reader(&self, _: &KProgramArgs) -> Option<Box<dyn Reader>> {
        Some(Box::new(FileReader(|_, file, _| Ok(ToyProgram(lang_toy::load(file)?)))))
    }
}

/// A program that was read.
struct ToyProgram(lang_toy::Program);

impl SourceProgram for ToyProgram {
    fn targets(&self) -> Vec<ProgramTarget> {
        let targets = self.0.targets().iter();
        targets
            .map(|target| ProgramTarget { name: target.name.clone(), span: target.span })
            .collect()
    }

    fn events(&self) -> Option<Vec<EventKind>> {
        Some(self.0.events())
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        let target = &self.0.targets()[target];
        let (machine, started) = (self.0.machine(target), Instant::now());
        let Job { pool, options, watcher, .. } = *job;
        let events = self.0.events();
        let Some(spec) = job.spec.map(|spec| spec.in_pool(pool, &events)) else {
            let theory = Theory::empty();
            let solvers = || (job.solvers)(&theory);
            // What is left after the last assertion is soon over; to look for it costs more.
            let options = &Options { prune: false, ..options.clone() };
            let run = explore::explore(pool, &machine, options, &solvers, watcher);
            let time = started.elapsed();
            let judge = &|_: &Failure, _: &Replay, _: &Answers| true;
            let tellers = Rendering { job, machine: &machine, started, judge }.tellers(&run);
            let (theory, code) = (Some(theory), Some(self.0.code(target)));
            return Explored { run, tellers, time, theory, code, ..Explored::default() };
        };
        let (monitor, theory) = (spec.monitor(pool), spec.theory(pool));
        let monitored = Monitored::new(&machine, &monitor, Some(target.span));
        let solvers = || (job.solvers)(&theory);
        let run = explore::explore_monitored(pool, &monitored, options, &solvers, watcher);
        let time = started.elapsed();
        let judge = |failure: &Failure, replay: &Replay, answers: &Answers| {
            let (inputs, events) = (replay.inputs.clone(), replay.events.clone());
            let witness = Witness { inputs, functions: answers.functions.clone(), events };
            monitored.judge(pool, failure, &witness).is_ok()
        };
        let rendering = Rendering { job, machine: &monitored, started, judge: &judge };
        let tellers = rendering.tellers(&run);
        let vacuity = event_spec::vacuity(pool, &monitor);
        let (theory, code) = (Some(theory), Some(self.0.code(target)));
        Explored { run, vacuity, tellers, time, theory, code, ..Explored::default() }
    }

    fn replay(&self, target: usize, saved: &SavedWitness<'_>) -> Result<Replay, SavedError> {
        let (pool, target) = (Pool::new(), &self.0.targets()[target]);
        let (machine, answers) = (self.0.machine(target), Answers::read(&pool, saved.witness)?);
        let events = self.0.events();
        Ok(match saved.spec.map(|spec| spec.in_pool(&pool, &events).monitor(&pool)) {
            Some(monitor) => {
                let monitored = Monitored::new(&machine, &monitor, Some(target.span));
                saved.run(&pool, &monitored, &answers)
            }
            None => saved.run(&pool, &machine, &answers),
        })
    }
}
