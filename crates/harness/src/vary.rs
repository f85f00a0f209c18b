//! The same call on other values: which values of a witness matter, and which are arbitrary.
//!
//! A value is exchanged for another one wherever it occurs, in history, ghosts and arguments alike
//! and in the tables of functions. Whether the violation is still there is for others to find out,
//! by running the program.

use rustc_hash::FxHashMap;
use term::{Literal, Model, Pool, Sort, Term, Visit};

/// A witness with one value exchanged for another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The value that was exchanged.
    pub value: Term,
    /// What stands for it.
    pub other: Term,
    /// Whether the other occurs nowhere else in the witness.
    pub is_new: bool,
    /// The inputs in the order of asking.
    pub inputs: Vec<Term>,
    /// The tables of undefined functions.
    pub functions: Model,
}

/// Exchanges `value`, a literal, for others of its sort: for elements of an abstract type a new one
/// and those that occur, for other literals a few that do not occur.
///
/// Functions are known by their tables alone, so a value that a table mentions is exchanged for a
/// new element only, under which the table stays true to whatever is known of it.
#[must_use]
pub fn variations(pool: &Pool, value: Term, inputs: &[Term], functions: &Model) -> Vec<Variation> {
    let literals = literals(pool, inputs, functions);
    let is_new = |other: Term| !literals.iter().any(|(known, _)| *known == other);
    let in_table = literals.iter().any(|(known, table)| *known == value && *table);
    let sort = pool.sort(value);
    let has_tables = literals.iter().any(|(known, table)| *table && pool.sort(*known) == sort);
    let others = others(pool, value, &literals).into_iter();
    let others = others.filter(|other| match pool.as_literal(value) {
        Some(Literal::Elem(..)) => !has_tables || is_new(*other),
        _ => !in_table && is_new(*other),
    });
    let vary = |other: Term| {
        let put = |term: Term| pool.replace(term, |part| (part == value).then_some(other));
        Variation {
            value,
            other,
            is_new: is_new(other),
            inputs: inputs.iter().map(|input| put(*input)).collect(),
            functions: renamed(pool, functions, put),
        }
    };
    others.map(vary).collect()
}

/// The literals of a witness in a fixed order, each with whether a table mentions it.
fn literals(pool: &Pool, inputs: &[Term], functions: &Model) -> Vec<(Term, bool)> {
    let mut found: Vec<(Term, bool)> = Vec::new();
    let mut known: FxHashMap<Term, usize> = FxHashMap::default();
    let mut add = |terms: &[Term], table: bool| {
        pool.walk(
            terms,
            |_| Visit::Descend,
            |part| {
                if pool.as_literal(part).is_none() {
                    return;
                }
                let at = *known.entry(part).or_insert(found.len());
                match found.get_mut(at) {
                    Some(literal) => literal.1 |= table,
                    None => found.push((part, table)),
                }
            },
        );
    };
    add(inputs, false);
    for func in functions.funcs(pool) {
        let Some(table) = functions.func(func) else { continue };
        // A function without arguments is a constant, of which nothing else is known.
        let is_table = !pool.signature(func).0.is_empty();
        for (args, value) in table.rows(pool) {
            add(args, is_table);
            add(&[value], is_table);
        }
        add(table.otherwise().as_slice(), is_table);
    }
    found
}

/// Values to try in place of one, in a fixed order.
fn others(pool: &Pool, value: Term, literals: &[(Term, bool)]) -> Vec<Term> {
    match pool.as_literal(value) {
        Some(Literal::Elem(sort, _)) => {
            let same = literals.iter().map(|(other, _)| *other);
            let mut others = vec![new_element(pool, *sort, literals)];
            others.extend(same.filter(|other| *other != value && pool.sort(*other) == *sort));
            others
        }
        Some(Literal::Int(int)) => {
            let others = [1, -1, 7, 1000].map(|step| int.add(&term::Int::from(step)));
            others.into_iter().map(|int| pool.int(int)).collect()
        }
        Some(Literal::Text(_)) => ["other", "a b", ""].map(|text| pool.text(text)).to_vec(),
        Some(Literal::Bool(_) | Literal::Real(_) | Literal::BitVec(_)) | None => Vec::new(),
    }
}

fn new_element(pool: &Pool, sort: Sort, literals: &[(Term, bool)]) -> Term {
    let number = |(term, _): &(Term, bool)| match pool.as_literal(*term) {
        Some(Literal::Elem(of, number)) if *of == sort => Some(*number),
        _ => None,
    };
    let largest = literals.iter().filter_map(number).max().unwrap_or(0);
    pool.elem(sort, largest + 1)
}

fn renamed(pool: &Pool, functions: &Model, put: impl Fn(Term) -> Term) -> Model {
    let mut model = Model::new();
    for func in functions.funcs(pool) {
        let Some(table) = functions.func(func) else { continue };
        let renamed = model.func_mut(func);
        for (args, value) in table.rows(pool) {
            let args: Vec<Term> = args.iter().map(|arg| put(*arg)).collect();
            renamed.insert(&args, put(value));
        }
        if let Some(value) = table.otherwise() {
            renamed.set_otherwise(put(value));
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_occurrences_are_exchanged_together() {
        let pool = Pool::new();
        let node = pool.elem_sort("Node.t");
        let [a, b, new] = [0, 1, 2].map(|number| pool.elem(node, number));
        let inputs = [a, b, pool.int(3), a];
        let all = variations(&pool, a, &inputs, &Model::new());
        let told: Vec<(Vec<Term>, bool)> = all.into_iter().map(|v| (v.inputs, v.is_new)).collect();
        let three = pool.int(3);
        assert_eq!(told, [(vec![new, b, three, new], true), (vec![b, b, three, b], false)]);
    }

    #[test]
    fn tables_follow_new_elements_and_allow_no_others() {
        let pool = Pool::new();
        let node = pool.elem_sort("Node.t");
        let [a, b, new] = [0, 1, 2].map(|number| pool.elem(node, number));
        let less = pool.func("less", &[node, node], Sort::BOOL);
        let mut functions = Model::new();
        functions.func_mut(less).insert(&[a, b], Term::TRUE);
        let all = variations(&pool, a, &[a, b], &functions);
        assert_eq!(all.iter().map(|v| v.other).collect::<Vec<_>>(), [new]);
        assert_eq!(all[0].functions.apply(&pool, less, &[new, b]), Some(Term::TRUE));
        assert!(!all[0].functions.func(less).expect("it is renamed").has_row(&[a, b]));
    }

    #[test]
    fn numbers_are_exchanged_for_some_that_do_not_occur() {
        let pool = Pool::new();
        let inputs = [pool.int(0), pool.int(1)];
        let others = variations(&pool, pool.int(0), &inputs, &Model::new());
        let others: Vec<String> = others.iter().map(|v| pool.show(v.other)).collect();
        assert_eq!(others, ["(- 1)", "7", "1000"]);
        assert!(variations(&pool, Term::TRUE, &inputs, &Model::new()).is_empty());
    }
}
