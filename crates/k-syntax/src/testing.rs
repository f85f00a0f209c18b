//! Definitions for tests, given as text.

use source::{Diagnostic, Files};

use crate::{Definition, LoadOptions, load};

/// Loads a definition that must be sound.
#[track_caller]
pub(crate) fn definition(text: &str) -> Definition {
    match load_text(text) {
        Ok(definition) => definition,
        Err(errors) => panic!("{errors:#?}"),
    }
}

/// Loads a definition, or says what is wrong with it.
pub(crate) fn load_text(text: &str) -> Result<Definition, Vec<Diagnostic>> {
    let mut files = Files::new();
    let main = files.add("t.k", text);
    load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None).map(|(loaded, _)| loaded)
}
