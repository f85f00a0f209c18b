//! Formulas of `corpus/trace` on traces: by the evaluator that follows the definition, and by
//! derivatives.
//!
//! A trace is a text with a letter for each event, which is the name of its operation. Every argument
//! and every ghost is 1.

use source::Files;
use term::{Model, Pool, Term};
use testbed::{Case, Sample};
use trace::{Event, Judge, Regex, RegexPool, Spec};

/// Judges every trace of a case.
pub(crate) fn check(case: &Case) -> Result<(), String> {
    let declared = case.expected.declare.as_deref().unwrap_or_default();
    for Sample { formula, holds, fails } in &case.expected.formulas {
        let world = World::new(declared, formula)?;
        let expected = holds.iter().map(|trace| (trace, true));
        for (trace, expected) in expected.chain(fails.iter().map(|trace| (trace, false))) {
            let events = world.events(trace);
            let ways =
                [("definition", world.judge(&events)?), ("derivatives", world.read(&events)?)];
            if let Some((way, found)) = ways.into_iter().find(|(_, found)| *found != expected) {
                return Err(format!("`{formula}` on `{trace}` is {found} by the {way}"));
            }
        }
    }
    Ok(())
}

/// A formula with all that it mentions.
struct World {
    pool: Pool,
    regexes: RegexPool,
    spec: Spec,
    model: Model,
}

impl World {
    fn new(declared: &str, formula: &str) -> Result<World, String> {
        let pool = Pool::new();
        let text = format!("{declared}\nproperty p := {formula}");
        let (spec, faults) = Spec::read(&pool, &Files::new().add("case.trace", &text));
        let spec = spec.filter(|_| faults.is_empty());
        let spec = spec.ok_or_else(|| format!("`{formula}`: {faults:?}"))?;
        let mut model = Model::new();
        if let Some(ghost) = spec.ghost("m") {
            model.set(ghost, pool.int(1));
        }
        let regexes = RegexPool::new(&pool);
        Ok(World { pool, regexes, spec, model })
    }

    fn events(&self, trace: &str) -> Vec<Event> {
        let alphabet = &self.spec.alphabet;
        let event = |letter: char| {
            let op = alphabet.find(self.pool.symbol(&letter.to_string()));
            let places = op.map_or(0, |op| alphabet.op(op).places().len());
            Event { op, values: vec![self.pool.int(1); places] }
        };
        trace.chars().map(event).collect()
    }

    fn judge(&self, trace: &[Event]) -> Result<bool, String> {
        let (pool, alphabet) = (&self.pool, &self.spec.alphabet);
        let judge = Judge { pool, alphabet, model: &self.model, trace };
        judge.holds(&self.spec.properties[0].formula).map_err(|error| format!("{error:?}"))
    }

    /// Reads the trace event by event; what is left must accept the empty one.
    fn read(&self, trace: &[Event]) -> Result<bool, String> {
        let formula = &self.spec.properties[0].formula;
        let start = self.regexes.of_formula(&self.pool, formula);
        let start = start.map_err(|error| format!("{error:?}"))?;
        let last = trace.iter().try_fold(start, |regex, event| self.after(regex, event))?;
        Ok(self.regexes.nullable(last))
    }

    fn after(&self, regex: Regex, event: &Event) -> Result<Regex, String> {
        let cases = self.regexes.derivative(&self.pool, &self.spec.alphabet, regex, event);
        let holds = |cond: Term| self.pool.eval(cond, &self.model) == Term::TRUE;
        let after: Vec<Regex> =
            cases.into_iter().filter(|(cond, _)| holds(*cond)).map(|(_, after)| after).collect();
        match after[..] {
            [after] => Ok(after),
            _ => Err(format!("{} cases of a derivative hold", after.len())),
        }
    }
}
