//! Proofs as text for people.

use std::fmt::Write;

use crate::goals::BrokenTree;
use crate::histories::{HistoryProof, PathRefutation, TraceItem};
use crate::object::{Proof, ProofHead};

impl Proof {
    /// What it is about, how large it is, and how paths are refuted.
    ///
    /// # Errors
    ///
    /// If the tree is no proof whatever a solver says.
    pub fn shown(&self) -> Result<String, BrokenTree> {
        let ProofHead { file, target, language, bounds, assumptions, spec, .. } = &self.head;
        let (ends, questions) = (self.ends(), self.goals()?.len());
        let mut text =
            format!("{file}:{target} ({language})\n  {ends} paths, {questions} questions\n");
        if let Some(spec) = spec {
            let properties = spec.properties.join(", ");
            let _ = writeln!(text, "  against {} ({properties})", spec.file);
        }
        bounds.iter().for_each(|bound| text.push_str(&format!("  within {bound}\n")));
        for assumption in assumptions {
            let _ = writeln!(text, "  assuming that {assumption}");
        }
        if let Some(histories) = &self.histories {
            self.show_histories(histories, &mut text);
        }
        Ok(text)
    }

    fn show_histories(&self, histories: &HistoryProof, text: &mut String) {
        text.push_str("  after every history, however long\n");
        for name in &histories.by_contract {
            let _ = writeln!(text, "  takes `{name}` by its contract");
        }
        for refutation in &histories.refutations {
            show_refutation(histories, refutation, text);
        }
    }
}

fn show_refutation(histories: &HistoryProof, refutation: &PathRefutation, text: &mut String) {
    let _ = writeln!(text, "  no history takes the path {:?}", refutation.at);
    let followed = refutation.follows.iter().filter_map(|one| histories.memberships.get(*one));
    let mut trace: &[TraceItem] = &[];
    for membership in followed.clone() {
        if membership.trace.len() > trace.len() {
            trace = &membership.trace;
        }
    }
    if !trace.is_empty() {
        let items: Vec<String> = trace.iter().map(|item| show_item(histories, item)).collect();
        let _ = writeln!(text, "    trace: {}", items.join(" · "));
    }
    for membership in followed {
        let (start, end) = (membership.start, membership.trace.len());
        let (var, expression) = (&membership.var, &membership.expression);
        let _ = writeln!(text, "    {var}: items {start} to {end} belong to {expression}");
    }
    for instance in &refutation.instances {
        let Some(allowance) = histories.allowances.get(instance.allowance) else { continue };
        let name = operation(histories, Some(allowance.operation));
        let values: Vec<&str> =
            instance.values.iter().map(|value| value.as_deref().unwrap_or("_")).collect();
        let _ = writeln!(text, "    events {name} {} obey their contract", values.join(" "));
    }
    for case in &refutation.cases {
        let sizes: Vec<String> = case.layers.iter().map(|layer| layer.len().to_string()).collect();
        let when = match &case.when[..] {
            [] => String::new(),
            when => format!(" where {}", when.join(" and ")),
        };
        let left_out: usize = case.layers.iter().flatten().map(|state| state.left_out.len()).sum();
        let _ = writeln!(
            text,
            "    states before each item{when}: {}; {left_out} edges left out",
            sizes.join(", ")
        );
    }
}

fn operation(histories: &HistoryProof, operation: Option<usize>) -> &str {
    let known = operation.and_then(|operation| histories.operations.get(operation));
    known.map_or("another operation", |known| &known.name)
}

fn show_item(histories: &HistoryProof, item: &TraceItem) -> String {
    match item {
        TraceItem::Unknown => "any events".to_owned(),
        TraceItem::Event { operation: op, values } => {
            let name = operation(histories, *op).to_owned();
            values.iter().fold(name, |text, value| format!("{text} {value}"))
        }
    }
}
