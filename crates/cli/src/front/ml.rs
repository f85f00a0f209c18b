//! OCaml: every method with a contract is a target.

use explore::{Answers, EndingKind, Replay, Unconfirmed, Witness};
use harness::{Harness, Method, Plan, Told};
use lang_core::Session;
use lang_ml::attribute::{Folder, Loaded};
use lang_ml::spec::{Specs, session};
use lang_ml::{Layout, Module};
use machine::Event;
use report::CallText;
use solve::{Axiom, Theory};
use source::{Diagnostic, File, Files};
use term::{Op, Pool, Term};

use super::{Explored, Histories, Job, Program, Target};

/// An OCaml program. Its terms live in the pool of a run, so it is read anew for each.
pub(crate) struct Ml {
    /// The files before those of the library were added.
    files: Files,
    file: File,
    /// The folder around it, if its contracts are written in attributes.
    folder: Option<Folder>,
    targets: Vec<Target>,
}

/// A program whose terms live in one pool.
struct Ready {
    module: Module,
    specs: Specs,
}

impl Ready {
    fn read(
        pool: &Pool,
        files: &mut Files,
        file: &File,
        folder: Option<&Folder>,
    ) -> Result<Ready, Vec<Diagnostic>> {
        if let Some(folder) = folder {
            let Loaded { module, specs } = folder.load(pool, files, file)?;
            return Ok(Ready { module, specs });
        }
        let module = lang_ml::load(pool, files, std::slice::from_ref(file), Layout::Modules)?;
        let specs = Specs::read(pool, file, &module)?;
        Ok(Ready { module, specs })
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
        Harness::new(pool, plan, call).expect("depths are checked when contracts are read")
    }
}

impl Ml {
    /// Reads a program, and its contracts.
    pub(crate) fn load(
        files: &mut Files,
        file: &File,
        folder: Option<Folder>,
    ) -> Result<Ml, Vec<Diagnostic>> {
        let before = files.clone();
        let ready = Ready::read(&Pool::new(), files, file, folder.as_ref())?;
        let target = |method: &Method| Target { name: method.name.clone(), span: method.span };
        let targets = ready.specs.methods.iter().map(target).collect();
        Ok(Ml { files: before, file: file.clone(), folder, targets })
    }

    fn ready(&self, pool: &Pool) -> Ready {
        let ready = Ready::read(pool, &mut self.files.clone(), &self.file, self.folder.as_ref());
        ready.unwrap_or_else(|_| panic!("a program that was read once can be read again"))
    }
}

impl Program for Ml {
    fn targets(&self) -> Vec<Target> {
        self.targets.clone()
    }

    fn theory(&self, pool: &Pool) -> Theory {
        let axioms = self.ready(pool).specs.axioms.into_iter().map(|axiom| {
            let trace::Axiom { name, vars, body } = axiom;
            Axiom::new(pool, name, vars, body)
        });
        Theory::new(pool, axioms.collect())
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        let (pool, histories) = (job.pool, job.histories);
        let ready = self.ready(pool);
        let harness = ready.harness(pool, target, histories);
        let mut run = explore::explore(pool, &harness, job.options, job.solvers, job.watcher);
        let mut calls = Vec::new();
        for ending in &mut run.endings {
            let EndingKind::Violated(failure, witness) = &mut ending.kind else { continue };
            let Witness { inputs, functions, events } = witness;
            match harness.confirm(pool, failure, inputs, functions, events) {
                Ok(told) => {
                    let mut call = call_text(pool, &self.targets[target].name, &told);
                    if histories.any {
                        call.text.push_str(" (--any-history)");
                    }
                    calls.push((ending.choices.clone(), call));
                    let all = told.history.into_iter().chain(told.call);
                    *events = all.map(|event| without_unit(pool, event)).collect();
                }
                Err(why) => {
                    let why = Unconfirmed::Replay(why);
                    ending.kind = EndingKind::Unconfirmed(failure.clone(), why);
                }
            }
        }
        Explored { run, bounds: bounds(histories), calls }
    }

    fn replay(&self, target: usize, pool: &Pool, answers: &[Term], max_steps: u64) -> Replay {
        let harness = self.ready(pool).harness(pool, target, Histories::default());
        explore::replay(pool, &harness, &Answers::from(answers), max_steps)
    }
}

/// What the answer "holds" is limited to.
fn bounds(histories: Histories) -> Vec<String> {
    let Histories { length, events, any: _ } = histories;
    vec![format!("history ≤ {length}"), format!("events ≤ {events}")]
}

fn call_text(pool: &Pool, name: &str, told: &Told) -> CallText {
    let show = |value: &Term| {
        let text = report::plain_value(pool, *value);
        if text.contains(' ') { format!("({text})") } else { text }
    };
    let args: Vec<String> = told.args.iter().map(|(_, value)| show(value)).collect();
    let ghosts = told.ghosts.iter().map(|(name, value)| format!("{name} = {}", show(value)));
    CallText {
        text: format!("{name} {}", args.join(" ")),
        ghosts: ghosts.collect(),
        by_contract: Vec::new(),
    }
}

/// An event as people write it: that an operation returns `()` says nothing.
fn without_unit(pool: &Pool, mut event: Event) -> Event {
    let is_unit = |value: &Term| {
        matches!(pool.op(*value), Op::Construct(_)) && pool.show_sort(pool.sort(*value)) == "unit"
    };
    event.result = event.result.filter(|value| !is_unit(value));
    event
}
