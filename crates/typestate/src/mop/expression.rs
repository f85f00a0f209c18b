//! Conditions of pointcuts, from their text.

use crate::expr::{Arith, Compare, Expr};
use crate::pattern::TypePattern;

/// The deepest nesting that is read.
const DEEPEST: usize = 50;

/// The expression in a text, or why it is none that is supported.
pub(super) fn read(text: &str, types: &dyn Fn(&str) -> TypePattern) -> Result<Expr, String> {
    let mut reader = Reader { rest: text.trim(), types, depth: 0 };
    let expr = reader.either()?;
    match reader.rest.is_empty() {
        true => Ok(expr),
        false => Err(format!("`{}` is not read", reader.rest)),
    }
}

struct Reader<'t> {
    rest: &'t str,
    types: &'t dyn Fn(&str) -> TypePattern,
    depth: usize,
}

type Read = Result<Expr, String>;

impl<'t> Reader<'t> {
    fn eat(&mut self, sign: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(sign) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn word(&mut self) -> &'t str {
        let is_part = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '$';
        let end = self.rest.find(|sign| !is_part(sign)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn either(&mut self) -> Read {
        let mut left = self.both()?;
        while self.eat("||") {
            left = Expr::Or(Box::new(left), Box::new(self.both()?));
        }
        Ok(left)
    }

    fn both(&mut self) -> Read {
        let mut left = self.comparison()?;
        while self.eat("&&") {
            left = Expr::And(Box::new(left), Box::new(self.comparison()?));
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Read {
        const SIGNS: [(&str, Compare, bool); 6] = [
            ("==", Compare::Equal, false),
            ("!=", Compare::Different, false),
            ("<=", Compare::AtMost, false),
            (">=", Compare::AtMost, true),
            ("<", Compare::Less, false),
            (">", Compare::Less, true),
        ];
        let left = self.sum()?;
        if let Some(rest) = self.rest.strip_prefix("instanceof ") {
            self.rest = rest.trim_start();
            let mut name = self.word().to_owned();
            while self.eat(".") {
                name = format!("{name}.{}", self.word());
            }
            return Ok(Expr::IsA(Box::new(left), (self.types)(&name)));
        }
        for (sign, op, swapped) in SIGNS {
            if self.eat(sign) {
                let right = self.sum()?;
                let (a, b) = if swapped { (right, left) } else { (left, right) };
                return Ok(Expr::Compare(op, Box::new(a), Box::new(b)));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Read {
        let mut left = self.product()?;
        loop {
            let op = match () {
                () if self.eat("+") => Arith::Add,
                () if self.eat("-") => Arith::Sub,
                () => return Ok(left),
            };
            left = Expr::Sum(op, Box::new(left), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Read {
        let mut left = self.single()?;
        while self.eat("*") {
            left = Expr::Sum(Arith::Mul, Box::new(left), Box::new(self.single()?));
        }
        Ok(left)
    }

    fn single(&mut self) -> Read {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("it is nested too deeply".to_owned());
        }
        let read = self.operand();
        self.depth -= 1;
        read
    }

    fn operand(&mut self) -> Read {
        if self.eat("!") {
            return Ok(Expr::Not(Box::new(self.single()?)));
        }
        if self.eat("-") {
            return Ok(Expr::Negative(Box::new(self.single()?)));
        }
        if self.eat("(") {
            let inner = self.either()?;
            return if self.eat(")") { Ok(inner) } else { Err("a `)` is missing".to_owned()) };
        }
        if let Some(char) = self.rest.strip_prefix('\'').and_then(|rest| rest.chars().next()) {
            let rest = &self.rest[1 + char.len_utf8()..];
            self.rest = rest.strip_prefix('\'').ok_or("a `'` is missing")?.trim_start();
            return Ok(Expr::Number(i64::from(u32::from(char)), false));
        }
        let word = self.word();
        let expr = match word {
            "" => return Err(format!("`{}` is not read", self.rest)),
            "true" | "false" => Expr::Truth(word == "true"),
            "null" => Expr::Null,
            _ if word.starts_with(|sign: char| sign.is_ascii_digit()) => number(word)?,
            _ => Expr::Name(word.to_owned()),
        };
        if self.eat(".length()") || self.eat(".length") {
            return Ok(Expr::Length(Box::new(expr)));
        }
        match self.rest.chars().next() {
            Some('.' | '(' | '[') => Err(format!("`{word}{}` is not read", self.rest)),
            _ => Ok(expr),
        }
    }
}

fn number(word: &str) -> Read {
    let digits = word.trim_end_matches(['l', 'L']);
    let number = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let number = number.map_err(|_| format!("`{word}` is no whole number"))?;
    Ok(Expr::Number(number, digits.len() < word.len()))
}
