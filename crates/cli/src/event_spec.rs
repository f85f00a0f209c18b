//! `--spec FILE[:property]`: the trace spec that the events of programs are checked against.

use std::path::Path;

use machine::EventKind;
use report::{Problem, ProblemKind, SpecText};
use solve::Theory;
use source::{Diagnostic, File, Files, Severity};
use term::Pool;
use trace::{Alphabet, Property, Spec, SpecMonitor};

use crate::read;

/// A spec that could be read, with the property that is asked for. Terms belong to a pool, so each
/// program reads it into its own.
pub(crate) struct EventSpec {
    file: File,
    property: Option<String>,
}

impl EventSpec {
    /// Reads what the user named.
    pub(crate) fn read(files: &mut Files, named: &str) -> Result<EventSpec, Vec<Problem>> {
        let bad = |message: String| vec![Problem::new(ProblemKind::BadInput, message)];
        let (path, property) = match named.rsplit_once(':') {
            Some((path, property)) if !Path::new(named).exists() => (path, Some(property)),
            _ => (named, None),
        };
        let text = read::source_text(Path::new(path)).map_err(bad)?;
        let file = files.add(path, &text);
        let spec = EventSpec { file, property: property.map(str::to_owned) };
        let (pool, mut problems) = (Pool::new(), Vec::new());
        let (read, faults) = Spec::read(&pool, &spec.file);
        let errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
        problems.extend(errors.map(|fault| Problem::from_diagnostic(files, fault)));
        if let Some(read) = read {
            problems.extend(spec.wrong_property(&read));
        }
        if problems.is_empty() { Ok(spec) } else { Err(problems) }
    }

    /// The spec that a saved report names.
    pub(crate) fn saved(text: &SpecText) -> anyhow::Result<EventSpec> {
        let named = match &text.property {
            Some(property) => format!("{}:{property}", text.file),
            None => text.file.clone(),
        };
        EventSpec::read(&mut Files::new(), &named).map_err(|problems| {
            let first = problems.first().map_or("it cannot be used", |problem| &problem.message);
            anyhow::anyhow!("the spec `{named}` cannot be used: {first}")
        })
    }

    /// As reports name it.
    pub(crate) fn text(&self) -> SpecText {
        SpecText { file: self.file.name().to_owned(), property: self.property.clone() }
    }

    fn wrong_property(&self, spec: &Spec) -> Option<Problem> {
        let name = self.file.name();
        let message = match &self.property {
            Some(wanted) if spec.property(wanted).is_none() => {
                format!("`{name}` has no property `{wanted}`")
            }
            None if spec.properties.is_empty() => format!("`{name}` has no property"),
            Some(_) | None => return None,
        };
        let known: Vec<&str> = spec.properties.iter().map(|property| &*property.name).collect();
        let problem = Problem::new(ProblemKind::BadInput, message);
        Some(match known.is_empty() {
            true => problem.with_help("a property is stated as `property NAME := FORMULA`"),
            false => problem.with_help(format!("it has {}", known.join(", "))),
        })
    }

    /// The spec in a pool.
    pub(crate) fn in_pool(&self, pool: &Pool) -> Asked {
        let (spec, _) = Spec::read(pool, &self.file);
        let spec = spec.expect("it was read before");
        Asked { spec, property: self.property.clone() }
    }
}

/// A spec in the pool of a program.
pub(crate) struct Asked {
    spec: Spec,
    property: Option<String>,
}

impl Asked {
    fn properties(&self) -> Vec<&Property> {
        let wanted = |property: &&Property| {
            self.property.as_ref().is_none_or(|wanted| property.name == *wanted)
        };
        self.spec.properties.iter().filter(wanted).collect()
    }

    /// The operations.
    pub(crate) fn alphabet(&self) -> &Alphabet {
        &self.spec.alphabet
    }

    /// Why the events of a program cannot be checked against it.
    pub(crate) fn misfits(&self, pool: &Pool, events: &[EventKind]) -> Vec<Diagnostic> {
        self.spec.misfits(pool, events, &self.properties())
    }

    /// The monitor of the properties that are asked for.
    pub(crate) fn monitor(&self, pool: &Pool) -> SpecMonitor {
        let monitor = SpecMonitor::new(pool, &self.spec, &self.properties());
        monitor.expect("the depth of formulas is limited where they are read")
    }

    /// The axioms of the spec.
    pub(crate) fn theory(&self, pool: &Pool) -> Theory {
        trace_tools::theory_of(pool, &self.spec)
    }
}

/// Why nothing is checked, where no trace can break what is asked for.
pub(crate) fn vacuity(pool: &Pool, monitor: &SpecMonitor) -> Vec<Diagnostic> {
    let unbreakable = monitor.unbreakable(pool).into_iter().map(|property| {
        let message = format!("every trace has the property `{}`", property.name);
        Diagnostic::warning(message).with_code("SPC021").at(property.span, "it says nothing")
    });
    unbreakable.collect()
}
