//! Symbolic terms as K writes them: `n +Int 1 <=Int m`.

use term::{Op, Pool, Sort, Term};

/// A term in the notation of K.
#[must_use]
pub fn show_term(pool: &Pool, root: Term) -> String {
    let mut todo = vec![(root, false)];
    let mut done: Vec<String> = Vec::new();
    while let Some((term, parts_done)) = todo.pop() {
        let parts = pool.args(term);
        if !parts_done && !parts.is_empty() {
            todo.push((term, true));
            todo.extend(parts.iter().rev().map(|part| (*part, false)));
            continue;
        }
        let texts = done.split_off(done.len() - parts.len());
        done.push(node(pool, term, texts));
    }
    done.pop().unwrap_or_default()
}

fn node(pool: &Pool, term: Term, parts: Vec<String>) -> String {
    let (op, args) = pool.node(term);
    let first = args.first().map(|arg| pool.sort(*arg));
    if parts.is_empty() {
        return leaf(pool, term);
    }
    match op {
        Op::Not => match pool.node(args[0]) {
            (Op::Eq, sides) => {
                let texts: Vec<String> = sides.iter().map(|side| show_term(pool, *side)).collect();
                infix(&texts, differs(pool.sort(sides[0])))
            }
            _ => format!("notBool {}", closed(&parts[0])),
        },
        Op::Ite => format!("#if {} #then {} #else {} #fi", parts[0], parts[1], parts[2]),
        Op::Add => sum(&parts),
        _ => match operator(op, first) {
            Some(name) => infix(&parts, name),
            None => format!("{}({})", op.info().name, parts.join(", ")),
        },
    }
}

fn operator(op: Op, first: Option<Sort>) -> Option<&'static str> {
    match op {
        Op::And => Some("andBool"),
        Op::Or => Some("orBool"),
        Op::Eq => Some(match first {
            Some(Sort::BOOL) => "==Bool",
            Some(Sort::TEXT) => "==String",
            _ => "==Int",
        }),
        Op::Le => Some("<=Int"),
        Op::Lt => Some("<Int"),
        Op::Mul => Some("*Int"),
        Op::Div => Some("divInt"),
        Op::Mod => Some("modInt"),
        Op::TextConcat => Some("+String"),
        Op::TextLt => Some("<String"),
        Op::TextLe => Some("<=String"),
        _ => None,
    }
}

fn differs(sort: Sort) -> &'static str {
    match sort {
        Sort::BOOL => "=/=Bool",
        Sort::TEXT => "=/=String",
        _ => "=/=Int",
    }
}

/// A sum, with negative numbers as differences.
fn sum(parts: &[String]) -> String {
    // Numbers stand last: `n +Int 1` reads better than `1 +Int n`.
    let is_number = |part: &&String| part.parse::<num_bigint::BigInt>().is_ok();
    let (numbers, others): (Vec<&String>, Vec<&String>) = parts.iter().partition(is_number);
    let mut text = String::new();
    for part in others.into_iter().chain(numbers) {
        match part.strip_prefix('-').filter(|rest| !rest.contains(' ')) {
            Some(rest) if !text.is_empty() => text.push_str(&format!(" -Int {rest}")),
            _ if text.is_empty() => text.push_str(&closed(part)),
            _ => text.push_str(&format!(" +Int {}", closed(part))),
        }
    }
    text
}

fn infix(parts: &[String], name: &str) -> String {
    let closed: Vec<String> = parts.iter().map(|part| closed(part)).collect();
    closed.join(&format!(" {name} "))
}

/// A text that may stand beside an operator.
fn closed(text: &str) -> String {
    let is_string = text.starts_with('"') && text.ends_with('"');
    if text.contains(' ') && !is_string { format!("({text})") } else { text.to_owned() }
}

fn leaf(pool: &Pool, term: Term) -> String {
    match crate::context::value_of(pool, term) {
        crate::value::Value::Str(text) => crate::token::quote(&text),
        crate::value::Value::Int(int) => int.to_string(),
        crate::value::Value::Bool(value) => value.to_string(),
        _ => match pool.op(term) {
            Op::Var(symbol) => pool.name(symbol).to_owned(),
            _ => pool.show(term),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(make: impl Fn(&Pool, Term) -> Term, expected: &str) {
        let pool = Pool::new();
        let n = pool.var("n", Sort::INT);
        assert_eq!(show_term(&pool, make(&pool, n)), expected);
    }

    #[test]
    fn terms_read_as_in_rules() {
        check(|p, n| p.lt(p.int(0), n), "0 <Int n");
        check(|p, n| p.not(p.eq(n, p.int(3))), "n =/=Int 3");
        check(|p, n| p.sub(n, p.int(1)), "n -Int 1");
        check(|p, n| p.and(&[p.var("p", Sort::BOOL), p.le(n, p.int(2))]), "(n <=Int 2) andBool p");
        check(|p, _| p.text("a\"b"), "\"a\\\"b\"");
    }
}
