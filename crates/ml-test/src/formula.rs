//! Formulas as values of the prelude's type.
//!
//! Formulas are nested no deeper than [`Formula::MAX_DEPTH`], so this may recurse.

use term::Term;
use trace::{EventSet, Formula, Marks, StateMachine};

use crate::expr::{Scene, Vars};
use crate::incident::Unwritable;
use crate::layout::Doc;
use crate::names;

impl Scene<'_> {
    /// A formula, as an argument.
    pub(crate) fn formula(&self, formula: &Formula, vars: &Vars) -> Result<Doc, Unwritable> {
        let of = |part: &Formula| self.formula(part, vars);
        let all = |parts: &[Formula]| parts.iter().map(of).collect::<Result<Vec<Doc>, _>>();
        let list = |name: &str, parts: &[Formula]| {
            Ok(Doc::block(format!("({name} ["), all(parts)?, ";", "])"))
        };
        let one =
            |name: &str, a: &Formula| Ok(Doc::block(format!("({name} "), vec![of(a)?], "", ")"));
        let two = |name: &str, a: &Formula, b: &Formula| {
            Ok(Doc::block(format!("({name} ("), vec![of(a)?, of(b)?], ",", "))"))
        };
        let set = |name: &str, set: &EventSet| {
            Ok(Doc::block(format!("({name} "), vec![self.event_set(set, vars)?], "", ")"))
        };
        match formula {
            Formula::True => Ok(Doc::text("True")),
            Formula::False => Ok(Doc::text("False")),
            Formula::Last => Ok(Doc::text("Last")),
            Formula::Empty => Ok(Doc::text("Empty")),
            Formula::Event(events) => set("Event", events),
            Formula::One(events) => set("One", events),
            Formula::Not(a) => one("Not", a),
            Formula::And(parts) => list("And", parts),
            Formula::Or(parts) => list("Or", parts),
            Formula::Implies(a, b) => two("Implies", a, b),
            Formula::Iff(a, b) => two("Iff", a, b),
            Formula::Next(a) => one("Next", a),
            Formula::WeakNext(a) => one("Weak_next", a),
            Formula::Finally(a) => one("Finally", a),
            Formula::Globally(a) => one("Globally", a),
            Formula::Until(a, b) => two("Until", a, b),
            Formula::WeakUntil(a, b) => two("Weak_until", a, b),
            Formula::Release(a, b) => two("Release", a, b),
            Formula::Then(parts) => list("Then", parts),
            Formula::Star(a) => one("Star", a),
            Formula::Machine(machine) => self.automaton(machine, vars),
        }
    }

    fn automaton(&self, machine: &StateMachine, vars: &Vars) -> Result<Doc, Unwritable> {
        let mut transitions = Vec::new();
        for (from, set, to) in &machine.transitions {
            let parts = vec![
                Doc::text(from.to_string()),
                self.event_set(set, vars)?,
                Doc::text(to.to_string()),
            ];
            transitions.push(Doc::block("(", parts, ",", ")"));
        }
        let (name, states) = match &machine.marks {
            Marks::Accepting(states) => ("Accepting", states),
            Marks::Violating(states) => ("Violating", states),
        };
        let states: Vec<String> = states.iter().map(usize::to_string).collect();
        let transitions = Doc::block(format!("({}, [", machine.start), transitions, ";", "])");
        let states = Doc::text(format!("[{}]", states.join("; ")));
        Ok(Doc::block(format!("({name} ("), vec![transitions, states], ",", "))"))
    }

    /// A set of events as a function to `bool`, as an argument.
    fn event_set(&self, set: &EventSet, vars: &Vars) -> Result<Doc, Unwritable> {
        let all = |parts: &[EventSet]| {
            parts.iter().map(|part| self.event_set(part, vars)).collect::<Result<Vec<Doc>, _>>()
        };
        match set {
            EventSet::Any(cond) => Ok(Doc::text(format!("(fun _ -> {})", self.expr(*cond, vars)?))),
            EventSet::Call(op, qualifier) => {
                let (pattern, vars) = self.pattern(*op, &[*qualifier], vars);
                let cond = self.expr(*qualifier, &vars)?;
                Ok(Doc::text(format!("(function {pattern} -> {cond} | _ -> false)")))
            }
            EventSet::Not(inner) => {
                Ok(Doc::block("(none_of ", vec![self.event_set(inner, vars)?], "", ")"))
            }
            EventSet::And(parts) => Ok(Doc::block("(all_of [", all(parts)?, ";", "])")),
            EventSet::Or(parts) => Ok(Doc::block("(any_of [", all(parts)?, ";", "])")),
        }
    }

    /// A pattern for the events of an operation that binds the formals which some terms use.
    fn pattern(&self, op: trace::OpId, used_by: &[Term], vars: &Vars) -> (String, Vars) {
        let free = self.pool().free_vars(used_by);
        let mut vars = vars.clone();
        let places = self.incident.specs.alphabet.op(op).places();
        let names: Vec<String> = places
            .iter()
            .map(|place| match free.contains(&place.formal) {
                true => vars.bind(self, place.formal, &place.name),
                false => "_".to_owned(),
            })
            .collect();
        let name = self.incident.specs.alphabet.name(self.pool(), op);
        (event_pattern(name, &names), vars)
    }
}

/// The pattern for the events of an operation with these variables.
pub(crate) fn event_pattern(operation: &str, variables: &[String]) -> String {
    let ctor = names::ctor(operation);
    match variables {
        _ if variables.iter().all(|name| name == "_") => format!("{ctor} _"),
        [only] => format!("{ctor} {only}"),
        _ => format!("{ctor} ({})", variables.join(", ")),
    }
}
