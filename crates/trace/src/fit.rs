//! Whether the events of a program are those that a spec declares.

use machine::EventKind;
use rustc_hash::FxHashSet;
use source::Diagnostic;
use term::{Pool, Sort};

use crate::alphabet::{OpPlace, Operation};
use crate::formula::{EventSet, Formula};
use crate::spec::{Property, Spec};
use crate::{OpId, suggest};

/// An event that does not fit the spec.
const MISFIT: &str = "EVT010";
/// A property that no event of the program matters for.
const UNRELATED: &str = "EVT011";

impl Spec {
    /// What keeps these properties from being asked of a program that performs these events: events
    /// that are not declared, or declared in another way, and properties that mention none of them.
    #[must_use]
    pub fn misfits(
        &self,
        pool: &Pool,
        events: &[EventKind],
        properties: &[&Property],
    ) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let mut seen: FxHashSet<(&str, &[Sort], Option<Sort>)> = FxHashSet::default();
        for event in events {
            if seen.insert((&event.op, &event.args, event.result)) {
                faults.extend(self.misfit(pool, event));
            }
        }
        if faults.is_empty() {
            let unrelated =
                properties.iter().filter(|property| !self.relates(pool, property, events));
            faults.extend(unrelated.map(|property| self.unrelated(pool, property, events)));
        }
        faults
    }

    fn misfit(&self, pool: &Pool, event: &EventKind) -> Option<Diagnostic> {
        let EventKind { op: name, args, result, span } = event;
        let Some(op) = self.alphabet.find(pool.symbol(name)) else {
            return self.undeclared(pool, event).filter(|_| !self.alphabet.is_open());
        };
        let declared = self.alphabet.op(op);
        let fault = |message: String| {
            let fault = Diagnostic::error(message).with_code(MISFIT).at(*span, "this event");
            Some(fault.with_help(format!("the spec has `{}`", signature(pool, declared))))
        };
        let expected = declared.params();
        if expected.len() != args.len() {
            let (found, expected) = (counted(args.len()), expected.len());
            return fault(format!("`{name}` has {found} here, and {expected} in the spec"));
        }
        let sorts = expected.iter().zip(args).chain(declared.result().zip(result.as_ref()));
        let differs = |(place, sort): &(&OpPlace, &Sort)| place.sort != **sort;
        if let Some((OpPlace { name: place, sort, .. }, found)) = { sorts }.find(differs) {
            let (found, sort) = (pool.show_sort(*found), pool.show_sort(*sort));
            return fault(format!(
                "`{place}` of `{name}` is of sort {found} here, and of sort {sort} in the spec"
            ));
        }
        match (declared.result(), result) {
            (Some(_), None) => fault(format!("`{name}` has no result here, and one in the spec")),
            _ => None,
        }
    }

    fn undeclared(&self, pool: &Pool, event: &EventKind) -> Option<Diagnostic> {
        let EventKind { op: name, args, result, span } = event;
        let sorts: Vec<String> = args
            .iter()
            .enumerate()
            .map(|(at, sort)| format!("x{}: {}", at + 1, pool.show_sort(*sort)))
            .collect();
        let result = result.map(|sort| format!(" : {}", pool.show_sort(sort))).unwrap_or_default();
        let declaration = format!("op {name}({}){result}", sorts.join(", "));
        let fault = Diagnostic::error(format!("the spec does not declare the event `{name}`"));
        let fault = fault.with_code(MISFIT).at(*span, "this event");
        let known = self.alphabet.ops().map(|op| self.alphabet.name(pool, op));
        let fault = suggest::add(fault, name, known);
        Some(fault.with_help(format!(
            "declare it as `{declaration}`, or let any others occur by `op ...`"
        )))
    }

    /// Whether the program performs an event of an operation that the property mentions, or the
    /// property is about events of any operation.
    fn relates(&self, pool: &Pool, property: &Property, events: &[EventKind]) -> bool {
        let mentioned = mentioned(&property.formula);
        let performed = |op: &OpId| {
            let name = self.alphabet.name(pool, *op);
            events.iter().any(|event| event.op == name)
        };
        mentioned.is_empty() || mentioned.iter().any(performed)
    }

    fn unrelated(&self, pool: &Pool, property: &Property, events: &[EventKind]) -> Diagnostic {
        let mut names: Vec<&str> = events.iter().map(|event| event.op.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let mentioned = mentioned(&property.formula);
        let wanted: Vec<String> =
            mentioned.iter().map(|op| format!("`{}`", self.alphabet.name(pool, *op))).collect();
        let message = format!("the program has no event that `{}` mentions", property.name);
        let fault = Diagnostic::error(message).with_code(UNRELATED);
        let fault = fault.at(property.span, format!("it mentions {}", wanted.join(", ")));
        fault.with_help(match names.is_empty() {
            true => "the program has no events at all".to_owned(),
            false => format!("the events of the program are `{}`", names.join("`, `")),
        })
    }
}

/// The operations that a formula mentions, each once, in the order of declaration.
fn mentioned(formula: &Formula) -> Vec<OpId> {
    let mut ops: Vec<OpId> = formula
        .event_sets()
        .into_iter()
        .filter_map(|set| match set {
            EventSet::Call(op, _) => Some(*op),
            EventSet::Any(_) | EventSet::Not(_) | EventSet::And(_) | EventSet::Or(_) => None,
        })
        .collect();
    ops.sort_unstable();
    ops.dedup();
    ops
}

fn signature(pool: &Pool, op: &Operation) -> String {
    let place = |place: &OpPlace| format!("{}: {}", place.name, pool.show_sort(place.sort));
    let params: Vec<String> = op.params().iter().map(place).collect();
    let result = op.result().map(|place| format!(" : {}", pool.show_sort(place.sort)));
    format!("op {}({}){}", pool.name(op.name), params.join(", "), result.unwrap_or_default())
}

fn counted(arguments: usize) -> String {
    match arguments {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        many => format!("{many} arguments"),
    }
}
