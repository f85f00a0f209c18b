//! Texts of SMT-LIB as trees.

use std::fmt;

/// A name, number or string, or a list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl fmt::Display for Sexp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexp::Atom(text) => out.write_str(text),
            Sexp::List(parts) => {
                out.write_str("(")?;
                for (at, part) in parts.iter().enumerate() {
                    let space = if at == 0 { "" } else { " " };
                    write!(out, "{space}{part}")?;
                }
                out.write_str(")")
            }
        }
    }
}

/// Lists in lists, at most: what is read recursively must not be deeper.
const MOST_DEPTH: usize = 500;

impl Sexp {
    pub(crate) fn atom(text: &str) -> Sexp {
        Sexp::Atom(text.to_owned())
    }

    /// The one expression that a text is; none if it is another number of them, or too deep.
    pub(crate) fn parse(text: &str) -> Option<Sexp> {
        let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let len = match first {
                '(' | ')' => 1,
                ';' => return None,
                '|' | '"' => rest[1..].find(first)? + 2,
                _ if first.is_whitespace() => first.len_utf8(),
                _ => {
                    let is_end = |c: char| c.is_whitespace() || "()|\";".contains(c);
                    rest.find(is_end).unwrap_or(rest.len())
                }
            };
            let (token, others) = rest.split_at(len);
            rest = others;
            match token {
                "(" if open.len() > MOST_DEPTH => return None,
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = Sexp::List(open.pop()?);
                    open.last_mut()?.push(list);
                }
                _ if token.trim().is_empty() => {}
                _ => open.last_mut()?.push(Sexp::atom(token)),
            }
        }
        let [all] = &mut open[..] else { return None };
        if all.len() == 1 { all.pop() } else { None }
    }

    /// The expression with others in place of some names.
    pub(crate) fn put(&self, by: &[(String, Sexp)]) -> Sexp {
        match self {
            Sexp::Atom(name) => {
                let found = by.iter().find(|(known, _)| known == name);
                found.map_or_else(|| self.clone(), |(_, value)| value.clone())
            }
            Sexp::List(parts) => Sexp::List(parts.iter().map(|part| part.put(by)).collect()),
        }
    }

    /// Whether it names something.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        match self {
            Sexp::Atom(own) => own == name,
            Sexp::List(parts) => parts.iter().any(|part| part.mentions(name)),
        }
    }

    /// The same condition, in which operands that may be exchanged are in order and constants are gone, as far as that
    /// is seen at once.
    pub(crate) fn simple(self) -> Sexp {
        let Sexp::List(parts) = self else { return self };
        let mut parts: Vec<Sexp> = parts.into_iter().map(Sexp::simple).collect();
        let Some(Sexp::Atom(head)) = parts.first().cloned() else { return Sexp::List(parts) };
        let (yes, no) = (Sexp::atom("true"), Sexp::atom("false"));
        match head.as_str() {
            "=" if parts.len() == 3 && parts[1] == parts[2] => yes,
            "=" => {
                parts[1..].sort();
                Sexp::List(parts)
            }
            "not" if parts.len() == 2 => match parts.remove(1) {
                part if part == yes => no,
                part if part == no => yes,
                part => Sexp::List(vec![Sexp::atom("not"), part]),
            },
            "and" | "or" => {
                let (unit, zero) = if head == "and" { (yes, no) } else { (no, yes) };
                parts.remove(0);
                parts.retain(|part| *part != unit);
                parts.sort();
                parts.dedup();
                match parts.len() {
                    0 => unit,
                    _ if parts.contains(&zero) => zero,
                    1 => parts.remove(0),
                    _ => Sexp::List([vec![Sexp::Atom(head)], parts].concat()),
                }
            }
            _ => Sexp::List(parts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let read = Sexp::parse(text).expect("one expression");
        assert_eq!(read.simple().to_string(), expected, "{text}");
    }

    #[test]
    fn conditions_are_simplified_as_far_as_is_seen_at_once() {
        check("(= b a)", "(= a b)");
        check("(and (= x x) (or p false) p)", "p");
        check("(not (and p (not true)))", "true");
        check("(f |a b|  \"c)\")", "(f |a b| \"c)\")");
    }

    #[test]
    fn what_is_not_one_expression_is_refused() {
        for text in ["", "a b", "(a", "a)", "a ; b", "|a"] {
            assert_eq!(Sexp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn names_are_replaced_as_wholes() {
        let by = [("x".to_owned(), Sexp::atom("y"))];
        let put = Sexp::parse("(f x xx (g x))").expect("one").put(&by);
        assert_eq!(put.to_string(), "(f y xx (g y))");
        assert!(put.mentions("xx") && !put.mentions("x"));
    }
}
