//! Haskell with LiquidHaskell's annotations: every function with a refined type is a target.

mod confirm;
mod exchange;
mod promise;
mod proof;
mod render;
mod search;
mod suggest;
pub(crate) mod test;

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use explore::{Answers, Replay, ReplayEnd, SavedError, Unconfirmed};
use frontend::{
    Explored, Job, ProgramTarget, Reading, RegressionTest, SavedWitness, SourceProgram,
    TestFramework, Unread,
};
use lang_haskell::core::Module;
use lang_haskell::liquid::ast::{Item, ItemKind, TypeKind};
use lang_haskell::liquid::elaborate::{Check, Prepared, prepare};
use lang_haskell::liquid::logic::{Pred, Signature, Specs};
use lang_haskell::liquid::resolve::{Annotated, Resolved};
use lang_haskell::liquid::{parse, resolve};
use lang_haskell::lower::Numbers;
use lang_haskell::outside;
use lang_haskell::types::{self, Instantiation, is_action};
use lang_haskell::{Function, Instance, Program as Haskell};
use machine::{Exit, Facets};
use source::{Diagnostic, File, Files, Severity};
use term::Pool;

use crate::load;
use search::Search;

/// A Haskell module with annotations.
pub(crate) struct Liquid {
    program: Arc<Haskell>,
    specs: Specs,
    files: Files,
    /// The functions that are checked, by their places among the signatures.
    checked: Vec<usize>,
    /// Whether `error` may be called.
    allows_error: bool,
    /// Annotations of the module that are neither assumed nor checked: nothing in it is certain.
    unsupported: Vec<Diagnostic>,
}

impl Liquid {
    /// Reads a module, what it imports, and its annotations.
    pub(crate) fn load(
        files: &mut Files,
        file: &File,
        reading: &Reading,
    ) -> Result<Liquid, Unread> {
        let (items, faults) = parse(file);
        if !faults.is_empty() {
            return Err(faults.into());
        }
        let program = load::load_file(files, file, reading)?;
        let prelude = files.add(resolve::PRELUDE_NAME, resolve::PRELUDE);
        let (imported, mut unsupported) = imported(&program);
        let module = program.own_modules().last().expect("GHC dumps the module it was given");
        let name = module.name.clone();
        let mut modules: Vec<Annotated<'_>> =
            imported.iter().map(|(module, items)| Annotated { module, items }).collect();
        modules.push(Annotated { module, items: &items });
        let Resolved { specs, mut said } = resolve(program.linked(), &modules, &prelude);
        let (faults, own): (Vec<Diagnostic>, Vec<Diagnostic>) = said
            .pop()
            .unwrap_or_default()
            .into_iter()
            .partition(|said| said.severity == Severity::Error);
        if !faults.is_empty() {
            return Err(faults.into());
        }
        unsupported.extend(said.into_iter().flatten().filter_map(unread));
        unsupported.extend(own.into_iter().filter(|said| said.code.is_some()));
        let allows_error = modules.iter().any(|module| allows_error(module.items));
        let signatures = specs.signatures.iter().enumerate();
        let checked = signatures
            .filter(|(_, signature)| !signature.assumed && signature.name.module == name)
            .map(|(number, _)| number)
            .collect();
        let (program, files) = (Arc::new(program), files.clone());
        Ok(Liquid { program, specs, files, checked, allows_error, unsupported })
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

    /// The types that a target was run at among others that make a difference, as bounds.
    fn narrowed(&self, instance: &Instance) -> Vec<String> {
        let linked = self.program.linked();
        let Some(found) = linked.definition(&instance.name) else { return Vec::new() };
        let signature = types::signature(linked, &found.definition.ty);
        let chosen = instance.by.iter();
        let narrowed = chosen.filter(|(var, _)| outside::is_narrowed(linked, &signature, var));
        narrowed.map(|(var, ty)| format!("{} = {}", var.occ, types::show(ty))).collect()
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
        facets: Facets,
        numbers: Numbers,
    ) -> Prepared {
        let (program, specs) = (&self.program, &self.specs);
        prepare(pool, Check { program, specs, target: instance, facets, numbers })
    }
}

impl SourceProgram for Liquid {
    fn targets(&self) -> Vec<ProgramTarget> {
        let target = |number: &usize| {
            let signature = &self.specs.signatures[*number];
            let span = self.function(signature).span.unwrap_or(signature.span);
            ProgramTarget { name: signature.name.occ.clone(), span }
        };
        self.checked.iter().map(target).collect()
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        if must_not_be_called(self.signature(target)) {
            return Explored { must_not_be_called: true, ..Explored::default() };
        }
        let instance = match self.instance(target) {
            Ok(instance) => instance,
            Err(doubt) => return Explored { doubts: vec![*doubt], ..Explored::default() },
        };
        let started = Instant::now();
        let turns = job.histories.unrolling;
        let until_seen = false;
        let search = Search { liquid: self, instance: &instance, job, started, turns, until_seen };
        let mut explored = search.prove_and_explore();
        explored.doubts.extend(self.unsupported.iter().cloned());
        explored.bounds.extend(self.narrowed(&instance));
        explored
    }

    fn replay(&self, target: usize, saved: &SavedWitness<'_>) -> Result<Replay, SavedError> {
        let pool = Pool::new();
        let answers = Answers::read(&pool, saved.witness)?;
        let Ok(instance) = self.instance(target) else {
            let end = ReplayEnd::Stuck("the function is not checked any more".to_owned());
            return Ok(Replay { end, inputs: Vec::new(), events: Vec::new(), steps: 0 });
        };
        let (mut replay, incident) = self.rerun(&pool, &instance, &answers, saved);
        if let ReplayEnd::Exit(Exit::Failed(failure)) = &mut replay.end {
            match incident.expect("what failed was judged") {
                Ok(incident) => *failure = incident.failure,
                Err(why) => replay.end = ReplayEnd::Stuck(why.to_string()),
            }
        }
        Ok(replay)
    }

    fn test(
        &self,
        target: usize,
        saved: &SavedWitness<'_>,
        framework: TestFramework,
    ) -> Result<Box<dyn RegressionTest>> {
        match framework {
            TestFramework::Plain | TestFramework::Hunit => {}
            TestFramework::Alcotest => bail!("Alcotest is for OCaml: use plain or hunit"),
            TestFramework::Junit5 => bail!("JUnit is for Java: use plain or hunit"),
        }
        let pool = Pool::new();
        let instance = self.instance(target).map_err(|doubt| anyhow!(doubt.message))?;
        let answers = Answers::read(&pool, saved.witness)?;
        let (replay, incident) = self.rerun(&pool, &instance, &answers, saved);
        let incident = match incident {
            Some(incident) => incident.map_err(|why| anyhow!("it cannot be replayed: {why}"))?,
            None => bail!("it does not happen any more: {}", replay.end),
        };
        let signature = self.at(&instance);
        Ok(Box::new(test::write(self, &instance, &signature, &incident, framework)?))
    }
}

impl Liquid {
    /// Runs a witness again, and judges it if it still fails.
    fn rerun(
        &self,
        pool: &Pool,
        instance: &Instance,
        answers: &Answers,
        saved: &SavedWitness<'_>,
    ) -> (Replay, Option<Result<confirm::Incident, Unconfirmed>>) {
        let facets = saved.call.map_or(Facets::Concrete, |call| call.facets);
        let prepared = self.prepared(pool, instance, facets, Numbers::Ideal);
        let replay = saved.run(pool, &prepared.session, answers);
        let incident = match &replay.end {
            ReplayEnd::Exit(Exit::Failed(failure)) => {
                let (liquid, prepared, machine) = (self, &prepared, OnceCell::new());
                let run = confirm::Rerun { liquid, prepared, pool, instance, facets, machine };
                Some(run.confirm(failure, &replay.inputs, &replay.events))
            }
            _ => None,
        };
        (replay, incident)
    }
}

/// The annotations of the modules that a program imports from its folder, and those of them that
/// cannot be read.
fn imported(program: &Haskell) -> (Vec<(&Module, Vec<Item>)>, Vec<Diagnostic>) {
    let (mut modules, mut unsupported) = (Vec::new(), Vec::new());
    let all: Vec<&Module> = program.own_modules().collect();
    let imported = all.split_last().map_or(&[][..], |(_, imported)| imported);
    for module in imported {
        let file = module.file.as_deref().and_then(|file| program.sources().file(file));
        let (items, faults) = file.map(parse).unwrap_or_default();
        unsupported.extend(faults.into_iter().filter_map(unread));
        modules.push((*module, items));
    }
    (modules, unsupported)
}

/// What is wrong with an annotation of an imported module: it keeps the answer open, and is no
/// reason to give none.
fn unread(said: Diagnostic) -> Option<Diagnostic> {
    if said.severity != Severity::Error {
        return said.code.is_some().then_some(said);
    }
    let message =
        format!("an annotation of an imported module is not understood: {}", said.message);
    let help = "what it says is neither assumed nor checked";
    Some(Diagnostic { message, ..said }.with_code("REF010").with_help(help))
}

/// Whether an argument is required to be something that is false as it is written.
fn must_not_be_called(signature: &Signature) -> bool {
    let mut preds = signature.values().flat_map(|refined| &refined.preds);
    preds.any(|stated| stated.pred == Pred::Bool(false))
}

/// Whether a specification says that `error` may be called, which LiquidHaskell's own type
/// excludes.
fn allows_error(items: &[Item]) -> bool {
    items.iter().any(|item| match &item.kind {
        ItemKind::Signature(signature) => {
            let is_error = signature.names.iter().any(|name| name.text == "error");
            let asks = matches!(&signature.ty.kind, TypeKind::Fun(_, param, _)
                if matches!(param.kind, TypeKind::Refined(..)));
            signature.assumed && is_error && !asks
        }
        _ => false,
    })
}
