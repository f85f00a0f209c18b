//! From files to modules: parse, infer, lower.

use std::collections::BTreeMap;

use lang_core::GlobalId;
use source::{Diagnostic, File, Files};
use term::Pool;

use crate::ast::{Ast, Label};
use crate::attribute::cycle;
use crate::infer::{Contracts, Infer, Inferred, Origin, Unknown};
use crate::interface;
use crate::library;
use crate::local::{self, LocalContracts};
use crate::lower::{Lower, Outside, TrialShape};
use crate::module::{
    Draft, Method, Module, NamedType, Operation, OperationKind, Outline, Parameter, ReadyTrial,
    Signature, Stub,
};
use crate::parse::parse_until;
use crate::patience::{LoadError, Patience, Stop};
use crate::resolved::{Defined, OpaqueId};
use crate::trial::{self, Trial, Trials};
use crate::types::{Ty, TypeId};

/// How several files belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// As OCaml has it: the last file is the program, and each one before it is a module named
    /// after it.
    Modules,
    /// Each file sees what those before it define, and `M.t` of an undefined module is
    /// an abstract type: the folders of attribute specifications.
    Flat,
}

/// Our own standard library. The first file is seen by everybody, the others are modules.
const LIBRARY: &[(&str, &str)] = &[
    ("Stdlib", include_str!("../stdlib/stdlib.ml")),
    ("Seq", include_str!("../stdlib/seq.ml")),
    ("List", include_str!("../stdlib/list.ml")),
    ("String", include_str!("../stdlib/string.ml")),
    ("Bytes", include_str!("../stdlib/bytes.ml")),
    ("Array", include_str!("../stdlib/array.ml")),
    ("Map", include_str!("../stdlib/map.ml")),
    ("Set", include_str!("../stdlib/set.ml")),
    ("Queue", include_str!("../stdlib/queue.ml")),
    ("Stack", include_str!("../stdlib/stack.ml")),
    ("Hashtbl", include_str!("../stdlib/hashtbl.ml")),
    ("Buffer", include_str!("../stdlib/buffer.ml")),
    ("Boxed", include_str!("../stdlib/boxed.ml")),
    ("Int32", include_str!("../stdlib/int32.ml")),
    ("Nativeint", include_str!("../stdlib/nativeint.ml")),
    ("Int64", include_str!("../stdlib/int64.ml")),
    ("Float", include_str!("../stdlib/float.ml")),
    ("Random", include_str!("../stdlib/random.ml")),
    ("Sys", include_str!("../stdlib/sys.ml")),
    ("Filename", include_str!("../stdlib/filename.ml")),
    ("CamlinternalFormat", include_str!("../stdlib/camlinternalformat.ml")),
    ("Printf", include_str!("../stdlib/printf.ml")),
    ("Format", include_str!("../stdlib/format.ml")),
    ("Atomic", include_str!("../stdlib/atomic.ml")),
    ("Uchar", include_str!("../stdlib/uchar.ml")),
    ("ListLabels", include_str!("../stdlib/list_labels.ml")),
    ("ArrayLabels", include_str!("../stdlib/array_labels.ml")),
    ("StringLabels", include_str!("../stdlib/string_labels.ml")),
    ("BytesLabels", include_str!("../stdlib/bytes_labels.ml")),
    ("StdLabels", include_str!("../stdlib/std_labels.ml")),
];

/// The modules of our library.
pub(crate) fn library_names() -> impl Iterator<Item = &'static str> {
    LIBRARY.iter().map(|(name, _)| *name)
}

/// Enough for programs of the depth that the parser allows.
const STACK_BYTES: usize = 256 << 20;

/// Reads OCaml files. Our own library is added to `files`, because places in it may be reported.
///
/// A pool takes one program: the data types of two programs may share names and differ.
///
/// ```
/// let pool = term::Pool::new();
/// let mut files = source::Files::new();
/// let file = files.add("twice.ml", "let twice f x = f (f x)");
/// let module = lang_ml::load(&pool, &mut files, &[file], lang_ml::Layout::Modules);
/// let module = module.expect("a good program");
/// assert_eq!(module.outline.methods[0].ty.text, "('a -> 'a) -> 'a -> 'a");
/// ```
pub fn load(
    pool: &Pool,
    files: &mut Files,
    sources: &[File],
    layout: Layout,
) -> Result<Module, Vec<Diagnostic>> {
    load_until(pool, files, sources, layout, &|| false).map_err(LoadError::into_faults)
}

/// As [`load`], but it is given up as soon as `stop` says so.
pub fn load_until(
    pool: &Pool,
    files: &mut Files,
    sources: &[File],
    layout: Layout,
    stop: &Stop<'_>,
) -> Result<Module, LoadError> {
    draft_until(pool, files, sources, layout, stop).map(Draft::finish)
}

/// As [`load`], but definitions can be added before the program is complete.
pub fn draft<'p>(
    pool: &'p Pool,
    files: &mut Files,
    sources: &[File],
    layout: Layout,
) -> Result<Draft<'p>, Vec<Diagnostic>> {
    draft_until(pool, files, sources, layout, &|| false).map_err(LoadError::into_faults)
}

fn draft_until<'p>(
    pool: &'p Pool,
    files: &mut Files,
    sources: &[File],
    layout: Layout,
    stop: &Stop<'_>,
) -> Result<Draft<'p>, LoadError> {
    let library: Vec<File> = LIBRARY
        .iter()
        .map(|(name, text)| files.share(&format!("stdlib/{}.ml", name.to_lowercase()), text))
        .collect();
    let files = &*files;
    with_deep_stack(|| elaborate(pool, files, &library, (sources, layout), stop))
}

/// Does work that recurses over programs of the depth that the parser allows.
pub(crate) fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.expect("the system can start a thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn elaborate<'p>(
    pool: &'p Pool,
    files: &Files,
    library: &[File],
    (sources, layout): (&[File], Layout),
    stop: &Stop<'_>,
) -> Result<Draft<'p>, LoadError> {
    let patience = &Patience::new(stop);
    let mut diagnostics = Vec::new();
    let mut units: Vec<Unit<'_>> = Vec::new();
    for file in sources {
        if interface::is_one(file) {
            let is_known = sources.iter().any(|source| interface::belongs_to(file, source));
            if !is_known {
                let (ast, found) = parse_until(file, patience)?;
                diagnostics.extend(found);
                units.push(Unit { file, ast: Ast::default(), interface: Some((file, ast)) });
            }
            continue;
        }
        let (ast, found) = parse_until(file, patience)?;
        diagnostics.extend(found);
        let interface = match sources.iter().find(|other| interface::belongs_to(other, file)) {
            Some(own) => {
                let (ast, found) = parse_until(own, patience)?;
                diagnostics.extend(found);
                Some((own, ast))
            }
            None => None,
        };
        units.push(Unit { file, ast, interface });
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics.into());
    }
    if layout == Layout::Flat {
        let mut asts: Vec<&mut Ast> = units.iter_mut().map(|unit| &mut unit.ast).collect();
        cycle::tie(&mut asts);
    }
    let (trials, local) = match units.last_mut() {
        Some(program) if layout == Layout::Modules => program.prepare(),
        _ => Default::default(),
    };
    if !local.faults.is_empty() {
        return Err(local.faults.into());
    }
    let texts: Vec<&str> = sources.iter().map(File::text).collect();
    let (mut inferred, mut user_from) =
        infer(library, &needed(&texts), &units, layout, Contracts::Steer, patience);
    if !inferred.diagnostics.is_empty() {
        // Advice may come from anywhere in the library, and contracts may say less than is needed.
        let whole: Vec<&str> = LIBRARY.iter().map(|(name, _)| *name).collect();
        (inferred, user_from) = infer(library, &whole, &units, layout, Contracts::Follow, patience);
    }
    patience.check()?;
    if !inferred.diagnostics.is_empty() {
        return Err(inferred.diagnostics.into());
    }
    let mut draft = lower(pool, files, inferred, (user_from, trials), patience);
    patience.check()?;
    library.iter().for_each(|file| draft.builder.add_library_file(file.id()));
    draft.outline.sources = sources.to_vec();
    draft.outline.local = local;
    Ok(draft)
}

/// A file of the user, perhaps with its interface.
struct Unit<'f> {
    file: &'f File,
    ast: Ast,
    interface: Option<(&'f File, Ast)>,
}

impl Unit<'_> {
    /// The program itself: contracts of its interface count, contracts inside of functions become checks, and
    /// trials are added.
    fn prepare(&mut self) -> (Trials, LocalContracts) {
        if let Some((file, interface)) = &self.interface {
            interface::document(&mut self.ast, interface, file);
        }
        interface::document_own(&mut self.ast.items, self.file);
        let mut local = local::add(self.file, &mut self.ast);
        let interface = self.interface.as_ref().map(|(file, ast)| (*file, ast));
        let (trials, undecided) = trial::add(self.file, &mut self.ast, interface, &local.checked);
        local.undecided.extend(undecided);
        (trials, local)
    }
}

/// The files of the library that texts may refer to, by name or by a notation, and what those refer
/// to in turn. To read the library takes longer than to read most programs.
fn needed(texts: &[&str]) -> Vec<&'static str> {
    let mut needed = vec!["Stdlib"];
    let mut texts = texts.to_vec();
    while let Some(text) = texts.pop() {
        for (name, file) in LIBRARY {
            let notation = match *name {
                "Array" => ".(",
                "String" => ".[",
                "Bytes" => "] <-",
                "CamlinternalFormat" => "format",
                other => other,
            };
            let mentioned = mentions(text, name) || text.contains(notation);
            if mentioned && !needed.contains(name) {
                needed.push(name);
                texts.push(file);
            }
        }
    }
    needed
}

/// Whether a name stands in a text as a word of its own.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Infers the library and the user's files; also tells where the user's definitions start.
fn infer(
    library: &[File],
    needed: &[&str],
    units: &[Unit<'_>],
    layout: Layout,
    contracts: Contracts,
    patience: &Patience<'_>,
) -> (Inferred, usize) {
    let unknown = match layout {
        Layout::Modules => Unknown::Error,
        Layout::Flat => Unknown::Abstract,
    };
    let mut infer = Infer::new(unknown, contracts, patience);
    for ((name, _), file) in LIBRARY.iter().zip(library) {
        if !needed.contains(name) {
            continue;
        }
        let ast = library::tree(file);
        match *name {
            "Stdlib" => infer.file(&ast, Origin::Library),
            _ => infer.module_file(name, &ast, Origin::Library),
        }
    }
    let user_from = infer.end_library();
    for (number, Unit { file, ast, interface }) in units.iter().enumerate() {
        let last = number + 1 == units.len();
        let name = module_name(file.name());
        match (layout, interface) {
            (Layout::Modules, Some((_, interface))) if !last => {
                let sealed = interface::sealed(&name, ast, interface, file);
                infer.file(&sealed, Origin::User);
            }
            (Layout::Modules, None) if !last => infer.module_file(&name, ast, Origin::User),
            (Layout::Modules | Layout::Flat, _) => infer.file(ast, Origin::User),
        }
    }
    (infer.finish(), user_from)
}

/// The module that a file makes: its name without folders and extension, with a capital.
fn module_name(file: &str) -> String {
    let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = base.split('.').next().unwrap_or(base);
    let mut letters = stem.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "_".to_owned(),
    }
}

fn lower<'p>(
    pool: &'p Pool,
    files: &Files,
    mut inferred: Inferred,
    (user_from, Trials { trials, hidden }): (usize, Trials),
    patience: &Patience<'_>,
) -> Draft<'p> {
    let types = std::mem::take(&mut inferred.types);
    let count = inferred.defs.len();
    let mut lower = Lower::new(pool, files, types, &inferred, patience);
    let mut outline = Outline { specs: inferred.specs.clone(), ..Outline::default() };
    for top in user_from..count {
        outline.init.extend(lower.require(top));
    }
    outline.types = named_types(&mut lower);
    outline.operations = operations(&mut lower, &inferred);
    outline.methods = methods(&mut lower, &inferred.defined);
    lower.run();
    let refused = trials.iter().filter(|(_, trial)| !trial.faults.is_empty());
    outline.refused = refused.map(|(name, trial)| (name.clone(), trial.faults.clone())).collect();
    outline.trials = ready_trials(&lower, &mut outline.methods, &inferred.defined, &trials);
    outline.methods.retain(|method| trial::kept_by(&method.name).is_none());
    outline.stubs = stubs(&mut outline.methods);
    outline.keeping = Some(lower.keeping(&inferred.defined));
    lower.cut_all();
    outline.cuts = lower.cuts();
    outline.hidden = hidden;
    outline.notation = lower.notation();
    outline.orders_anything = lower.orders_anything();
    Draft { builder: lower.into_builder(), outline }
}

fn methods(lower: &mut Lower<'_, '_>, defined: &[Defined]) -> Vec<Method> {
    let mut methods: Vec<Method> = Vec::new();
    for defined in defined {
        let global: GlobalId = lower.global(defined.var);
        let ty = signature(lower, defined.scheme.ty, &defined.params);
        methods.retain(|known| known.name != defined.name);
        methods.push(Method {
            name: defined.name.clone(),
            global,
            ty,
            notes: defined.notes.clone(),
            span: defined.span,
        });
    }
    methods
}

/// Takes what stands for functions in proofs out of the methods. Functions whose types have variables have none: unknown values of
/// any type are not modelled there.
fn stubs(methods: &mut Vec<Method>) -> BTreeMap<String, Stub> {
    let mut stubs = BTreeMap::new();
    methods.retain(|method| {
        let Some((of, is_ideal)) = trial::stub_for(&method.name) else { return true };
        if !method.ty.text.contains('\'') {
            stubs.insert(of, Stub { global: method.global, is_ideal });
        }
        false
    });
    stubs
}

/// Takes the trials out of the methods.
fn ready_trials(
    lower: &Lower<'_, '_>,
    methods: &mut Vec<Method>,
    defined: &[Defined],
    trials: &BTreeMap<String, Trial>,
) -> BTreeMap<String, ReadyTrial> {
    let mut ready = BTreeMap::new();
    methods.retain(|method| {
        let Some(of) = tried(&method.name) else { return true };
        let own = defined.iter().rev().find(|defined| defined.name == method.name);
        // What a functor makes has the trials of its body.
        let known = trials.get(&of).or_else(|| trials.values().find(|one| one.span == method.span));
        if let (Some(trial), Some(own)) = (known.cloned(), own) {
            let TrialShape { notes, thaws, tells_mutable } = lower.told_by(own.var);
            let params = method.ty.params.iter().skip(1).map(|param| param.sort).collect();
            let global = method.global;
            ready.insert(of, ReadyTrial { trial, global, params, notes, thaws, tells_mutable });
        }
        false
    });
    ready
}

/// The method that a trial of this name is of.
fn tried(name: &str) -> Option<String> {
    let (path, last) = name.rsplit_once('.').map_or(("", name), |(path, last)| (path, last));
    let of = last.strip_prefix(trial::PREFIX)?;
    Some(if path.is_empty() { of.to_owned() } else { format!("{path}.{of}") })
}

fn operations(lower: &mut Lower<'_, '_>, inferred: &Inferred) -> Vec<Operation> {
    let ids = (0..inferred.opaques.len() as u32).map(OpaqueId);
    ids.zip(&inferred.opaques)
        .map(|(id, opaque)| {
            let kind = match lower.outside(id) {
                Outside::Operation(op, _) => OperationKind::Effect(op),
                Outside::Function(func, _) => OperationKind::Pure(func),
                Outside::Constant(term) => OperationKind::Constant(term),
            };
            Operation {
                name: opaque.name.clone(),
                kind,
                ty: signature(lower, opaque.scheme.ty, &[]),
                notes: opaque.notes.clone(),
                span: opaque.span,
            }
        })
        .collect()
}

fn signature(lower: &mut Lower<'_, '_>, ty: Ty, names: &[Option<String>]) -> Signature {
    let text = lower.show(ty);
    let (params, result) = lower.uncurry(ty);
    let mut names = names.iter().cloned();
    let params = params
        .into_iter()
        .map(|(label, ty): (Label, Ty)| Parameter {
            name: names.next().flatten(),
            label,
            sort: lower.sort_of(ty),
            text: lower.show(ty),
        })
        .collect();
    Signature { text, params, result: lower.sort_of(result), result_text: lower.show(result) }
}

fn named_types(lower: &mut Lower<'_, '_>) -> Vec<NamedType> {
    let ids: Vec<TypeId> = lower.type_ids();
    ids.into_iter()
        .map(|id| {
            let (name, sort) = lower.named_type(id);
            NamedType { name, sort }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    /// Every stage of reading asks whether to go on, and none goes on when it was asked to stop.
    #[test]
    fn reading_stops_whenever_it_is_asked_to() {
        let text: String = (0..40)
            .map(|at| format!("let f{at} x = match x with [] -> {at} | y :: _ -> y\n"))
            .collect();
        let load = |most: usize| {
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Relaxed) >= most;
            let mut files = Files::new();
            let file = files.add("a.ml", &text);
            let loaded = load_until(&Pool::new(), &mut files, &[file], Layout::Modules, &stop);
            (loaded.map(drop), asked.into_inner())
        };
        let (whole, times) = load(usize::MAX);
        assert_eq!(whole, Ok(()));
        assert!(times > 10, "{times}");
        for most in 0..times {
            assert_eq!(load(most).0, Err(LoadError::Stopped), "after {most} of {times}");
        }
    }

    #[test]
    fn huge_abbreviations_are_read() {
        let mut text = "type 'a t0 = 'a * 'a type 'a u0 = 'a * 'a\n".to_owned();
        for at in 1..40 {
            let before = at - 1;
            text += &format!("type 'a t{at} = 'a t{before} t{before}\n");
            text += &format!("type 'a u{at} = 'a u{before} u{before}\n");
        }
        let load = |definition: &str| {
            let mut files = Files::new();
            let file = files.add("a.ml", &format!("{text}{definition}"));
            super::load(&Pool::new(), &mut files, &[file], Layout::Modules).map(drop)
        };
        assert_eq!(load("let f (x : int t39) (y : int t39) = x = y"), Ok(()));
        let faults =
            load("let f (x : int t39) (y : int u39) = x = y").expect_err("it is too large");
        assert_eq!(
            faults[0].notes,
            ["the abbreviations are too large to be expanded and compared"]
        );
    }

    #[test]
    fn of_the_library_only_what_is_mentioned_is_read() {
        let sorted = |text: &str| {
            let mut names = needed(&[text]);
            names.sort_unstable();
            names
        };
        assert_eq!(sorted("let f x = x"), ["Stdlib"]);
        assert_eq!(sorted("let f a = a.(0)")[0], "Array");
        assert!(sorted("let f s = s.[0]").contains(&"String"));
        // What it is written with comes along.
        assert!(sorted("module M = Map.Make (Int)").contains(&"List"));
    }
}
