//! Haskell with LiquidHaskell's annotations: every function with a refined type is a target.

mod confirm;
mod search;
mod told;

use std::time::Instant;

use anyhow::Result;
use explore::{Answers, Replay, ReplayEnd, SavedError};
use lang_haskell::liquid::elaborate::{Check, Choices, Prepared, prepare};
use lang_haskell::liquid::logic::{Signature, Specs};
use lang_haskell::liquid::{parse, resolve};
use lang_haskell::lower::Numbers;
use lang_haskell::types::{Instantiation, is_action};
use lang_haskell::{Function, Instance, Program as Haskell};
use machine::Exit;
use report::{CallBounds, ContractCalls};
use source::{Diagnostic, File, Files, Severity};
use term::Pool;

use super::{Explored, Job, Program, Target, haskell};
use search::Search;

/// A Haskell module with annotations.
pub(crate) struct Liquid {
    program: Haskell,
    specs: Specs,
    files: Files,
    /// The functions that are checked, by their places among the signatures.
    checked: Vec<usize>,
}

impl Liquid {
    /// Reads a module, what it imports, and its annotations.
    pub(crate) fn load(files: &mut Files, file: &File) -> Result<Liquid, Vec<Diagnostic>> {
        let (items, faults) = parse(file);
        if !faults.is_empty() {
            return Err(faults);
        }
        let program = haskell::load_file(files, file)?;
        let prelude = files.add(resolve::PRELUDE_NAME, resolve::PRELUDE);
        let module = program.own_modules().last().expect("GHC dumps the module it was given");
        let (specs, said) = resolve(program.linked(), module, &items, &prelude);
        let faults: Vec<Diagnostic> =
            said.into_iter().filter(|said| said.severity == Severity::Error).collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let signatures = specs.signatures.iter().enumerate();
        let checked = signatures.filter(|(_, signature)| !signature.assumed);
        let checked = checked.map(|(number, _)| number).collect();
        Ok(Liquid { program, specs, files: files.clone(), checked })
    }

    fn signature(&self, target: usize) -> &Signature {
        &self.specs.signatures[self.checked[target]]
    }

    fn function(&self, signature: &Signature) -> Function {
        let found = self.program.linked().definition(&signature.name);
        let definition = found.expect("annotated functions are defined").definition;
        let place = definition.place.as_ref();
        let span = place.and_then(|place| self.program.sources().span(place));
        Function { name: definition.name.clone(), ty: definition.ty.clone(), span }
    }

    /// The function at types that we can run it at, or why there are none.
    fn instance(&self, target: usize) -> Result<Instance, Box<Diagnostic>> {
        let signature = self.signature(target);
        let doubt = |what: String, span| {
            let message = format!("`{}` is not checked: {what}", signature.name.occ);
            Box::new(Diagnostic::warning(message).with_code("REF010").at(span, ""))
        };
        if let Some((what, span)) = &signature.unsupported {
            return Err(doubt(format!("{what} are not supported"), *span));
        }
        if is_action(&signature.result.ty) {
            return Err(doubt("it is an action".to_owned(), signature.span));
        }
        let instance = self.program.instance(&self.function(signature), &Instantiation::default());
        instance.map_err(|unsolved| doubt(unsolved.to_string(), signature.span))
    }

    /// The type of a function at the types of an instance.
    fn at(&self, instance: &Instance) -> Signature {
        let types: Vec<_> = instance.by.iter().map(|(_, ty)| ty.clone()).collect();
        let signature = self.specs.signature(&instance.name);
        signature.expect("instances are of annotated functions").at(&types)
    }

    fn prepared(
        &self,
        pool: &Pool,
        instance: &Instance,
        choices: Choices,
        numbers: Numbers,
    ) -> Prepared {
        let (program, specs) = (&self.program, &self.specs);
        prepare(pool, Check { program, specs, target: instance, choices, numbers })
    }
}

impl Program for Liquid {
    fn targets(&self) -> Vec<Target> {
        let target = |number: &usize| {
            let signature = &self.specs.signatures[*number];
            let span = self.function(signature).span.unwrap_or(signature.span);
            Target { name: signature.name.occ.clone(), span }
        };
        self.checked.iter().map(target).collect()
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        let instance = match self.instance(target) {
            Ok(instance) => instance,
            Err(doubt) => return Explored { doubts: vec![*doubt], ..Explored::default() },
        };
        let started = Instant::now();
        Search { liquid: self, instance: &instance, job, started }.explore()
    }

    fn replay(
        &self,
        target: usize,
        witness: &str,
        call: Option<CallBounds>,
        max_steps: u64,
    ) -> Result<Replay, SavedError> {
        let pool = Pool::new();
        let answers = Answers::read(&pool, witness)?;
        let Ok(instance) = self.instance(target) else {
            let end = ReplayEnd::Stuck("the function is not checked any more".to_owned());
            return Ok(Replay { end, inputs: Vec::new(), events: Vec::new(), steps: 0 });
        };
        let choices = choices(call.map_or(ContractCalls::None, |call| call.contract_calls));
        let prepared = self.prepared(&pool, &instance, choices, Numbers::Ideal);
        let mut replay = explore::replay(&pool, &prepared.session, &answers, max_steps);
        if let ReplayEnd::Exit(Exit::Failed(failure)) = &mut replay.end {
            let run = confirm::Rerun { liquid: self, prepared: &prepared, pool: &pool };
            match run.confirm(failure, &replay.inputs, &replay.events) {
                Ok(incident) => *failure = incident.failure,
                Err(why) => replay.end = ReplayEnd::Stuck(why),
            }
        }
        Ok(replay)
    }
}

/// How calls were run, as a report says it.
fn contract_calls(choices: Choices) -> ContractCalls {
    match choices {
        Choices::None => ContractCalls::None,
        Choices::All => ContractCalls::All,
        Choices::Either { at_most } => ContractCalls::AtMost(at_most),
    }
}

/// How a report says that calls were run.
fn choices(calls: ContractCalls) -> Choices {
    match calls {
        ContractCalls::None => Choices::None,
        ContractCalls::All => Choices::All,
        ContractCalls::AtMost(at_most) => Choices::Either { at_most },
    }
}
