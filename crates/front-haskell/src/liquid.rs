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
    TestFramework,
};
use lang_haskell::core::{Module, Name};
use lang_haskell::liquid::ast::{Item, ItemKind, ItemTopic, TypeKind, UnreadItem};
use lang_haskell::liquid::callees;
use lang_haskell::liquid::elaborate::{Calls, Check, Prepared, prepare};
use lang_haskell::liquid::local::{self, LocalFunction};
use lang_haskell::liquid::logic::{Pred, Signature, Specs};
use lang_haskell::liquid::resolve::{Annotated, Resolved};
use lang_haskell::liquid::{parse, resolve};
use lang_haskell::lower::Numbers;
use lang_haskell::outside;
use lang_haskell::types::{self, Instantiation};
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
    /// What can be checked: first what is if nothing is named.
    subjects: Vec<Subject>,
    /// How many of these are checked if nothing is named.
    usual: usize,
    /// Whether `error` may be called.
    allows_error: bool,
    /// Annotations of the module that are neither assumed nor checked: nothing in it is certain.
    unsupported: Vec<Diagnostic>,
}

/// What an answer is about.
#[derive(Clone)]
enum Subject {
    /// A function, by its place among the signatures.
    Function(usize),
    /// An annotation that is not understood.
    Annotation(Box<UnreadItem>),
}

impl Liquid {
    /// Reads a module, what it imports, and its annotations.
    pub(crate) fn load(
        files: &mut Files,
        file: &File,
        reading: &Reading,
    ) -> Result<Liquid, frontend::Unread> {
        let program = load::load_file(files, file, reading)?;
        let prelude = files.add(resolve::PRELUDE_NAME, resolve::PRELUDE);
        let (program, texts) = annotations(program);
        let own: Vec<&Module> = program.own_modules().collect();
        let module = *own.last().expect("GHC dumps the module it was given");
        let name = module.name.clone();
        let annotated = own.iter().zip(&texts).map(|(module, text)| {
            let Annotations { items, unread, locals } = text;
            Annotated { module, items, unread, locals }
        });
        let modules: Vec<Annotated<'_>> = annotated.collect();
        let locals = &texts.last().expect("it has annotations, or none of them").locals;
        let Resolved { mut specs, said, unread: mut left } =
            resolve(program.linked(), &modules, &prelude);
        let own_left = left.pop().unwrap_or_default();
        let imported_left = left.into_iter().flatten().map(of_import);
        // What is not in an imported module may be in this one, such as an instance.
        let is_missing = |unread: &UnreadItem| matches!(unread.topic, ItemTopic::Functions(_));
        let imported_left =
            imported_left.filter(|unread| is_of_everything(unread) || is_missing(unread));
        let unread =
            imported_left.chain(own_left.iter().filter(|one| is_of_everything(one)).cloned());
        let mut unsupported: Vec<Diagnostic> = unread.map(|unread| warning(&unread.why)).collect();
        unsupported.extend(said.into_iter().flatten().filter(|said| said.code.is_some()));
        let allows_error = modules.iter().any(|module| allows_error(module.items));
        let properties = callees::properties(&program, &mut specs, file.span(0..0));
        specs.signatures.extend(properties);
        let callers = callees::callers(module, &specs, locals);
        let unwritten = callees::unwritten(&program, &specs, file.span(0..0));
        specs.signatures.extend(unwritten);
        let (mut subjects, mut named) = (Vec::new(), Vec::new());
        for (number, signature) in specs.signatures.iter().enumerate() {
            let is_caller =
                callers.contains(&signature.name) && !specs.trusted.contains(&signature.name);
            // What a local function is given is for the function around it to say.
            let is_local = locals.iter().any(|local| local.name == signature.name);
            let is_defined = program.linked().definition(&signature.name).is_some();
            let is_own = signature.name.module == name && is_defined && !is_local;
            match signature.assumed || !is_own {
                true => {}
                false if signature.implied && !is_caller => named.push(Subject::Function(number)),
                false => subjects.push(Subject::Function(number)),
            }
        }
        subjects.extend(own_left.into_iter().map(|unread| Subject::Annotation(Box::new(unread))));
        let usual = subjects.len();
        subjects.append(&mut named);
        let (program, files) = (Arc::new(program), files.clone());
        Ok(Liquid { program, specs, files, subjects, usual, allows_error, unsupported })
    }

    /// The signature of a target that is a function.
    fn signature(&self, target: usize) -> Result<&Signature, Box<Diagnostic>> {
        match &self.subjects[target] {
            Subject::Function(number) => Ok(&self.specs.signatures[*number]),
            Subject::Annotation(unread) => Err(Box::new(warning(&unread.why))),
        }
    }

    /// The target that is the function of a signature.
    fn subject_of(&self, signature: usize) -> Option<usize> {
        let is = |subject: &Subject| matches!(subject, Subject::Function(number) if *number == signature);
        self.subjects.iter().position(is)
    }

    /// The name of a function; a method stands behind the type that it is for.
    fn shown_name(&self, name: &Name) -> String {
        let modules = self.program.own_modules().filter(|module| module.name == name.module);
        let instance = modules.into_iter().find_map(|module| callees::instance_of(module, name));
        match instance.and_then(|instance| instance.types.first()) {
            Some(ty) => format!("{}.{}", types::show(ty), name.written()),
            None => name.written().to_owned(),
        }
    }

    fn target(&self, subject: &Subject) -> ProgramTarget {
        match subject {
            Subject::Function(number) => {
                let signature = &self.specs.signatures[*number];
                let span = self.function(signature).span.unwrap_or(signature.span);
                ProgramTarget { name: self.shown_name(&signature.name), span }
            }
            Subject::Annotation(unread) => {
                let name = match &unread.topic {
                    ItemTopic::Functions(names) => {
                        let names: Vec<&str> =
                            names.iter().map(|name| name.text.as_str()).collect();
                        names.join(", ")
                    }
                    ItemTopic::TypeAlias(name) => format!("type {}", name.text),
                    ItemTopic::Logic(name) => name.text.clone(),
                    ItemTopic::Data(name) => format!("data {}", name.text),
                    ItemTopic::Other => "annotation".to_owned(),
                };
                ProgramTarget { name, span: unread.span }
            }
        }
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
        let signature = self.signature(target)?;
        let doubt = |what: String, span| {
            let message = format!("`{}` is not checked: {what}", signature.name.written());
            Box::new(Diagnostic::warning(message).with_code("REF010").at(span, ""))
        };
        if let Some((what, span)) = &signature.unsupported {
            return Err(doubt(what.clone(), *span));
        }
        let instance = self.program.instance(&self.function(signature), &Instantiation::default());
        instance.map_err(|unsolved| doubt(unsolved.to_string(), signature.span))
    }

    /// What of the type of a target is not understood.
    fn partly(&self, target: usize) -> Option<Diagnostic> {
        let signature = self.signature(target).ok()?;
        let (why, span) = signature.partly.as_ref()?;
        let message = format!("`{}` is checked in part: {why}", signature.name.written());
        Some(Diagnostic::warning(message).with_code("REF010").at(*span, ""))
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
        signature.expect("instances are of annotated functions").own().at(&types).performed()
    }

    fn prepared(
        &self,
        pool: &Pool,
        instance: &Instance,
        calls: Calls,
        numbers: Numbers,
    ) -> Prepared {
        let (program, specs) = (&self.program, &self.specs);
        prepare(pool, Check { program, specs, target: instance, calls, numbers })
    }
}

impl SourceProgram for Liquid {
    fn targets(&self) -> Vec<ProgramTarget> {
        self.subjects[..self.usual].iter().map(|subject| self.target(subject)).collect()
    }

    fn targets_by_name(&self) -> Vec<(usize, ProgramTarget)> {
        let others = self.subjects.iter().enumerate().skip(self.usual);
        others.map(|(index, subject)| (index, self.target(subject))).collect()
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        if self.signature(target).is_ok_and(must_not_be_called) {
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
        explored.doubts.extend(self.partly(target));
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
        // Whether all callees could be called by their types is not saved: those that were not are called
        // by their bodies again.
        let calls = Calls { facets, of_all: true };
        let prepared = self.prepared(pool, instance, calls, Numbers::Ideal);
        let replay = saved.run(pool, &prepared.session, answers);
        let incident = match &replay.end {
            ReplayEnd::Exit(Exit::Failed(failure)) => {
                let (liquid, prepared, machine) = (self, &prepared, OnceCell::new());
                let run = confirm::Rerun { liquid, prepared, pool, instance, calls, machine };
                Some(run.confirm(failure, &replay.inputs, &replay.events))
            }
            _ => None,
        };
        (replay, incident)
    }
}

/// The annotations of a module.
struct Annotations {
    items: Vec<Item>,
    unread: Vec<UnreadItem>,
    locals: Vec<LocalFunction>,
}

/// The annotations of the modules of a program, and the program with its annotated local functions at the
/// top.
fn annotations(program: Haskell) -> (Haskell, Vec<Annotations>) {
    let (mut all, mut lifted) = (Vec::new(), Vec::new());
    for module in program.own_modules() {
        let file = module.file.as_deref().and_then(|file| program.sources().file(file));
        let (items, unread) = file.map(parse).unwrap_or_default();
        let (code, locals) = local::lift(&program, module, &items).unzip();
        lifted.extend(code);
        all.push(Annotations { items, unread, locals: locals.unwrap_or_default() });
    }
    (lifted.into_iter().fold(program, |program, module| program.with(module)), all)
}

/// An annotation of an imported module that is not understood.
fn of_import(unread: UnreadItem) -> UnreadItem {
    let message =
        format!("an annotation of an imported module is not understood: {}", unread.why.message);
    let why = Diagnostic { message, ..unread.why };
    UnreadItem { why, ..unread }
}

/// Whether any answer may depend on an annotation: what it is about is not known. An alias or a measure
/// matters where it is used, and a data type where there are values of it.
fn is_of_everything(unread: &UnreadItem) -> bool {
    match unread.topic {
        ItemTopic::Other => true,
        ItemTopic::Functions(_)
        | ItemTopic::TypeAlias(_)
        | ItemTopic::Logic(_)
        | ItemTopic::Data(_) => false,
    }
}

/// Why an annotation is not understood, which is no reason to say nothing of others.
fn warning(why: &Diagnostic) -> Diagnostic {
    let help = "what it says is neither assumed nor checked";
    let why = Diagnostic { severity: Severity::Warning, ..why.clone() };
    why.with_code("REF010").with_help(help)
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
