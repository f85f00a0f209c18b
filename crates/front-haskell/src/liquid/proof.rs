//! Proofs for data of any size.
//!
//! The body of a function is run once, on arguments of which only the type is known, and functions that
//! have a refined type are run by it, the function itself among them. If no path ends badly, the type is
//! kept by every call that returns, provided that those functions keep theirs: so they are proved, too, all
//! together, each at the types at which it is called.

use std::time::Duration;

use check::Effort;
use explore::{EndingKind, Limit, Options, Run};
use frontend::{Job, Proving};
use lang_haskell::Instance;
use lang_haskell::core::{Name, Type};
use lang_haskell::liquid::elaborate::{Calls, Prepared};
use lang_haskell::liquid::logic::{Parameter, Signature};
use lang_haskell::lower::{Approximation, Numbers, code};
use lang_haskell::outside;
use lang_haskell::types::{self, Head, Instantiation};
use machine::Facets;
use report::{ProofStatus, ProofText};
use solve::{Solver, Theory};
use source::Span;
use term::Pool;

use super::must_not_be_called;
use super::search::{Search, doubted};

/// Code that looks at unknown data again and again has no type by which it could be taken.
const MOST_TURNS: u32 = 8;
/// A proof that was not asked for may have so many paths, and so many steps on each.
const BRIEFLY: (u64, u64) = (400, 20_000);

/// What a proof says of functions whose types are assumed.
const KEEPS_ASSUMED: &str = "keeps its assumed type";

/// Whether a proof rests on types that are not checked.
pub(super) fn rests_on_assumed_types(proof: &ProofText) -> bool {
    proof.rests_on.iter().any(|condition| condition.ends_with(KEEPS_ASSUMED))
}

/// Why there is no proof.
type Open = Box<ProofText>;

/// The proof of a function so far.
#[derive(Default)]
struct FunctionProof {
    rests_on: Vec<String>,
    with: Vec<String>,
}

impl FunctionProof {
    fn rest_on(&mut self, condition: String) {
        if !self.rests_on.contains(&condition) {
            self.rests_on.push(condition);
        }
    }
}

impl Search<'_> {
    /// Looks for a proof of the function and of all that it calls by their types, in a pool of its own: how
    /// the work goes depends on the order of terms.
    /// Also gives how calls were run.
    pub(super) fn look_for_proof(&self) -> (ProofText, Facets) {
        let pool = Pool::new();
        let effort = match self.job.proving {
            Proving::Fully => Effort::unbounded(),
            Proving::Briefly | Proving::Never => Effort::new(Effort::USUAL),
        };
        let job = &Job { pool: &pool, ..*self.job };
        let prover = Prover { search: Search { job, ..*self }, effort: &effort };
        let (proof, facets) = match prover.prove() {
            Ok((FunctionProof { rests_on, with }, facets)) => {
                (ProofText { rests_on, with, ..no_proof(ProofStatus::Proved, None) }, facets)
            }
            Err(open) => (*open, Facets::Modular),
        };
        (ProofText { asked: self.job.proving == Proving::Fully, ..proof }, facets)
    }
}

struct Prover<'a> {
    search: Search<'a>,
    effort: &'a Effort,
}

impl Prover<'_> {
    /// Takes all functions by their types; where these do not say enough, those that do not call themselves
    /// by their bodies.
    fn prove(&self) -> Result<(FunctionProof, Facets), Open> {
        let own = self.search.liquid.specs.signature(&self.search.instance.name);
        if let Some((why, _)) = own.and_then(|signature| signature.partly.as_ref()) {
            return Err(open(why.clone()));
        }
        if let Some(said) = self.search.liquid.unsupported.first() {
            return Err(open(said.message.clone()));
        }
        self.prove_with(Facets::Modular).or_else(|weak| match weak.status {
            ProofStatus::NotInductive => self.prove_with(Facets::Recursive).map_err(|_| weak),
            ProofStatus::Open | ProofStatus::Proved => Err(weak),
        })
    }

    fn prove_with(&self, facets: Facets) -> Result<(FunctionProof, Facets), Open> {
        let liquid = self.search.liquid;
        let mut proof = FunctionProof::default();
        let (mut instances, mut next) = (vec![self.search.instance.clone()], 0);
        let mut known: Vec<(Name, Vec<Type>)> = vec![key(&instances[0])];
        while let Some(instance) = instances.get(next).cloned() {
            next += 1;
            let prepared = self.prove_one(&instance, facets)?;
            self.take_for_granted(&instance, &prepared, &mut proof);
            for version in &prepared.by_type {
                let key = (version.origin.clone(), version.types.clone());
                let signature = liquid.specs.signature(&key.0).expect("it has a type");
                let has_class = |param: &Parameter| matches!(param, Parameter::Dictionary(_));
                if version.guessed && signature.params.iter().any(has_class) {
                    return Err(called_anywhere(&key.0.occ));
                }
                if signature.assumed {
                    proof.rest_on(format!("`{}` {KEEPS_ASSUMED}", key.0.occ));
                    continue;
                }
                if known.contains(&key) || must_not_be_called(signature) {
                    continue;
                }
                let name = format!("`{}`", key.0.occ);
                if key.0 != self.search.instance.name && !proof.with.contains(&name) {
                    proof.with.push(name);
                }
                instances.push(self.instance_at(signature, &key.1)?);
                known.push(key);
            }
        }
        Ok((proof, facets))
    }

    /// A function at the types at which another one calls it.
    fn instance_at(&self, signature: &Signature, at: &[Type]) -> Result<Instance, Open> {
        let liquid = self.search.liquid;
        let function = liquid.function(signature);
        let vars = types::signature(liquid.program.linked(), &function.ty).vars;
        let by: Instantiation = vars.into_iter().zip(at.iter().cloned()).collect();
        let name = signature.name.written();
        if at.iter().any(outside::is_open) {
            return Err(called_anywhere(name));
        }
        let instance = liquid.program.instance(&function, &by);
        let instance = instance.map_err(|why| open(format!("`{name}` is not proved: {why}")))?;
        match key(&instance).1 == at {
            true => Ok(instance),
            false => Err(called_anywhere(name)),
        }
    }

    /// Runs the body of a function once.
    fn prove_one(&self, instance: &Instance, facets: Facets) -> Result<Prepared, Open> {
        let liquid = self.search.liquid;
        if !liquid.narrowed(instance).is_empty() {
            let name = &instance.name.occ;
            return Err(open(format!("`{name}` is run at some of its types only")));
        }
        let prepared = {
            let calls = Calls::annotated(facets);
            liquid.prepared(self.search.job.pool, instance, calls, Numbers::Ideal)
        };
        if let Some((name, what, _)) = prepared.unchecked.first() {
            let name = &name.occ;
            return Err(open(format!("calls of `{name}` are not checked: {what}")));
        }
        if let Some(doubtful) = prepared.doubtful.first() {
            return Err(open(doubted(doubtful)));
        }
        let session = prepared.session.clone().with_unrolling(MOST_TURNS);
        let (job, solvers) = (self.search.job, || self.solver());
        let run = explore::explore(job.pool, &session, &self.options(), &solvers, job.watcher);
        match self.obstacle(instance, &prepared, &run) {
            Some(obstacle) => Err(obstacle),
            None => Ok(prepared),
        }
    }

    fn solver(&self) -> Box<dyn Solver> {
        let (job, theory) = (self.search.job, Theory::empty());
        match job.proving {
            Proving::Briefly => self.effort.solver((job.quick_solvers)(&theory)),
            Proving::Fully | Proving::Never => (job.solvers)(&theory),
        }
    }

    fn options(&self) -> Options {
        let Search { job, started, .. } = self.search;
        let mut options = match job.proving {
            Proving::Fully => {
                let mut options = job.options.clone();
                let left = |time: Duration| time.saturating_sub(started.elapsed());
                options.budget.time = options.budget.time.map(left);
                options
            }
            Proving::Briefly | Proving::Never => {
                let mut options = self.effort.options(job.options, started.elapsed());
                let least =
                    |known: Option<u64>, most: u64| Some(known.map_or(most, |n| n.min(most)));
                options.budget.paths = least(options.budget.paths, BRIEFLY.0);
                options.budget.steps = least(options.budget.steps, BRIEFLY.1);
                options
            }
        };
        options.on_one_thread();
        options.prune = false;
        options.bias = explore::Bias::FindBugs;
        options.budget.findings = Some(1);
        options
    }

    /// What a proof rests on because of one of its functions.
    fn take_for_granted(
        &self,
        instance: &Instance,
        prepared: &Prepared,
        proof: &mut FunctionProof,
    ) {
        let liquid = self.search.liquid;
        proof.rest_on("it returns".to_owned());
        if prepared.is_recursive {
            proof.rest_on("every call in it returns".to_owned());
        }
        let mut params = prepared.signature.values();
        let is_function =
            |ty: &Type| matches!(types::head(liquid.program.linked(), ty), Head::Function(..));
        if params.any(|refined| is_function(&refined.ty)) {
            proof.rest_on("functions that it is given return".to_owned());
        }
        let Approximation { integers, fractions } = prepared.approximation;
        if integers {
            proof.rest_on("integers have no bound".to_owned());
        }
        if fractions {
            proof.rest_on("`Double` and `Float` are exact numbers".to_owned());
        }
        let generic = liquid.specs.signature(&instance.name).expect("it has a type");
        for (var, ty) in &instance.by {
            let is_constrained = generic.params.iter().any(|param| match param {
                Parameter::Dictionary(class) => types::mentions(class, var),
                Parameter::Value(_) => false,
            });
            if is_constrained {
                proof.rest_on(format!("`{}` is `{}`", var.occ, types::show(ty)));
            }
        }
        if liquid.allows_error {
            proof.rest_on("`error` may be called, as is assumed".to_owned());
        }
    }

    /// What keeps a run from being a proof.
    fn obstacle(&self, instance: &Instance, prepared: &Prepared, run: &Run) -> Option<Open> {
        let liquid = self.search.liquid;
        let is_allowed = |kind: &EndingKind| match kind {
            EndingKind::Violated(failure, _) | EndingKind::Unconfirmed(failure, _) => {
                liquid.allows_error && failure.code == code::ERROR
            }
            EndingKind::Unsupported(_) | EndingKind::Unknown(_) | EndingKind::CutOff(..) => false,
        };
        let name = &instance.name.occ;
        if let Some(ending) = run.endings.iter().find(|ending| !is_allowed(&ending.kind)) {
            return Some(self.why_not(name, prepared, &ending.kind));
        }
        let stats = &run.stats;
        let undecided = stats.unsupported + stats.unknown + stats.cut_off;
        if !run.limits.is_empty() || undecided > 0 {
            return Some(open(format!("not all paths of `{name}` were explored")));
        }
        let none = stats.finished == 0;
        none.then(|| open(format!("no path of `{name}` comes to an end")))
    }

    fn why_not(&self, name: &str, prepared: &Prepared, kind: &EndingKind) -> Open {
        match kind {
            EndingKind::Violated(failure, _) | EndingKind::Unconfirmed(failure, _) => {
                let mut callees: Vec<String> = Vec::new();
                for version in &prepared.by_type {
                    let callee = format!("`{}`", version.origin.occ);
                    if !callees.contains(&callee) {
                        callees.push(callee);
                    }
                }
                let weak = match callees.as_slice() {
                    [] => String::new(),
                    callees => format!(", as far as is known of {} by type", callees.join(", ")),
                };
                let why = format!("in `{name}`, {}{weak}", failure.message);
                let mut text = no_proof(ProofStatus::NotInductive, Some(why));
                text.helps.push("say more in the types of what it calls".to_owned());
                Box::new(text)
            }
            EndingKind::Unsupported(gap) => open(format!("in `{name}`, {}", gap.what)),
            EndingKind::Unknown(reason) => open(format!("in `{name}`, {reason}")),
            EndingKind::CutOff(Limit::Unrolling(_), span) => self.unbounded(name, *span),
            EndingKind::CutOff(..) => open(format!("a path of `{name}` has no end that was seen")),
        }
    }

    /// A recursion that has no type by which it could be taken.
    fn unbounded(&self, name: &str, span: Option<Span>) -> Open {
        let place = span.map(|span| {
            let file = self.search.job.files.get(span.file);
            let line = file.position(span.start).line;
            format!(" at {}:{line}", file.name())
        });
        let why =
            format!("`{name}` needs a recursion{} that has no bound", place.unwrap_or_default());
        let mut text = *open(why);
        text.helps.push(
            "give the function that calls itself a refined type, by which its calls are then taken"
                .to_owned(),
        );
        Box::new(text)
    }
}

/// A function with the types that it is run at.
fn key(instance: &Instance) -> (Name, Vec<Type>) {
    (instance.name.clone(), instance.by.iter().map(|(_, ty)| ty.clone()).collect())
}

fn called_anywhere(name: &str) -> Open {
    open(format!("`{name}` is called at types that are not known"))
}

fn no_proof(status: ProofStatus, why_not: Option<String>) -> ProofText {
    let (rests_on, with, events, helps) = Default::default();
    let (invariants, state) = Default::default();
    ProofText { status, rests_on, with, why_not, events, helps, invariants, state, asked: false }
}

fn open(why: String) -> Open {
    Box::new(no_proof(ProofStatus::Open, Some(why)))
}
