//! Evaluation of arguments as rules: what `strict` and `context` stand for.

use k_syntax::definition::{Rule as Parsed, SortId};
use k_syntax::{Term, TermId};

use super::Rewriter;
use super::matching::Pattern;
use super::rules::{Item, Rule, Side};

impl Rewriter<'_> {
    /// `strict` and `seqstrict` as rules that take an argument out and put its value back.
    pub(super) fn strictness(&mut self) {
        for (_, label) in self.definition.labels() {
            for id in &label.productions {
                let attributes = &self.definition.production(*id).attributes;
                let in_order = attributes.has("seqstrict");
                if !in_order && !attributes.has("strict") {
                    continue;
                }
                let named = attributes.value("strict").or(attributes.value("seqstrict"));
                let positions: Vec<usize> = match named {
                    Some(text) => {
                        let number =
                            |part: &str| part.trim().parse::<usize>().expect("a number") - 1;
                        text.split(',').map(number).collect()
                    }
                    None => (0..label.arity).collect(),
                };
                for (nth, at) in positions.iter().enumerate() {
                    let before = if in_order { &positions[..nth] } else { &[] };
                    self.strict(&label.name, label.arity, *at, before);
                }
            }
        }
    }

    fn strict(&mut self, label: &str, arity: usize, at: usize, before: &[usize]) {
        let k = self.sort("K");
        let name = |position: usize| format!("#arg{position}");
        let args: Vec<Pattern> =
            (0..arity).map(|position| Pattern::Variable(name(position), k)).collect();
        let mut kept = args.clone();
        let hole = kept.remove(at);
        let whole = Pattern::Apply(label.to_owned(), args);
        let freezer = Pattern::Apply(format!("#freeze{at}{label}"), kept);
        let values = before.iter().map(|position| name(*position)).collect();
        let split = vec![hole, freezer];
        self.turns(vec![whole], split, (values, name(at)), Vec::new());
    }

    /// A rule that takes something out of the front of the computation, and the one that goes back.
    fn turns(
        &mut self,
        whole: Vec<Pattern>,
        split: Vec<Pattern>,
        (values, hole): (Vec<String>, String),
        conds: Vec<Pattern>,
    ) {
        let k = self.sort("K");
        let config = |items: Vec<Pattern>| {
            let items = items.into_iter().chain([Pattern::Variable("#behind".to_owned(), k)]);
            let cell = Pattern::Cell("k".to_owned(), Box::new(Pattern::Seq(items.collect())));
            vec![Item { cell: "k".to_owned(), left: vec![cell.clone()], right: vec![cell] }]
        };
        let root = &self.definition.configuration.name;
        let lift = |mut items: Vec<Item>| {
            while items.len() != 1 || items[0].cell != *root {
                items = self.lifted(items);
            }
            items.remove(0).left.remove(0)
        };
        let (whole, split) = (lift(config(whole)), lift(config(split)));
        let (out, back) = ((whole.clone(), split.clone()), (split, whole));
        self.rules.push(Rule {
            left: out.0,
            right: out.1,
            conds,
            values,
            no_values: vec![hole.clone()],
            priority: 50,
        });
        self.rules.push(Rule {
            left: back.0,
            right: back.1,
            conds: Vec::new(),
            values: vec![hole],
            no_values: Vec::new(),
            priority: 50,
        });
    }

    pub(super) fn context(&mut self, rule: &Parsed) {
        let whole = self.pattern(rule.body, Side::Left);
        let made = self.made_of_hole(rule.body);
        let mut kept = Vec::new();
        variables(&whole, &mut kept);
        kept.retain(|(name, _)| name != "HOLE");
        let kept = kept.into_iter().map(|(name, sort)| Pattern::Variable(name, sort)).collect();
        let freezer = Pattern::Apply(format!("#context{}", self.rules.len()), kept);
        let hole = made.unwrap_or(Pattern::Variable("HOLE".to_owned(), self.sort("K")));
        let conds = rule.requires.map(|cond| self.pattern(cond, Side::Left)).into_iter().collect();
        let names = (Vec::new(), "HOLE".to_owned());
        self.turns(vec![whole], vec![hole, freezer], names, conds);
    }

    /// What a context makes of its hole, if it makes something of it.
    fn made_of_hole(&self, body: TermId) -> Option<Pattern> {
        let mut todo = vec![body];
        while let Some(id) = todo.pop() {
            match self.definition.terms.get(id) {
                Term::Rewrite { right, .. } => return Some(self.pattern(*right, Side::Right)),
                other => todo.extend(other.children()),
            }
        }
        None
    }
}

fn variables(pattern: &Pattern, found: &mut Vec<(String, SortId)>) {
    match pattern {
        Pattern::Variable(name, sort) => {
            if !found.iter().any(|(known, _)| known == name) {
                found.push((name.clone(), *sort));
            }
        }
        Pattern::Apply(_, parts) | Pattern::Seq(parts) | Pattern::Bag(parts, _) => {
            parts.iter().for_each(|part| variables(part, found));
        }
        Pattern::Cell(_, inner) | Pattern::As(inner, _) | Pattern::Cast(_, inner) => {
            variables(inner, found);
        }
        Pattern::Token(..) | Pattern::Fresh(_) => {}
    }
}
