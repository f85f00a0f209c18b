//! `--spec FILE[:property]`: the trace spec that the events of programs are checked against.

use std::path::Path;

use explore::{EndingKind, Run, Witness};
use harness::Properties;
use host::read;
use machine::{Event, EventKind};
use report::{Finding, Problem, ProblemKind, SpecText, WhyText};
use solve::{Solver, Theory};
use source::{Diagnostic, File, Files, Severity, Span};
use term::{Model, Pool, Sort, Term};
use trace::{
    Alphabet, Axiom, Context, Judge, Param, Property, RegexPool, Spec, SpecMonitor, Stated,
};

use crate::why::{MOST_EXPLAINED, UnmetProperty};

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

    /// Says of findings why their events break a property. Where a program does not know its events before it runs, their
    /// sorts are those of the events that were seen.
    pub fn explain(
        &self,
        pool: &Pool,
        events: Option<Vec<EventKind>>,
        run: &Run,
        findings: &mut [Finding],
        solvers: &dyn Fn(&Theory) -> Box<dyn Solver>,
    ) {
        let seen = || {
            let witnesses = run.endings.iter().filter_map(|ending| match &ending.kind {
                EndingKind::Violated(_, witness) => Some(witness),
                _ => None,
            });
            witnesses
                .flat_map(|witness| &witness.events)
                .map(|event| self.kind(pool, event))
                .collect()
        };
        let events = events.unwrap_or_else(seen);
        self.in_pool(pool, &events).explain(pool, run, findings, solvers);
    }

    /// The kind of an event that was seen.
    fn kind(&self, pool: &Pool, event: &Event) -> EventKind {
        EventKind {
            op: pool.name(event.op).to_owned(),
            args: event.args.iter().map(|arg| pool.sort(*arg)).collect(),
            result: event.result.map(|result| pool.sort(result)),
            span: event.span.unwrap_or_else(|| self.file.span(0..0)),
        }
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

    /// Says of findings why their events break a property, where that is not known yet.
    pub fn explain(
        &self,
        pool: &Pool,
        run: &Run,
        findings: &mut [Finding],
        solvers: &dyn Fn(&Theory) -> Box<dyn Solver>,
    ) {
        let open =
            |finding: &&mut Finding| finding.why.is_none() && finding.code == SpecMonitor::CODE;
        for finding in findings.iter_mut().filter(open).take(MOST_EXPLAINED) {
            let same = run.endings.iter().filter(|ending| ending.choices == finding.choices);
            let witness = same.filter_map(|ending| match &ending.kind {
                EndingKind::Violated(_, witness) => Some(witness),
                _ => None,
            });
            let mut solver = solvers(&self.theory(pool));
            finding.why = { witness }
                .find_map(|witness| self.why(pool, witness, &finding.message, &mut *solver));
        }
    }

    /// Why the events of a witness break the property that a message names.
    fn why(
        &self,
        pool: &Pool,
        witness: &Witness,
        message: &str,
        solver: &mut dyn Solver,
    ) -> Option<WhyText> {
        let alphabet = self.alphabet();
        let trace: Vec<trace::Event> = witness
            .events
            .iter()
            .map(|event| alphabet.event(pool, event).ok())
            .collect::<Option<_>>()?;
        let mut model: Model = witness.functions.clone();
        // The parameters are asked for before anything else.
        let params = self.spec.params_of(pool, &self.properties());
        for (param, (input, value)) in params.iter().zip(&witness.inputs) {
            if input.name == param.name {
                model.set(param.var, *value);
            }
        }
        let judge = Judge { pool, alphabet, model: &model, trace: &trace };
        let fails = |property: &&&Property| judge.holds(&property.formula) == Ok(false);
        let all = self.properties();
        let is_named = |property: &&&Property| message.contains(&format!("`{}`", property.name));
        let property =
            all.iter().filter(is_named).find(fails).or_else(|| all.iter().find(fails))?;
        let regexes = RegexPool::new(pool);
        let unmet = UnmetProperty {
            ctx: Context { pool, alphabet, regexes: &regexes },
            name: Some(&property.name),
            formula: &property.formula,
            model: &model,
            trace: &trace,
        };
        unmet.why(&witness.events, solver)
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
