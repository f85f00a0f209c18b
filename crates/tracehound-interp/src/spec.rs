//! Trace specs: reading them, and searching for runs that break them.

use std::fmt;
use std::ops::ControlFlow;

use lang_interp::{Cx, Heap, Options, Stop, Value, check_spec};
use source::{Files, Severity};
use term::Pool;
use trace::Spec;

use crate::found::{Violation, Violations};

/// A trace spec that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadSpec(Vec<String>);

impl fmt::Display for BadSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for BadSpec {}

/// The text of a spec.
pub(crate) struct SpecFile {
    name: String,
    text: String,
}

impl SpecFile {
    pub(crate) fn new(name: &str, text: &str) -> SpecFile {
        SpecFile { name: name.to_owned(), text: text.to_owned() }
    }

    /// The spec with its terms in a pool.
    fn read(&self, pool: &Pool) -> Result<Spec, BadSpec> {
        let mut files = Files::new();
        let (spec, faults) = Spec::read(pool, &files.add(&self.name, &self.text));
        let errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
        let errors: Vec<String> = errors
            .map(|fault| match fault.labels.first() {
                Some(label) => format!("{}: {}", files.describe(label.span), fault.message),
                None => fault.message.clone(),
            })
            .collect();
        match spec {
            Some(spec) if errors.is_empty() => Ok(spec),
            _ => Err(BadSpec(errors)),
        }
    }

    /// Runs whose events break a property, or any if none is named.
    pub(crate) fn violations(
        &self,
        options: &Options,
        only: Option<&str>,
        program: &(dyn Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync),
    ) -> Result<Violations, BadSpec> {
        let spec = self.read(&Heap::new().pool())?;
        let names = spec.properties.iter().map(|property| property.name.clone());
        let names: Vec<String> =
            names.filter(|name| only.is_none_or(|only| only == name)).collect();
        if names.is_empty() {
            let what =
                only.map_or("no property".to_owned(), |only| format!("no property `{only}`"));
            return Err(BadSpec(vec![format!("{} has {what}", self.name)]));
        }
        let mut found = Violations { violations: Vec::new(), summaries: Vec::new() };
        for name in names {
            let mut heap = Heap::new();
            let spec = self.read(&heap.pool())?;
            let property = spec.property(&name).expect("it was read before");
            let tell = |answer: &lang_interp::Answer| {
                let (property, answer) = (name.clone(), answer.clone());
                found.violations.push(Violation { property, answer });
                ControlFlow::Continue(())
            };
            let summary = check_spec(&mut heap, options, &spec, property, program, tell);
            let summary =
                summary.map_err(|_| BadSpec(vec![format!("`{name}` is nested too deep")]))?;
            found.summaries.push((name, summary));
        }
        Ok(found)
    }
}
