//! JSON as terms of the sort `JSON`, and as text.

use num_bigint::BigInt;

use super::{Row, wrong_sort};
use crate::context::Ctx;
use crate::token;
use crate::value::Value;

pub(super) const HOOKS: &[Row] = &[
    ("JSON.string2json", |c, a| match &a[0] {
        Value::Str(text) => {
            let mut reader = Reader { ctx: c, rest: text };
            match reader.value(0).filter(|_| reader.is_at_end()) {
                Some(value) => Ok(value),
                None => c.undefined("the JSON of a text that is none"),
            }
        }
        _ => wrong_sort("the JSON of a text"),
    }),
    ("JSON.json2string", |c, a| {
        let mut text = String::new();
        match write(c, &a[0], &mut text, 0) {
            Some(()) => Ok(Value::str(&text)),
            None => c.undefined("the text of what is not JSON"),
        }
    }),
];

/// JSON may nest this deep.
const DEEPEST: usize = 1000;

const NULL: &str = "JSONnull";
const LIST: &str = "JSONList";
const OBJECT: &str = "JSONObject";
const ENTRY: &str = "JSONEntry";
const CONS: &str = "JSONs";
const NIL: &str = ".List{\"JSONs\"}";

fn apply(ctx: &Ctx<'_>, name: &str, args: Vec<Value>) -> Option<Value> {
    Some(Value::apply(ctx.program.signature.label(name)?, args))
}

struct Reader<'t, 'c, 'p> {
    ctx: &'c Ctx<'p>,
    rest: &'t str,
}

impl Reader<'_, '_, '_> {
    fn is_at_end(&self) -> bool {
        self.rest.trim_start().is_empty()
    }

    fn eat(&mut self, mark: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        if self.eat("null") {
            return apply(self.ctx, NULL, Vec::new());
        }
        if self.eat("true") {
            return Some(Value::Bool(true));
        }
        if self.eat("false") {
            return Some(Value::Bool(false));
        }
        if self.eat("[") {
            let items = self.items("]", |reader| reader.value(depth + 1))?;
            return apply(self.ctx, LIST, vec![items]);
        }
        if self.eat("{") {
            let items = self.items("}", |reader| {
                let key = reader.string()?;
                let entry = reader.eat(":").then(|| reader.value(depth + 1))??;
                apply(reader.ctx, ENTRY, vec![key, entry])
            })?;
            return apply(self.ctx, OBJECT, vec![items]);
        }
        self.rest = self.rest.trim_start();
        if self.rest.starts_with('"') { self.string() } else { self.number() }
    }

    fn items(&mut self, close: &str, item: impl Fn(&mut Self) -> Option<Value>) -> Option<Value> {
        let mut items = Vec::new();
        if !self.eat(close) {
            loop {
                items.push(item(self)?);
                if self.eat(close) {
                    break;
                }
                self.eat(",").then_some(())?;
            }
        }
        let mut list = apply(self.ctx, NIL, Vec::new())?;
        for item in items.into_iter().rev() {
            list = apply(self.ctx, CONS, vec![item, list])?;
        }
        Some(list)
    }

    fn string(&mut self) -> Option<Value> {
        self.rest = self.rest.trim_start().strip_prefix('"')?;
        let mut text = String::new();
        loop {
            let c = self.next()?;
            match c {
                '"' => return Some(Value::str(&text)),
                '\\' => text.push(self.escape()?),
                c => text.push(c),
            }
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn escape(&mut self) -> Option<char> {
        Some(match self.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\u{c}',
            'b' => '\u{8}',
            'u' => {
                let first = self.code()?;
                let is_high = (0xd800..0xdc00).contains(&first);
                if !is_high {
                    return char::from_u32(first);
                }
                self.rest = self.rest.strip_prefix("\\u")?;
                let second = self.code()?.checked_sub(0xdc00)?;
                char::from_u32(0x10000 + ((first - 0xd800) << 10) + second)?
            }
            other => other,
        })
    }

    fn code(&mut self) -> Option<u32> {
        let digits = self.rest.get(..4)?;
        self.rest = &self.rest[4..];
        u32::from_str_radix(digits, 16).ok()
    }

    fn number(&mut self) -> Option<Value> {
        let end = self.rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        if let Ok(int) = digits.parse::<BigInt>() {
            return Some(Value::Int(int.into()));
        }
        let number: f64 = digits.parse().ok()?;
        super::float::double(self.ctx, number)
    }
}

/// Writes a value without any white space.
fn write(ctx: &Ctx<'_>, value: &Value, text: &mut String, depth: usize) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    match value {
        Value::Int(int) => text.push_str(&int.to_string()),
        Value::Bool(value) => text.push_str(&value.to_string()),
        Value::Str(string) => text.push_str(&token::quote(string)),
        Value::Token(_, symbol) => text.push_str(&ctx.program.signature.text(*symbol)),
        Value::Leaf(_) | Value::Node(..) => {
            let (label, args) = value.as_apply()?;
            match (ctx.program.signature.label_info(label).name.as_str(), args) {
                (NULL, []) => text.push_str("null"),
                (LIST, [items]) => {
                    text.push('[');
                    write_items(ctx, items, text, depth)?;
                    text.push(']');
                }
                (OBJECT, [items]) => {
                    text.push('{');
                    write_items(ctx, items, text, depth)?;
                    text.push('}');
                }
                (ENTRY, [key, entry]) => {
                    write(ctx, key, text, depth + 1)?;
                    text.push(':');
                    write(ctx, entry, text, depth + 1)?;
                }
                _ => return None,
            }
        }
        _ => return None,
    }
    Some(())
}

fn write_items(ctx: &Ctx<'_>, list: &Value, text: &mut String, depth: usize) -> Option<()> {
    let (mut list, mut is_first) = (list, true);
    loop {
        let (label, args) = list.as_apply()?;
        match (ctx.program.signature.label_info(label).name.as_str(), args) {
            (NIL, []) => return Some(()),
            (CONS, [item, rest]) => {
                if !std::mem::replace(&mut is_first, false) {
                    text.push(',');
                }
                write(ctx, item, text, depth + 1)?;
                list = rest;
            }
            _ => return None,
        }
    }
}
