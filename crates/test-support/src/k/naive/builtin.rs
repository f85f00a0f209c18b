//! The built-in functions that the languages of the examples use.

use super::{Rewriter, Tree};

impl Rewriter<'_> {
    /// What a built-in function makes of trees: nothing if it has no value. None if the function is
    /// not known here, so that a rule has to say.
    pub(crate) fn builtin(&self, hook: &str, args: &[Tree]) -> Option<Option<Tree>> {
        let (kind, name) = hook.split_once('.')?;
        match kind {
            "INT" => int(name, args),
            "BOOL" => boolean(name, args),
            "KEQUAL" => equality(name, args),
            "MAP" => map(name, args),
            "SET" => set(name, args),
            "LIST" => list(name, args),
            "STRING" => string(name, args),
            "SUBSTITUTION" => match (name, args) {
                ("substOne", [body, value, variable]) => {
                    Some(Some(self.substituted(body, value, variable)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A term with a value in place of a variable. Bound variables of the programs here have names
    /// of their own, so nothing is caught; a binder of the same name hides the variable.
    fn substituted(&self, body: &Tree, value: &Tree, variable: &Tree) -> Tree {
        if body == variable {
            return value.clone();
        }
        match body {
            Tree::Apply(label, args) => {
                let binds = self.attributes(label).is_some_and(|own| own.has("binder"));
                if binds && args.first() == Some(variable) {
                    return body.clone();
                }
                let args = args.iter().map(|arg| self.substituted(arg, value, variable)).collect();
                Tree::Apply(label.clone(), args)
            }
            other => other.clone(),
        }
    }
}

type Answer = Option<Option<Tree>>;

fn int(name: &str, args: &[Tree]) -> Answer {
    let numbers: Option<Vec<i64>> = args.iter().map(Tree::as_int).collect();
    let Some(numbers) = numbers else { return Some(None) };
    let [a, b] = numbers[..] else { return None };
    let number = |value: Option<i64>| Some(value.map(Tree::int));
    let truth = |value: bool| Some(Some(Tree::bool(value)));
    match name {
        "add" => number(a.checked_add(b)),
        "sub" => number(a.checked_sub(b)),
        "mul" => number(a.checked_mul(b)),
        "tdiv" => number(a.checked_div(b)),
        "tmod" => number(a.checked_rem(b)),
        "lt" => truth(a < b),
        "le" => truth(a <= b),
        "gt" => truth(a > b),
        "ge" => truth(a >= b),
        "eq" => truth(a == b),
        "ne" => truth(a != b),
        _ => None,
    }
}

fn boolean(name: &str, args: &[Tree]) -> Answer {
    let truth = |value: bool| Some(Some(Tree::bool(value)));
    match (name, args) {
        ("not", [a]) => truth(!a.is_true()),
        ("and" | "andThen", [a, b]) => truth(a.is_true() && b.is_true()),
        ("or" | "orElse", [a, b]) => truth(a.is_true() || b.is_true()),
        ("eq", [a, b]) => truth(a == b),
        ("ne", [a, b]) => truth(a != b),
        _ => None,
    }
}

fn equality(name: &str, args: &[Tree]) -> Answer {
    match (name, args) {
        ("eq", [a, b]) => Some(Some(Tree::bool(a == b))),
        ("ne", [a, b]) => Some(Some(Tree::bool(a != b))),
        ("ite", [cond, yes, no]) => Some(Some(if cond.is_true() { yes } else { no }.clone())),
        _ => None,
    }
}

fn map(name: &str, args: &[Tree]) -> Answer {
    match (name, args) {
        ("unit", []) => Some(Some(Tree::Map(Default::default()))),
        ("element", [key, value]) => Some(Some(Tree::Map([(key.clone(), value.clone())].into()))),
        ("concat", [Tree::Map(a), Tree::Map(b)]) => {
            if a.keys().any(|key| b.contains_key(key)) {
                return Some(None);
            }
            let both = a.iter().chain(b).map(|(key, value)| (key.clone(), value.clone()));
            Some(Some(Tree::Map(both.collect())))
        }
        ("lookup", [Tree::Map(map), key]) => Some(map.get(key).cloned()),
        ("update", [Tree::Map(map), key, value]) => {
            let mut map = map.clone();
            map.insert(key.clone(), value.clone());
            Some(Some(Tree::Map(map)))
        }
        ("remove", [Tree::Map(map), key]) => {
            let mut map = map.clone();
            map.remove(key);
            Some(Some(Tree::Map(map)))
        }
        ("in_keys", [key, Tree::Map(map)]) => Some(Some(Tree::bool(map.contains_key(key)))),
        ("keys", [Tree::Map(map)]) => Some(Some(Tree::Set(map.keys().cloned().collect()))),
        _ => None,
    }
}

fn set(name: &str, args: &[Tree]) -> Answer {
    match (name, args) {
        ("unit", []) => Some(Some(Tree::Set(Default::default()))),
        ("element", [item]) => Some(Some(Tree::Set([item.clone()].into()))),
        ("concat", [Tree::Set(a), Tree::Set(b)]) => {
            Some(Some(Tree::Set(a.union(b).cloned().collect())))
        }
        ("in", [item, Tree::Set(set)]) => Some(Some(Tree::bool(set.contains(item)))),
        ("difference", [Tree::Set(a), Tree::Set(b)]) => {
            Some(Some(Tree::Set(a.difference(b).cloned().collect())))
        }
        _ => None,
    }
}

fn list(name: &str, args: &[Tree]) -> Answer {
    match (name, args) {
        ("unit", []) => Some(Some(Tree::List(Vec::new()))),
        ("element", [item]) => Some(Some(Tree::List(vec![item.clone()]))),
        ("concat", [Tree::List(a), Tree::List(b)]) => {
            Some(Some(Tree::List(a.iter().chain(b).cloned().collect())))
        }
        ("size", [Tree::List(items)]) => Some(Some(Tree::int(items.len() as i64))),
        _ => None,
    }
}

fn string(name: &str, args: &[Tree]) -> Answer {
    let text = |tree: &Tree| match tree {
        Tree::Token(sort, text) if sort == "String" => Some(text.clone()),
        _ => None,
    };
    match (name, args) {
        ("concat", [a, b]) => {
            let both = text(a).zip(text(b));
            Some(both.map(|(a, b)| Tree::Token("String".to_owned(), a + &b)))
        }
        ("eq", [a, b]) => Some(Some(Tree::bool(a == b))),
        ("ne", [a, b]) => Some(Some(Tree::bool(a != b))),
        _ => None,
    }
}
