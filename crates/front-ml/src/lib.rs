//! The front end of OCaml: every method with a contract is a target.

mod deepen;
mod exchange;
mod facets;
mod folder;
mod invariants;
mod lengths;
mod project;
mod proof;
mod render;
mod smallest;
mod vacuity;

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use check::{JudgedRun, Look, Silence};
use explore::{Answers, EndingKind, Replay, ReplayEnd, SavedError};
use frontend::args::KProgramArgs;
use frontend::why::MOST_EXPLAINED;
use frontend::{
    EventSpec, Explored, Frontend, Histories, Integers, Job, Language, ProgramTarget, Proving,
    Reader, Reading, RegressionTest, SavedWitness, SourceProgram, TestFramework, Unread,
    event_spec,
};
use harness::{Engine, Harness, Method, Plan, Told};
use host::read;
use lang_core::Session;
use lang_ml::attribute::{Folder, Loaded};
use lang_ml::spec::{self, Specs, StateBefore};
use lang_ml::{INT_BITS, Layout, LoadError, Module, Operation, Stop};
use machine::{EventKind, Exit, Facets};
use ml_test::{Incident, Test, TestFile};
use report::{ProofStatus, Teller};
use solve::{Axiom, Solver, Theory};
use source::{Diagnostic, File, Files};
use term::{Model, Pool};

use check::smallest;
use facets::{ByContractCall, Round};
use render::{Teaching, names, tidied};
use smallest::Search;

/// What every contract has in it: a word that begins a clause, or the sign of an attribute.
const CONTRACT_SIGNS: [&str; 6] = ["effect", "ensure", "require", "context", "invariant", "[@"];

/// The front end.
pub struct Ml;

impl Frontend for Ml {
    fn language(&self) -> Language {
        Language::Ml
    }

    fn may_have_targets(&self, text: &str, _: &Path) -> bool {
        CONTRACT_SIGNS.iter().any(|sign| text.contains(sign))
    }

    fn is_program(&self, path: &Path) -> bool {
        let is_test = || read::source_text(path).is_ok_and(|text| ml_test::is_generated(&text));
        !folder::is_shared(path) && !is_test()
    }

    fn reader(&self, _: &KProgramArgs) -> Option<Box<dyn Reader>> {
        Some(Box::new(folder::FolderReader::default()))
    }
}

/// An OCaml program, read once for all of its targets.
struct MlProgram {
    file: File,
    /// The files that it needs, itself last.
    sources: Vec<File>,
    /// The folder around it, if its contracts are written in attributes.
    folder: Option<Folder>,
    /// Where its terms live, and those of every run of it.
    pool: Pool,
    ready: Ready,
}

/// A program whose terms live in one pool.
struct Ready {
    module: Arc<Module>,
    specs: Specs,
}

impl Ready {
    fn read(
        pool: &Pool,
        files: &mut Files,
        sources: &[File],
        folder: Option<&Folder>,
        stop: &Stop<'_>,
    ) -> Result<Ready, LoadError> {
        let file = sources.last().expect("a program has a file");
        if let Some(folder) = folder {
            let Loaded { module, specs } = folder.load_until(pool, files, file, stop)?;
            return Ok(Ready { module: Arc::new(module), specs });
        }
        let module = lang_ml::load_until(pool, files, sources, Layout::Modules, stop)?;
        let specs = Specs::read_until(pool, file, &module, stop)?;
        Ok(Ready { module: Arc::new(module), specs })
    }

    /// The events of its libraries.
    fn events(&self, pool: &Pool) -> Vec<EventKind> {
        let kind = |operation: &Operation| {
            let op = self.specs.alphabet.find(pool.symbol(&operation.name))?;
            let declared = self.specs.alphabet.op(op);
            let args = declared.params().iter().map(|place| place.sort).collect();
            let result = declared.result().map(|place| place.sort);
            Some(EventKind { op: operation.name.clone(), args, result, span: operation.span })
        };
        self.module.outline.operations.iter().filter_map(kind).collect()
    }

    /// The same program, one method of which has to preserve the properties of a spec, too.
    fn under(&self, pool: &Pool, target: usize, spec: Option<&EventSpec>) -> Ready {
        let mut specs = self.specs.clone();
        specs.methods.append(&mut specs.plain);
        if let Some(spec) = spec.map(|spec| spec.in_pool(pool, &self.events(pool))) {
            specs.methods[target].properties = spec.over(pool, &specs.alphabet);
            specs.axioms.extend(spec.axioms().iter().cloned());
        }
        Ready { module: Arc::clone(&self.module), specs }
    }

    fn target(&self, target: usize) -> spec::Target<'_> {
        let Ready { module, specs } = self;
        spec::Target {
            module,
            specs,
            method: &specs.methods[target],
            state: StateBefore::AfterCalls(0),
            ideal_integers: false,
        }
    }

    /// What the solver may take for granted.
    fn theory(&self, pool: &Pool) -> Theory {
        theory_of(pool, &self.specs.axioms)
    }

    fn harness(&self, pool: &Pool, target: usize, histories: Histories) -> Harness<Session> {
        let mut target = self.target(target);
        target.state = match histories.engine {
            Engine::Opaque => StateBefore::Any,
            Engine::Slots | Engine::Naive | Engine::Derivative => {
                StateBefore::AfterCalls(own_calls(histories))
            }
        };
        target.ideal_integers = histories.integers == Integers::Ideal;
        let plan = Plan {
            alphabet: self.specs.alphabet.clone(),
            operations: target.operations(pool, histories.facets),
            method: target.method.clone(),
            history: histories.length,
            events: histories.events,
            any_history: histories.any,
        };
        let call = target.session(pool, histories.facets).with_unrolling(histories.unrolling);
        let call = with_integers(call, histories);
        let call = if histories.cuts { target.cut(call) } else { call };
        let harness = Harness::new(pool, plan, call);
        let harness = harness.expect("depths are checked when contracts are read");
        harness.with_engine(histories.engine)
    }
}

impl Ready {
    /// What the program itself keeps is as calls of its own functions leave it, of which there are a
    /// few; or as it was at first.
    fn state_bound(&self, pool: &Pool, target: usize, histories: Histories) -> Option<String> {
        let program = &self.module.program;
        if self.target(target).calls_itself() {
            return Some(format!("calls before ≤ {}", own_calls(histories)));
        }
        let kept = program.stateful(self.target(target).global()).into_iter();
        let names: Vec<&str> = kept.map(|global| pool.name(program.global(global).name)).collect();
        (!names.is_empty()).then(|| format!("initial state of {}", names.join(", ")))
    }
}

/// A witness that was run again.
struct Rerun {
    replay: Replay,
    /// The witness in the words of the method, if it still fails; the error says why that does not
    /// count.
    told: Option<Result<Told, String>>,
    /// Its calls that were run by contract.
    by_contract: Vec<ByContractCall>,
    functions: Model,
}

impl Ready {
    fn rerun(
        &self,
        pool: &Pool,
        target: usize,
        saved: &SavedWitness<'_>,
    ) -> Result<Rerun, SavedError> {
        let histories = saved.call.map_or_else(Histories::default, |call| Histories {
            length: call.history as usize,
            events: call.events as usize,
            any: call.any_history,
            // A run on values has no undecided branches.
            unrolling: u32::MAX,
            // All engines ask for the same inputs.
            engine: Engine::Slots,
            facets: call.facets,
            integers: if call.ideal_int { Integers::Ideal } else { Integers::Machine },
            cuts: false,
        });
        let harness = self.harness(pool, target, histories);
        let answers = Answers::read(pool, saved.witness)?;
        let replay = saved.run(pool, &harness, &answers);
        let (mut told, mut by_contract) = (None, Vec::new());
        if let ReplayEnd::Exit(Exit::Failed(failure)) = &replay.end {
            let (inputs, events) = (&replay.inputs, &replay.events);
            told = Some(harness.confirm(pool, failure, inputs, &answers.functions, events));
            by_contract = facets::by_contract(pool, self.target(target), failure, events);
        }
        Ok(Rerun { replay, told, by_contract, functions: answers.functions })
    }
}

impl MlProgram {
    /// Reads a program, and its contracts, perhaps in the folder around it.
    fn load(
        files: &mut Files,
        file: &File,
        folder: Option<&Folder>,
        reading: &Reading,
    ) -> Result<MlProgram, Unread> {
        let pool = Pool::new();
        let sources = match folder {
            Some(_) => vec![file.clone()],
            None => project::sources(files, file),
        };
        let ready = reading.compile(|stop| Ready::read(&pool, files, &sources, folder, stop));
        let ready = ready.map_err(|error| match error {
            LoadError::Faulty(faults) => Unread::Faulty(faults),
            LoadError::Stopped => {
                Unread::Stopped(reading.stopped(&format!("reading `{}`", file.name())))
            }
        })?;
        Ok(MlProgram { file: file.clone(), sources, folder: folder.cloned(), pool, ready })
    }

    /// The properties of the spec of a call that no trace can break.
    fn unbreakable(&self, job: &Job<'_>) -> Vec<Diagnostic> {
        let spec = job.spec.map(|spec| spec.in_pool(job.pool, &self.ready.events(job.pool)));
        spec.map_or_else(Vec::new, |spec| event_spec::vacuity(job.pool, &spec.monitor(job.pool)))
    }

    /// The same program once more, with a pool of its own, under the spec of the call; none if that
    /// takes too long.
    fn reread(&self, target: usize, job: &Job<'_>) -> Option<(Pool, Ready)> {
        let (pool, mut files) = (Pool::new(), job.files.clone());
        let is_late = || job.options.interrupt.is_raised();
        let ready = Ready::read(&pool, &mut files, &self.sources, self.folder.as_ref(), &is_late);
        let ready = ready.ok()?.under(&pool, target, job.spec);
        Some((pool, ready))
    }
}

impl SourceProgram for MlProgram {
    fn targets(&self) -> Vec<ProgramTarget> {
        // Methods of other files come last: they are called, and targets where they are defined.
        let methods = self.ready.specs.methods.iter();
        methods.filter(|method| method.span.file == self.file.id()).map(target).collect()
    }

    /// Functions that perform operations and have no contract.
    fn targets_of_spec(&self) -> Vec<(usize, ProgramTarget)> {
        let specs = &self.ready.specs;
        let numbered = (specs.methods.len()..).zip(&specs.plain);
        let own = numbered.filter(|(_, method)| method.span.file == self.file.id());
        own.map(|(index, method)| (index, target(method))).collect()
    }

    fn pool(&self) -> Option<&Pool> {
        Some(&self.pool)
    }

    fn has_histories(&self) -> bool {
        true
    }

    fn faults(&self, solver: &dyn Fn(&Theory) -> Box<dyn Solver>) -> Vec<Diagnostic> {
        vacuity::contradiction(&self.pool, &self.ready.specs.axioms, solver).into_iter().collect()
    }

    fn events(&self) -> Option<Vec<EventKind>> {
        Some(self.ready.events(&self.pool))
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        let ready = &self.ready.under(&self.pool, target, job.spec);
        if vacuity::forbids_calls(&ready.specs.methods[target], &self.file) {
            return Explored { must_not_be_called: true, ..Explored::default() };
        }
        let theory = &ready.theory(job.pool);
        let started = Instant::now();
        let search = Search { ready, theory, target, job, started, effort: None, least_history: 0 };
        let own: OnceCell<Option<(Pool, Ready)>> = OnceCell::new();
        let reread = || own.get_or_init(|| self.reread(target, job)).as_ref();
        let mut found = match job.proving {
            Proving::Fully => reread().map(|own| search.look_for_proof(own)),
            Proving::Briefly | Proving::Never => None,
        };
        let mut round = search.rounds(job.histories);
        // Of what was never seen to end nothing is worth proving.
        let was_seen = !round.has_findings() && Silence::of(round.run()) != Silence::Complete;
        if job.proving == Proving::Briefly && was_seen {
            found = reread().map(|own| search.look_for_proof(own));
        }
        found = found.filter(|found| !(found.is_ideal && round.has_findings()));
        let (proof, object) = found.map(|found| (found.text, found.object)).unzip();
        if !proof.as_ref().is_some_and(|proof| proof.status == ProofStatus::Proved) {
            round = search.deepen(round, reread);
        }
        let time = search.started.elapsed();
        let mut vacuity = search.vacuity(&round);
        vacuity.extend(self.unbreakable(job));
        let options = search.share(&round.judged.run, time);
        let simplifying = Job { options: &options, ..*job };
        let search = Search { job: &simplifying, started: Instant::now(), ..search };
        if job.smallest {
            search.shorten(&mut round);
        }
        let Round { judged, histories, bound, .. } = round;
        let JudgedRun { mut run, found } = judged;
        let teaching = Teaching {
            pool: job.pool,
            ready,
            files: job.files,
            target,
            is_compilable: ml_test::compiled(&self.file, &self.sources).is_ok(),
            max_steps: job.options.budget.steps.unwrap_or(u64::MAX),
            solvers: job.quick_solvers,
            is_late: &|| search.is_late(),
        };
        let mut tellers: Vec<(usize, Box<dyn Teller>)> = Vec::new();
        let told = if job.smallest { smallest(&found) } else { Vec::new() };
        for (number, found) in found.iter().enumerate() {
            let mut teller = teaching.teller(found, told.contains(&number));
            if number < MOST_EXPLAINED {
                teaching.explain(&mut teller, found);
            }
            tellers.push((found.ending, Box::new(teller)));
            let EndingKind::Violated(failure, witness) = &mut run.endings[found.ending].kind else {
                unreachable!("only violations are found");
            };
            facets::blame(job.pool, failure, &found.by_contract);
            let all = found.told.history.iter().chain(&found.told.call);
            let method = &ready.specs.methods[target];
            witness.events = all.map(|event| tidied(job.pool, method, event.clone())).collect();
        }
        let mut bounds = bounds(histories);
        bounds.extend(bound);
        let harness = ready.harness(job.pool, target, histories);
        bounds.extend(harness.contract_bound().map(|most| format!("events by contract ≤ {most}")));
        bounds.extend(ready.state_bound(job.pool, target, histories));
        if ready.target(target).takes_arguments_apart() {
            bounds.push("arguments share no mutable data".to_owned());
        }
        if ready.target(target).orders_anything() {
            bounds.push("values of any type have a total order".to_owned());
        }
        let name = &ready.specs.methods[target].name;
        let undecided = ready.specs.undecided.iter().filter(|(method, _)| method == name);
        bounds.extend(undecided.map(|(_, clause)| format!("without `{clause}`")));
        let free = ready.specs.free.iter();
        bounds.extend(free.map(|name| format!("`{name}`, which nothing binds, any value")));
        if job.histories.engine == Engine::Derivative {
            bounds.push("calls that return".to_owned());
        }
        let theory = Some(theory.clone());
        let object = object.flatten();
        let explored = Explored { run, bounds, proof, vacuity, tellers, ..Explored::default() };
        Explored { object, time, theory, ..explored }
    }

    fn replay(&self, target: usize, saved: &SavedWitness<'_>) -> Result<Replay, SavedError> {
        let Rerun { mut replay, told, by_contract, .. } =
            self.ready.under(&self.pool, target, saved.spec).rerun(&self.pool, target, saved)?;
        match (&mut replay.end, told) {
            (ReplayEnd::Exit(Exit::Failed(failure)), Some(Ok(_))) => {
                facets::blame(&self.pool, failure, &by_contract);
            }
            (_, Some(Err(why))) => replay.end = ReplayEnd::Stuck(why),
            _ => {}
        }
        Ok(replay)
    }

    fn test(
        &self,
        target: usize,
        saved: &SavedWitness<'_>,
        framework: TestFramework,
    ) -> Result<Box<dyn RegressionTest>> {
        let (pool, ready) = (&self.pool, &self.ready.under(&self.pool, target, saved.spec));
        let rerun = ready.rerun(pool, target, saved)?;
        let told = match rerun.told {
            Some(told) => told.map_err(|why| anyhow!("it cannot be replayed: {why}"))?,
            None => bail!("it does not happen any more: {}", rerun.replay.end),
        };
        if !rerun.by_contract.is_empty() {
            bail!("a call was run by contract, and tests of such violations are not written yet");
        }
        if render::random_values(&rerun.replay.inputs).next().is_some() {
            bail!("it depends on random numbers, which a test cannot choose");
        }
        if let ReplayEnd::Exit(Exit::Failed(failure)) = &rerun.replay.end
            && lang_ml::is_local_code(failure.code)
        {
            bail!("a test cannot look into a function, and what is broken is inside of one");
        }
        let (names, _) = names(pool, ready, target, &told, &rerun.functions, &[]);
        let incident = Incident {
            pool,
            file: &self.file,
            layout: if self.folder.is_some() { Layout::Flat } else { Layout::Modules },
            sources: &self.sources,
            module: &ready.module,
            specs: &ready.specs,
            method: target,
            told: &told,
            functions: &rerun.functions,
            names: &names,
        };
        let framework = match framework {
            TestFramework::Plain => ml_test::Framework::Plain,
            TestFramework::Alcotest => ml_test::Framework::Alcotest,
            TestFramework::Hunit => bail!("HUnit is for Haskell: use plain or alcotest"),
            TestFramework::Junit5 => bail!("JUnit is for Java: use plain or alcotest"),
        };
        Ok(Box::new(MlTest(incident.write(framework)?)))
    }
}

/// A test, as the store takes it.
struct MlTest(Test);

impl RegressionTest for MlTest {
    fn files(&self, id: &str) -> Vec<(String, String)> {
        self.0.files(id).into_iter().map(|TestFile { name, text }| (name, text)).collect()
    }

    fn commands(&self, id: &str, program: &str, test: &str) -> Vec<String> {
        self.0.commands(id, program, test)
    }
}

fn target(method: &Method) -> ProgramTarget {
    ProgramTarget { name: method.name.clone(), span: method.span }
}

/// Axioms as the solver takes them.
fn theory_of(pool: &Pool, axioms: &[trace::Axiom]) -> Theory {
    let axiom =
        |axiom: &trace::Axiom| Axiom::new(pool, axiom.name.clone(), axiom.vars.clone(), axiom.body);
    Theory::new(pool, axioms.iter().map(axiom).collect())
}

/// The same on the integers that were asked for.
fn with_integers(call: Session, histories: Histories) -> Session {
    match histories.integers {
        Integers::Machine => call.with_machine_integers(INT_BITS),
        Integers::Ideal => call,
    }
}

/// How many calls of the program itself come before a call, where histories have this length. Each
/// multiplies the paths, so they grow more slowly.
fn own_calls(histories: Histories) -> usize {
    if histories.facets != Facets::Concrete {
        // What callees leave in the state of the module is not known from their contracts.
        return 0;
    }
    match histories.length {
        few @ 0..=3 => few,
        more => 3 + (more - 4) / 2,
    }
}

/// What the answer "holds" is limited to.
fn bounds(histories: Histories) -> Vec<String> {
    let Histories { length, events, integers, .. } = histories;
    let mut bounds = vec![format!("history ≤ {length}"), format!("events ≤ {events}")];
    bounds.extend((integers == Integers::Ideal).then(|| "int = ideal".to_owned()));
    bounds
}
