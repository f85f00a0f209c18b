//! What a definition declares: sorts with their order, labels with their arguments, token texts.
//!
//! Names end here. Behind this table, sorts, labels, cells and identifiers are numbers.

mod texts;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use term::{Pool, Sort};

use crate::value::Value;

pub use texts::Symbol;
use texts::Texts;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $name {
            pub(crate) fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("a definition has fewer than 2^32 names"))
            }

            /// A number for this name, dense from zero.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A sort.
    SortId
}
id! {
    /// A constructor or function.
    LabelId
}
id! {
    /// A cell of the configuration.
    CellId
}
/// A sort of the definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortInfo {
    /// Its name.
    pub name: String,
    /// What it stands for, if it is built in.
    pub builtin: Option<Builtin>,
}

/// The sorts whose values are not constructors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// Integers.
    Int,
    /// Truth values.
    Bool,
    /// Strings.
    Str,
    /// Maps.
    Map,
    /// Lists.
    List,
    /// Sets.
    Set,
    /// Bytes.
    Bytes,
    /// Computations: every value is one.
    K,
    /// Computations of one item.
    KItem,
}

impl Builtin {
    /// How many there are.
    pub(crate) const COUNT: usize = 9;
}

/// A label of the definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelInfo {
    /// Its name.
    pub name: String,
    /// The sort of its result.
    pub sort: SortId,
    /// The sorts of its arguments.
    pub args: Vec<SortId>,
}

/// Sorts, labels and token texts.
#[derive(Debug, Default)]
pub struct Signature {
    sorts: Vec<SortInfo>,
    sort_by_name: FxHashMap<String, SortId>,
    labels: Vec<LabelInfo>,
    label_by_name: FxHashMap<String, LabelId>,
    /// The sort of each label again, side by side: running programs asks for it all the time.
    label_sorts: Vec<SortId>,
    /// For each sort one row, which says of each sort whether it is below.
    below: Vec<bool>,
    /// For each sort, which built-in sorts have items of it: a bit for each. Every item is a
    /// computation and an item, too.
    builtins_below: Vec<u16>,
    /// How many sorts there were when they were ordered: the length of a row.
    ordered: usize,
    builtins: [Option<SortId>; Builtin::COUNT],
    /// Which labels have several declarations.
    is_overloaded: Vec<bool>,
    /// Declarations that share a representative label with others: an overloaded constructor.
    overloads: FxHashMap<LabelId, Vec<(SortId, Vec<SortId>)>>,
    /// Labels that bind their first argument.
    binders: FxHashSet<LabelId>,
    texts: Texts,
}

impl Signature {
    /// Adds a sort, or finds the one of this name.
    pub fn add_sort(&mut self, name: &str, builtin: Option<Builtin>) -> SortId {
        if let Some(known) = self.sort_by_name.get(name) {
            return *known;
        }
        let id = SortId::new(self.sorts.len());
        self.sorts.push(SortInfo { name: name.to_owned(), builtin });
        self.sort_by_name.insert(name.to_owned(), id);
        if let Some(builtin) = builtin {
            self.builtins[builtin as usize].get_or_insert(id);
        }
        id
    }

    /// Adds a label, or finds the one of this name.
    pub fn add_label(&mut self, name: &str, sort: SortId, args: Vec<SortId>) -> LabelId {
        if let Some(known) = self.label_by_name.get(name) {
            return *known;
        }
        let id = LabelId::new(self.labels.len());
        self.labels.push(LabelInfo { name: name.to_owned(), sort, args });
        self.label_sorts.push(sort);
        self.is_overloaded.push(false);
        self.label_by_name.insert(name.to_owned(), id);
        id
    }

    /// Declares a label whose name is still free: apostrophes behind its name tell it from others.
    pub fn add_new_label(&mut self, name: &str, sort: SortId, args: Vec<SortId>) -> LabelId {
        let mut name = name.to_owned();
        while self.label_by_name.contains_key(&name) {
            name.push('\'');
        }
        self.add_label(&name, sort, args)
    }

    /// A further declaration of a label: its values have this sort, too, when the arguments do.
    pub fn add_overload(&mut self, label: LabelId, sort: SortId, args: Vec<SortId>) {
        let info = &self.labels[label.index()];
        let own = (info.sort, info.args.clone());
        self.overloads.entry(label).or_insert_with(|| vec![own]).push((sort, args));
        self.is_overloaded[label.index()] = true;
    }

    /// Marks a label as binding its first argument.
    pub fn add_binder(&mut self, label: LabelId) {
        self.binders.insert(label);
    }

    /// Whether a label binds its first argument.
    #[must_use]
    pub fn is_binder(&self, label: LabelId) -> bool {
        self.binders.contains(&label)
    }

    /// Whether tokens of a sort are variables, as binders understand them.
    #[must_use]
    pub fn is_variable(&self, sort: SortId) -> bool {
        let bound = |binder: &LabelId| {
            self.labels[binder.index()]
                .args
                .first()
                .is_some_and(|first| self.is_below(sort, *first))
        };
        self.binders.iter().any(bound)
    }

    /// Fixes the order of the sorts from its direct steps `(lower, upper)`.
    pub fn order_sorts(&mut self, steps: &[(SortId, SortId)]) {
        self.ordered = self.sorts.len();
        self.below = (0..self.ordered).flat_map(|upper| self.sorts_below(upper, steps)).collect();
        let sorts = (0..self.ordered).map(SortId::new);
        self.builtins_below = sorts.map(|sort| self.builtins_of(sort)).collect();
    }

    fn sorts_below(&self, upper: usize, steps: &[(SortId, SortId)]) -> Vec<bool> {
        let mut below = vec![false; self.sorts.len()];
        let mut todo = vec![upper];
        while let Some(sort) = todo.pop() {
            if std::mem::replace(&mut below[sort], true) {
                continue;
            }
            let lower = steps.iter().filter(|(_, above)| above.index() == sort);
            todo.extend(lower.map(|(lower, _)| lower.index()));
        }
        below
    }

    /// The sort of this name.
    #[must_use]
    pub fn sort(&self, name: &str) -> Option<SortId> {
        self.sort_by_name.get(name).copied()
    }

    /// The label of this name.
    #[must_use]
    pub fn label(&self, name: &str) -> Option<LabelId> {
        self.label_by_name.get(name).copied()
    }

    /// What is known of a sort.
    #[must_use]
    pub fn sort_info(&self, sort: SortId) -> &SortInfo {
        &self.sorts[sort.index()]
    }

    /// What is known of a label.
    #[must_use]
    pub fn label_info(&self, label: LabelId) -> &LabelInfo {
        &self.labels[label.index()]
    }

    /// All labels.
    pub fn labels(&self) -> impl Iterator<Item = (LabelId, &LabelInfo)> {
        self.labels.iter().enumerate().map(|(index, info)| (LabelId::new(index), info))
    }

    /// How many labels there are.
    #[must_use]
    pub fn label_count(&self) -> usize {
        self.labels.len()
    }

    /// How many sorts there are.
    #[must_use]
    pub fn sort_count(&self) -> usize {
        self.sorts.len()
    }

    /// The sort that stands for a built-in one.
    #[must_use]
    pub fn builtin(&self, builtin: Builtin) -> Option<SortId> {
        self.builtins[builtin as usize]
    }

    /// Whether every value of `lower` is one of `upper`.
    #[must_use]
    pub fn is_below(&self, lower: SortId, upper: SortId) -> bool {
        let (lower, upper) = (lower.index(), upper.index());
        lower < self.ordered && upper < self.ordered && self.below[upper * self.ordered + lower]
    }

    /// Whether something has a sort: a sort below it, or a label of its own.
    pub(crate) fn has_subsorts(&self, sort: SortId) -> bool {
        let others = (0..self.ordered).map(SortId::new).filter(|other| *other != sort);
        others.into_iter().any(|other| self.is_below(other, sort))
            || self.label_sorts.contains(&sort)
    }

    /// The symbol of a token that stands in a text.
    pub fn symbol(&self, text: &str) -> Symbol {
        self.texts.read(text)
    }

    /// The symbol of a token that a rule makes.
    pub(crate) fn made_symbol(&self, text: &str) -> Symbol {
        self.texts.made(text)
    }

    /// The text of a symbol.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> String {
        self.texts.text(symbol)
    }

    /// The built-in sorts whose items have a sort, a bit for each. Several sorts may be hooked to one:
    /// then its items have all of them.
    fn builtins_of(&self, sort: SortId) -> u16 {
        let takes_all = matches!(self.sort_info(sort).builtin, Some(Builtin::K | Builtin::KItem));
        let below = (0..self.ordered).map(SortId::new).filter(|own| self.is_below(*own, sort));
        let own = below.filter_map(|own| self.sort_info(own).builtin);
        let bits: u16 = own.fold(0, |bits, builtin| bits | 1 << builtin as u16);
        if takes_all { u16::MAX } else { bits }
    }

    /// Whether the items of a built-in sort have a sort.
    pub(crate) fn has_builtin(&self, builtin: Builtin, sort: SortId) -> bool {
        let bits = self.builtins_below.get(sort.index());
        bits.is_some_and(|bits| bits & (1 << builtin as u8) != 0)
    }

    /// Whether a value has a sort. A symbolic one has the sort of its term in the pool.
    #[must_use]
    #[inline]
    pub fn has_sort(&self, pool: &Pool, value: &Value, sort: SortId) -> bool {
        match value {
            // What is asked most is answered in place.
            Value::Int(_) => self.has_builtin(Builtin::Int, sort),
            other => self.has_sort_of_any(pool, other, sort),
        }
    }

    fn has_sort_of_any(&self, pool: &Pool, value: &Value, sort: SortId) -> bool {
        let takes_cells =
            || matches!(self.sort_info(sort).builtin, Some(Builtin::K | Builtin::KItem));
        let builtin = match value {
            Value::Leaf(label) | Value::Node(label, _) => {
                return self.constructor_has_sort(pool, *label, value, sort);
            }
            Value::Token(own, _) => return self.is_below(*own, sort) || takes_cells(),
            Value::Empty | Value::Seq(_) => {
                return self.sort_info(sort).builtin == Some(Builtin::K);
            }
            Value::Cells(..) | Value::Bag(_) => return takes_cells(),
            Value::Int(_) => Builtin::Int,
            Value::Bool(_) => Builtin::Bool,
            Value::Str(_) => Builtin::Str,
            Value::Bytes(_) => Builtin::Bytes,
            Value::Map(_) => Builtin::Map,
            Value::List(_) => Builtin::List,
            Value::Set(_) => Builtin::Set,
            Value::Sym(term, _) => match pool.sort(*term) {
                Sort::BOOL => Builtin::Bool,
                Sort::TEXT => Builtin::Str,
                Sort::INT => Builtin::Int,
                _ => {
                    let own = crate::arbitrary::sort_of(self, pool, *term);
                    return own.is_some_and(|own| self.is_below(own, sort));
                }
            },
        };
        self.has_builtin(builtin, sort)
    }

    fn constructor_has_sort(
        &self,
        pool: &Pool,
        label: LabelId,
        value: &Value,
        sort: SortId,
    ) -> bool {
        if !self.is_overloaded[label.index()] {
            return self.is_below(self.label_sorts[label.index()], sort);
        }
        let args = value.as_apply().map_or(&[][..], |(_, args)| args);
        self.has_overloaded_sort(pool, label, args, sort)
    }

    /// Whether some value with this label has a sort.
    pub(crate) fn may_have_sort(&self, label: LabelId, sort: SortId) -> bool {
        let own = self.labels[label.index()].sort;
        self.is_below(own, sort)
            || self.declarations(label).any(|(declared, _)| self.is_below(declared, sort))
    }

    /// A value of an overloaded constructor has the sort of each declaration that its arguments fit.
    ///
    /// Which declarations fit is found from the inside out, so that each part is visited once
    /// however the declarations overlap: `x, 1` fits no list of identifiers, but its front does.
    fn has_overloaded_sort(
        &self,
        pool: &Pool,
        label: LabelId,
        args: &[Value],
        sort: SortId,
    ) -> bool {
        if !self.declarations(label).any(|(own, _)| self.is_below(own, sort)) {
            return false;
        }
        if self.declarations(label).all(|(own, _)| self.is_below(own, sort)) {
            return true;
        }
        let mut todo: Vec<(LabelId, &[Value], bool)> = vec![(label, args, false)];
        // The sorts of the overloaded values that are done, innermost first.
        let mut done: Vec<SmallVec<[SortId; 4]>> = Vec::new();
        while let Some((label, args, parts_done)) = todo.pop() {
            let parts = args.iter().filter_map(|arg| self.as_overloaded(arg));
            if !parts_done {
                todo.push((label, args, true));
                todo.extend(parts.rev().map(|(label, args)| (label, args, false)));
                continue;
            }
            let parts = done.split_off(done.len() - parts.count());
            done.push(self.fitting_sorts(pool, label, args, &parts));
        }
        let sorts = done.pop().unwrap_or_default();
        sorts.into_iter().any(|own| self.is_below(own, sort))
    }

    /// The sorts of the declarations that some arguments fit; `parts` are the sorts of those
    /// arguments that are overloaded themselves.
    fn fitting_sorts(
        &self,
        pool: &Pool,
        label: LabelId,
        args: &[Value],
        parts: &[SmallVec<[SortId; 4]>],
    ) -> SmallVec<[SortId; 4]> {
        let fits = |wanted: &[SortId]| {
            let mut parts = parts.iter();
            args.iter().zip(wanted).all(|(arg, wanted)| match self.as_overloaded(arg) {
                Some(_) => {
                    let sorts = parts.next().into_iter().flatten();
                    sorts.into_iter().any(|own| self.is_below(*own, *wanted))
                }
                None => self.has_sort(pool, arg, *wanted),
            })
        };
        let fitting = self.declarations(label).filter(|(_, wanted)| fits(wanted));
        fitting.map(|(own, _)| own).collect()
    }

    /// The label and arguments of a value of an overloaded constructor.
    fn as_overloaded<'v>(&self, value: &'v Value) -> Option<(LabelId, &'v [Value])> {
        value.as_apply().filter(|(label, _)| self.is_overloaded[label.index()])
    }

    fn declarations(&self, label: LabelId) -> impl Iterator<Item = (SortId, &[SortId])> {
        let many = self.overloads.get(&label).into_iter().flatten();
        many.map(|(sort, args)| (*sort, args.as_slice()))
    }
}
