//! Values of another solver as ground terms.
//!
//! Values of recursive data types are as deep as the model makes them, so reading one keeps its own
//! stack. A back end only says what each value looks like at its top.

use term::{Pool, Sort, SortNode, Term};

/// The outermost shape of a value of another solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape<V> {
    /// A constant.
    Leaf(Term),
    /// The constructor with this number over its fields.
    Construct(u32, Vec<V>),
    /// An array: rows of index and value, of which the first for an index counts, over another.
    Array(Vec<(V, V)>, Base<V>),
}

/// The base that the rows of an array overwrite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base<V> {
    /// This value everywhere.
    Everywhere(V),
    /// Another array.
    Array(V),
}

enum Task<V> {
    Read(V, Sort),
    Construct(Sort, u32, usize),
    Everywhere(Sort),
    Write,
}

/// The term of a value of a sort; none if some part has no form of ours. `look` says what a value
/// of a sort looks like.
pub fn read_value<V: Copy>(
    pool: &Pool,
    value: V,
    sort: Sort,
    mut look: impl FnMut(V, Sort) -> Option<Shape<V>>,
) -> Option<Term> {
    let mut todo = vec![Task::Read(value, sort)];
    let mut done = Vec::new();
    while let Some(task) = todo.pop() {
        match task {
            Task::Read(value, sort) => match look(value, sort)? {
                Shape::Leaf(term) => done.push(term),
                Shape::Construct(ctor, fields) => open_data(pool, sort, ctor, &fields, &mut todo)?,
                Shape::Array(rows, base) => open_array(pool, sort, &rows, base, &mut todo)?,
            },
            Task::Construct(sort, ctor, fields) => {
                let fields = done.split_off(done.len() - fields);
                done.push(pool.construct(sort, ctor, &fields));
            }
            Task::Everywhere(sort) => {
                let value = done.pop()?;
                done.push(pool.const_array(sort, value));
            }
            Task::Write => {
                let (value, index, array) = (done.pop()?, done.pop()?, done.pop()?);
                done.push(pool.store(array, index, value));
            }
        }
    }
    done.pop()
}

fn open_data<V: Copy>(
    pool: &Pool,
    sort: Sort,
    ctor: u32,
    fields: &[V],
    todo: &mut Vec<Task<V>>,
) -> Option<()> {
    let (data, _) = pool.as_data(sort)?;
    if pool.ctors(data).get(ctor as usize)?.fields.len() != fields.len() {
        return None;
    }
    todo.push(Task::Construct(sort, ctor, fields.len()));
    for (number, field) in fields.iter().enumerate().rev() {
        todo.push(Task::Read(*field, pool.field_sort(sort, ctor, number as u32)));
    }
    Some(())
}

fn open_array<V: Copy>(
    pool: &Pool,
    sort: Sort,
    rows: &[(V, V)],
    base: Base<V>,
    todo: &mut Vec<Task<V>>,
) -> Option<()> {
    let SortNode::Array(index_sort, value_sort) = *pool.sort_node(sort) else { return None };
    // The first row counts, so it is written last.
    for (index, value) in rows {
        todo.push(Task::Write);
        todo.push(Task::Read(*value, value_sort));
        todo.push(Task::Read(*index, index_sort));
    }
    match base {
        Base::Array(array) => todo.push(Task::Read(array, sort)),
        Base::Everywhere(value) => {
            todo.push(Task::Everywhere(sort));
            todo.push(Task::Read(value, value_sort));
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_for_an_index_counts() {
        let pool = Pool::new();
        let sort = pool.array_sort(Sort::INT, Sort::INT);
        // The value 100 is an array; any other is the integer itself.
        let look = |value: i64, _: Sort| match value {
            100 => Some(Shape::Array(vec![(1, 5), (2, 6), (1, 7)], Base::Everywhere(0))),
            int => Some(Shape::Leaf(pool.int(int))),
        };
        let array = read_value(&pool, 100, sort, look).expect("all parts have a form");
        let at = |index: i64| pool.select(array, pool.int(index));
        assert_eq!([at(1), at(2), at(3)], [5, 6, 0].map(|n| pool.int(n)));
    }

    #[test]
    fn a_part_without_form_has_no_value() {
        let pool = Pool::new();
        let sort = pool.array_sort(Sort::INT, Sort::INT);
        let look = |value: i64, _: Sort| {
            (value == 100).then_some(Shape::Array(vec![], Base::Everywhere(1)))
        };
        assert_eq!(read_value(&pool, 100, sort, look), None);
    }
}
