//! What is said of lists as a whole, as terms.
//!
//! The length of a list of which nothing is known, and what it binds to a key, are values of functions. Here are
//! these functions, and what follows for lists that are known in part.

use term::{Func, Op, Pool, Sort, SortNode, Term};

const LENGTH: &str = "length of list#";
const HOLDS: &str = "list holds key#";
const BOUND: &str = "bound in list#";
const WITHOUT: &str = "list without#";
const ONCE: &str = "keys bound once#";

/// The terms for lists as a whole.
#[derive(Clone, Copy)]
pub struct WholeLists<'p>(pub &'p Pool);

impl WholeLists<'_> {
    /// Whether a sort is one of lists.
    #[must_use]
    pub fn is_list(&self, sort: Sort) -> bool {
        let Some((data, _)) = self.0.as_data(sort) else { return false };
        match self.0.ctors(data) {
            [nil, cons] => {
                nil.fields.is_empty()
                    && cons.fields.len() == 2
                    && self.0.field_sort(sort, 1, 1) == sort
            }
            _ => false,
        }
    }

    /// Whether a sort is one of lists of pairs with a first part that can be a key.
    #[must_use]
    pub fn is_table(&self, sort: Sort) -> bool {
        let pair = self.is_list(sort).then(|| self.0.field_sort(sort, 1, 0));
        let key = pair.and_then(|pair| {
            let (data, _) = self.0.as_data(pair)?;
            let is_pair = matches!(self.0.ctors(data), [ctor] if ctor.fields.len() == 2);
            is_pair.then(|| self.0.field_sort(pair, 0, 0))
        });
        key.is_some_and(|key| self.is_key(key))
    }

    /// Equal keys are equal terms: numbers with a fraction are not like that, and others would have to
    /// be compared part by part.
    pub(crate) fn is_key(&self, sort: Sort) -> bool {
        matches!(
            self.0.sort_node(sort),
            SortNode::Bool | SortNode::Int | SortNode::Text | SortNode::Elem(_)
        )
    }

    /// The length of a list.
    #[must_use]
    pub fn length(&self, list: Term) -> Term {
        let pool = self.0;
        if let Some((_, whole)) = self.left_out(list) {
            return pool.add(&[self.length(whole), pool.int(-1)]);
        }
        match (pool.op(list), pool.args(list)) {
            (Op::Construct(0), _) => pool.int(0),
            (Op::Construct(_), [_, rest]) => pool.add(&[self.length(*rest), pool.int(1)]),
            (Op::Ite, [cond, yes, no]) => pool.ite(*cond, self.length(*yes), self.length(*no)),
            _ => {
                let sort = pool.sort(list);
                let name = format!("{LENGTH} {}", pool.show_sort(sort));
                pool.apply(pool.func(&name, &[sort], Sort::INT), &[list])
            }
        }
    }

    /// Whether no two pairs of a list have the same first part. Of a list from which one pair was left out, more is
    /// asked: that of the whole list.
    #[must_use]
    pub fn binds_once(&self, list: Term) -> Term {
        let pool = self.0;
        if let Some((_, whole)) = self.left_out(list) {
            return self.binds_once(whole);
        }
        match (pool.op(list), pool.args(list)) {
            (Op::Construct(0), _) => Term::TRUE,
            (Op::Construct(_), [pair, rest]) => {
                let key = pool.field(0, 0, *pair);
                pool.and(&[self.is_absent(key, *rest), self.binds_once(*rest)])
            }
            (Op::Ite, [cond, yes, no]) => {
                pool.ite(*cond, self.binds_once(*yes), self.binds_once(*no))
            }
            _ => {
                let sort = pool.sort(list);
                let name = format!("{ONCE} {}", pool.show_sort(sort));
                pool.apply(pool.func(&name, &[sort], Sort::BOOL), &[list])
            }
        }
    }

    /// A condition under which no pair of a list has this first part. Where a pair was left out, one under which the
    /// whole list binds nothing twice.
    fn is_absent(&self, key: Term, list: Term) -> Term {
        let pool = self.0;
        if let Some((other, whole)) = self.left_out(list) {
            let elsewhere = pool.or(&[pool.eq(key, other), self.is_absent(key, whole)]);
            return pool.and(&[self.binds_once(whole), elsewhere]);
        }
        match (pool.op(list), pool.args(list)) {
            (Op::Construct(0), _) => Term::TRUE,
            (Op::Construct(_), [pair, rest]) => {
                let differs = pool.not(pool.eq(key, pool.field(0, 0, *pair)));
                pool.and(&[differs, self.is_absent(key, *rest)])
            }
            (Op::Ite, [cond, yes, no]) => {
                pool.ite(*cond, self.is_absent(key, *yes), self.is_absent(key, *no))
            }
            _ => pool.not(self.holds(key, list)),
        }
    }

    pub(crate) fn holds(&self, key: Term, list: Term) -> Term {
        let here = self.holds_here(key, list);
        match self.left_out(list) {
            // Another binding of the same key may be below the one that was left out.
            Some((other, whole)) => self.0.ite(self.0.eq(key, other), here, self.holds(key, whole)),
            None => here,
        }
    }

    /// What is always true of whether a list holds a key: without its first pair a list that binds nothing twice
    /// does not hold its first part.
    pub(crate) fn always_of_holding(&self, key: Term, list: Term) -> Term {
        let pool = self.0;
        match self.left_out(list) {
            Some((other, whole)) => {
                let gone = pool.not(self.holds_here(key, list));
                let once = pool.and(&[self.binds_once(whole), pool.eq(key, other)]);
                pool.and(&[pool.implies(once, gone), self.always_of_holding(key, whole)])
            }
            None => {
                let is_longer = pool.le(pool.int(1), self.length(list));
                pool.implies(self.holds_here(key, list), is_longer)
            }
        }
    }

    fn holds_here(&self, key: Term, list: Term) -> Term {
        self.0.apply(self.of_key(HOLDS, key, list, Some(Sort::BOOL)), &[key, list])
    }

    pub(crate) fn bound(&self, key: Term, list: Term) -> Option<Term> {
        let (_, pair) = self.0.as_data(self.0.sort(list))?;
        let (_, parts) = self.0.as_data(*pair.first()?)?;
        let func = self.of_key(BOUND, key, list, Some(*parts.get(1)?));
        let here = self.0.apply(func, &[key, list]);
        Some(match self.left_out(list) {
            Some((other, whole)) => {
                self.0.ite(self.0.eq(key, other), here, self.bound(key, whole)?)
            }
            None => here,
        })
    }

    /// The list without the first pair with this first part.
    pub(crate) fn without(&self, key: Term, list: Term) -> Term {
        self.0.apply(self.of_key(WITHOUT, key, list, None), &[key, list])
    }

    /// Whether a term is a list from which a pair was left out.
    pub(crate) fn is_without(&self, list: Term) -> bool {
        self.left_out(list).is_some()
    }

    /// The key whose first binding is left out of a list, and that list.
    fn left_out(&self, list: Term) -> Option<(Term, Term)> {
        match (self.0.op(list), self.0.args(list)) {
            (Op::Apply(func), [key, whole]) if self.is_named(func, WITHOUT) => Some((*key, *whole)),
            _ => None,
        }
    }

    fn is_named(&self, func: Func, name: &str) -> bool {
        self.0.name(self.0.func_name(func)).starts_with(name)
    }

    /// A function of a key and a list; its result is a list of the same kind unless it has another sort. One
    /// name has one signature.
    fn of_key(&self, name: &str, key: Term, list: Term, result: Option<Sort>) -> Func {
        let (key, list) = (self.0.sort(key), self.0.sort(list));
        let name = format!("{name} {}", self.0.show_sort(list));
        self.0.func(&name, &[key, list], result.unwrap_or(list))
    }

    /// The same condition, where what is said of lists that are known in part is said of their parts. What is said
    /// of keys may become more, so this is for conditions that are to be shown.
    #[must_use]
    pub fn expanded(&self, cond: Term) -> Term {
        self.0.replace(cond, |term| match (self.0.op(term), self.0.args(term)) {
            (Op::Apply(func), [list]) if self.is_named(func, LENGTH) => Some(self.length(*list)),
            (Op::Apply(func), [list]) if self.is_named(func, ONCE) => Some(self.binds_once(*list)),
            _ => None,
        })
    }

    /// What is true of the lists whose rests some conditions mention.
    #[must_use]
    pub fn facts(&self, conditions: &[Term]) -> Vec<Term> {
        let pool = self.0;
        let mut lists: Vec<Term> = Vec::new();
        for cond in conditions {
            pool.replace(*cond, |term| {
                if let (Op::Apply(func), [list]) = (pool.op(term), pool.args(term))
                    && (self.is_named(func, LENGTH) || self.is_named(func, ONCE))
                    && !lists.contains(list)
                {
                    lists.push(*list);
                }
                None
            });
        }
        let mut facts = Vec::new();
        let mut next = 0;
        while let Some(list) = lists.get(next).copied() {
            next += 1;
            facts.push(pool.le(pool.int(0), self.length(list)));
            let nil = pool.is(0, list);
            facts.push(pool.eq(nil, pool.eq(self.length(list), pool.int(0))));
            let (Op::Field(1, 1), [whole]) = (pool.op(list), pool.args(list)) else { continue };
            if !self.is_list(pool.sort(*whole)) {
                continue;
            }
            let is_cons = pool.is(1, *whole);
            let longer = pool.add(&[self.length(list), pool.int(1)]);
            facts.push(pool.implies(is_cons, pool.eq(self.length(*whole), longer)));
            if self.is_table(pool.sort(*whole)) {
                let once = [is_cons, self.binds_once(*whole)];
                facts.push(pool.implies(pool.and(&once), self.binds_once(list)));
            }
            if !lists.contains(whole) {
                lists.push(*whole);
            }
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sort of lists of pairs of integers.
    fn table(pool: &Pool) -> Sort {
        let mut b = crate::Builder::new(pool);
        let [pair, list] =
            ["pair", "pairs"].map(|name| b.data(name, 0).expect("no other type has this name"));
        let [pair_sort, sort] = [pair, list].map(|data| pool.data_sort(data, &[]));
        b.ctor(pair, "pair", &[Sort::INT, Sort::INT]);
        b.ctor(list, "nil", &[]);
        b.ctor(list, "cons", &[pair_sort, sort]);
        for data in [pair, list] {
            b.settle(data).expect("well formed");
        }
        sort
    }

    #[test]
    fn lists_that_are_known_in_part_are_said_by_their_parts() {
        let pool = Pool::new();
        let sort = table(&pool);
        let lists = WholeLists(&pool);
        assert!(lists.is_list(sort) && lists.is_table(sort) && !lists.is_list(Sort::INT));
        let (rest, key) = (pool.var("rest", sort), pool.var("key", Sort::INT));
        let pair = pool.construct(pool.field_sort(sort, 1, 0), 0, &[key, pool.int(7)]);
        let longer = pool.construct(sort, 1, &[pair, rest]);
        assert_eq!(lists.length(longer), pool.add(&[lists.length(rest), pool.int(1)]));
        let once = pool.and(&[pool.not(lists.holds(key, rest)), lists.binds_once(rest)]);
        assert_eq!(lists.binds_once(longer), once);
        let unknown = pool.var("list", sort);
        let by = [(unknown, longer)].into_iter().collect();
        let said = pool.substitute(lists.binds_once(unknown), &by);
        assert_eq!(lists.expanded(said), once);
    }

    #[test]
    fn what_was_left_out_asks_for_more() {
        let pool = Pool::new();
        let sort = table(&pool);
        let lists = WholeLists(&pool);
        let (whole, key) = (pool.var("whole", sort), pool.var("key", Sort::INT));
        let without = lists.without(key, whole);
        assert_eq!(lists.binds_once(without), lists.binds_once(whole));
        let again = lists.always_of_holding(key, without);
        assert!(pool.show(again).contains("keys bound once#"), "{}", pool.show(again));
    }
}
