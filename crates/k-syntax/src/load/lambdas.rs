//! Functions that are written where they are used become functions with names.

use crate::attributes::{Attribute, Attributes};
use crate::definition::{Item, Label, LabelId, Production, ProductionId, Rule, RuleKind, SortId};
use crate::signature::{Extra, ModuleId, Shape, Signature};
use crate::term::{Lambda, Term, TermId, Terms, VariableKind};

/// Declares the functions without names that the terms call, and their rules.
pub(super) fn declare(signature: &mut Signature, terms: &mut Terms, rules: &mut Vec<Rule>) {
    for (lambda, call) in terms.take_lambdas() {
        let label = declare_symbol(signature, terms, &lambda, call);
        rules.extend(rules_of(signature, terms, &lambda, (call, label)));
    }
}

fn declare_symbol(
    signature: &mut Signature,
    terms: &Terms,
    lambda: &Lambda,
    call: TermId,
) -> LabelId {
    let Term::Apply { label, args } = terms.get(call) else { unreachable!("a call") };
    debug_assert_eq!(label.index(), signature.labels.len(), "labels are numbered in order");
    let sorts: Vec<SortId> = args.iter().map(|arg| sort_of(signature, terms, *arg)).collect();
    let name = format!("#lambda{}", signature.labels.len());
    let mut attributes = Attributes::default();
    for (key, value) in [("function", None), ("symbol", Some(name.clone()))] {
        attributes.push(Attribute { key: key.to_owned(), value, span: lambda.span });
    }
    let text = |text: &str| Item::Terminal(text.to_owned());
    let mut items = vec![text(&name), text("(")];
    for (at, sort) in sorts.iter().enumerate() {
        items.extend((at > 0).then(|| text(",")));
        items.push(Item::NonTerminal(*sort, None));
    }
    items.push(text(")"));
    let id = ProductionId::new(signature.productions.len());
    signature.productions.push(Production {
        label: Some(*label),
        sort: lambda.sort,
        items,
        attributes,
        span: lambda.span,
    });
    signature.extras.push(Extra::new(ModuleId(0), Shape::Apply));
    signature.labels.push(Label { name, productions: vec![id], arity: sorts.len() });
    *label
}

/// The sort of an argument: that of a variable, otherwise anything.
fn sort_of(signature: &Signature, terms: &Terms, id: TermId) -> SortId {
    match terms.get(id) {
        Term::Variable { sort, .. } => *sort,
        _ => signature.builtin().k,
    }
}

fn rules_of(
    signature: &Signature,
    terms: &mut Terms,
    lambda: &Lambda,
    (call, label): (TermId, LabelId),
) -> Vec<Rule> {
    let Term::Apply { args, .. } = terms.get(call).clone() else { unreachable!("a call") };
    let span = lambda.span;
    let mut sides = Vec::new();
    match lambda.body {
        Some(body) => sides.push((lambda.pattern, body, Attributes::default())),
        None => {
            let sort = signature.builtin().bool;
            let mut value =
                |text: &str| terms.add(Term::Token { text: text.to_owned(), sort }, span);
            let (yes, no) = (value("true"), value("false"));
            let (name, sort) = (format!("_{}", span.start), signature.builtin().k);
            let kind = VariableKind::Anonymous;
            let other = terms.add(Term::Variable { name, sort, kind }, span);
            let mut otherwise = Attributes::default();
            otherwise.push(Attribute { key: "owise".to_owned(), value: None, span });
            sides.push((lambda.pattern, yes, Attributes::default()));
            sides.push((other, no, otherwise));
        }
    }
    let rule = |(first, right, attributes): (TermId, TermId, Attributes)| {
        let args = [&[first], &args[1..]].concat();
        let left = terms.add(Term::Apply { label, args }, span);
        let body = terms.add(Term::Rewrite { left, right }, span);
        let module = signature.modules[0].name.clone();
        let (requires, ensures) = (None, None);
        Rule { kind: RuleKind::Rule, body, requires, ensures, attributes, module, span }
    };
    sides.into_iter().map(rule).collect()
}
