//! OCaml: every method with a contract is a target.

mod exchange;
mod smallest;
mod told;
mod vacuity;

use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use explore::{Answers, Budget, EndingKind, Replay, ReplayEnd, SavedError};
use harness::{Engine, Harness, Method, Plan, Told};
use lang_core::Session;
use lang_ml::spec::{Specs, session};
use lang_ml::{Layout, Module};
use machine::Exit;
use ml_test::{Incident, Test, TestFile};
use report::{CallBounds, Teller};
use solve::{Axiom, Solver, Theory};
use source::{Diagnostic, File, Files};
use term::{Model, Pool};

use super::{Explored, Framework, Histories, Job, KeptTest, Program, Target};
use smallest::{Search, smallest};
use told::{Teaching, names, tidied};

/// An OCaml program. Its terms live in the pool of a run, so it is read anew for each.
pub(crate) struct Ml {
    /// The files before those of the library were added.
    files: Files,
    file: File,
    targets: Vec<Target>,
    has_axioms: bool,
}

/// A program whose terms live in one pool.
struct Ready {
    module: Module,
    specs: Specs,
}

impl Ready {
    fn read(pool: &Pool, files: &mut Files, file: &File) -> Result<Ready, Vec<Diagnostic>> {
        let module = lang_ml::load(pool, files, std::slice::from_ref(file), Layout::Modules)?;
        let specs = Specs::read(pool, file, &module)?;
        Ok(Ready { module, specs })
    }

    /// What the solver may take for granted.
    fn theory(&self, pool: &Pool) -> Theory {
        theory_of(pool, &self.specs.axioms)
    }

    fn harness(&self, pool: &Pool, target: usize, histories: Histories) -> Harness<Session> {
        let method = &self.specs.methods[target];
        let plan = Plan {
            alphabet: self.specs.alphabet.clone(),
            operations: self.specs.operations.clone(),
            method: method.clone(),
            history: histories.length,
            events: histories.events,
            any_history: histories.any,
        };
        let call = session(&self.module, method);
        let harness = Harness::new(pool, plan, call);
        let harness = harness.expect("depths are checked when contracts are read");
        harness.with_engine(histories.engine)
    }
}

/// A witness that was run again.
struct Rerun {
    replay: Replay,
    /// The witness in the words of the method, if it still fails; the error says why that does not
    /// count.
    told: Option<Result<Told, String>>,
    functions: Model,
}

impl Ready {
    fn rerun(
        &self,
        pool: &Pool,
        target: usize,
        witness: &str,
        call: Option<CallBounds>,
        max_steps: u64,
    ) -> Result<Rerun, SavedError> {
        let histories = call.map_or_else(Histories::default, |call| Histories {
            length: call.history as usize,
            events: call.events as usize,
            any: call.any_history,
            // All engines ask for the same inputs.
            engine: Engine::Slots,
        });
        let harness = self.harness(pool, target, histories);
        let answers = Answers::read(pool, witness)?;
        let replay = explore::replay(pool, &harness, &answers, max_steps);
        let told = match &replay.end {
            ReplayEnd::Exit(Exit::Failed(failure)) => {
                let (inputs, events) = (&replay.inputs, &replay.events);
                Some(harness.confirm(pool, failure, inputs, &answers.functions, events))
            }
            _ => None,
        };
        Ok(Rerun { replay, told, functions: answers.functions })
    }
}

impl Ml {
    /// Reads a program, and its contracts.
    pub(crate) fn load(files: &mut Files, file: &File) -> Result<Ml, Vec<Diagnostic>> {
        let before = files.clone();
        let ready = Ready::read(&Pool::new(), files, file)?;
        let target = |method: &Method| Target { name: method.name.clone(), span: method.span };
        let targets = ready.specs.methods.iter().map(target).collect();
        let has_axioms = !ready.specs.axioms.is_empty();
        Ok(Ml { files: before, file: file.clone(), targets, has_axioms })
    }

    fn ready(&self, pool: &Pool) -> Ready {
        let ready = Ready::read(pool, &mut self.files.clone(), &self.file);
        ready.unwrap_or_else(|_| panic!("a program that was read once can be read again"))
    }
}

impl Program for Ml {
    fn targets(&self) -> Vec<Target> {
        self.targets.clone()
    }

    fn has_histories(&self) -> bool {
        true
    }

    fn faults(&self, solver: &dyn Fn(&Theory) -> Box<dyn Solver>) -> Vec<Diagnostic> {
        if !self.has_axioms {
            return Vec::new();
        }
        let pool = Pool::new();
        let axioms = self.ready(&pool).specs.axioms;
        vacuity::contradiction(&pool, &axioms, solver).into_iter().collect()
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        let ready = self.ready(job.pool);
        let theory = &ready.theory(job.pool);
        let search = Search { ready: &ready, theory, target, job, started: Instant::now() };
        let (mut run, mut found) = search.run(job.histories);
        let time = search.started.elapsed();
        let doubts = search.vacuity(&run);
        if job.smallest {
            search.shorten(&mut run, &mut found);
        }
        let teaching = Teaching {
            pool: job.pool,
            ready: &ready,
            files: &self.files,
            file: &self.file,
            target,
            max_steps: job.options.budget.steps.unwrap_or(u64::MAX),
        };
        let mut tellers: Vec<(usize, Box<dyn Teller>)> = Vec::new();
        let told = if job.smallest { smallest(&found) } else { Vec::new() };
        for (number, found) in found.iter().enumerate() {
            let teller = teaching.teller(found, told.contains(&number));
            tellers.push((found.ending, Box::new(teller)));
            let EndingKind::Violated(_, witness) = &mut run.endings[found.ending].kind else {
                unreachable!("only violations are found");
            };
            let all = found.told.history.iter().chain(&found.told.call);
            let method = &ready.specs.methods[target];
            witness.events = all.map(|event| tidied(job.pool, method, event.clone())).collect();
        }
        Explored { run, bounds: bounds(job.histories), doubts, tellers, time }
    }

    fn replay(
        &self,
        target: usize,
        witness: &str,
        call: Option<CallBounds>,
        max_steps: u64,
    ) -> Result<Replay, SavedError> {
        let pool = Pool::new();
        let ready = self.ready(&pool);
        let Rerun { mut replay, told, .. } =
            ready.rerun(&pool, target, witness, call, max_steps)?;
        if let Some(Err(why)) = told {
            replay.end = ReplayEnd::Stuck(why);
        }
        Ok(replay)
    }

    fn test(
        &self,
        target: usize,
        witness: &str,
        call: Option<CallBounds>,
        framework: Framework,
    ) -> Result<Box<dyn KeptTest>> {
        let (pool, steps) = (Pool::new(), Budget::default().steps.unwrap_or(u64::MAX));
        let ready = self.ready(&pool);
        let rerun = ready.rerun(&pool, target, witness, call, steps)?;
        let told = match rerun.told {
            Some(told) => told.map_err(|why| anyhow!("it cannot be replayed: {why}"))?,
            None => bail!("it does not happen any more: {}", rerun.replay.end),
        };
        let (names, _) = names(&pool, &ready, target, &told, &rerun.functions);
        let incident = Incident {
            pool: &pool,
            file: &self.file,
            module: &ready.module,
            specs: &ready.specs,
            method: target,
            told: &told,
            functions: &rerun.functions,
            names: &names,
        };
        let framework = match framework {
            Framework::Plain => ml_test::Framework::Plain,
            Framework::Alcotest => ml_test::Framework::Alcotest,
        };
        Ok(Box::new(incident.write(framework)?))
    }
}

impl KeptTest for Test {
    fn files(&self, id: &str) -> Vec<(String, String)> {
        Test::files(self, id).into_iter().map(|TestFile { name, text }| (name, text)).collect()
    }

    fn commands(&self, id: &str, program: &str, test: &str) -> Vec<String> {
        Test::commands(self, id, program, test)
    }
}

/// Axioms as the solver takes them.
fn theory_of(pool: &Pool, axioms: &[trace::Axiom]) -> Theory {
    let axiom = |axiom: &trace::Axiom| Axiom {
        name: axiom.name.clone(),
        vars: axiom.vars.clone(),
        body: axiom.body,
        triggers: Vec::new(),
    };
    Theory::new(pool, axioms.iter().map(axiom).collect())
}

/// What the answer "holds" is limited to.
fn bounds(histories: Histories) -> Vec<String> {
    let Histories { length, events, any: _, engine: _ } = histories;
    vec![format!("history ≤ {length}"), format!("events ≤ {events}")]
}
