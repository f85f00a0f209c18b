//! The end of a run in words that outlive it.

use std::sync::Arc;

use crate::answer::{Absent, Answer, Apart, Confirmed, Event, Named, RunOutcome};
use crate::heap::Heap;
use crate::run::RunEnd;
use crate::stop::Halt;
use crate::tree::Numbers;
use crate::value::Node;
use crate::{Path, Tree, Value};

impl Heap {
    /// What a run has come to; without its path, and not confirmed yet.
    pub(crate) fn describe(&mut self, names: &[Arc<str>], end: &RunEnd) -> Answer {
        let mut numbers = Numbers::default();
        let named = |(name, value): (&Arc<str>, &Value), numbers: &mut Numbers| Named {
            name: Arc::clone(name),
            value: self.export(*value, numbers),
        };
        let unknowns =
            names.iter().zip(&end.unknowns).map(|pair| named(pair, &mut numbers)).collect();
        let outcome = match &end.result {
            Ok(value) => RunOutcome::Value(self.export(*value, &mut numbers)),
            Err(Halt::Failed(failure)) => RunOutcome::Failed(failure.clone()),
            Err(_) => unreachable!("only values and failures are reported"),
        };
        let events = self.describe_events(end, &mut numbers);
        let absent = self.describe_absent(&mut numbers);
        let apart = self.describe_apart(&mut numbers, &absent);
        let mut conds: Vec<String> = Vec::new();
        for cond in &self.conds {
            let shown = self.show_term(*cond, &mut numbers);
            if !conds.contains(&shown) {
                conds.push(shown);
            }
        }
        let (path, cost, instance) = (Path::default(), end.path.cost, Vec::new());
        let confirmed = Confirmed::Differs("it was not run".to_owned());
        Answer { outcome, unknowns, apart, absent, conds, events, instance, path, cost, confirmed }
    }

    fn describe_events(&self, end: &RunEnd, numbers: &mut Numbers) -> Vec<Event> {
        let mut event = |(name, args): &(crate::Symbol, Vec<Value>)| Event {
            name: *name,
            args: args.iter().map(|arg| self.export(*arg, numbers)).collect(),
        };
        end.events.iter().map(&mut event).collect()
    }

    /// The disequalities between unknowns that the answer mentions, simplified. About others there
    /// is nothing to say: some value will do.
    fn describe_apart(&mut self, numbers: &mut Numbers, absent: &[Absent]) -> Vec<Apart> {
        let mut all: Vec<Apart> = Vec::new();
        for number in 0..self.unequal.len() {
            let unequal = self.unequal[number].clone();
            let Some(pairs) = self.still_open(unequal) else { continue };
            let told = |value: Value| self.mentions_only(value, numbers);
            if !pairs.iter().all(|(left, right)| told(*left) && told(*right)) {
                continue;
            }
            let mut export = |value: Value| self.export(value, numbers);
            let pairs = pairs.iter().map(|(left, right)| (export(*left), export(*right)));
            let apart = Apart(pairs.collect());
            if !all.contains(&apart) {
                all.push(apart);
            }
        }
        // What does not occur in a value is not that value.
        let is_implied = |apart: &Apart| match &apart.0[..] {
            [(left, right)] => absent.iter().any(|known| {
                let pair = (&known.whole, &known.part);
                pair == (left, right) || pair == (right, left)
            }),
            _ => false,
        };
        all.retain(|apart| !is_implied(apart));
        without_implied(all)
    }

    /// What does not occur in the unknowns that the answer mentions.
    fn describe_absent(&self, numbers: &mut Numbers) -> Vec<Absent> {
        let mut all: Vec<Absent> = Vec::new();
        for (part, whole) in self.open_absent() {
            if self.mentions_only(part, numbers) && self.mentions_only(whole, numbers) {
                let absent =
                    Absent { part: self.export(part, numbers), whole: self.export(whole, numbers) };
                if !all.contains(&absent) {
                    all.push(absent);
                }
            }
        }
        all
    }

    fn mentions_only(&self, value: Value, numbers: &Numbers) -> bool {
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            let value = self.resolve(value);
            match self.node(value) {
                Node::Var(var) if !numbers.contains(var) => return false,
                Node::Con(head) | Node::Fun(head) => todo.extend(self.fields(head)),
                _ => {}
            }
        }
        true
    }

    /// Whether a concrete run came to the end that was expected.
    pub(crate) fn is_same_end(
        &self,
        end: &Result<Value, Halt>,
        expected: &Result<Tree, Halt>,
    ) -> bool {
        match (end, expected) {
            (Ok(value), Ok(tree)) => self.covers(*value, tree),
            (Err(Halt::Failed(a)), Err(Halt::Failed(b))) => a.kind == b.kind && a.site == b.site,
            _ => false,
        }
    }

    pub(crate) fn describe_end(&self, end: &Result<Value, Halt>) -> String {
        match end {
            Ok(value) => format!("it came to {}", self.show(*value)),
            Err(Halt::Failed(failure)) => format!("it failed: {failure}"),
            Err(Halt::Discarded) => "an assumption did not hold".to_owned(),
            Err(Halt::CutOff(cut)) => cut.to_string(),
            Err(Halt::Suspended) => "it made choices".to_owned(),
            Err(Halt::Ended(_)) => "it was stopped".to_owned(),
        }
    }
}

/// A disjunction says nothing if one of its parts must hold anyway.
fn without_implied(all: Vec<Apart>) -> Vec<Apart> {
    let single: Vec<(Tree, Tree)> =
        all.iter().filter(|apart| apart.0.len() == 1).map(|apart| apart.0[0].clone()).collect();
    let implied =
        |apart: &Apart| apart.0.len() > 1 && apart.0.iter().any(|pair| single.contains(pair));
    all.into_iter().filter(|apart| !implied(apart)).collect()
}
