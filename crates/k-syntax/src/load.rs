//! From files to a parsed definition.

mod aliases;
mod configuration;
mod files;
mod lambdas;
mod machine;
mod projections;
mod rules;

pub(crate) use files::is_standard;
pub(crate) use projections::PROJECTION;
pub(crate) use rules::{TermParser, resolve_fault};
use source::{Diagnostic, File, Files};

use crate::assemble::{Assembled, assemble};
use crate::definition::Definition;
use crate::faults;
use crate::outer::Selector;
use crate::stop::Stop;
use crate::term::Terms;

/// Which modules of a definition count; what is not said is found by K's conventions.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// The main module: otherwise the one named like the file, or the last one of the file.
    pub module: Option<String>,
    /// The module of the programs' syntax: otherwise the main module's name with `-SYNTAX`, or the
    /// main module.
    pub syntax_module: Option<String>,
    /// Files that count besides the main one and what it requires.
    pub also: Vec<File>,
    /// Which blocks of markdown count.
    pub selector: Selector,
    /// Whether all rules that cannot be read are shown, instead of the first ones and how many.
    pub all_errors: bool,
    /// Ends the loading early: what is returned then are errors that mean nothing.
    pub stop: Stop,
}

/// Finds a required file: given the name of the file that requires it and the name that it asks
/// for, its own name and its text.
pub type FindFile<'a> = &'a mut dyn FnMut(&str, &str) -> Option<(String, String)>;

/// Loads the definition of a main file.
///
/// The places of a definition in markdown lie in a copy, added to `files`, that has only the blocks
/// of K. Required files that belong to K's own library need not be found. The second result are
/// warnings; the errors of a definition that cannot be used are all that could be found at once.
///
/// # Errors
///
/// Everything that is wrong with the definition, in the order of its places.
pub fn load(
    files: &mut Files,
    main: &File,
    options: &LoadOptions,
    find: FindFile<'_>,
) -> Result<(Definition, Vec<Diagnostic>), Vec<Diagnostic>> {
    let main = files::tangled(files, main, &options.selector);
    let (set, own) = files::read_all(files, &main, options, find)?;
    let module = main_module(&set, &main, options)?;
    let syntax_module = syntax_module(&set, &module, options)?;
    let roots = [files::DEFAULT_CONFIGURATION, &syntax_module, &module];
    let Assembled { mut signature, modules, configuration, warnings } =
        assemble(files, &set, &roots)?;
    let mut terms = Terms::default();
    // The library has one, but a definition may put its own module in the place of that.
    let missing = || vec![Diagnostic::error("there is no configuration").at(main.span(0..0), "")];
    let (home, raw) = configuration.ok_or_else(missing)?;
    let configuration = configuration::parse(files, &mut signature, home, &raw, &mut terms)?;
    let (mut rules, aliases) =
        rules::parse(files, &signature, &modules, &module, options, &mut terms)?;
    aliases::expand(&signature, &mut terms, &aliases, &mut rules)?;
    lambdas::declare(&mut signature, &mut terms, &mut rules);
    let definition =
        Definition { module, syntax_module, signature, rules, configuration, terms, files: own };
    Ok((definition, warnings))
}

fn main_module(
    set: &crate::assemble::ModuleSet,
    main: &File,
    options: &LoadOptions,
) -> Result<String, Vec<Diagnostic>> {
    if let Some(name) = &options.module {
        return named(set, name, main);
    }
    let base = main.name().rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem).to_uppercase();
    let like_file = set.own_names().find(|name| *name == stem);
    let last = || set.last_of(main.id());
    let found = like_file.or_else(last).map(str::to_owned);
    found.ok_or_else(|| vec![Diagnostic::error("this file has no module").at(main.span(0..0), "")])
}

fn syntax_module(
    set: &crate::assemble::ModuleSet,
    module: &str,
    options: &LoadOptions,
) -> Result<String, Vec<Diagnostic>> {
    let usual = format!("{module}-SYNTAX");
    match &options.syntax_module {
        Some(name) if !set.contains(name) => Err(vec![no_module(set, name)]),
        Some(name) => Ok(name.clone()),
        None if set.contains(&usual) => Ok(usual),
        None => Ok(module.to_owned()),
    }
}

fn named(
    set: &crate::assemble::ModuleSet,
    name: &str,
    main: &File,
) -> Result<String, Vec<Diagnostic>> {
    if set.contains(name) {
        return Ok(name.to_owned());
    }
    Err(vec![no_module(set, name).at(main.span(0..0), "in this file or a file that it requires")])
}

fn no_module(set: &crate::assemble::ModuleSet, name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(format!("there is no module `{name}`"));
    match faults::closest(name, set.own_names()) {
        Some(close) => diagnostic.with_help(format!("did you mean `{close}`?")),
        None => diagnostic,
    }
}
