//! OCaml: every method with a contract is a target.

mod facets;

use std::time::Instant;

use explore::{Answers, EndingKind, Options, Replay, Run, Unconfirmed, Witness};
use harness::{Harness, Method, Plan, Told};
use lang_core::Session;
use lang_ml::attribute::{Folder, Loaded};
use lang_ml::spec::{Calls, Specs};
use lang_ml::{Layout, Module};
use machine::Event;
use report::CallText;
use solve::{Axiom, Theory};
use source::{Diagnostic, File, Files};
use term::{Op, Pool, Symbol, Term};

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

    fn target(&self, target: usize) -> lang_ml::spec::Target<'_> {
        let Ready { module, specs } = self;
        lang_ml::spec::Target { module, specs, method: &specs.methods[target] }
    }

    fn harness(
        &self,
        pool: &Pool,
        target: usize,
        histories: Histories,
        calls: Calls,
    ) -> Harness<Session> {
        let target = self.target(target);
        let plan = Plan {
            alphabet: self.specs.alphabet.clone(),
            operations: target.operations(pool, calls),
            method: target.method.clone(),
            history: histories.length,
            events: histories.events,
            any_history: histories.any,
        };
        let call = target.session(pool, calls);
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
        // Methods of other files come last: they are called, and targets where they are defined.
        let own = ready.specs.methods.iter().filter(|method| method.span.file == file.id());
        let targets = own.map(target).collect();
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
        let (started, ready) = (Instant::now(), self.ready(job.pool));
        let callees = ready.target(target).callees(job.pool);
        let mut before: Option<Run> = None;
        let mut last = Explored::default();
        for calls in facets::rounds(job.facets, !callees.is_empty()) {
            let mut options = job.options.clone();
            options.budget.time = options.budget.time.map(|t| t.saturating_sub(started.elapsed()));
            last = self.round(&ready, target, calls, job, &options);
            if facets::is_last(&last.run, before.as_ref()) {
                break;
            }
            last.bounds.extend(facets::bound(calls));
            before = Some(last.run.clone());
        }
        last
    }

    fn replay(&self, target: usize, pool: &Pool, answers: &[Term], max_steps: u64) -> Replay {
        let ready = self.ready(pool);
        let harness = ready.harness(pool, target, Histories::default(), Calls::Bodies);
        explore::replay(pool, &harness, &Answers::from(answers), max_steps)
    }
}

impl Ml {
    /// Explores a target with calls of methods run in one way.
    fn round(
        &self,
        ready: &Ready,
        target: usize,
        calls: Calls,
        job: &Job<'_>,
        options: &Options,
    ) -> Explored {
        let (pool, histories) = (job.pool, job.histories);
        let harness = ready.harness(pool, target, histories, calls);
        let mut run = explore::explore(pool, &harness, options, job.solvers, job.watcher);
        let callees: Vec<Symbol> =
            ready.target(target).callees(pool).into_iter().map(|(name, _)| name).collect();
        let mut told_calls = Vec::new();
        for ending in &mut run.endings {
            let EndingKind::Violated(failure, witness) = &mut ending.kind else { continue };
            let Witness { inputs, functions, events } = witness;
            match harness.confirm(pool, failure, inputs, functions, events) {
                Ok(told) => {
                    let mut call = call_text(pool, &self.targets[target].name, &told);
                    if histories.any {
                        call.text.push_str(" (--any-history)");
                    }
                    let show = |event: &Event| event_text(pool, &without_unit(pool, event.clone()));
                    call.by_contract = facets::by_contract(pool, &callees, failure, events, show);
                    facets::blame(failure, &call.by_contract);
                    told_calls.push((ending.choices.clone(), call));
                    let all = told.history.into_iter().chain(told.call);
                    *events = all.map(|event| without_unit(pool, event)).collect();
                }
                Err(why) => {
                    let why = Unconfirmed::Replay(why);
                    ending.kind = EndingKind::Unconfirmed(failure.clone(), why);
                }
            }
        }
        facets::keep_fewest(&mut run, &told_calls);
        Explored { run, bounds: bounds(histories), calls: told_calls }
    }
}

/// A call with its result: `mem(e0) = true`.
fn event_text(pool: &Pool, event: &Event) -> String {
    let show = |value: &Term| report::plain_value(pool, *value);
    let args: Vec<String> = event.args.iter().map(show).collect();
    let result = event.result.iter().map(|result| format!(" = {}", show(result)));
    format!("{}({}){}", pool.name(event.op), args.join(", "), result.collect::<String>())
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
