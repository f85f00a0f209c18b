//! Formulas as they are written.
//!
//! `G`, `F`, `X` (also `[]`, `<>`), `U`, `W`, `R`, `!`, `&&`, `||`, `->`, comparisons of arithmetic
//! over program variables, functions of the definition that give truth values, and names: a name by
//! itself holds where the program stands at a statement with that label.

/// Formulas nest at most this deep.
const DEEPEST: usize = 200;

/// A property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Property {
    /// The program stands at this label.
    At(String),
    /// A comparison of two numbers.
    Compare(Comparison, Number, Number),
    /// A function of the definition says so of these numbers.
    Predicate(String, Vec<Number>),
    /// Always true, or always false.
    Constant(bool),
    /// Does not hold.
    Not(Box<Property>),
    /// Both hold.
    And(Box<Property>, Box<Property>),
    /// At least one holds.
    Or(Box<Property>, Box<Property>),
    /// Holds in the next configuration.
    Next(Box<Property>),
    /// The first holds until the second does, which happens.
    Until(Box<Property>, Box<Property>),
    /// The second holds up to and with the first, or for ever.
    Release(Box<Property>, Box<Property>),
}

/// How numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// Different.
    Different,
    /// At most.
    AtMost,
    /// Less.
    Less,
}

/// A number over program variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    /// This one.
    Constant(i64),
    /// The value of a program variable.
    Variable(String),
    /// A built-in function of two numbers, such as `INT.add`.
    Apply(&'static str, Box<Number>, Box<Number>),
}

/// Reads a formula; the error is a sentence.
pub fn parse(text: &str) -> Result<Property, String> {
    let tokens = tokens(text)?;
    let mut reader = Reader { tokens, at: 0 };
    let tree = reader.binary(0, 0)?;
    match reader.peek() {
        None => property(tree),
        Some(token) => Err(format!("unexpected `{token}`")),
    }
}

/// What was read, before it is known what is a formula and what a number.
enum Tree {
    Number(i64),
    Name(String),
    Call(String, Vec<Tree>),
    Unary(String, Box<Tree>),
    Binary(String, Box<Tree>, Box<Tree>),
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
}

/// The operators of two operands: how tightly they bind, and whether to the right.
fn binding(token: &str) -> Option<(usize, bool)> {
    match token {
        "->" => Some((1, true)),
        "||" => Some((2, false)),
        "&&" => Some((3, false)),
        "U" | "R" | "W" => Some((4, true)),
        "==" | "!=" | "<=" | "<" | ">=" | ">" => Some((5, false)),
        "+" | "-" => Some((6, false)),
        "*" | "/" => Some((7, false)),
        "^" => Some((8, true)),
        _ => None,
    }
}

impl Reader {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn next(&mut self) -> Option<String> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned()
    }

    fn binary(&mut self, loosest: usize, depth: usize) -> Result<Tree, String> {
        if depth > DEEPEST {
            return Err(format!("nests deeper than {DEEPEST} levels"));
        }
        let mut left = self.unary(depth)?;
        while let Some((strength, to_the_right)) = self.peek().and_then(binding) {
            if strength < loosest {
                break;
            }
            let operator = self.next().expect("peeked at above");
            let right =
                self.binary(if to_the_right { strength } else { strength + 1 }, depth + 1)?;
            left = Tree::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self, depth: usize) -> Result<Tree, String> {
        let Some(token) = self.next() else { return Err("ends too early".to_owned()) };
        match token.as_str() {
            "G" | "F" | "X" | "!" => {
                let inner = self.binary(5, depth + 1)?;
                Ok(Tree::Unary(token, Box::new(inner)))
            }
            "(" => {
                let inner = self.binary(0, depth + 1)?;
                match self.next().as_deref() {
                    Some(")") => Ok(inner),
                    _ => Err("a parenthesis is not closed".to_owned()),
                }
            }
            _ if token.starts_with(|c: char| c.is_ascii_digit()) => {
                token.parse().map(Tree::Number).map_err(|_| format!("`{token}` is too large"))
            }
            _ if token.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                if self.peek() == Some("(") {
                    self.call(token, depth)
                } else {
                    Ok(Tree::Name(token))
                }
            }
            _ => Err(format!("unexpected `{token}`")),
        }
    }
}

impl Reader {
    fn call(&mut self, name: String, depth: usize) -> Result<Tree, String> {
        self.at += 1;
        let mut args = Vec::new();
        loop {
            args.push(self.binary(5, depth + 1)?);
            match self.next().as_deref() {
                Some(",") => {}
                Some(")") => return Ok(Tree::Call(name, args)),
                _ => return Err(format!("the arguments of `{name}` are not closed")),
            }
        }
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    // The paper marks the connectives of the logic: `->Ltl`.
    let text =
        text.replace("Ltl", " ").replace("[]", " G ").replace("<>", " F ").replace("\\/", " || ");
    let text = text.replace("/\\", " && ").replace("□", " G ").replace("◇", " F ");
    let text =
        text.replace('→', " -> ").replace('∧', " && ").replace('∨', " || ").replace('¬', " ! ");
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let rest: String = chars[at..].iter().take(2).collect();
        if chars[at].is_whitespace() {
            at += 1;
        } else if word(chars[at]) {
            let end = (at..chars.len()).find(|end| !word(chars[*end])).unwrap_or(chars.len());
            tokens.push(chars[at..end].iter().collect());
            at = end;
        } else if ["->", "||", "&&", "==", "!=", "<=", ">="].contains(&rest.as_str()) {
            tokens.push(rest);
            at += 2;
        } else if "()!<>+-*/^,".contains(chars[at]) {
            tokens.push(chars[at].to_string());
            at += 1;
        } else {
            return Err(format!("unexpected `{}`", chars[at]));
        }
    }
    Ok(tokens)
}

fn property(tree: Tree) -> Result<Property, String> {
    let boxed = |tree: Box<Tree>| property(*tree).map(Box::new);
    match tree {
        Tree::Name(name) => Ok(match name.as_str() {
            "true" => Property::Constant(true),
            "false" => Property::Constant(false),
            _ => Property::At(name),
        }),
        Tree::Call(name, args) => {
            let args = args.into_iter().map(number).collect::<Result<_, _>>()?;
            Ok(Property::Predicate(name, args))
        }
        Tree::Number(number) => Err(format!("the number {number} is not a formula")),
        Tree::Unary(operator, inner) => {
            let inner = boxed(inner)?;
            let always = |value| Box::new(Property::Constant(value));
            Ok(match operator.as_str() {
                "G" => Property::Release(always(false), inner),
                "F" => Property::Until(always(true), inner),
                "X" => Property::Next(inner),
                _ => Property::Not(inner),
            })
        }
        Tree::Binary(operator, left, right) => binary_property(&operator, *left, *right),
    }
}

fn binary_property(operator: &str, left: Tree, right: Tree) -> Result<Property, String> {
    let compare = |comparison, left: Tree, right: Tree| {
        Ok(Property::Compare(comparison, number(left)?, number(right)?))
    };
    match operator {
        "==" => return compare(Comparison::Equal, left, right),
        "!=" => return compare(Comparison::Different, left, right),
        "<=" => return compare(Comparison::AtMost, left, right),
        "<" => return compare(Comparison::Less, left, right),
        ">=" => return compare(Comparison::AtMost, right, left),
        ">" => return compare(Comparison::Less, right, left),
        _ => {}
    }
    let (left, right) = (Box::new(property(left)?), Box::new(property(right)?));
    match operator {
        "->" => Ok(Property::Or(Box::new(Property::Not(left)), right)),
        "||" => Ok(Property::Or(left, right)),
        "&&" => Ok(Property::And(left, right)),
        "U" => Ok(Property::Until(left, right)),
        "R" => Ok(Property::Release(left, right)),
        // `a W b` is `b R (a || b)`.
        "W" => Ok(Property::Release(right.clone(), Box::new(Property::Or(left, right)))),
        _ => Err(format!("`{operator}` makes a number where a formula is needed")),
    }
}

fn number(tree: Tree) -> Result<Number, String> {
    match tree {
        Tree::Number(number) => Ok(Number::Constant(number)),
        Tree::Name(name) => Ok(Number::Variable(name)),
        Tree::Call(name, _) => Err(format!("`{name}` makes no number")),
        Tree::Unary(operator, _) => Err(format!("`{operator}` makes no number")),
        Tree::Binary(operator, left, right) => {
            let hook = match operator.as_str() {
                "+" => "INT.add",
                "-" => "INT.sub",
                "*" => "INT.mul",
                "/" => "INT.tdiv",
                "^" => "INT.pow",
                _ => return Err(format!("`{operator}` makes no number")),
            };
            Ok(Number::Apply(hook, Box::new(number(*left)?), Box::new(number(*right)?)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporal_operators_bind_tighter_than_connectives() {
        assert_eq!(parse("G L -> F M"), parse("(G L) -> (F M)"));
        assert_eq!(parse("[] x + 1 > 2 * y"), parse("G ((x + 1) > (2 * y))"));
        assert_eq!(parse("a U b U c"), parse("a U (b U c)"));
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        for text in ["", "1", "(a", "a +", "a && (b + c)", "G", "a # b", "x < !y"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&"(".repeat(10_000)).is_err());
    }
}
