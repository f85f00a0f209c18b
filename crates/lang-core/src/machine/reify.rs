//! Terms of values.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use source::with_article;
use term::{Sort, Term};

use super::Run;
use super::heap::{Addr, Cell};
use super::state::Store;
use super::value::{Object, Value};
use crate::expr::CtorId;

/// What remains to be done, last first.
enum Todo {
    Visit(Value, Sort),
    /// Makes a constructor of the last so many terms.
    Build {
        ctor: CtorId,
        sort: Sort,
        fields: usize,
        key: Key,
    },
    /// Makes a list of the last so many terms, and the only constructor of a sort over it: an array.
    BuildArray {
        sort: Sort,
        items: usize,
    },
    /// The value of a thunk or a cell is complete.
    Leave(Addr),
}

/// An object at a sort. The address identifies the object while it is alive, which it is during
/// one reification.
type Key = (usize, Sort);

/// A reification in progress. Lists are long, so it keeps its own stack; data is shared, so it
/// remembers what it made.
#[derive(Default)]
struct Reifier {
    todo: Vec<Todo>,
    made: Vec<Term>,
    known: FxHashMap<Key, Term>,
    /// Thunks that are being visited: meeting one again means that the data is cyclic.
    open: FxHashSet<Addr>,
    /// Whether a variable stands for what has no term.
    partly: bool,
    /// Whether mutable data is taken as it is now.
    snapshot: bool,
}

/// The name of the variable that stands for what has no term.
const HOLE: &str = "_";

impl Run<'_> {
    /// The term of a sort that a value is, or what it is that has no term, as a noun phrase. The
    /// value must be computed as a whole.
    pub(super) fn reify(&self, value: &Value, sort: Sort, store: &Store) -> Result<Term, String> {
        if let Value::Term(term) = value
            && self.pool.sort(*term) == sort
        {
            return Ok(*term);
        }
        self.reify_with(Reifier::default(), value, sort, store)
    }

    /// As [`Run::reify`], but mutable data is taken as it is now.
    pub(super) fn snapshot(
        &self,
        value: &Value,
        sort: Sort,
        store: &Store,
    ) -> Result<Term, String> {
        let reifier = Reifier { snapshot: true, ..Reifier::default() };
        self.reify_with(reifier, value, sort, store)
    }

    /// As [`Run::reify`], but a variable stands for what has no term or is not computed.
    pub(super) fn reify_partly(&self, value: &Value, sort: Sort, store: &Store) -> Term {
        let reifier = Reifier { partly: true, ..Reifier::default() };
        let made = self.reify_with(reifier, value, sort, store);
        made.unwrap_or_else(|_| self.pool.var(HOLE, sort))
    }

    fn reify_with(
        &self,
        mut reifier: Reifier,
        value: &Value,
        sort: Sort,
        store: &Store,
    ) -> Result<Term, String> {
        reifier.todo.push(Todo::Visit(value.clone(), sort));
        while let Some(todo) = reifier.todo.pop() {
            match todo {
                Todo::Visit(value, sort) => self.reify_value(value, sort, store, &mut reifier)?,
                Todo::Leave(addr) => {
                    reifier.open.remove(&addr);
                }
                Todo::BuildArray { sort, items } => {
                    let items = reifier.made.split_off(reifier.made.len() - items);
                    let list = self.pool.field_sort(sort, 0, 0);
                    let nil = self.pool.construct(list, 0, &[]);
                    let cons =
                        |rest: Term, item: &Term| self.pool.construct(list, 1, &[*item, rest]);
                    let list = items.iter().rev().fold(nil, cons);
                    reifier.made.push(self.pool.construct(sort, 0, &[list]));
                }
                Todo::Build { ctor, sort, fields, key } => {
                    let fields = reifier.made.split_off(reifier.made.len() - fields);
                    let term = self.pool.construct(sort, ctor.index, &fields);
                    reifier.known.insert(key, term);
                    reifier.made.push(term);
                }
            }
        }
        Ok(reifier.made.pop().expect("one value gives one term"))
    }

    fn reify_value(
        &self,
        value: Value,
        sort: Sort,
        store: &Store,
        reifier: &mut Reifier,
    ) -> Result<(), String> {
        if let Value::Thunk(addr) = value {
            if !reifier.open.insert(addr) {
                if reifier.partly {
                    reifier.made.push(self.pool.var(HOLE, sort));
                    return Ok(());
                }
                return Err("cyclic data as a first-order value".to_owned());
            }
            reifier.todo.push(Todo::Leave(addr));
        }
        match store.heap.resolved(&value) {
            Value::Term(term) if self.pool.sort(term) == sort => {
                reifier.made.push(term);
                Ok(())
            }
            Value::Data(object) if self.is_of(&object, sort) => {
                self.reify_object(&object, sort, reifier);
                Ok(())
            }
            Value::Ref(addr) | Value::Array(addr) if reifier.snapshot => {
                self.reify_cell(addr, sort, store, reifier)
            }
            _ if reifier.partly => {
                reifier.made.push(self.pool.var(HOLE, sort));
                Ok(())
            }
            other => {
                let expected = with_article(&self.pool.show_sort(sort));
                Err(format!("{} where {expected} is expected", other.kind()))
            }
        }
    }

    /// What a cell holds now.
    fn reify_cell(
        &self,
        addr: Addr,
        sort: Sort,
        store: &Store,
        reifier: &mut Reifier,
    ) -> Result<(), String> {
        if !reifier.open.insert(addr) {
            return Err("cyclic data as a first-order value".to_owned());
        }
        reifier.todo.push(Todo::Leave(addr));
        match store.heap.get(addr) {
            Cell::Ref(value) => reifier.todo.push(Todo::Visit(value.clone(), sort)),
            Cell::Array(items) if self.pool.as_data(sort).is_some() => {
                let list = self.pool.field_sort(sort, 0, 0);
                let item = self.pool.field_sort(list, 1, 0);
                reifier.todo.push(Todo::BuildArray { sort, items: items.len() });
                let items = items.iter().rev().cloned();
                reifier.todo.extend(items.map(|value| Todo::Visit(value, item)));
            }
            Cell::Array(_)
            | Cell::Left(_)
            | Cell::Open(_)
            | Cell::Suspended(..)
            | Cell::Busy
            | Cell::Done(_)
            | Cell::Raised(_) => {
                let expected = with_article(&self.pool.show_sort(sort));
                return Err(format!("mutable data where {expected} is expected"));
            }
        }
        Ok(())
    }

    fn is_of(&self, object: &Object, sort: Sort) -> bool {
        self.pool.as_data(sort).is_some_and(|(data, _)| data == object.ctor.data)
    }

    fn reify_object(&self, object: &Arc<Object>, sort: Sort, reifier: &mut Reifier) {
        let key = (Arc::as_ptr(object).addr(), sort);
        if let Some(term) = reifier.known.get(&key) {
            return reifier.made.push(*term);
        }
        let (ctor, fields) = (object.ctor, object.fields.len());
        reifier.todo.push(Todo::Build { ctor, sort, fields, key });
        for (number, field) in object.fields.iter().enumerate().rev() {
            let sort = self.pool.field_sort(sort, ctor.index, number as u32);
            reifier.todo.push(Todo::Visit(field.clone(), sort));
        }
    }
}
