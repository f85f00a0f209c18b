//! `--spec FILE[:property]`: the trace spec that the events of programs are checked against.

use std::path::Path;

use harness::Properties;
use host::read;
use machine::EventKind;
use report::{Problem, ProblemKind, SpecText};
use solve::Theory;
use source::{Diagnostic, File, Files, Severity, Span};
use term::{Pool, Sort, Term};
use trace::{Alphabet, Axiom, Param, Property, Spec, SpecMonitor, Stated};

/// A spec that could be read, with the property that is asked for. Terms belong to a pool, so each
/// program reads it into its own.
pub struct EventSpec {
    file: File,
    property: Option<String>,
}

impl EventSpec {
    /// Reads what the user named.
    pub fn read(files: &mut Files, named: &str) -> Result<EventSpec, Vec<Problem>> {
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
    pub fn saved(text: &SpecText) -> anyhow::Result<EventSpec> {
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
    pub fn text(&self) -> SpecText {
        SpecText { file: self.file.name().to_owned(), property: self.property.clone() }
    }

    /// Its file.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The names of the properties that are asked for.
    pub fn property_names(&self) -> Vec<String> {
        let asked = self.in_pool(&Pool::new(), &[]);
        asked.properties().into_iter().map(|property| property.name.clone()).collect()
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

    /// The spec in the pool of a program with these events.
    pub fn in_pool(&self, pool: &Pool, events: &[EventKind]) -> PooledSpec {
        let (spec, _) = Spec::read_for(pool, &self.file, events);
        let spec = spec.expect("it was read before");
        PooledSpec { spec, property: self.property.clone() }
    }
}

/// A spec in the pool of a program.
pub struct PooledSpec {
    /// All of it.
    pub spec: Spec,
    property: Option<String>,
}

impl PooledSpec {
    fn properties(&self) -> Vec<&Property> {
        let wanted = |property: &&Property| {
            self.property.as_ref().is_none_or(|wanted| property.name == *wanted)
        };
        self.spec.properties.iter().filter(wanted).collect()
    }

    /// The operations.
    pub fn alphabet(&self) -> &Alphabet {
        &self.spec.alphabet
    }

    /// Why the events of a program cannot be checked against it.
    pub fn misfits(&self, pool: &Pool, events: &[EventKind]) -> Vec<Diagnostic> {
        self.spec.misfits(pool, events, &self.properties())
    }

    /// Events of a language without types, by name, number of arguments and place: where the number is
    /// that of the spec, so are the sorts.
    pub fn untyped(&self, pool: &Pool, events: &[(&str, usize, Span)]) -> Vec<EventKind> {
        let alphabet = &self.spec.alphabet;
        let kind = |(name, count, span): &(&str, usize, Span)| {
            let declared = alphabet.find(pool.symbol(name)).map(|op| alphabet.op(op).places());
            let sorts = declared.filter(|places| places.len() == *count);
            let sorts = sorts.map(|places| places.iter().map(|place| place.sort).collect());
            let mut args: Vec<Sort> = sorts.unwrap_or_else(|| vec![Sort::INT; *count]);
            let has_result = alphabet.find(pool.symbol(name)).and_then(|op| {
                alphabet.op(op).result().filter(|_| args.len() == alphabet.op(op).places().len())
            });
            let result = has_result.and_then(|_| args.pop());
            EventKind { op: (*name).to_owned(), args, result, span: *span }
        };
        events.iter().map(kind).collect()
    }

    /// The monitor of the properties that are asked for.
    pub fn monitor(&self, pool: &Pool) -> SpecMonitor {
        let monitor = SpecMonitor::new(pool, &self.spec, &self.properties());
        monitor.expect("the depth of formulas is limited where they are read")
    }

    /// What is known of its functions.
    pub fn axioms(&self) -> &[Axiom] {
        &self.spec.axioms
    }

    /// The properties that are asked for, over the operations of libraries.
    pub fn over(&self, pool: &Pool, alphabet: &Alphabet) -> Properties {
        let wanted = self.properties();
        let params = self.spec.params_of(pool, &wanted).into_iter();
        // No contract can name a variable with a `#`, so nothing is ever captured.
        let own = |param: &Param| {
            let var = pool.var(&format!("{}#spec", param.name), pool.sort(param.var));
            (param.var, Param { var, ..param.clone() })
        };
        let params: Vec<(Term, Param)> = params.map(own).collect();
        let by = params.iter().map(|(var, param)| (*var, param.var)).collect();
        let all = wanted.into_iter().map(|property| {
            let what = self.spec.transplanted(pool, property, alphabet, &by);
            (property.name.clone(), Stated { what, span: property.span })
        });
        Properties { all: all.collect(), params: params.into_iter().map(|(_, own)| own).collect() }
    }

    /// The axioms of the spec.
    pub fn theory(&self, pool: &Pool) -> Theory {
        trace_tools::theory_of(pool, &self.spec)
    }
}

/// Why nothing is checked, where no trace can break what is asked for.
pub fn vacuity(pool: &Pool, monitor: &SpecMonitor) -> Vec<Diagnostic> {
    let unbreakable = monitor.unbreakable(pool).into_iter().map(|property| {
        let message = format!("every trace has the property `{}`", property.name);
        Diagnostic::warning(message).with_code("SPC021").at(property.span, "it says nothing")
    });
    unbreakable.collect()
}
