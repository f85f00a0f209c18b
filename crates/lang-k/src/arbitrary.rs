//! Values of which nothing but their sort is known: what the variables of claims stand for.
//!
//! Such a value is a symbolic one of a sort of its own. Rules may move it about; where a rule looks
//! into it, work stops ([`Halt::Unsupported`]): it must never seem to be something that it need not be.

use term::{Pool, Sort, SortNode, Term};

use crate::context::{Ctx, Halt};
use crate::signature::{Builtin, Signature, SortId};
use crate::value::Value;

/// What the sorts of such values are called in the pool, in front of the name of their sort.
const PREFIX: &str = "K:";

/// An arbitrary value of a sort. Numbers, truth values and strings are those that solvers know.
pub(crate) fn arbitrary(signature: &Signature, pool: &Pool, sort: SortId, name: &str) -> Value {
    let info = signature.sort_info(sort);
    let sort = match info.builtin {
        Some(Builtin::Int) => Sort::INT,
        Some(Builtin::Bool) => Sort::BOOL,
        Some(Builtin::Str) => Sort::TEXT,
        _ => pool.elem_sort(&format!("{PREFIX}{}", info.name)),
    };
    Value::symbolic(pool, pool.var(name, sort))
}

/// The sort of a term that stands for an arbitrary value; none for numbers and the like.
pub(crate) fn sort_of(signature: &Signature, pool: &Pool, term: Term) -> Option<SortId> {
    match pool.sort_node(pool.sort(term)) {
        SortNode::Elem(name) => signature.sort(pool.name(*name).strip_prefix(PREFIX)?),
        _ => None,
    }
}

/// Why a rule that looks into such a value is not followed.
pub(crate) fn looked_into(what: &str) -> Halt {
    Halt::Unsupported(format!("{what} of an arbitrary value"))
}

impl Ctx<'_> {
    /// The sort of an arbitrary value.
    #[inline]
    pub(crate) fn arbitrary_sort(&self, value: &Value) -> Option<SortId> {
        match value {
            Value::Sym(term, _) => sort_of(&self.program.signature, self.pool, *term),
            _ => None,
        }
    }

    /// Whether a value has a sort; of an arbitrary one that may be open.
    #[inline]
    pub(crate) fn sort_test(&self, value: &Value, sort: SortId) -> Result<bool, Halt> {
        match self.arbitrary_sort(value) {
            None => Ok(self.has_sort(value, sort)),
            Some(own) => self.sort_test_of(own, sort),
        }
    }

    fn sort_test_of(&self, own: SortId, sort: SortId) -> Result<bool, Halt> {
        let signature = &self.program.signature;
        if signature.is_below(own, sort) {
            return Ok(true);
        }
        let sorts = (0..signature.sort_count()).map(SortId::new);
        let mut common =
            sorts.filter(|s| signature.is_below(*s, own) && signature.is_below(*s, sort));
        match common.next() {
            None => Ok(false),
            Some(_) => Err(looked_into("the sort")),
        }
    }

    /// Whether some part of a value is arbitrary and may be a computation of any length.
    pub(crate) fn has_arbitrary_part(&self, value: &Value) -> bool {
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            match value {
                Value::Sym(..) if self.arbitrary_sort(value).is_some() => return true,
                Value::Node(_, args) | Value::Cells(_, args) => todo.extend(args.iter()),
                Value::Seq(_) => todo.extend(value.items()),
                Value::Map(map) => {
                    map.entries.iter().for_each(|(key, own)| todo.extend([key, own]));
                    todo.extend(&map.chunks);
                }
                Value::List(list) => todo.extend(list.iter()),
                Value::Set(set) => todo.extend(set.iter()),
                Value::Bag(bag) => todo.extend(bag.iter()),
                _ => {}
            }
        }
        false
    }
}
