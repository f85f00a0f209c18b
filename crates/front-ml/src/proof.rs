//! Proofs for histories of any length.
//!
//! The body of a method is run once, with nothing known of the history, and functions that have a contract
//! are run by it, the method itself among them. If no history takes a path that ends badly
//! ([`prove::Refuter`]), the contract is kept by every call that returns, provided that those functions
//! keep theirs: so they are proved, too, all together.

use check::{Effort, Silence};
use explore::{EndingKind, Limit, Options, Run};
use frontend::{Histories, Integers, Job, Proving};
use harness::{Engine, Method};
use lang_core::WholeLists;
use lang_ml::spec::{self, StateBefore, needs_computed};
use lang_ml::value::{Names, ValuePlace};
use machine::Facets;
use proof::{NoProof, Proof, ProofHead};
use prove::{OpenPath, Proved, Refutation, Refuter, Unrefuted, Word, open_paths};
use report::{ProofStatus, ProofText};
use solve::Solver;
use source::Span;
use term::{Pool, Term};

use crate::Ready;
use crate::invariants::Found;
use crate::smallest::Search;

/// How many events a call has at most in a proof. A longer one is not proved.
const MOST_EVENTS: usize = 64;

/// How a proof is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Manner {
    /// How functions with contracts are taken.
    facets: Facets,
    integers: Integers,
    /// Whether loops are cut by their invariants, and local functions by their contracts.
    cuts: bool,
}

/// The proof of a method so far.
#[derive(Default)]
struct MethodProof {
    /// The functions that were run by contract, and are proved with it.
    with: Vec<String>,
    /// What it rests on.
    rests_on: Vec<String>,
    /// The object of each function, if they are recorded: the method comes first.
    objects: Vec<Result<Proof, NoProof>>,
    /// What is kept that it needs.
    invariants: Vec<String>,
    /// Whether it is about integers without bound, unlike the answer that was asked for.
    is_ideal: bool,
}

/// The end of the search for a proof.
pub(crate) struct ProofSearch {
    pub(crate) text: ProofText,
    pub(crate) object: ProofObject,
    /// Whether it is a proof about integers without bound, which a violation with large ones does not contradict.
    pub(crate) is_ideal: bool,
}

/// The object of a proof, if it is recorded.
pub(crate) type ProofObject = Option<Result<Proof, NoProof>>;

impl Search<'_> {
    /// Looks for a proof of the method and of all functions that it calls by contract, in a pool of its own:
    /// how the work goes depends on the order of terms.
    pub(crate) fn look_for_proof(&self, (pool, ready): &(Pool, Ready)) -> ProofSearch {
        let (job, theory) = (&Job { pool, ..*self.job }, &ready.theory(pool));
        let effort = match self.job.proving {
            Proving::Fully => Effort::unbounded(),
            Proving::Briefly | Proving::Never => Effort::new(Effort::USUAL),
        };
        let search = Search { ready, theory, job, effort: Some(&effort), ..*self };
        let asked = self.job.proving == Proving::Fully;
        match search.prove() {
            Err(open) => {
                let text = ProofText { asked, ..*open };
                ProofSearch { text, object: None, is_ideal: false }
            }
            Ok(MethodProof { with, rests_on, objects, invariants, is_ideal }) => {
                let proved = no_proof(ProofStatus::Proved, None);
                let text = ProofText { asked, rests_on, with, invariants, ..proved };
                ProofSearch { text, object: joined(objects), is_ideal }
            }
        }
    }

    /// Takes all functions by their contracts; where these do not say enough, those that do not call
    /// themselves by their bodies. What a module counts may overflow after more calls than anything ever
    /// makes: where that is all that is in the way, integers have no bound.
    fn prove(&self) -> Result<MethodProof, Box<ProofText>> {
        let target = self.ready.target(self.target);
        let mut callees = target.callees(self.job.pool).into_iter();
        let has_plain = callees.any(|(_, method)| !target.is_recursive(method));
        let integers = self.job.histories.integers;
        let counts = target.kept().is_ok_and(|kept| !kept.is_empty())
            || target.calculates_in_contracts(self.job.pool);
        let manner = |facets, integers| Manner { facets, integers, cuts: false };
        let mut manners = vec![manner(Facets::Modular, integers)];
        manners.extend(has_plain.then(|| manner(Facets::Recursive, integers)));
        if counts && integers == Integers::Machine {
            let ideal = manners.clone().into_iter();
            manners.extend(ideal.map(|with| manner(with.facets, Integers::Ideal)));
        }
        if target.has_cuts() {
            let cut = manners.clone().into_iter().map(|with| Manner { cuts: true, ..with });
            let cut: Vec<Manner> = cut.filter(|with| with.integers == integers).collect();
            let ideal = cut.iter().map(|with| Manner { integers: Integers::Ideal, ..*with });
            let ideal = ideal.filter(|_| integers == Integers::Machine).collect::<Vec<_>>();
            // To go round loops takes long.
            manners = cut.into_iter().chain(manners).chain(ideal).collect();
        }
        let (mut first, mut first_cut) = (None, None);
        for manner in manners {
            let first = if manner.cuts { &mut first_cut } else { &mut first };
            match self.prove_with(manner) {
                Ok(proof) => return Ok(proof),
                Err(weak) => *first = first.take().or(Some(weak)),
            }
        }
        // What keeps an invariant from being enough says more than that a loop has no bound.
        Err(first_cut.or(first).expect("there is a first manner"))
    }

    fn prove_with(&self, manner: Manner) -> Result<MethodProof, Box<ProofText>> {
        let is_ideal = manner.integers != self.job.histories.integers;
        let mut proof = MethodProof { is_ideal, ..MethodProof::default() };
        let mut known = vec![self.target];
        let mut next = 0;
        while let Some(target) = known.get(next).copied() {
            next += 1;
            let search = Search { target, ..*self };
            let (used, object) = search.prove_one(manner)?;
            proof.objects.extend(object);
            let conditions = search.taken_for_granted(manner).into_iter().chain(used.rests_on);
            add_new(&mut proof.rests_on, conditions);
            add_new(&mut proof.invariants, used.all);
            for callee in search.callees_by_contract(manner.facets) {
                if !known.contains(&callee) {
                    proof.with.push(format!("`{}`", self.ready.specs.methods[callee].name));
                    known.push(callee);
                }
            }
        }
        Ok(proof)
    }

    /// The functions that the method calls by their contracts, by number.
    fn callees_by_contract(&self, facets: Facets) -> Vec<usize> {
        let target = self.ready.target(self.target);
        let mut callees = target.callees(self.job.pool);
        if facets == Facets::Recursive {
            callees.retain(|(_, method)| target.is_recursive(method));
        }
        let number = |wanted: &Method| {
            self.ready.specs.methods.iter().position(|method| method.name == wanted.name)
        };
        callees.iter().filter_map(|(_, method)| number(method)).collect()
    }

    /// Proves one method; also tells which invariants that took, and the object of the proof.
    fn prove_one(&self, manner: Manner) -> Result<(UsedInvariants, ProofObject), Box<ProofText>> {
        self.provable(manner)?;
        let pool = self.job.pool;
        let histories = self.any_histories(manner);
        let harness = self.ready.harness(pool, self.target, histories);
        let solvers = || self.proof_solver();
        let run =
            explore::explore(pool, &harness, &self.proof_options(), &solvers, self.job.watcher);
        if let Some(limit) = run.limits.first() {
            return Err(open(limit_reached(limit)));
        }
        if Silence::of(&run) != Silence::Broken {
            let name = &self.ready.specs.methods[self.target].name;
            return Err(open(format!("no path of `{name}` was seen to end")));
        }
        let memberships = harness.memberships();
        let mut solver = self.proof_solver();
        let is_late = || self.is_late();
        let allowances = harness.allowances(pool);
        let ctx = harness.context(pool);
        let mut refuted = Vec::new();
        let mut refuter =
            Refuter::new(ctx, &memberships, allowances.clone(), &mut *solver, &is_late);
        let mut known = KnownState::new(self, histories);
        for path in open_paths(&run.record) {
            match known.refute(&mut refuter, &path) {
                Ok(refutation) => refuted.push((path, refutation)),
                Err(why) => return Err(self.unrefuted(&run, &path, &why, manner)),
            }
        }
        let used = known.used();
        if !self.job.options.record {
            return Ok((used, None));
        }
        if !used.all.is_empty() {
            return Ok((used, Some(Err(NoProof::Invariants))));
        }
        let proved = Proved {
            ctx,
            theory: self.theory,
            record: &run.record,
            refuted: &refuted,
            memberships: &memberships,
            allowances: &allowances,
            by_contract: self.names(&self.callees_by_contract(manner.facets)),
            is_late: &is_late,
        };
        let [target] = &self.names(&[self.target])[..] else { return Ok((used, None)) };
        let (target, assumptions) = (target.clone(), self.taken_for_granted(manner));
        let head = ProofHead { target, assumptions, ..ProofHead::default() };
        Ok((used, Some(proved.write(head, &mut *solver))))
    }

    fn names(&self, methods: &[usize]) -> Vec<String> {
        methods.iter().map(|method| self.ready.specs.methods[*method].name.clone()).collect()
    }

    pub(crate) fn proof_solver(&self) -> Box<dyn Solver> {
        match (self.job.proving, self.effort) {
            (Proving::Briefly, Some(effort)) => {
                effort.solver((self.job.quick_solvers)(self.theory))
            }
            _ => (self.job.solvers)(self.theory),
        }
    }

    /// Whether the method is one that proofs are about.
    fn provable(&self, manner: Manner) -> Result<(), Box<ProofText>> {
        let pool = self.job.pool;
        let method = &self.ready.specs.methods[self.target];
        let name = &method.name;
        let target = self.ready.target(self.target);
        let kept = target.kept().map_err(|global| {
            let program = &self.ready.module.program;
            let kept = pool.name(program.global(global).name);
            open(format!(
                "`{name}` depends on what `{kept}` holds, which is more than plain values"
            ))
        })?;
        if !kept.is_empty() && target.has_mutable_arguments() {
            return Err(open(format!(
                "arguments of `{name}` could share mutable data with what the module keeps"
            )));
        }
        if let (false, Some(function)) = (kept.is_empty(), method.functions.first()) {
            let function = pool.name(function.name);
            return Err(open(format!(
                "`{function}` could call the module again, and change what that keeps"
            )));
        }
        let ideal_integers = manner.integers == Integers::Ideal;
        let taken = spec::Target { state: StateBefore::Any, ideal_integers, ..target };
        for callee in self.callees_by_contract(manner.facets) {
            let callee = &self.ready.specs.methods[callee];
            if taken.is_known_by_contract(pool, callee) {
                continue;
            }
            if callee.cases.iter().any(|case| !case.raises.is_empty()) {
                let callee = &callee.name;
                return Err(open(format!(
                    "`{name}` calls `{callee}`, whose contract names exceptions"
                )));
            }
            if needs_computed(pool, callee) {
                let callee = &callee.name;
                return Err(open(format!(
                    "`{name}` calls `{callee}`, whose contract mentions what the program computes"
                )));
            }
        }
        let mut undecided = self.ready.specs.undecided.iter();
        if let Some((_, clause)) = undecided.find(|(known, _)| known == name) {
            return Err(open(format!("`{clause}` is not decided")));
        }
        Ok(())
    }

    /// What a proof of the method rests on.
    fn taken_for_granted(&self, manner: Manner) -> Vec<String> {
        let mut all = Vec::new();
        // A run that comes to all of its ends shows that the call does, where nothing was left out of it.
        let target = self.ready.target(self.target);
        let is_whole = self.callees_by_contract(manner.facets).is_empty()
            && self.ready.specs.operations.is_empty()
            && self.ready.specs.methods[self.target].functions.is_empty();
        if !(manner.cuts && is_whole && target.cuts_end()) {
            all.push("it returns".to_owned());
        }
        if self.ready.target(self.target).takes_arguments_apart() {
            all.push("its arguments share no mutable data".to_owned());
        }
        if self.ready.target(self.target).orders_anything() {
            all.push("values of any type have a total order".to_owned());
        }
        if manner.integers == Integers::Ideal {
            all.push("integers have no bound".to_owned());
        }
        let specs = &self.ready.specs;
        let operations = specs.operations.iter().chain(&specs.methods[self.target].functions);
        let mut cases = operations.flat_map(|operation| &operation.cases);
        if cases.any(|case| !case.context.is_empty() || !case.invariant.is_empty()) {
            all.push("operations are called where a context of theirs holds".to_owned());
        }
        all.extend(specs.free.iter().map(|name| format!("`{name}` is any value")));
        all
    }

    fn any_histories(&self, Manner { facets, integers, cuts }: Manner) -> Histories {
        Histories {
            length: 0,
            events: MOST_EVENTS,
            any: true,
            engine: Engine::Opaque,
            facets,
            integers,
            cuts,
            ..self.job.histories
        }
    }

    pub(crate) fn proof_options(&self) -> Options {
        let mut options = self.options();
        options.record = true;
        options.on_one_thread();
        options.budget.findings = None;
        options
    }

    /// What keeps a path from being impossible.
    fn unrefuted(
        &self,
        run: &Run,
        path: &OpenPath,
        why: &Unrefuted,
        manner: Manner,
    ) -> Box<ProofText> {
        let ending = run.endings.iter().find(|ending| ending.choices == path.at);
        let (what, helps) = match ending.map(|ending| &ending.kind) {
            Some(EndingKind::Violated(failure, _) | EndingKind::Unconfirmed(failure, _)) => {
                (failure.message.to_string(), Vec::new())
            }
            Some(EndingKind::Unsupported(gap)) => (gap.what.clone(), Vec::new()),
            Some(EndingKind::Unknown(reason)) => (reason.to_string(), Vec::new()),
            Some(EndingKind::CutOff(Limit::Unrolling(_), span)) => self.unbounded(*span),
            Some(EndingKind::CutOff(limit, _)) => (limit_reached(limit), Vec::new()),
            None => ("the solver could not decide a path".to_owned(), Vec::new()),
        };
        let is_broken = matches!(
            ending.map(|ending| &ending.kind),
            Some(EndingKind::Violated(..) | EndingKind::Unconfirmed(..))
        );
        match why {
            Unrefuted::Possible(word) if is_broken => {
                let callees = self.callees_by_contract(manner.facets);
                let names = callees.iter().map(|callee| &self.ready.specs.methods[*callee].name);
                let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                let weak = match names.as_slice() {
                    [] => String::new(),
                    names => format!(
                        ", as far as is known of histories and of {} by contract",
                        names.join(", ")
                    ),
                };
                let mut text = no_proof(ProofStatus::NotInductive, Some(format!("{what}{weak}")));
                text.events = self.events_of(word);
                text.state = self.state_of(word);
                text.helps.push(match (names.as_slice(), text.state.as_slice()) {
                    ([], []) if manner.cuts => {
                        "say more in the invariants of loops and the contracts of local functions"
                            .to_owned()
                    }
                    ([], []) => {
                        "say in a context or an invariant what excludes such a history".to_owned()
                    }
                    ([], _) => {
                        "require of what the module keeps what excludes such a state".to_owned()
                    }
                    (names, _) => format!("say more in the contract of {}", names.join(", ")),
                });
                Box::new(text)
            }
            Unrefuted::Possible(_) | Unrefuted::Confused => {
                Box::new(ProofText { helps, ..*open(what) })
            }
            Unrefuted::Unknown => open(format!("{what}: not decided for all histories")),
            Unrefuted::TooManyStates(most) => {
                open(format!("{what}: it takes more than {most} states of what was said to decide"))
            }
            Unrefuted::Late => open(format!("{what}: the time was over")),
        }
    }

    /// A loop or a recursion that nothing bounds.
    fn unbounded(&self, span: Option<Span>) -> (String, Vec<String>) {
        let place = span.map(|span| {
            let file = self.job.files.get(span.file);
            let line = file.position(span.start).line;
            format!(" at {}:{line}", file.name())
        });
        let what = format!("a loop or a recursion{} has no bound", place.unwrap_or_default());
        let help = "give the function that calls itself a contract, by which its calls are then taken, or \
                    the loop an invariant";
        (what, vec![help.to_owned()])
    }

    /// What the modules keep when the call begins.
    fn state_of(&self, word: &Word) -> Vec<String> {
        let (pool, notation) = (self.job.pool, &self.ready.module.outline.notation);
        let kept = self.ready.target(self.target).kept().unwrap_or_default();
        // Of lists as a whole only answers are known, and the values of variables do not fit them.
        if !kept.is_empty() && !word.model.funcs(pool).is_empty() {
            let names: Vec<String> = kept.iter().map(|kept| format!("`{}`", kept.name)).collect();
            return vec![format!("something in {}", names.join(", "))];
        }
        let held = |kept: &&lang_ml::Kept| {
            let value = pool.eval(pool.var(&kept.input, kept.sort), &word.model);
            let value = pool.free_vars(&[value]).is_empty().then_some(value)?;
            let value = notation.show(pool, &Names::default(), value, ValuePlace::Open);
            Some(format!("`{}` holds {value}", kept.name))
        };
        kept.iter().filter_map(held).collect()
    }

    /// The events of a history and of a call, in the words of the contract.
    fn events_of(&self, word: &Word) -> Vec<String> {
        let (pool, alphabet) = (self.job.pool, &self.ready.specs.alphabet);
        let shown = |event: &trace::Event| {
            let op = event.op.map_or("another operation", |op| pool.name(alphabet.op(op).name));
            let values = event.values.iter().map(|value| pool.show(*value));
            values.fold(op.to_owned(), |text, value| format!("{text} {value}"))
        };
        word.events.iter().flatten().map(shown).collect()
    }
}

/// The object of the first function, with those of the others beside it.
fn joined(objects: Vec<Result<Proof, NoProof>>) -> ProofObject {
    let mut objects = objects.into_iter();
    let first = objects.next()?;
    Some(first.and_then(|first| {
        let with = objects.collect::<Result<Vec<Proof>, NoProof>>()?;
        Ok(Proof { with, ..first })
    }))
}

/// What is known of what the module keeps when a call begins: nothing at first, then one invariant after the
/// other, as far as paths are not impossible without.
struct KnownState<'a, 's> {
    search: &'a Search<'s>,
    histories: Histories,
    found: Option<Option<Found>>,
    used: Vec<usize>,
}

impl<'a, 's> KnownState<'a, 's> {
    fn new(search: &'a Search<'s>, histories: Histories) -> KnownState<'a, 's> {
        KnownState { search, histories, found: None, used: Vec::new() }
    }

    fn refute(
        &mut self,
        refuter: &mut Refuter<'_>,
        path: &OpenPath,
    ) -> Result<Refutation, Unrefuted> {
        loop {
            let found = self.found.iter().flatten();
            let known = found.flat_map(|found| self.used.iter().map(|at| found.all[*at].before));
            let mut conditions: Vec<Term> = path.conditions.iter().copied().chain(known).collect();
            if !self.used.is_empty() {
                conditions.extend(WholeLists(self.search.job.pool).facts(&conditions));
            }
            match refuter.refute(&conditions) {
                Ok(refutation) => return Ok(refutation),
                Err(why) if !self.learn(&why) => return Err(why),
                Err(_) => {}
            }
        }
    }

    /// Adds an invariant that excludes a state from which a path is taken, or all of them; false if there is
    /// none that was not used yet.
    fn learn(&mut self, why: &Unrefuted) -> bool {
        if matches!(why, Unrefuted::Late | Unrefuted::Confused) {
            return false;
        }
        let (search, histories) = (self.search, self.histories);
        let found = self.found.get_or_insert_with(|| search.invariants(histories));
        let Some(found) = found else { return false };
        let pool = search.job.pool;
        let unused = |at: &usize| !self.used.contains(at);
        let excludes = |at: &usize| match why {
            Unrefuted::Possible(word) => {
                pool.eval(found.all[*at].before, &word.model) == Term::FALSE
            }
            _ => false,
        };
        let mut rest: Vec<usize> = (0..found.all.len()).filter(unused).collect();
        if let Some(first) = rest.iter().copied().find(excludes) {
            rest = vec![first];
        }
        self.used.extend(&rest);
        !rest.is_empty()
    }

    /// What the proof rests on.
    fn used(self) -> UsedInvariants {
        let Some(Some(found)) = self.found.filter(|_| !self.used.is_empty()) else {
            return UsedInvariants::default();
        };
        let closed = self.search.closed(&found, &self.used);
        let all = closed.iter().map(|at| found.all[*at].text.clone()).collect();
        UsedInvariants { all, rests_on: found.rests_on }
    }
}

/// The invariants that a proof took.
#[derive(Default)]
struct UsedInvariants {
    all: Vec<String>,
    /// What they rest on.
    rests_on: Option<String>,
}

fn add_new(all: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

fn limit_reached(limit: &Limit) -> String {
    match limit {
        Limit::Events(most) => format!("a call has more than {most} events"),
        _ => "not all paths were explored".to_owned(),
    }
}

fn no_proof(status: ProofStatus, why_not: Option<String>) -> ProofText {
    let (rests_on, with, invariants, state, events, helps) = Default::default();
    ProofText { status, rests_on, with, invariants, why_not, state, events, helps, asked: false }
}

fn open(why: String) -> Box<ProofText> {
    Box::new(no_proof(ProofStatus::Open, Some(why)))
}
