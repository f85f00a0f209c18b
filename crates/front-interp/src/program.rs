//! Goals as `check`, `list` and `replay` see them: each is a target, whose runs must obey a trace spec.
//!
//! Runs that break a property are found by `lang_interp::check_spec`, which `solve --spec` shows as
//! answers. Each is run again on its values as a machine of the engine, under the monitor of the spec
//! (`machine.rs`), and judged by the meaning of the formula.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use explore::{
    Answers, Ending, EndingKind, Limit, Monitored, Replay, ReplayEnd, Run, SavedError, Unconfirmed,
    Witness,
};
use frontend::event_spec::{self, PooledSpec};
use frontend::registry::Refusal;
use frontend::{
    EventSpec, Explored, Job, ProgramTarget, Reading, SavedWitness, SourceProgram, Unread,
};
use interp_langs::caselang::tree::{Goal, Program};
use interp_langs::caselang::{Evaluation, Query, show};
use lang_interp::{Answer, Confirmed, Cut, Cx, Ended, Heap, Options, Summary};
use machine::{Exit, Failure, Gap, Monitor, Observed};
use report::{Teller, plain_value};
use rustc_hash::FxHashMap;
use source::{Diagnostic, File, Files, Span};
use term::{Model, Pool, Term};
use trace::SpecMonitor;

use crate::goals;
use crate::machine::{GoalMachine, tree};

/// So many answers are run again to find one that shows the property that is asked about. A run ends at
/// the first property that it breaks.
const TRIES: usize = 100;
/// More combinations of values for the parameters of a spec are not tried.
const MOST_PARAMETERS: usize = 1_000;

/// The goals of a file.
pub(crate) struct GoalProgram {
    /// Where terms of all its runs live.
    pool: Arc<Pool>,
    program: Program,
    name: String,
}

impl GoalProgram {
    /// Reads a file.
    pub(crate) fn read(files: &mut Files, file: &File, _: &Reading) -> Result<GoalProgram, Unread> {
        let program = goals::parse_with_imports(file, &Program::default(), files)?;
        Ok(GoalProgram { pool: Arc::new(Pool::new()), program, name: file.name().to_owned() })
    }

    fn question(&self, target: usize, spec: &EventSpec) -> Question<'_> {
        let goal = &self.program.goals[target];
        let places = self.program.events();
        let asked = spec.in_pool(&self.pool, &[]);
        let asked = spec.in_pool(&self.pool, &asked.untyped(&self.pool, &places));
        let monitor = asked.monitor(&self.pool);
        let query = Query::new(&self.program, goal, Evaluation::InOrder);
        Question { pool: &self.pool, goal, places, query, asked, monitor }
    }
}

impl SourceProgram for GoalProgram {
    fn targets(&self) -> Vec<ProgramTarget> {
        let goals = (1..).zip(&self.program.goals);
        let target = |(number, goal): (usize, &Goal)| ProgramTarget {
            name: format!("goal{number}"),
            span: goal.span,
        };
        goals.map(target).collect()
    }

    fn pool(&self) -> Option<&Pool> {
        Some(&self.pool)
    }

    fn misfits(&self, spec: &EventSpec) -> Vec<Diagnostic> {
        let asked = spec.in_pool(&self.pool, &[]);
        asked.misfits(&self.pool, &asked.untyped(&self.pool, &self.program.events()))
    }

    fn refuses_check(&self, against_spec: bool) -> Option<Refusal> {
        (!against_spec).then(|| Refusal {
            message: format!("the goals of `{}` have nothing but events to check", self.name),
            help: "`--spec FILE.trace` names what they must obey; `tracehound solve` answers goals"
                .to_owned(),
        })
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        let spec = job.spec.expect("goals refuse to be checked without one");
        let question = self.question(target, spec);
        let mut search =
            Search { question: &question, job, run: Run::default(), tellers: Vec::new() };
        let started = Instant::now();
        for name in spec.property_names() {
            search.property(&name, started);
        }
        let vacuity = event_spec::vacuity(&self.pool, &question.monitor);
        let Search { run, tellers, .. } = search;
        Explored { run, tellers, vacuity, ..Explored::default() }
    }

    fn replay(&self, target: usize, saved: &SavedWitness<'_>) -> Result<Replay, SavedError> {
        let spec = saved.spec.expect("goals are checked against a spec");
        let (question, options) = (self.question(target, spec), Options::default());
        let answers = Answers::read(&self.pool, saved.witness)?;
        let machine = question.machine(&options);
        let monitored = Monitored::new(&machine, &question.monitor, Some(question.goal.span));
        Ok(saved.run(&self.pool, &monitored, &answers))
    }
}

/// A goal whose runs must obey a spec.
struct Question<'a> {
    pool: &'a Arc<Pool>,
    goal: &'a Goal,
    places: Vec<(&'a str, usize, Span)>,
    query: Query,
    asked: PooledSpec,
    monitor: SpecMonitor,
}

/// A run that was repeated on values.
enum Repeated {
    /// It breaks a property.
    Broken(Box<Failure>, Box<Witness>),
    /// It does not, for this reason.
    Other(Unconfirmed),
}

impl Question<'_> {
    fn machine<'m>(&'m self, options: &'m Options) -> GoalMachine<'m> {
        let Question { pool, goal, places, query, asked, .. } = self;
        GoalMachine { pool, query, goal, spec: &asked.spec, options, places }
    }

    /// Runs a goal again on the values of an answer, for each choice of the parameters of the spec
    /// until one breaks a property.
    fn repeated(&self, values: &[Term], options: &Options) -> Repeated {
        let first = self.parameters(&[]).remove(0);
        let (broken, replay) = self.repeated_with(&first, values, options);
        if let Some(broken) = broken {
            return broken;
        }
        for parameters in self.parameters(&replay.events) {
            if let (Some(broken), _) = self.repeated_with(&parameters, values, options) {
                return broken;
            }
        }
        Repeated::Other(Unconfirmed::Replay(format!("expected a violation, but {}", replay.end)))
    }

    fn repeated_with(
        &self,
        parameters: &[Term],
        values: &[Term],
        options: &Options,
    ) -> (Option<Repeated>, Replay) {
        let machine = self.machine(options);
        let monitored = Monitored::new(&machine, &self.monitor, Some(self.goal.span));
        let inputs = parameters.iter().chain(values).copied().collect();
        let answers = Answers { inputs, functions: Model::new() };
        let is_late = || options.explore.interrupt.is_raised();
        let replay = explore::replay_until(self.pool, &monitored, &answers, u64::MAX, &is_late);
        let ReplayEnd::Exit(Exit::Failed(failure)) = &replay.end else { return (None, replay) };
        let Answers { functions, .. } = answers;
        let observed =
            Observed { inputs: parameters, functions: &functions, events: &replay.events };
        let repeated = match self.monitor.confirm(self.pool, failure, &observed) {
            Err(why) => Repeated::Other(Unconfirmed::Undecided(why)),
            Ok(()) => {
                let (inputs, events) = (replay.inputs.clone(), replay.events.clone());
                let witness = Witness { inputs, functions, events };
                Repeated::Broken(Box::new(failure.clone()), Box::new(witness))
            }
        };
        (Some(repeated), replay)
    }

    /// Values for the parameters of the spec: those that events mention, and one besides.
    fn parameters(&self, events: &[machine::Event]) -> Vec<Vec<Term>> {
        let mut all = vec![Vec::new()];
        for input in self.monitor.inputs() {
            let of_events = events.iter().flat_map(|event| event.args.iter().chain(&event.result));
            let mut values: Vec<Term> = Vec::new();
            for value in of_events.copied().chain(self.pool.default_value(input.sort)) {
                if self.pool.sort(value) == input.sort && !values.contains(&value) {
                    values.push(value);
                }
            }
            let longer = all.iter().flat_map(|known: &Vec<Term>| {
                values.iter().map(|value| [&known[..], &[*value]].concat())
            });
            all = longer.take(MOST_PARAMETERS).collect();
        }
        all
    }

    /// Shows values in the syntax of goals: those of the unknowns, and what elements stand for.
    fn teller(&self, witness: &Witness, options: &Options) -> GoalTeller {
        let mut heap = Heap::new();
        let own = witness.inputs.iter().skip(self.monitor.inputs().len());
        let values: Vec<Term> = own.map(|(_, value)| *value).collect();
        let mut shown: FxHashMap<Term, String> = FxHashMap::default();
        for value in &values {
            if let Some(tree) = tree(&mut heap, self.pool, *value) {
                shown.insert(*value, show::value(&tree));
            }
        }
        let traced = self.machine(options).trace(&values).and_then(Result::ok);
        let elements = traced.map(|traced| traced.elements).unwrap_or_default();
        for (_, sort) in &self.asked.spec.sorts {
            for (number, element) in (0..).zip(&elements) {
                shown.insert(self.pool.elem(*sort, number), show::value(element));
            }
        }
        GoalTeller(shown)
    }
}

/// Shows values in the syntax of goals.
struct GoalTeller(FxHashMap<Term, String>);

impl Teller for GoalTeller {
    fn value(&self, pool: &Pool, value: Term) -> String {
        self.0.get(&value).cloned().unwrap_or_else(|| plain_value(pool, value))
    }
}

/// A search for runs that break properties of a spec.
struct Search<'s> {
    question: &'s Question<'s>,
    job: &'s Job<'s>,
    run: Run,
    tellers: Vec<(usize, Box<dyn Teller>)>,
}

impl Search<'_> {
    /// Looks for runs that break one property: one of them, unless every path is asked for.
    fn property(&mut self, name: &str, started: Instant) {
        let (question, job) = (self.question, self.job);
        let spec = &question.asked.spec;
        let property = spec.property(name).expect("it was read before");
        let options = options(job, question, started);
        let mut heap = Heap::with_pool(Arc::clone(question.pool));
        let most = job.options.budget.findings;
        let mut tried = 0;
        let run = |cx: &mut Cx<'_>| question.query.run(cx);
        let summary = lang_interp::check_spec(&mut heap, &options, spec, property, run, |answer| {
            tried += 1;
            let is_new = self.answer(answer, name, &options);
            let is_enough = match job.every_path {
                true => most.is_some_and(|most| self.run.stats.violated >= most),
                false => is_new || tried >= TRIES,
            };
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let summary = summary.expect("the depth of formulas is limited where they are read");
        if job.every_path && most.is_some_and(|most| self.run.stats.violated >= most) {
            self.run.limits.extend(most.map(Limit::Findings));
        }
        self.add(&summary);
    }

    /// Takes in a run that breaks a property; whether it shows this one.
    fn answer(&mut self, answer: &Answer, name: &str, options: &Options) -> bool {
        let question = self.question;
        let saved = answer.instance.iter().map(|named| {
            let text = named.value.save()?;
            Some(question.pool.text(&text))
        });
        let values = saved.collect::<Option<Vec<Term>>>();
        let repeated = match (&answer.confirmed, values) {
            (Confirmed::Yes, Some(values)) => question.repeated(&values, options),
            (Confirmed::Yes, None) => {
                let why = "a value of it cannot be written down".to_owned();
                Repeated::Other(Unconfirmed::Undecided(why))
            }
            (Confirmed::NoInstance(reason), _) => {
                Repeated::Other(Unconfirmed::Unknown(reason.clone()))
            }
            (Confirmed::Differs(why), _) => Repeated::Other(Unconfirmed::Replay(why.clone())),
        };
        let kind = match repeated {
            // Properties may be broken by the same run, which ends at the first of them.
            Repeated::Broken(_, witness) if self.is_known(&witness) => return false,
            Repeated::Broken(failure, witness) => {
                let teller = question.teller(&witness, options);
                self.tellers.push((self.run.endings.len(), Box::new(teller)));
                self.run.stats.violated += 1;
                EndingKind::Violated(*failure, *witness)
            }
            Repeated::Other(why) => {
                let message = format!("the events of a run break the property `{name}`");
                let failure = Failure::new(SpecMonitor::CODE, message, Some(question.goal.span));
                EndingKind::Unconfirmed(failure, why)
            }
        };
        let quoted = format!("`{name}`");
        let shows =
            matches!(&kind, EndingKind::Violated(failure, _) if failure.message.contains(&quoted));
        self.run.endings.push(Ending { choices: Vec::new(), kind });
        shows
    }

    /// Whether a run on these values was taken in before.
    fn is_known(&self, witness: &Witness) -> bool {
        let is_same = |ending: &Ending| match &ending.kind {
            EndingKind::Violated(_, known) => known.inputs == witness.inputs,
            _ => false,
        };
        self.run.endings.iter().any(is_same)
    }

    /// Takes in what a search did, and what it did not get to.
    fn add(&mut self, summary: &Summary) {
        let counted = summary.stats;
        let stats = &mut self.run.stats;
        stats.finished += counted.values + counted.failures.saturating_sub(counted.answers);
        stats.discarded += counted.discarded;
        stats.cut_off += counted.cut_off;
        stats.steps += counted.steps;
        stats.queries += counted.queries;
        stats.left += counted.left;
        let gap = |what: String| EndingKind::Unsupported(Gap { what, span: None });
        let cuts = summary.cuts.iter().map(|cut| match cut {
            Cut::Steps(steps) => EndingKind::CutOff(Limit::Steps(*steps), None),
            Cut::Depth(depth) => EndingKind::CutOff(Limit::Depth(*depth), None),
            Cut::Calls(_) | Cut::Options(_) | Cut::Unsearched(_) => gap(cut.to_string()),
        });
        let broken = summary.broken.iter().map(|failure| gap(failure.to_string()));
        let unknown = summary.unknown.iter().cloned().map(EndingKind::Unknown);
        let all = cuts.chain(broken).chain(unknown);
        self.run.endings.extend(all.map(|kind| Ending { choices: Vec::new(), kind }));
        if let Ended::Limit(limit) = summary.ended
            && !self.run.limits.contains(&limit)
        {
            self.run.limits.push(limit);
        }
    }
}

/// How a goal is searched: as the call says, in what is left of its time.
fn options(job: &Job<'_>, question: &Question<'_>, started: Instant) -> Options {
    let mut explore = job.options.clone();
    explore.budget.time = explore.budget.time.map(|time| time.saturating_sub(started.elapsed()));
    // What was found is counted after it was run again.
    explore.budget.findings = None;
    let (make, theory) = (Arc::clone(job.shared_solvers), question.asked.theory(question.pool));
    let options =
        Options { explore, watcher: Arc::clone(job.shared_watcher), ..Options::default() };
    options.with_solvers(move || make(&theory))
}
