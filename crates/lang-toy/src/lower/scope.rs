//! The variables that can be seen at one place.

use rustc_hash::FxHashMap;

use crate::ast::Type;
use crate::program::Slot;

/// A variable.
#[derive(Clone, Copy)]
pub(crate) struct Local {
    pub(crate) slot: Slot,
    /// None if its value is wrong, which has been reported; its uses then say nothing.
    pub(crate) ty: Option<Type>,
}

/// The variables in scope. An inner one hides an outer one of the same name.
#[derive(Default)]
pub(crate) struct Scope<'t> {
    by_name: FxHashMap<&'t str, Vec<Local>>,
    order: Vec<&'t str>,
}

impl<'t> Scope<'t> {
    /// Brings a variable into scope.
    pub(crate) fn declare(&mut self, name: &'t str, local: Local) {
        self.by_name.entry(name).or_default().push(local);
        self.order.push(name);
    }

    /// The variable that a name stands for.
    pub(crate) fn find(&self, name: &str) -> Option<Local> {
        self.by_name.get(name)?.last().copied()
    }

    /// How many variables there are; [`Scope::close`] goes back to here.
    pub(crate) fn open(&self) -> usize {
        self.order.len()
    }

    /// Forgets the variables that were declared since.
    pub(crate) fn close(&mut self, opened: usize) {
        for name in self.order.drain(opened..) {
            self.by_name.get_mut(name).expect("declared").pop();
        }
    }

    /// The names, in the order of their declarations.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'t str> {
        self.order.iter().copied()
    }
}

/// The name among `known` that was most likely meant by `wrong`.
pub(crate) fn nearest<'t>(wrong: &str, known: impl Iterator<Item = &'t str>) -> Option<&'t str> {
    // Comparing takes time in the product of the lengths, and such a name is rarely misspelt.
    const LONGEST: usize = 60;
    let allowed = wrong.chars().count().div_ceil(3);
    known
        .filter(|name| name.len() <= LONGEST && wrong.len() <= LONGEST)
        .map(|name| (strsim::damerau_levenshtein(wrong, name), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_variables_hide_outer_ones_until_their_block_ends() {
        let mut scope = Scope::default();
        let local = |slot| Local { slot: Slot(slot), ty: None };
        scope.declare("x", local(0));
        let opened = scope.open();
        scope.declare("x", local(1));
        assert_eq!(scope.find("x").map(|local| local.slot), Some(Slot(1)));
        scope.close(opened);
        assert_eq!(scope.find("x").map(|local| local.slot), Some(Slot(0)));
        assert!(scope.find("y").is_none());
    }

    #[test]
    fn only_similar_names_are_offered() {
        let known = ["balance", "amount", "n"];
        assert_eq!(nearest("balanse", known.into_iter()), Some("balance"));
        assert_eq!(nearest("count", known.into_iter()), Some("amount"));
        assert_eq!(nearest("zzz", known.into_iter()), None);
    }
}
