//! Reading a spec from a file.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use frontend::Publisher;
use host::read;
use report::{Paint, diagnostics_as_text};
use solve::Theory;
use source::{Files, Severity};
use term::Pool;
use trace::syntax::{self, Tree};
use trace::{Property, Spec};

/// A spec that could be read, with the text it came from.
pub struct LoadedSpec {
    /// The name of the file as it was given.
    pub name: String,
    /// The text as it was read.
    pub tree: Tree,
    /// What it means.
    pub spec: Spec,
}

impl LoadedSpec {
    /// Reads a spec. None if it has errors, which have then been reported on standard error.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn read(
        pool: &Pool,
        files: &mut Files,
        path: &Path,
        publisher: &Publisher,
    ) -> Result<Option<LoadedSpec>> {
        let text = read::source_text(path).map_err(|error| anyhow!(error))?;
        let name = path.display().to_string();
        let file = files.add(&name, &text);
        let (tree, mut diagnostics) = syntax::parse(&file);
        let (spec, more) = Spec::of_tree(pool, &tree);
        diagnostics.extend(more);
        let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
        if failed {
            publisher.refuse(files, &diagnostics);
        } else if !diagnostics.is_empty() {
            publisher.complain(diagnostics_as_text(files, &diagnostics, Paint::Plain).trim_end());
        }
        Ok((!failed).then_some(LoadedSpec { name, tree, spec }))
    }

    /// The property of this name, or all.
    ///
    /// # Errors
    ///
    /// If there is none of this name.
    pub fn properties(&self, wanted: Option<&str>) -> Result<Vec<&Property>> {
        let Some(wanted) = wanted else { return Ok(self.spec.properties.iter().collect()) };
        Ok(vec![self.property(wanted)?])
    }

    /// The property of this name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn property(&self, wanted: &str) -> Result<&Property> {
        match self.spec.property(wanted) {
            Some(property) => Ok(property),
            None => {
                let known = self.spec.properties.iter().map(|p| p.name.as_str());
                let known: Vec<&str> = known.collect();
                bail!("`{}` has no property `{wanted}`; it has {}", self.name, known.join(", "))
            }
        }
    }

    /// The axioms of the spec.
    #[must_use]
    pub fn theory(&self, pool: &Pool) -> Theory {
        trace_tools::theory_of(pool, &self.spec)
    }
}
