//! Context aliases: what `strict(name; 1)` asks for, written as contexts.

use rustc_hash::FxHashMap;
use source::Diagnostic;

use crate::attributes::{Attribute, Attributes};
use crate::definition::{LabelId, Production, Rule, RuleKind, SortId};
use crate::faults;
use crate::signature::Signature;
use crate::term::{Term, TermId, Terms, VariableKind};

/// The variable of an alias that stands for the production.
const HERE: &str = "HERE";
/// The variable of a context that stands for the place.
const HOLE: &str = "HOLE";

/// The names of aliases and the positions that `strict` or `seqstrict` asks for; none if it names no
/// alias.
fn asked(attribute: &Attribute, arity: usize) -> Option<(Vec<&str>, Vec<usize>)> {
    let text = attribute.value.as_deref()?;
    let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    let (names, positions) = match text.split_once(';') {
        Some((names, positions)) => (names, Some(positions)),
        None => (text, None),
    };
    let names: Vec<&str> =
        names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if names.is_empty() || names.iter().all(|name| is_number(name)) {
        return None;
    }
    let positions = match positions {
        None => (0..arity).collect(),
        Some(positions) => positions
            .split(',')
            .map(|part| part.trim().parse().ok().filter(|at| (1..=arity).contains(at)))
            .map(|at: Option<usize>| at.map(|at| at - 1))
            .collect::<Option<Vec<usize>>>()
            .unwrap_or_default(),
    };
    Some((names, positions))
}

/// The contexts that productions ask for by the names of aliases.
pub(super) fn expand(
    signature: &Signature,
    terms: &mut Terms,
    aliases: &[Rule],
    rules: &mut Vec<Rule>,
) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    for production in &signature.productions {
        let Some(label) = production.label else { continue };
        for (key, in_order) in [("strict", false), ("seqstrict", true)] {
            let Some(attribute) = production.attributes.get(key) else { continue };
            let arity = production.arguments().count();
            let Some((names, positions)) = asked(attribute, arity) else { continue };
            if positions.is_empty() {
                errors.push(bad_positions(attribute));
            }
            for name in names {
                let known = |alias: &&Rule| alias.attributes.value("label") == Some(name);
                let Some(alias) = aliases.iter().find(known) else {
                    errors.push(unknown_alias(name, attribute, aliases));
                    continue;
                };
                for (nth, position) in positions.iter().enumerate() {
                    let before = if in_order { &positions[..nth] } else { &[] };
                    let place = (production, label, *position, before);
                    rules.push(context(signature, terms, alias, place));
                }
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn bad_positions(attribute: &Attribute) -> Diagnostic {
    Diagnostic::error("these are not the positions of arguments").at(attribute.span, "")
}

fn unknown_alias(name: &str, attribute: &Attribute, aliases: &[Rule]) -> Diagnostic {
    let known = aliases.iter().filter_map(|alias| alias.attributes.value("label"));
    let diagnostic = Diagnostic::error(format!("there is no context alias `{name}`"))
        .at(attribute.span, "named here");
    match faults::closest(name, known) {
        Some(close) => diagnostic.with_help(format!("did you mean `{close}`?")),
        None => diagnostic,
    }
}

/// The context of one argument of a production, inside of what an alias says of its surroundings.
fn context(
    signature: &Signature,
    terms: &mut Terms,
    alias: &Rule,
    (production, label, position, before): (&Production, LabelId, usize, &[usize]),
) -> Rule {
    let span = production.span;
    let kind = VariableKind::Plain;
    let sorts: Vec<SortId> = production.arguments().collect();
    let args: Vec<TermId> = (sorts.into_iter().enumerate())
        .map(|(at, sort)| {
            let name = if at == position { HOLE.to_owned() } else { format!("ARG{at}") };
            terms.add(Term::Variable { name, sort, kind }, span)
        })
        .collect();
    let results: Vec<TermId> = before.iter().map(|at| args[*at]).collect();
    let whole = terms.add(Term::Apply { label, args }, span);
    let body = replaced(terms, alias.body, whole);
    let mut requires: Vec<TermId> = alias.requires.into_iter().collect();
    let result = alias.attributes.value("result").unwrap_or("KResult");
    if let Some(label) = labelled(signature, &format!("is{result}")) {
        let is_value = |arg: &TermId| terms.add(Term::Apply { label, args: vec![*arg] }, span);
        requires.extend(results.iter().map(is_value).collect::<Vec<TermId>>());
    }
    let requires = match labelled(signature, "_andBool_") {
        Some(label) => requires
            .into_iter()
            .reduce(|one, other| terms.add(Term::Apply { label, args: vec![one, other] }, span)),
        None => requires.pop(),
    };
    let mut attributes = Attributes::default();
    alias
        .attributes
        .iter()
        .filter(|own| own.key != "label")
        .for_each(|own| attributes.push(own.clone()));
    let (kind, module) = (RuleKind::Context, alias.module.clone());
    Rule { kind, body, requires, ensures: None, attributes, module, span: alias.span }
}

fn labelled(signature: &Signature, name: &str) -> Option<LabelId> {
    signature.labels.iter().position(|label| label.name == name).map(LabelId::new)
}

/// A term with another one in place of `HERE`.
fn replaced(terms: &mut Terms, root: TermId, by: TermId) -> TermId {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut todo = vec![root];
    while let Some(&id) = todo.last() {
        if done.contains_key(&id) {
            todo.pop();
            continue;
        }
        let term = terms.get(id).clone();
        let missing: Vec<TermId> =
            term.children().into_iter().filter(|child| !done.contains_key(child)).collect();
        if !missing.is_empty() {
            todo.extend(missing);
            continue;
        }
        let new = match &term {
            Term::Variable { name, .. } if name == HERE => by,
            _ => {
                let span = terms.span(id);
                terms.add(term.with_children(|child| done[&child]), span)
            }
        };
        done.insert(id, new);
        todo.pop();
    }
    done[&root]
}
