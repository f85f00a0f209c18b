//! Values as people write them, for languages that have no syntax of their own for them.

use term::{Literal, Op, Pool, Term};

/// A value in a syntax that most programmers read: `-5`, `"text"`, `Cons(1, Nil)`.
///
/// Anything that is not a value, and arrays, come out in SMT-LIB. Values may be deep, so this keeps
/// its own stack.
pub fn plain_value(pool: &Pool, value: Term) -> String {
    let mut out = String::new();
    let mut todo = vec![Piece::Value(value)];
    while let Some(piece) = todo.pop() {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Value(value) => push_value(pool, value, &mut out, &mut todo),
        }
    }
    out
}

enum Piece {
    Value(Term),
    Text(&'static str),
}

fn push_value(pool: &Pool, value: Term, out: &mut String, todo: &mut Vec<Piece>) {
    if let Some(literal) = pool.as_literal(value) {
        out.push_str(&plain_literal(pool, literal));
        return;
    }
    match (pool.op(value), pool.as_data(pool.sort(value))) {
        (Op::Construct(ctor), Some((data, _))) => {
            out.push_str(pool.name(pool.ctors(data)[ctor as usize].name));
            push_args(pool.args(value), todo);
        }
        _ => out.push_str(&pool.show(value)),
    }
}

fn push_args(args: &[Term], todo: &mut Vec<Piece>) {
    let Some((first, rest)) = args.split_first() else { return };
    todo.push(Piece::Text(")"));
    for arg in rest.iter().rev() {
        todo.extend([Piece::Value(*arg), Piece::Text(", ")]);
    }
    todo.extend([Piece::Value(*first), Piece::Text("(")]);
}

fn plain_literal(pool: &Pool, literal: &Literal) -> String {
    match literal {
        Literal::Bool(value) => value.to_string(),
        Literal::Int(int) => int.to_string(),
        Literal::Real(real) => real.to_string(),
        Literal::BitVec(word) => word.signed().to_string(),
        Literal::Text(text) => format!("{text:?}"),
        Literal::Elem(sort, number) => format!("{}#{number}", pool.show_sort(*sort)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Ctor, Field, Sort};

    #[test]
    fn literals_read_naturally() {
        let pool = Pool::new();
        let elem = pool.literal(Literal::Elem(pool.elem_sort("Cell"), 3));
        let text = pool.literal(Literal::Text("a\"b\n".into()));
        assert_eq!(plain_value(&pool, pool.int(-5)), "-5");
        assert_eq!(plain_value(&pool, Term::TRUE), "true");
        assert_eq!(plain_value(&pool, elem), "Cell#3");
        assert_eq!(plain_value(&pool, text), r#""a\"b\n""#);
    }

    #[test]
    fn deep_data_is_written_without_recursion() {
        let pool = Pool::new();
        let data = pool.declare_data("List", 0).expect("the name is free");
        let list = pool.data_sort(data, &[]);
        let field = |name: &str, sort| Field { name: pool.symbol(name), sort };
        let cons = vec![field("head", Sort::INT), field("tail", list)];
        let ctors = vec![
            Ctor { name: pool.symbol("Nil"), fields: Vec::new() },
            Ctor { name: pool.symbol("Cons"), fields: cons },
        ];
        pool.define_data(data, ctors).expect("the constructors are well formed");
        let mut value = pool.make(Op::Construct(0), &[], list);
        for number in 0..100_000 {
            value = pool.make(Op::Construct(1), &[pool.int(number % 2), value], list);
        }
        let text = plain_value(&pool, value);
        assert!(text.starts_with("Cons(1, Cons(0, Cons(1, "), "{}", &text[..40]);
        assert!(text.trim_end_matches(')').ends_with(", Nil"), "it ends in the empty list");
    }
}
