//! OCaml: every method with a contract is a target.

use explore::{Answers, EndingKind, Replay, Unconfirmed, Witness};
use harness::{Harness, Method, Plan, Told};
use lang_core::Session;
use lang_ml::spec::{Specs, session};
use lang_ml::{Layout, Module};
use machine::Event;
use ml_test::{Incident, Test, TestFile};
use report::CallText;
use solve::{Axiom, Theory};
use source::{Diagnostic, File, Files};
use term::{Model, Op, Pool, Term};

use super::{Explored, Framework, Histories, Job, Kept, KeptTest, Program, Target};

/// An OCaml program. Its terms live in the pool of a run, so it is read anew for each.
pub(crate) struct Ml {
    /// The files before those of the library were added.
    files: Files,
    file: File,
    targets: Vec<Target>,
}

/// A program whose terms live in one pool.
struct Ready {
    module: Module,
    specs: Specs,
}

/// A witness in the words of the harness.
struct Seen<'a> {
    told: &'a Told,
    events: &'a [Event],
    functions: &'a Model,
}

impl Ready {
    fn read(pool: &Pool, files: &mut Files, file: &File) -> Result<Ready, Vec<Diagnostic>> {
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
    pub(crate) fn load(files: &mut Files, file: &File) -> Result<Ml, Vec<Diagnostic>> {
        let before = files.clone();
        let ready = Ready::read(&Pool::new(), files, file)?;
        let target = |method: &Method| Target { name: method.name.clone(), span: method.span };
        let targets = ready.specs.methods.iter().map(target).collect();
        Ok(Ml { files: before, file: file.clone(), targets })
    }

    /// The test of a violation.
    fn test(
        &self,
        pool: &Pool,
        ready: &Ready,
        method: usize,
        seen: Seen<'_>,
        framework: Framework,
    ) -> Kept {
        let Seen { told, events, functions } = seen;
        // What the call returned is shown as an event, which no library has.
        let last = events.last().filter(|event| pool.name(event.op) == "return");
        let events = &events[..events.len() - usize::from(last.is_some())];
        let (file, Ready { module, specs }) = (&self.file, ready);
        let incident = Incident { pool, file, module, specs, method, told, events, functions };
        let framework = match framework {
            Framework::Plain => ml_test::Framework::Plain,
            Framework::Alcotest => ml_test::Framework::Alcotest,
        };
        match incident.write(framework) {
            Ok(test) => Ok(Box::new(test)),
            Err(error) => Err(error.to_string()),
        }
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

    fn theory(&self, pool: &Pool) -> Theory {
        let axioms = self.ready(pool).specs.axioms.into_iter().map(|axiom| {
            let trace::Axiom { name, vars, body } = axiom;
            Axiom { name, vars, body, triggers: Vec::new() }
        });
        Theory::new(pool, axioms.collect())
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        let (pool, histories) = (job.pool, job.histories);
        let ready = self.ready(pool);
        let harness = ready.harness(pool, target, histories);
        let mut run = explore::explore(pool, &harness, job.options, job.solvers, job.watcher);
        let (mut calls, mut tests) = (Vec::new(), Vec::new());
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
                    tests.extend(job.tests.map(|framework| {
                        let seen = Seen { told: &told, events, functions };
                        (ending.choices.clone(), self.test(pool, &ready, target, seen, framework))
                    }));
                    let all = told.history.into_iter().chain(events.drain(..));
                    *events = all.map(|event| without_unit(pool, event)).collect();
                }
                Err(why) => {
                    let why = Unconfirmed::Replay(why);
                    ending.kind = EndingKind::Unconfirmed(failure.clone(), why);
                }
            }
        }
        Explored { run, bounds: bounds(histories), calls, tests }
    }

    fn writes_tests(&self) -> bool {
        true
    }

    fn replay(&self, target: usize, pool: &Pool, answers: &[Term], max_steps: u64) -> Replay {
        let harness = self.ready(pool).harness(pool, target, Histories::default());
        explore::replay(pool, &harness, &Answers::from(answers), max_steps)
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
    CallText { text: format!("{name} {}", args.join(" ")), ghosts: ghosts.collect() }
}

/// An event as people write it: that an operation returns `()` says nothing.
fn without_unit(pool: &Pool, mut event: Event) -> Event {
    let is_unit = |value: &Term| {
        matches!(pool.op(*value), Op::Construct(_)) && pool.show_sort(pool.sort(*value)) == "unit"
    };
    event.result = event.result.filter(|value| !is_unit(value));
    event
}
