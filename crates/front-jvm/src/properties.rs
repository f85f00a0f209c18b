//! The properties that a user names: built-in ones, and those of files.

use std::path::Path;

use anyhow::{Result, bail};
use host::read;
use lang_jvm::BuiltInChecks;
use source::{Diagnostic, Files};
use typestate::Property;

/// The name for uncaught exceptions.
pub(super) const EXCEPTIONS: &str = "exceptions";
/// The name for assertions that fail.
pub(super) const ASSERTIONS: &str = "assertions";

/// What must not happen.
#[derive(Clone)]
pub(super) struct Properties {
    /// In which order objects must not be used.
    pub(super) typestate: Vec<Property>,
    /// For each of these, the name by which it was asked for.
    pub(super) origins: Vec<String>,
    /// What must not come out of a method.
    pub(super) watch: BuiltInChecks,
}

impl Properties {
    /// The properties of these names and files; without any, exceptions and assertions. The inner
    /// error is about what a file says.
    pub(super) fn find(
        names: &[String],
        files: &mut Files,
    ) -> Result<std::result::Result<Properties, Vec<Diagnostic>>> {
        let nothing = names.is_empty();
        let mut found = Properties {
            typestate: Vec::new(),
            origins: Vec::new(),
            watch: BuiltInChecks { exceptions: nothing, assertions: nothing },
        };
        for name in names {
            match name.as_str() {
                EXCEPTIONS => found.watch.exceptions = true,
                ASSERTIONS => found.watch.assertions = true,
                name => match typestate_of(name, files)? {
                    Ok(properties) => {
                        let origins = properties.iter().map(|_| name.to_owned());
                        found.origins.extend(origins);
                        found.typestate.extend(properties);
                    }
                    Err(faults) => return Ok(Err(faults)),
                },
            }
        }
        Ok(Ok(found))
    }

    /// The name under which a property of this place was asked for.
    pub(super) fn origin(&self, property: usize) -> &str {
        &self.origins[property]
    }
}

/// The built-in properties with a line about each.
pub(super) fn built_in_properties() -> impl Iterator<Item = (&'static str, &'static str)> {
    let watched =
        [(EXCEPTIONS, "no exception comes out of a method"), (ASSERTIONS, "no `assert` fails")];
    watched.into_iter().chain(typestate::built_in_properties())
}

fn typestate_of(
    name: &str,
    files: &mut Files,
) -> Result<std::result::Result<Vec<Property>, Vec<Diagnostic>>> {
    if let Some(known) = typestate::built_in(name, files) {
        return Ok(Ok(known));
    }
    if !Path::new(name).exists() {
        let built_in = [ASSERTIONS, EXCEPTIONS].into_iter().chain(typestate::built_in_names());
        let known: Vec<&str> = built_in.collect();
        let known = known.join(", ");
        bail!(
            "there is no file and no property `{name}`; built in are {known} and those of `tracehound list --properties`"
        );
    }
    let text = read::source_text(Path::new(name)).map_err(anyhow::Error::msg)?;
    Ok(typestate::read(&files.add(name, &text)))
}
