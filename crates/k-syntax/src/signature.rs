//! The sorts, symbols and productions of all modules of a definition, and who sees which.

use rustc_hash::FxHashMap;
use source::Span;

use crate::definition::{Item, Label, Production, ProductionId, Sort, SortId, UserList};
use crate::order::SortOrder;
use crate::term::TermId;

/// A module among those that the definition uses; imported ones come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ModuleId(pub(crate) usize);

/// Everything that grammars are made from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signature {
    pub(crate) sorts: Vec<Sort>,
    /// The modules that declare each sort.
    pub(crate) homes: Vec<Vec<ModuleId>>,
    pub(crate) sort_ids: FxHashMap<String, SortId>,
    /// Further names of sorts.
    pub(crate) aliases: Vec<(String, SortId)>,
    pub(crate) labels: Vec<Label>,
    pub(crate) productions: Vec<Production>,
    /// What `productions` does not say, in the same order.
    pub(crate) extras: Vec<Extra>,
    pub(crate) subsorts: Vec<Subsort>,
    pub(crate) lists: Vec<UserList>,
    /// The production of the element and the list, per user list.
    pub(crate) list_cons: Vec<ProductionId>,
    pub(crate) order: SortOrder,
    pub(crate) cells: Vec<CellShape>,
    pub(crate) modules: Vec<ModuleSight>,
    pub(crate) builtin: Option<Builtin>,
}

/// What else there is to know of a production.
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    pub(crate) module: ModuleId,
    pub(crate) shape: Shape,
    /// Productions that bind less tightly and may be no child at the left or right edge.
    pub(crate) looser: Vec<ProductionId>,
    /// Productions that may be no child at the left edge because of associativity.
    pub(crate) not_left: Vec<ProductionId>,
    /// The same for the right edge.
    pub(crate) not_right: Vec<ProductionId>,
    /// Groups to the right, with nothing but two operands of its own sort. Programs are parsed as
    /// if it grouped to the left, which takes linear time, and their terms are turned around.
    pub(crate) turned: bool,
}

impl Extra {
    /// A production of a module that excludes nothing yet.
    pub(crate) fn new(module: ModuleId, shape: Shape) -> Extra {
        let (looser, not_left, not_right) = (Vec::new(), Vec::new(), Vec::new());
        Extra { module, shape, looser, not_left, not_right, turned: false }
    }
}

/// What a production makes of its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A node with a label.
    Apply,
    /// A token: the text is the value.
    Token,
    /// Its only argument.
    Bracket,
    /// A node whose sort is that of the place: all arguments of sort `K` have it too.
    Poly,
    /// The element and the rest of a user list.
    Cons(usize),
    /// The empty user list.
    Nil(usize),
    /// White space and comments.
    Layout,
    /// `isSort(…)`: a node that all rules may ask with, and no program.
    Predicate,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Subsort {
    pub(crate) small: SortId,
    pub(crate) large: SortId,
    pub(crate) module: ModuleId,
    pub(crate) span: Span,
}

/// A cell as rules see it.
#[derive(Clone, Debug)]
pub(crate) struct CellShape {
    pub(crate) name: String,
    pub(crate) sort: SortId,
    /// What may stand in it.
    pub(crate) contents: SortId,
    /// The cell with what it holds at first, unless that is given from outside.
    pub(crate) initial: Option<TermId>,
}

/// What one module sees.
#[derive(Clone, Debug)]
pub(crate) struct ModuleSight {
    pub(crate) name: String,
    /// By module: whether its syntax is visible here.
    pub(crate) sees: Vec<bool>,
}

/// Sorts that the language itself mentions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Builtin {
    pub(crate) k: SortId,
    pub(crate) kitem: SortId,
    pub(crate) bag: SortId,
    pub(crate) bool: SortId,
    /// What the body of a rule is: above `K`, and the only place besides bags where cells may
    /// stand side by side.
    pub(crate) body: SortId,
}

impl Signature {
    pub(crate) fn builtin(&self) -> Builtin {
        self.builtin.expect("assembling declares the sorts of the language first")
    }

    pub(crate) fn sort_name(&self, sort: SortId) -> &str {
        &self.sorts[sort.index()].name
    }

    /// All names that a cast may use.
    pub(crate) fn sort_names(&self) -> impl Iterator<Item = (&str, SortId)> {
        let own = self.sorts.iter().enumerate();
        let own = own.map(|(at, sort)| (sort.name.as_str(), SortId::new(at)));
        own.chain(self.aliases.iter().map(|(name, sort)| (name.as_str(), *sort)))
    }

    pub(crate) fn production(&self, id: ProductionId) -> &Production {
        &self.productions[id.index()]
    }

    pub(crate) fn extra(&self, id: ProductionId) -> &Extra {
        &self.extras[id.index()]
    }

    pub(crate) fn production_ids(&self) -> impl Iterator<Item = ProductionId> + use<> {
        (0..self.productions.len()).map(ProductionId::new)
    }

    /// The name that K gives to the symbol of a production, see
    /// [`crate::Definition::symbol_name`].
    pub(crate) fn symbol_name(&self, id: ProductionId) -> String {
        let production = self.production(id);
        if let Some(name) = crate::assemble::given_name(production) {
            return name.to_owned();
        }
        let mut name = String::new();
        for item in &production.items {
            match item {
                Item::NonTerminal(..) => name.push('_'),
                Item::Terminal(text) | Item::Regex(text) => name.push_str(text),
            }
        }
        let module = self.extra(id).module;
        let sorts = std::iter::once(production.sort).chain(production.arguments());
        let sorts = sorts.map(|sort| self.sort_name(sort));
        for part in std::iter::once(self.modules[module.0].name.as_str()).chain(sorts) {
            name.push('_');
            name.push_str(part);
        }
        name
    }

    pub(crate) fn module(&self, name: &str) -> Option<ModuleId> {
        self.modules.iter().position(|module| module.name == name).map(ModuleId)
    }

    pub(crate) fn sees(&self, module: ModuleId, other: ModuleId) -> bool {
        self.modules[module.0].sees[other.0]
    }

    /// The order of sorts as programs of a module see it.
    pub(crate) fn program_order(&self, module: ModuleId) -> SortOrder {
        let mut edges = self.edges(|subsort| self.sees(module, subsort.module));
        edges.extend(self.kitem_edges());
        SortOrder::new(self.sorts.len(), &edges)
    }

    /// The order in which rules are parsed: elements are lists of one element as well.
    pub(crate) fn rule_order(&self, module: ModuleId) -> SortOrder {
        // Cells belong to the configuration, which all rules see.
        let bag = self.builtin().bag;
        let mut edges =
            self.edges(|subsort| self.sees(module, subsort.module) || subsort.large == bag);
        edges.extend(self.lists.iter().map(|list| (list.element, list.sort)));
        edges.extend(self.kitem_edges());
        SortOrder::new(self.sorts.len(), &edges)
    }

    /// The order of the whole definition.
    pub(crate) fn full_order(&self) -> SortOrder {
        let mut edges = self.edges(|_| true);
        edges.extend(self.kitem_edges());
        SortOrder::new(self.sorts.len(), &edges)
    }

    fn edges(&self, keep: impl Fn(&Subsort) -> bool) -> Vec<(SortId, SortId)> {
        let kept = self.subsorts.iter().filter(|subsort| keep(subsort));
        kept.map(|subsort| (subsort.small, subsort.large)).collect()
    }

    /// Every sort is below `KItem`, which is below `K`.
    fn kitem_edges(&self) -> Vec<(SortId, SortId)> {
        let builtin = self.builtin();
        let above = [builtin.k, builtin.body];
        let others = (0..self.sorts.len()).map(SortId::new).filter(|sort| !above.contains(sort));
        let chain = [(builtin.kitem, builtin.k), (builtin.k, builtin.body)];
        others.map(|sort| (sort, builtin.kitem)).chain(chain).collect()
    }
}
