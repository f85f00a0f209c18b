//! From modules to one signature: names become handles, productions get symbols and priorities.

mod attributes;
mod cells;
mod labels;
mod modules;
mod priorities;
mod productions;
mod sorts;

use source::{Diagnostic, Files};

pub(crate) use cells::{RawCell, RawContents, cell_sort_name};
pub(crate) use labels::{below, given_name};
pub(crate) use modules::ModuleSet;

use crate::outer::Module;
use crate::signature::Signature;

/// A signature with what is left to be parsed.
pub(crate) struct Assembled<'m> {
    pub(crate) signature: Signature,
    /// The modules in use, in the order of [`crate::signature::ModuleId`].
    pub(crate) modules: Vec<&'m Module>,
    /// The configuration, its leaves not yet parsed, with the number of its module.
    pub(crate) configuration: Option<(usize, RawCell)>,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Puts together the modules that `roots` need.
pub(crate) fn assemble<'m>(
    files: &Files,
    set: &'m ModuleSet,
    roots: &[&str],
) -> Result<Assembled<'m>, Vec<Diagnostic>> {
    let (modules, sights) = set.close(roots)?;
    let mut signature = Signature { modules: sights, ..Signature::default() };
    let configuration = cells::find(files, &modules)?;
    sorts::declare(&mut signature, &modules, configuration.as_ref())?;
    let configuration = configuration.map(|found| (found.module, found.root));
    productions::declare(&mut signature, &modules)?;
    sorts::check_order(&mut signature)?;
    labels::assign(&mut signature);
    let mut warnings = priorities::assign(&mut signature, &modules);
    warnings.extend(attributes::misspelt(&modules));
    Ok(Assembled { signature, modules, configuration, warnings })
}
