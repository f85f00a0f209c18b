//! Answers as text, to be kept and read back.
//!
//! The text is SMT-LIB with all declarations that the values need. There is one assertion for each
//! input in the order of asking, whose only argument is the value, and one for each row of a table: a predicate keeps its
//! arguments as they are, where an equation would be simplified.

use term::{Model, Op, Pool, ReadError, Sort, Term, read_script, write_script};

use crate::Answers;

/// What the names of the predicates begin with. A `#` stands in no name of a program.
const INPUT: &str = "input#";
const ROW: &str = "row#";
const OTHERWISE: &str = "otherwise#";

/// Text from which no answers can be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SavedError {
    /// It is not a script.
    #[error("{0}")]
    Text(ReadError),
    /// It is a script that says something else.
    #[error("`{0}` is neither an input nor a row of a table")]
    Other(String),
}

impl Answers {
    /// The answers as text.
    #[must_use]
    pub fn save(&self, pool: &Pool) -> String {
        let mut asserts = Vec::new();
        let mut sorts: Vec<Sort> = Vec::new();
        for value in &self.inputs {
            let sort = pool.sort(*value);
            let known = sorts.iter().position(|known| *known == sort);
            let number = known.unwrap_or_else(|| {
                sorts.push(sort);
                sorts.len() - 1
            });
            asserts.push(kept(pool, &format!("{INPUT}{number}"), &[*value]));
        }
        for func in self.functions.funcs(pool) {
            let table = self.functions.func(func).expect("it is one of those that have a table");
            let name = pool.name(pool.func_name(func));
            for (args, value) in table.rows(pool) {
                asserts.push(kept(pool, &format!("{ROW}{name}"), &[args, &[value]].concat()));
            }
            if let Some(value) = table.otherwise() {
                // The sorts of the arguments are part of the function, so a row shows them.
                let (sorts, _) = pool.signature(func);
                let default = |sort: &Sort| pool.default_value(*sort);
                let Some(mut args) = sorts.iter().map(default).collect::<Option<Vec<Term>>>()
                else {
                    continue;
                };
                args.push(value);
                asserts.push(kept(pool, &format!("{OTHERWISE}{name}"), &args));
            }
        }
        write_script(pool, &asserts).0
    }

    /// Reads what [`Answers::save`] wrote. The sorts of the program must be known to the pool, or
    /// at least not be others of the same names.
    pub fn read(pool: &Pool, text: &str) -> Result<Answers, SavedError> {
        let script = read_script(pool, text).map_err(SavedError::Text)?;
        let mut answers = Answers::default();
        for assert in script.asserts {
            let other = || SavedError::Other(pool.show(assert));
            let Op::Apply(func) = pool.op(assert) else { return Err(other()) };
            let name = pool.name(pool.func_name(func));
            let (value, args) = pool.args(assert).split_last().ok_or_else(other)?;
            if name.starts_with(INPUT) {
                answers.inputs.push(*value);
            } else if let Some(name) = name.strip_prefix(ROW) {
                table(pool, &mut answers.functions, name, args, *value).insert(args, *value);
            } else if let Some(name) = name.strip_prefix(OTHERWISE) {
                table(pool, &mut answers.functions, name, args, *value).set_otherwise(*value);
            } else {
                return Err(other());
            }
        }
        Ok(answers)
    }
}

/// An assertion that keeps some values.
fn kept(pool: &Pool, name: &str, values: &[Term]) -> Term {
    let sorts: Vec<Sort> = values.iter().map(|value| pool.sort(*value)).collect();
    pool.apply(pool.func(name, &sorts, Sort::BOOL), values)
}

fn table<'m>(
    pool: &Pool,
    functions: &'m mut Model,
    name: &str,
    args: &[Term],
    value: Term,
) -> &'m mut term::FuncTable {
    let sorts: Vec<Sort> = args.iter().map(|arg| pool.sort(*arg)).collect();
    functions.func_mut(pool.func(name, &sorts, pool.sort(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_back_as_they_were() {
        let pool = Pool::new();
        let node = pool.elem_sort("Node.t");
        let less = pool.func("Node.less", &[node, node], Sort::BOOL);
        let null = pool.func("Node.null", &[], node);
        let [a, b] = [0, 7].map(|number| pool.elem(node, number));
        let inputs = vec![pool.int(-5), a, Term::TRUE, pool.text("a|\"\\ b"), b, pool.int(-5)];
        let mut functions = Model::new();
        functions.func_mut(less).insert(&[a, b], Term::TRUE);
        functions.func_mut(less).insert(&[b, a], Term::FALSE);
        functions.func_mut(less).set_otherwise(Term::FALSE);
        functions.func_mut(null).insert(&[], b);
        let answers = Answers { inputs, functions };
        let text = answers.save(&pool);
        assert_eq!(Answers::read(&pool, &text), Ok(answers.clone()));
        // A pool in which nothing was declared yet understands it as well.
        let other = Pool::new();
        let read = Answers::read(&other, &text).expect("all declarations are there");
        assert_eq!(read.save(&other), text);
    }

    #[test]
    fn other_text_is_refused() {
        let pool = Pool::new();
        for text in ["(", "(assert true)", "(declare-fun p (Int) Bool)(assert (p 1))"] {
            assert!(Answers::read(&pool, text).is_err(), "{text}");
        }
        assert_eq!(Answers::read(&pool, ""), Ok(Answers::default()));
    }
}
