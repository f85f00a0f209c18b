//! Stronger types for callees whose types are too weak.
//!
//! What a callee promises beyond its type can often be said with the measures and arguments at hand:
//! `size v == size x + size y`, `v >= x`. Such guesses are tried one after the other. One is
//! reported only if it was checked: with it the caller is not seen to break its type any more, and
//! the body of the callee keeps it on all explored paths.

use std::sync::Arc;

use lang_haskell::core::Type;
use lang_haskell::liquid::logic::{FnId, Local, LogicOp, Pred, Refined, Signature, Specs, Stated};
use lang_haskell::types::{self, Head};
use machine::Facets;
use report::{Place, SuggestedEdit};
use term::Int;

use super::Liquid;
use super::confirm::Incident;
use super::promise::promising_text;
use super::search::Search;

/// How many turns of recursion a guess is tried with, beyond those of the counterexample.
const TURNS: u32 = 4;

/// Something that a callee may promise, in words and as a predicate.
struct Guess {
    text: String,
    pred: Pred,
}

/// A number or a set that can be computed of an argument or of the result.
#[derive(Clone)]
struct Quantity {
    text: String,
    pred: Pred,
    is_set: bool,
}

/// A promise of a callee with which a counterexample is gone.
pub(super) struct Suggestion {
    /// What it is and how it was tried.
    pub(super) said: String,
    /// The annotation of the callee with it, where that can be written without reading it anew.
    pub(super) edit: Option<SuggestedEdit>,
}

impl Search<'_> {
    /// A promise of the callee with which the counterexample is gone.
    pub(super) fn suggestion(&self, incident: &Incident, facets: Facets) -> Option<Suggestion> {
        let mut callees = incident.invented.iter().map(|call| &call.signature.name);
        let callee = callees.next()?;
        if callees.any(|other| other != callee) {
            return None;
        }
        let specs = &self.liquid.specs;
        let at = specs.signatures.iter().position(|signature| signature.name == *callee)?;
        let guesses = guesses(self.liquid, &specs.signatures[at]);
        let stronger = |guess: &Guess| self.liquid.promising(at, &guess.pred);
        let helps = |guess: &Guess| self.helps(&stronger(guess), facets);
        let is_kept = |guess: &Guess| self.is_kept(&stronger(guess), at);
        let found = check::first_that_helps(guesses, helps, is_kept)?;
        let name = callee.written();
        let said = format!(
            "with the promise `{}` in the type of `{name}` the counterexample is gone, and the body \
             of `{name}` keeps it on all explored paths",
            found.text
        );
        let signature = &specs.signatures[at];
        let edit = match signature.implied {
            true => None,
            false => self.edit(signature, &found.text),
        };
        let said = match promising_text(&signature.plain(), &found.text) {
            Some(ty) if signature.implied => format!("give `{name}` the type `{ty}`: {said}"),
            Some(_) | None => said,
        };
        Some(Suggestion { said, edit })
    }

    /// The change of an annotation that makes a function promise more.
    fn edit(&self, signature: &Signature, promise: &str) -> Option<SuggestedEdit> {
        let files = &self.liquid.files;
        let annotated = &files.get(signature.span.file).text()[signature.span.range()];
        Some(SuggestedEdit {
            title: format!("let `{}` promise `{promise}`", signature.name.written()),
            place: Place::new(files, signature.span),
            text: promising_text(annotated, promise)?,
        })
    }

    /// Whether the target is not seen to break its type with stronger callees.
    fn helps(&self, stronger: &Liquid, facets: Facets) -> bool {
        let search = Search { liquid: stronger, turns: TURNS, ..*self };
        check::is_silent(&search.deepen(facets))
    }

    /// Whether the body of a function keeps its type, as far as we look.
    fn is_kept(&self, stronger: &Liquid, signature: usize) -> bool {
        let Some(target) = stronger.subject_of(signature) else { return false };
        let Ok(instance) = stronger.instance(target) else { return false };
        let search = Search { liquid: stronger, instance: &instance, turns: TURNS, ..*self };
        check::is_silent(&search.deepen(Facets::Concrete))
    }
}

impl Liquid {
    /// The same annotations, but one function promises more.
    fn promising(&self, signature: usize, pred: &Pred) -> Liquid {
        let mut specs = self.specs.clone();
        let stronger = &mut specs.signatures[signature];
        let span = stronger.span;
        stronger.result.preds.push(Stated { pred: pred.clone(), span });
        Liquid {
            program: Arc::clone(&self.program),
            specs,
            files: self.files.clone(),
            subjects: self.subjects.clone(),
            usual: self.usual,
            allows_error: self.allows_error,
            unsupported: self.unsupported.clone(),
        }
    }
}

/// What a function may promise of its result, the likeliest first.
fn guesses(liquid: &Liquid, signature: &Signature) -> Vec<Guess> {
    let specs = &liquid.specs;
    let of_result = quantities(liquid, &signature.result, "v");
    let mut of_args = Vec::new();
    for (number, refined) in signature.values().enumerate() {
        let name = match specs.local_name(refined.var) {
            "v" | "_" => format!("x{}", number + 1),
            name => name.to_owned(),
        };
        of_args.extend(quantities(liquid, refined, &name));
    }
    let mut all = Vec::new();
    for result in &of_result {
        let alike = || of_args.iter().filter(|arg| arg.is_set == result.is_set);
        all.extend(alike().map(|arg| related(LogicOp::Eq, "==", result, arg)));
        for (number, one) in alike().enumerate() {
            let others = alike().skip(number + 1);
            all.extend(others.map(|other| related(LogicOp::Eq, "==", result, &joined(one, other))));
        }
    }
    for result in of_result.iter().filter(|result| !result.is_set) {
        let zero = Quantity { text: "0".to_owned(), pred: Pred::Int(Int::ZERO), is_set: false };
        all.push(related(LogicOp::Gt, ">", result, &zero));
        all.push(related(LogicOp::Ge, ">=", result, &zero));
        for arg in of_args.iter().filter(|arg| !arg.is_set) {
            all.push(related(LogicOp::Ge, ">=", result, arg));
            all.push(related(LogicOp::Le, "<=", result, arg));
            all.push(related(LogicOp::Eq, "==", result, &joined(arg, arg)));
        }
    }
    all
}

fn related(op: LogicOp, shown: &str, left: &Quantity, right: &Quantity) -> Guess {
    let text = format!("{} {shown} {}", left.text, right.text);
    Guess { text, pred: Pred::Op(op, vec![left.pred.clone(), right.pred.clone()]) }
}

/// The sum of two numbers, or the union of two sets.
fn joined(one: &Quantity, other: &Quantity) -> Quantity {
    let preds = vec![one.pred.clone(), other.pred.clone()];
    match one.is_set {
        true => Quantity {
            text: format!("Set_cup ({}) ({})", one.text, other.text),
            pred: Pred::Op(LogicOp::SetUnion, preds),
            is_set: true,
        },
        false => Quantity {
            text: format!("{} + {}", one.text, other.text),
            pred: Pred::Op(LogicOp::Add, preds),
            is_set: false,
        },
    }
}

/// What can be computed of a value: itself if it is a number, and its measures.
fn quantities(liquid: &Liquid, refined: &Refined, name: &str) -> Vec<Quantity> {
    let linked = liquid.program.linked();
    if matches!(types::head(linked, &refined.ty), Head::Number) {
        let pred = Pred::Var(refined.var);
        return vec![Quantity { text: name.to_owned(), pred, is_set: false }];
    }
    let Type::Con(owner, _) = types::without_synonyms(linked, &refined.ty) else {
        return Vec::new();
    };
    let functions = liquid.specs.functions.iter().enumerate();
    let own = functions.filter(|(_, function)| {
        let measures = function.measures.as_ref();
        measures.is_some_and(|known| linked.same_type(known, &owner))
    });
    own.filter_map(|(number, function)| {
        let id = FnId(number as u32);
        let is_set = match kind(&liquid.specs, function.body.as_ref()?)? {
            Kind::Number => false,
            Kind::Set => true,
        };
        let text = format!("{} {name}", function.name);
        let var: Local = refined.var;
        Some(Quantity { text, pred: Pred::Call(id, vec![Pred::Var(var)]), is_set })
    })
    .collect()
}

/// What the value of a measure is, as far as it is of use.
enum Kind {
    Number,
    Set,
}

fn kind(specs: &Specs, body: &Pred) -> Option<Kind> {
    let mut todo = vec![body];
    let mut steps = 0;
    while let Some(pred) = todo.pop() {
        steps += 1;
        if steps > 100 {
            return None;
        }
        match pred {
            Pred::Int(_) => return Some(Kind::Number),
            Pred::Op(LogicOp::Add | LogicOp::Sub | LogicOp::Mul | LogicOp::Neg, _) => {
                return Some(Kind::Number);
            }
            Pred::Op(
                LogicOp::SetEmpty
                | LogicOp::SetSingle
                | LogicOp::SetUnion
                | LogicOp::SetIntersection
                | LogicOp::SetDifference,
                _,
            ) => return Some(Kind::Set),
            Pred::If(_, yes, no) => todo.extend([&**yes, &**no]),
            Pred::Let(_, _, body) => todo.push(body),
            Pred::Case(_, arms, default) => {
                todo.extend(arms.iter().map(|arm| &arm.body).chain(default.as_deref()));
            }
            Pred::Call(id, _) => todo.extend(specs.function(*id).body.as_ref()),
            Pred::Bool(_) | Pred::Ratio(..) | Pred::Var(_) | Pred::Con(..) | Pred::Op(..) => {}
        }
    }
    None
}
