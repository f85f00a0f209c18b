//! Which production may not stand directly under which: priorities and associativity.

use rustc_hash::FxHashMap;
use source::Diagnostic;

use super::{labels, sorts};
use crate::definition::{Item, ProductionId};
use crate::faults;
use crate::outer::{Associativity, Module, RawItem, Sentence, SyntaxDecl, Tag};
use crate::signature::{Shape, Signature};

/// Fills in what the productions exclude as children; warns of names that no production has.
pub(super) fn assign(signature: &mut Signature, modules: &[&Module]) -> Vec<Diagnostic> {
    let mut assigner = Assigner {
        tags: tags(signature),
        by_place: by_place(signature),
        signature,
        tighter: Vec::new(),
        warnings: Vec::new(),
    };
    for module in modules {
        sorts::declarations(module).for_each(|syntax| assigner.blocks(syntax));
        module.sentences.iter().for_each(|sentence| assigner.sentence(sentence));
    }
    assigner.close();
    let warnings = assigner.warnings;
    turn(signature);
    warnings
}

/// Marks the productions that group to the right and may as well be parsed from the left.
fn turn(signature: &mut Signature) {
    for id in signature.production_ids() {
        let group = &signature.extra(id).not_left;
        let turned = group.contains(&id)
            && group.iter().all(|&member| {
                let extra = signature.extra(member);
                is_infix(signature, member)
                    && extra.not_right.is_empty()
                    && group.iter().all(|other| extra.not_left.contains(other))
                    && extra.not_left.iter().all(|other| group.contains(other))
            });
        signature.extras[id.index()].turned = turned;
    }
}

/// Two operands of the production's own sort at its edges, and a symbol of its own.
fn is_infix(signature: &Signature, id: ProductionId) -> bool {
    let production = signature.production(id);
    let own = |item: Option<&Item>| matches!(item, Some(Item::NonTerminal(sort, _)) if *sort == production.sort);
    let label = production.label.map(|label| &signature.labels[label.index()]);
    production.arguments().count() == 2
        && own(production.items.first())
        && own(production.items.last())
        && label.is_some_and(|label| label.productions.len() == 1)
}

struct Assigner<'s> {
    signature: &'s mut Signature,
    tags: FxHashMap<String, Vec<ProductionId>>,
    by_place: FxHashMap<source::Span, ProductionId>,
    /// Pairs of a production and one that binds less tightly.
    tighter: Vec<(ProductionId, ProductionId)>,
    warnings: Vec<Diagnostic>,
}

/// The productions that a name in `syntax priority` may mean.
fn tags(signature: &Signature) -> FxHashMap<String, Vec<ProductionId>> {
    let mut tags: FxHashMap<String, Vec<ProductionId>> = FxHashMap::default();
    for id in signature.production_ids() {
        let production = signature.production(id);
        let mut names: Vec<String> = Vec::new();
        names.extend(labels::given_name(production).map(str::to_owned));
        names.extend(production.label.map(|label| signature.labels[label.index()].name.clone()));
        // Without a name of its own it is called by its syntax, perhaps with its module behind it.
        if production.label.is_some() {
            let syntax = labels::mixfix(production);
            let module = &signature.modules[signature.extra(id).module.0].name;
            names.extend([format!("{syntax}_{module}"), signature.symbol_name(id), syntax]);
        }
        let groups = production.attributes.value("group").unwrap_or_default();
        names.extend(groups.split(',').map(|group| group.trim().to_owned()));
        // In older definitions any attribute names the productions that have it.
        names.extend(production.attributes.iter().map(|attribute| attribute.key.clone()));
        names.sort_unstable();
        names.dedup();
        names.into_iter().for_each(|name| tags.entry(name).or_default().push(id));
    }
    tags
}

/// Productions by the place of their text. An empty list shares its place with its list.
fn by_place(signature: &Signature) -> FxHashMap<source::Span, ProductionId> {
    let own = |id: &ProductionId| !matches!(signature.extra(*id).shape, Shape::Nil(_));
    let ids = signature.production_ids().filter(own);
    ids.map(|id| (signature.production(id).span, id)).collect()
}

impl Assigner<'_> {
    /// `a | b > c`, `left: a | b`, `a [left]`
    fn blocks(&mut self, syntax: &SyntaxDecl) {
        let mut earlier: Vec<ProductionId> = Vec::new();
        for block in &syntax.blocks {
            let raws = block.productions.iter().filter(|raw| !is_list(&raw.items));
            let own: Vec<_> =
                raws.filter_map(|raw| Some((*self.by_place.get(&raw.span)?, raw))).collect();
            let ids: Vec<ProductionId> = own.iter().map(|(id, _)| *id).collect();
            for &tight in &earlier {
                self.tighter.extend(ids.iter().map(|&loose| (tight, loose)));
            }
            match block.associativity {
                Some(associativity) => self.associate(associativity, &ids),
                None => {
                    for word in ["left", "right", "non-assoc"] {
                        let marked = own.iter().filter(|(_, raw)| raw.attributes.has(word));
                        let marked: Vec<ProductionId> = marked.map(|(id, _)| *id).collect();
                        let associativity = Associativity::from_word(word);
                        self.associate(associativity.expect("one of the three words"), &marked);
                    }
                }
            }
            earlier.extend(ids);
        }
    }

    fn sentence(&mut self, sentence: &Sentence) {
        match sentence {
            Sentence::Priority(groups) => {
                let groups: Vec<_> = groups.iter().map(|tags| self.named(tags)).collect();
                for (at, tight) in groups.iter().enumerate() {
                    for loose in groups[at + 1..].iter().flatten() {
                        self.tighter.extend(tight.iter().map(|&tight| (tight, *loose)));
                    }
                }
            }
            Sentence::Associativity(associativity, tags) => {
                let ids = self.named(tags);
                self.associate(*associativity, &ids);
            }
            Sentence::Syntax(_)
            | Sentence::Lexical(_)
            | Sentence::Configuration(_)
            | Sentence::Rule(_)
            | Sentence::Alias(_) => {}
        }
    }

    fn named(&mut self, tags: &[Tag]) -> Vec<ProductionId> {
        let mut ids = Vec::new();
        for tag in tags {
            match self.tags.get(&tag.name) {
                Some(found) => ids.extend(found),
                None => {
                    let mut known: Vec<&str> = self.tags.keys().map(String::as_str).collect();
                    known.sort_unstable();
                    let close = faults::closest(&tag.name, known.into_iter());
                    self.warnings.push(faults::unknown_tag(&tag.name, tag.span, close));
                }
            }
        }
        ids
    }

    fn associate(&mut self, associativity: Associativity, ids: &[ProductionId]) {
        for &id in ids {
            let extra = &mut self.signature.extras[id.index()];
            if associativity != Associativity::Left {
                extra.not_left.extend(ids);
            }
            if associativity != Associativity::Right {
                extra.not_right.extend(ids);
            }
        }
    }

    /// What is looser than something looser is looser.
    fn close(&mut self) {
        let count = self.signature.productions.len();
        let mut direct: Vec<Vec<ProductionId>> = vec![Vec::new(); count];
        for (tight, loose) in self.tighter.drain(..) {
            direct[tight.index()].push(loose);
        }
        for start in (0..count).filter(|&start| !direct[start].is_empty()) {
            let mut met = vec![false; count];
            let mut stack = direct[start].clone();
            while let Some(id) = stack.pop() {
                if !std::mem::replace(&mut met[id.index()], true) {
                    stack.extend(&direct[id.index()]);
                }
            }
            // Brackets are closed on both sides, so they may stand anywhere, in whichever block.
            let bracket = |at: usize| self.signature.extras[at].shape == Shape::Bracket;
            let looser = (0..count).filter(|&at| met[at] && !bracket(at)).map(ProductionId::new);
            self.signature.extras[start].looser = looser.collect();
        }
    }
}

fn is_list(items: &[RawItem]) -> bool {
    matches!(items, [RawItem::List { .. }])
}
