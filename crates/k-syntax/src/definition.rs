//! A definition whose rules are parsed: what the compiler of rules starts from.
//!
//! Names have become handles, brackets are gone, every variable has its sort, user lists are
//! closed by their empty list. What the rules *mean* is not decided here: dots in cells, missing
//! outer cells, strictness, contexts and macros stand as they were written.

use source::{FileId, Span};

use crate::attributes::Attributes;
use crate::signature::Signature;
use crate::term::{TermId, Terms};

/// A handle to a sort of one [`Definition`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SortId(pub(crate) u32);

/// A handle to a symbol of one [`Definition`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LabelId(pub(crate) u32);

/// A handle to a production of one [`Definition`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProductionId(pub(crate) u32);

macro_rules! index {
    ($($handle:ident),*) => {$(
        impl $handle {
            /// Its number, from zero without gaps, in the order of the source.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            pub(crate) fn new(index: usize) -> $handle {
                $handle(u32::try_from(index).expect("fewer than 2^32 of a kind"))
            }
        }
    )*};
}

index!(SortId, LabelId, ProductionId);

/// A sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sort {
    /// Its name; parameters are part of it, as in `MInt{32}`.
    pub name: String,
    /// `INT.Int` and the like.
    pub hook: Option<String>,
    /// What stands behind `syntax S [...]`.
    pub attributes: Attributes,
    /// What its tokens look like: the sort has at least one token production.
    pub token: bool,
}

/// A symbol: what terms are made with. Overloaded productions share one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Unique: the `klabel` or `symbol`, otherwise the syntax with `_` for each argument, with
    /// `@Sort` behind it where two unrelated productions look the same.
    pub name: String,
    /// The productions, the smallest of overloaded ones first. Never empty.
    pub productions: Vec<ProductionId>,
    /// How many arguments it takes.
    pub arity: usize,
}

/// A part of a production.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A place for a term of the sort, perhaps with a name as in `exp: Exp`.
    NonTerminal(SortId, Option<String>),
    /// A fixed text.
    Terminal(String),
    /// A token described by a regular expression, as written between `r"` and `"`.
    Regex(String),
}

/// One way to write a term of a sort. Subsorts are not productions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Production {
    /// The symbol; `None` for tokens and brackets, which leave no node of their own.
    pub label: Option<LabelId>,
    /// The sort that it makes.
    pub sort: SortId,
    /// Its parts.
    pub items: Vec<Item>,
    /// Its attributes.
    pub attributes: Attributes,
    /// Where it stands.
    pub span: Span,
}

impl Production {
    /// The sorts of its arguments.
    pub fn arguments(&self) -> impl Iterator<Item = SortId> {
        self.items.iter().filter_map(|item| match item {
            Item::NonTerminal(sort, _) => Some(*sort),
            Item::Terminal(_) | Item::Regex(_) => None,
        })
    }
}

/// A sort declared by `List{Element, "separator"}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserList {
    /// The sort of the list.
    pub sort: SortId,
    /// The sort of its elements.
    pub element: SortId,
    /// What stands between two elements.
    pub separator: String,
    /// Element and list. Overloaded lists (`Vals` below `Exps`) share both labels.
    pub cons: LabelId,
    /// The empty list.
    pub nil: LabelId,
    /// `NeList`: programs never write the empty list.
    pub nonempty: bool,
}

/// What a sentence with a term asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RuleKind {
    /// `rule`
    Rule,
    /// `context`: the variable `HOLE` is the place.
    Context,
    /// `claim`
    Claim,
}

/// A rule, context or claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// What it asks for.
    pub kind: RuleKind,
    /// The term with the rewrites in it.
    pub body: TermId,
    /// The side condition, of sort `Bool`.
    pub requires: Option<TermId>,
    /// The promise, of sort `Bool`.
    pub ensures: Option<TermId>,
    /// Its attributes; `[name]:` in front of the rule is the attribute `label`.
    pub attributes: Attributes,
    /// The module that it stands in.
    pub module: String,
    /// Where it stands.
    pub span: Span,
}

/// A cell of the configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigCell {
    /// The name between the angle brackets.
    pub name: String,
    /// `multiplicity`, `type`, `stream`, `exit`, `color` and so on.
    pub attributes: Attributes,
    /// The sort of the whole cell, such as `ThreadCell`.
    pub sort: SortId,
    /// What is inside.
    pub contents: CellContents,
    /// Where it stands.
    pub span: Span,
}

/// What is inside a cell of the configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CellContents {
    /// Further cells.
    Cells(Vec<ConfigCell>),
    /// A term, and the sort of what may stand there.
    Leaf {
        /// What stands there at first.
        initial: TermId,
        /// What may stand there: a collection or value sort, or `K`.
        sort: SortId,
    },
}

/// A parsed definition.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The main module.
    pub module: String,
    /// The module whose syntax programs use.
    pub syntax_module: String,
    pub(crate) signature: Signature,
    /// Rules, contexts and claims: those of imported modules first, then in the order of the source.
    pub rules: Vec<Rule>,
    /// The configuration: `<k> $PGM:K </k>` if none is written.
    pub configuration: ConfigCell,
    /// The nodes of all terms in the definition.
    pub terms: Terms,
    /// The files that it was read from, the main one first; those of the library are not among them.
    pub files: Vec<FileId>,
}

impl Definition {
    /// A sort.
    #[must_use]
    pub fn sort(&self, id: SortId) -> &Sort {
        &self.signature.sorts[id.index()]
    }

    /// A symbol.
    #[must_use]
    pub fn label(&self, id: LabelId) -> &Label {
        &self.signature.labels[id.index()]
    }

    /// A production.
    #[must_use]
    pub fn production(&self, id: ProductionId) -> &Production {
        &self.signature.productions[id.index()]
    }

    /// The production that speaks for a symbol: the smallest of overloaded ones.
    #[must_use]
    pub fn main_production(&self, label: LabelId) -> &Production {
        self.production(self.label(label).productions[0])
    }

    /// All sorts.
    pub fn sorts(&self) -> impl Iterator<Item = (SortId, &Sort)> {
        self.signature.sorts.iter().enumerate().map(|(index, sort)| (SortId::new(index), sort))
    }

    /// All symbols.
    pub fn labels(&self) -> impl Iterator<Item = (LabelId, &Label)> {
        self.signature.labels.iter().enumerate().map(|(index, label)| (LabelId::new(index), label))
    }

    /// All productions.
    pub fn productions(&self) -> impl Iterator<Item = (ProductionId, &Production)> {
        self.signature
            .productions
            .iter()
            .enumerate()
            .map(|(index, p)| (ProductionId::new(index), p))
    }

    /// The sort of that name.
    #[must_use]
    pub fn find_sort(&self, name: &str) -> Option<SortId> {
        self.signature.sort_ids.get(name).copied()
    }

    /// The symbol of that name.
    #[must_use]
    pub fn find_label(&self, name: &str) -> Option<LabelId> {
        self.signature.labels.iter().position(|label| label.name == name).map(LabelId::new)
    }

    /// The first symbol whose production has that hook, such as `MAP.concat`.
    #[must_use]
    pub fn find_hook(&self, hook: &str) -> Option<LabelId> {
        let hooked = |p: &&Production| p.attributes.value("hook") == Some(hook);
        self.signature.productions.iter().filter(hooked).find_map(|production| production.label)
    }

    /// Whether every term of sort `small` is one of sort `large`. A sort is below itself, every
    /// sort but `K` is below `KItem`, and that is below `K`.
    #[must_use]
    pub fn is_subsort(&self, small: SortId, large: SortId) -> bool {
        self.signature.order.less_eq(small, large)
    }

    /// The name that K gives to the symbol of a production: that of the writer, or the syntax with
    /// its module and sorts, such as `_+__IMP-SYNTAX_AExp_AExp_AExp`.
    #[must_use]
    pub fn symbol_name(&self, id: ProductionId) -> String {
        self.signature.symbol_name(id)
    }

    /// The sort of a cell by the name of the cell: `ExitCodeCell` for `exit-code`.
    #[must_use]
    pub fn cell_sort_name(&self, cell: &str) -> String {
        crate::assemble::cell_sort_name(cell)
    }

    /// All user lists.
    #[must_use]
    pub fn lists(&self) -> &[UserList] {
        &self.signature.lists
    }

    /// The user list that a sort is, if it is one.
    #[must_use]
    pub fn list_of(&self, sort: SortId) -> Option<&UserList> {
        self.signature.lists.iter().find(|list| list.sort == sort)
    }
}
