//! The productions of a definition. What adds nothing to its argument is a subsort instead.

use source::Diagnostic;

use super::sorts;
use crate::attributes::{Attribute, Attributes};
use crate::definition::{Item, LabelId, Production, ProductionId, SortId, UserList};
use crate::faults::Fault;
use crate::load::PROJECTION;
use crate::outer::{Lexical, Module, RawItem, RawProduction, Sentence, SortName, SyntaxDecl};
use crate::signature::{Extra, ModuleId, Shape, Signature, Subsort};

/// The sort whose tokens are white space and comments.
const LAYOUT: &str = "#Layout";

/// Declares all productions, subsorts and user lists. Their symbols come later.
pub(super) fn declare(
    signature: &mut Signature,
    modules: &[&Module],
) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let lexicals = lexicals(modules);
    for (at, module) in modules.iter().enumerate() {
        for syntax in sorts::declarations(module) {
            let mut declarer = Declarer {
                signature,
                modules,
                module: ModuleId(at),
                syntax,
                lexicals: &lexicals,
                errors: &mut errors,
            };
            declarer.run();
        }
    }
    predicates(signature);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The names that parts of regular expressions have.
fn lexicals<'m>(modules: &[&'m Module]) -> Vec<&'m Lexical> {
    let sentences = modules.iter().flat_map(|module| &module.sentences);
    let lexical = |sentence: &'m Sentence| match sentence {
        Sentence::Lexical(lexical) => Some(lexical),
        _ => None,
    };
    sentences.filter_map(lexical).collect()
}

/// Declares `isSort(K)` for every sort for which the definition has no such syntax itself.
fn predicates(signature: &mut Signature) {
    let (k, bool) = (signature.builtin().k, signature.builtin().bool);
    let is_word = |name: &str| name.chars().all(char::is_alphanumeric);
    let names: Vec<String> = signature.sorts.iter().map(|sort| sort.name.clone()).collect();
    let known: Vec<String> = signature.productions.iter().filter_map(first_word).collect();
    let Some(span) = signature.productions.first().map(|production| production.span) else {
        return;
    };
    for name in names.iter().filter(|name| is_word(name)) {
        let word = format!("is{name}");
        if known.contains(&word) {
            continue;
        }
        let text = |text: &str| Item::Terminal(text.to_owned());
        let items = vec![text(&word), text("("), Item::NonTerminal(k, None), text(")")];
        let mut attributes = Attributes::default();
        for (key, value) in [("prefix", Some(word.clone())), ("function", None)] {
            attributes.push(Attribute { key: key.to_owned(), value, span });
        }
        signature.productions.push(Production { label: None, sort: bool, items, attributes, span });
        signature.extras.push(Extra::new(ModuleId(0), Shape::Predicate));
    }
}

fn first_word(production: &Production) -> Option<String> {
    match production.items.first() {
        Some(Item::Terminal(text)) => Some(text.clone()),
        Some(Item::NonTerminal(..) | Item::Regex(_)) | None => None,
    }
}

struct Declarer<'s, 'm> {
    signature: &'s mut Signature,
    modules: &'s [&'m Module],
    module: ModuleId,
    syntax: &'m SyntaxDecl,
    lexicals: &'s [&'m Lexical],
    errors: &'s mut Vec<Diagnostic>,
}

impl Declarer<'_, '_> {
    fn run(&mut self) {
        let productions = self.syntax.blocks.iter().flat_map(|block| &block.productions);
        for raw in productions {
            if let Err(error) = self.production(raw) {
                self.errors.push(*error);
            }
        }
    }

    fn production(&mut self, raw: &RawProduction) -> Result<(), Fault> {
        let sort = self.sort(&self.syntax.sort)?;
        match &raw.items[..] {
            [RawItem::List { element, separator, nonempty }] => {
                let element = self.sort(element)?;
                self.list(raw, sort, element, separator, *nonempty);
            }
            [RawItem::NonTerminal(small, _)] if !has_own_node(raw) => {
                let small = self.sort(small)?;
                let module = self.module;
                self.signature.subsorts.push(Subsort {
                    small,
                    large: sort,
                    module,
                    span: raw.span,
                });
            }
            items => {
                let items = items.iter().map(|item| self.item(item)).collect::<Result<Vec<_>, _>>();
                let items = items?.into_iter().flatten().collect();
                let shape = self.shape(raw);
                self.add(sort, items, raw, shape);
            }
        }
        Ok(())
    }

    /// The sort of a name; a sort parameter counts as `K`.
    fn sort(&self, name: &SortName) -> Result<SortId, Fault> {
        if self.syntax.params.contains(&name.name) {
            return Ok(self.signature.builtin().k);
        }
        sorts::resolve(self.signature, self.modules, self.module, name)
    }

    fn item(&self, item: &RawItem) -> Result<Option<Item>, Fault> {
        Ok(match item {
            RawItem::NonTerminal(sort, name) => {
                Some(Item::NonTerminal(self.sort(sort)?, name.clone()))
            }
            RawItem::Terminal(text) if text.is_empty() => None,
            RawItem::Terminal(text) => Some(Item::Terminal(text.clone())),
            RawItem::Regex(pattern) => Some(Item::Regex(self.expanded(pattern))),
            RawItem::List { element, .. } => {
                let message = "a list must be the only part of its production";
                return Err(Diagnostic::error(message).at(element.span, "").into());
            }
        })
    }

    /// A regular expression with what `{Name}` in it stands for.
    fn expanded(&self, pattern: &str) -> String {
        /// Names may use names; circles end here.
        const DEEPEST: usize = 10;
        let mut pattern = pattern.to_owned();
        for _ in 0..DEEPEST {
            let before = pattern.clone();
            for lexical in self.lexicals {
                let name = format!("{{{}}}", lexical.name);
                pattern = pattern.replace(&name, &format!("({})", lexical.pattern));
            }
            if pattern == before {
                break;
            }
        }
        pattern
    }

    fn shape(&self, raw: &RawProduction) -> Shape {
        let regex = raw.items.iter().any(|item| matches!(item, RawItem::Regex(_)));
        if self.syntax.sort.name == LAYOUT {
            Shape::Layout
        } else if regex || raw.attributes.has("token") {
            Shape::Token
        } else if raw.attributes.has("bracket") {
            Shape::Bracket
        } else if raw.attributes.has(PROJECTION) {
            Shape::Predicate
        } else if self.syntax.params.contains(&self.syntax.sort.name) {
            Shape::Poly
        } else {
            Shape::Apply
        }
    }

    fn list(
        &mut self,
        raw: &RawProduction,
        sort: SortId,
        element: SortId,
        separator: &str,
        nonempty: bool,
    ) {
        let number = self.signature.lists.len();
        let mut items = vec![Item::NonTerminal(element, None)];
        if !separator.is_empty() {
            items.push(Item::Terminal(separator.to_owned()));
        }
        items.push(Item::NonTerminal(sort, None));
        let cons = self.add(sort, items, raw, Shape::Cons(number));
        let dot = Item::Terminal(format!(".{}", self.signature.sort_name(sort)));
        let plain = RawProduction { attributes: Attributes::default(), ..raw.clone() };
        self.add(sort, vec![dot], &plain, Shape::Nil(number));
        let (pending, separator) = (LabelId::new(0), separator.to_owned());
        let list = UserList { sort, element, separator, cons: pending, nil: pending, nonempty };
        self.signature.lists.push(list);
        self.signature.list_cons.push(cons);
    }

    fn add(
        &mut self,
        sort: SortId,
        items: Vec<Item>,
        raw: &RawProduction,
        shape: Shape,
    ) -> ProductionId {
        let id = ProductionId::new(self.signature.productions.len());
        let mut attributes = raw.attributes.clone();
        if let Some(prefix) = raw.prefix.as_ref().filter(|prefix| !prefix.is_empty()) {
            attributes.push(Attribute {
                key: "prefix".to_owned(),
                value: Some(prefix.clone()),
                span: raw.span,
            });
        }
        self.signature.sorts[sort.index()].token |= shape == Shape::Token;
        self.signature.productions.push(Production {
            label: None,
            sort,
            items,
            attributes,
            span: raw.span,
        });
        self.signature.extras.push(Extra::new(self.module, shape));
        id
    }
}

/// Whether a production of one sort is more than a subsort.
fn has_own_node(raw: &RawProduction) -> bool {
    const MARKS: [&str; 6] = ["klabel", "symbol", "function", "macro", "alias", "token"];
    raw.attributes.iter().any(|attribute| MARKS.contains(&attribute.key.as_str()))
}
