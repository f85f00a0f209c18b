//! What is wrong with a spec although it can be read.
//!
//! A property that no trace or every trace has, a part that could as well not be there, a
//! declaration that nothing uses: hardly ever what was meant. Each is a diagnostic with its place.

use source::{Diagnostic, Span};
use term::Pool;
use trace::syntax::Tree;
use trace::{Context, Formula, Property, Spec};

use crate::oracle::Oracle;
use crate::search::{Bounds, SearchResult, shortest};
use crate::text::show_formula;
use crate::textbook::accepts_nothing_more;
use crate::unused::unused;
use crate::vacuity::vacuous_parts;

/// What was found, and what could not be decided.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// Warnings are faults; notes are worth knowing and no more.
    pub diagnostics: Vec<Diagnostic>,
    /// Questions that have no answer, each with its place.
    pub undecided: Vec<Diagnostic>,
}

impl Faults {
    /// Records a question without an answer, once.
    pub(crate) fn not_decided(&mut self, span: Span, text: &str) {
        let note = Diagnostic::note(format!("not decided: {text}")).at(span, "");
        if !self.undecided.contains(&note) {
            self.undecided.push(note);
        }
    }
}

/// Looks for faults in a spec that was read from `tree`.
pub fn check_spec(
    pool: &Pool,
    tree: &Tree,
    spec: &Spec,
    bounds: Bounds,
    oracle: &mut Oracle<'_>,
) -> Faults {
    let regexes = oracle.regexes(pool);
    let ctx = Context { pool, alphabet: &spec.alphabet, regexes: &regexes };
    let mut faults = Faults::default();
    for property in &spec.properties {
        if is_contingent(ctx, property, bounds, oracle, &mut faults) {
            vacuous_parts(ctx, tree, property, bounds, oracle, &mut faults);
        }
        faults.diagnostics.extend(readings_of_next(ctx, property));
    }
    faults.diagnostics.extend(unused(pool, tree, spec));
    faults
}

/// A note on the first `X` that other tools would read otherwise at the last event.
fn readings_of_next(ctx: Context<'_>, property: &Property) -> Option<Diagnostic> {
    let mut todo = vec![&property.formula];
    while let Some(formula) = todo.pop() {
        todo.extend(formula.parts().into_iter().rev());
        if let Formula::Next(operand) = formula
            && accepts_nothing_more(ctx, operand) == Ok(true)
        {
            let text = show_formula(ctx, formula);
            let message = format!("`{text}` holds at the last event of a trace");
            return Some(
                Diagnostic::note(message)
                    .with_code("SPC024")
                    .at(property.span, "what follows `X` may be empty")
                    .with_help(
                        "`X[!]` asks for a next event, `N` says the same as here to every reader",
                    ),
            );
        }
    }
    None
}

/// Whether some traces have the property and some lack it, as far as is known.
fn is_contingent(
    ctx: Context<'_>,
    property: &Property,
    bounds: Bounds,
    oracle: &mut Oracle<'_>,
    faults: &mut Faults,
) -> bool {
    let name = &property.name;
    let Ok(regex) = ctx.regexes.of_formula(ctx.pool, &property.formula) else {
        faults.not_decided(property.span, &format!("`{name}` is nested too deeply"));
        return false;
    };
    let sides = [
        (regex, "SPC020", "no trace has the property", "it contradicts itself"),
        (ctx.regexes.not(regex), "SPC021", "every trace has the property", "it says nothing"),
    ];
    let mut contingent = true;
    for (regex, code, message, label) in sides {
        match shortest(ctx, regex, bounds, oracle) {
            SearchResult::Trace(_) => {}
            SearchResult::Nothing => {
                let message = format!("{message} `{name}`");
                let diagnostic = Diagnostic::warning(message).with_code(code);
                faults.diagnostics.push(diagnostic.at(property.span, label));
                contingent = false;
            }
            SearchResult::NotUpTo(_, gap) => {
                let text = format!("whether {message} `{name}`: {gap}");
                faults.not_decided(property.span, &text);
                contingent = false;
            }
        }
    }
    contingent
}
