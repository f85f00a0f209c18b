//! The values of a violation with one of them exchanged.
//!
//! [`variations`] exchange a value wherever it occurs, in all inputs alike and in the tables of
//! functions; [`variations_of_input`] exchange that of one input. Whether the violation is still there
//! is found out by running the program ([`crate::Trials`]).

use explore::Answers;
use rustc_hash::FxHashMap;
use term::{Literal, Model, Pool, Sort, Term, Visit};

/// The values of a violation with one exchanged for another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The place of the input whose value was exchanged, unless the value was wherever it occurs.
    pub input: Option<usize>,
    /// The value that was exchanged.
    pub value: Term,
    /// The value in its place.
    pub other: Term,
    /// Whether the other occurs nowhere else in the violation.
    pub is_new: bool,
    /// All values, with the other one.
    pub answers: Answers,
}

/// Exchanges `value`, a literal, for others of its sort: for elements of an abstract type a new one
/// and those that occur, for other literals a few that do not occur.
///
/// Functions are known by their tables alone, so a value that a table mentions is exchanged for a
/// new element only, under which the table stays true to whatever is known of it.
#[must_use]
pub fn variations(pool: &Pool, value: Term, known: &Answers) -> Vec<Variation> {
    let Answers { inputs, functions } = known;
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
        let inputs = inputs.iter().map(|input| put(*input)).collect();
        let answers = Answers { inputs, functions: renamed(pool, functions, put) };
        Variation { input: None, value, other, is_new: is_new(other), answers }
    };
    others.map(vary).collect()
}

/// Exchanges the value of one input for a few others of its sort, whatever the other inputs are.
///
/// # Panics
///
/// If there is no input at this place.
#[must_use]
pub fn variations_of_input(pool: &Pool, at: usize, known: &Answers) -> Vec<Variation> {
    let value = known.inputs[at];
    let literals = literals(pool, &known.inputs, &known.functions);
    let others = match pool.as_bool(value) {
        Some(value) => vec![pool.bool(!value)],
        None => others(pool, value, &literals),
    };
    let vary = |other: Term| {
        let mut answers = known.clone();
        answers.inputs[at] = other;
        let is_new = !literals.iter().any(|(known, _)| *known == other);
        Variation { input: Some(at), value, other, is_new, answers }
    };
    others.into_iter().filter(|other| *other != value).map(vary).collect()
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
        let all = variations(&pool, a, &Answers::from(inputs.as_slice()));
        let told: Vec<(Vec<Term>, bool)> =
            all.into_iter().map(|v| (v.answers.inputs, v.is_new)).collect();
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
        let all = variations(&pool, a, &Answers { inputs: vec![a, b], functions });
        assert_eq!(all.iter().map(|v| v.other).collect::<Vec<_>>(), [new]);
        assert_eq!(all[0].answers.functions.apply(&pool, less, &[new, b]), Some(Term::TRUE));
        assert!(!all[0].answers.functions.func(less).expect("it is renamed").has_row(&[a, b]));
    }

    #[test]
    fn numbers_are_exchanged_for_some_that_do_not_occur() {
        let pool = Pool::new();
        let inputs = Answers::from([pool.int(0), pool.int(1)].as_slice());
        let others = variations(&pool, pool.int(0), &inputs);
        let others: Vec<String> = others.iter().map(|v| pool.show(v.other)).collect();
        assert_eq!(others, ["(- 1)", "7", "1000"]);
        assert!(variations(&pool, Term::TRUE, &inputs).is_empty());
    }

    #[test]
    fn one_input_is_exchanged_whatever_the_others_are() {
        let pool = Pool::new();
        let (zero, yes) = (pool.int(0), pool.bool(true));
        let known = Answers::from([zero, zero, yes].as_slice());
        let first = &variations_of_input(&pool, 0, &known)[0];
        assert_eq!(first.answers.inputs, [pool.int(1), zero, yes]);
        let flags = variations_of_input(&pool, 2, &known);
        let flags: Vec<Term> = flags.iter().map(|v| v.answers.inputs[2]).collect();
        assert_eq!(flags, [Term::FALSE]);
        let empty = Answers::from([pool.text("")].as_slice());
        let texts = variations_of_input(&pool, 0, &empty);
        assert!(texts.iter().all(|v| v.other != v.value), "{texts:?}");
    }
}
