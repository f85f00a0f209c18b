//! The reader for the printed form of terms and sorts.
//!
//! Text first becomes a tree of atoms and lists in one vector, then terms, both without recursion:
//! a file of a hundred thousand parentheses is an error or a term, never a crash.

use rustc_hash::FxHashMap;

use crate::int::Int;
use crate::literal::{BitVec, Literal, Text};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::print::unquote;
use crate::sort::{Data, Func, Sort};

/// Text that is not a term, with the byte where that shows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {at}: {message}")]
pub struct ReadError {
    /// Where.
    pub at: usize,
    message: String,
}

impl ReadError {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> ReadError {
        ReadError { at, message: message.into() }
    }
}

type Result<T> = std::result::Result<T, ReadError>;

/// An atom or a list of earlier ones, with its place.
pub(crate) struct Sexp<'a> {
    pub(crate) at: usize,
    pub(crate) shape: Shape<'a>,
}

pub(crate) enum Shape<'a> {
    /// A name, a number, or a quoted name with its bars.
    Atom(&'a str),
    /// The inside of a string literal, quotes still doubled.
    Text(&'a str),
    List(Vec<usize>),
}

/// All atoms and lists of a text; a list comes after its members.
pub(crate) struct Sexps<'a> {
    pub(crate) nodes: Vec<Sexp<'a>>,
    /// The outermost ones in order.
    pub(crate) roots: Vec<usize>,
}

impl<'a> Sexps<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<Sexps<'a>> {
        let mut sexps = Sexps { nodes: Vec::new(), roots: Vec::new() };
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut at = 0;
        while let Some((start, token)) = next_token(text, at)? {
            at = start + token.len();
            let (start, shape) = match token {
                "(" => {
                    open.push((start, Vec::new()));
                    continue;
                }
                ")" => {
                    let (opened, members) =
                        open.pop().ok_or_else(|| ReadError::new(start, "`)` without `(`"))?;
                    (opened, Shape::List(members))
                }
                _ => match token.strip_prefix('"') {
                    Some(rest) => (start, Shape::Text(&rest[..rest.len() - 1])),
                    None => (start, Shape::Atom(token)),
                },
            };
            sexps.nodes.push(Sexp { at: start, shape });
            let node = sexps.nodes.len() - 1;
            match open.last_mut() {
                Some((_, members)) => members.push(node),
                None => sexps.roots.push(node),
            }
        }
        match open.pop() {
            Some((start, _)) => Err(ReadError::new(start, "`(` is never closed")),
            None => Ok(sexps),
        }
    }

    pub(crate) fn at(&self, node: usize) -> usize {
        self.nodes[node].at
    }

    pub(crate) fn list(&self, node: usize) -> Result<&[usize]> {
        match &self.nodes[node].shape {
            Shape::List(members) => Ok(members),
            _ => Err(ReadError::new(self.at(node), "expected a list")),
        }
    }

    pub(crate) fn atom(&self, node: usize) -> Result<&'a str> {
        match self.nodes[node].shape {
            Shape::Atom(atom) => Ok(atom),
            _ => Err(ReadError::new(self.at(node), "expected a name")),
        }
    }

    /// A name, without its bars if it has them.
    pub(crate) fn name(&self, node: usize) -> Result<String> {
        let atom = self.atom(node)?;
        Ok(match atom.strip_prefix('|') {
            Some(rest) => unquote(&rest[..rest.len() - 1]),
            None => atom.to_owned(),
        })
    }

    pub(crate) fn number<N: std::str::FromStr>(&self, node: usize) -> Result<N> {
        let atom = self.atom(node)?;
        atom.parse().map_err(|_| ReadError::new(self.at(node), "expected a number in range"))
    }
}

fn next_token(text: &str, from: usize) -> Result<Option<(usize, &str)>> {
    let bytes = text.as_bytes();
    let mut start = from;
    loop {
        match bytes.get(start) {
            None => return Ok(None),
            Some(b' ' | b'\t' | b'\r' | b'\n') => start += 1,
            Some(b';') => {
                start += bytes[start..].iter().take_while(|b| **b != b'\n').count();
            }
            Some(_) => break,
        }
    }
    let length = match bytes[start] {
        b'(' | b')' => 1,
        b'|' => enclosed(text, start, '|')?,
        b'"' => string_length(text, start)?,
        _ => bytes[start..].iter().take_while(|b| !b" \t\r\n()\";|".contains(b)).count(),
    };
    Ok(Some((start, &text[start..start + length])))
}

fn enclosed(text: &str, start: usize, end: char) -> Result<usize> {
    match text[start + 1..].find(end) {
        Some(inner) => Ok(inner + 2),
        None => Err(ReadError::new(start, format!("`{end}` is never closed"))),
    }
}

/// Length of a string literal, in which a doubled quote stands for a quote.
fn string_length(text: &str, start: usize) -> Result<usize> {
    let mut end = start + enclosed(text, start, '"')?;
    while text[end..].starts_with('"') {
        end += enclosed(text, end, '"')?;
    }
    Ok(end - start)
}

/// The meanings of names.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) vars: FxHashMap<String, Term>,
    pub(crate) funcs: FxHashMap<String, Func>,
    pub(crate) sorts: FxHashMap<String, Sort>,
    pub(crate) data: FxHashMap<String, Data>,
    /// Constructors and fields by their printed names.
    pub(crate) ctors: FxHashMap<String, (Data, u32)>,
    pub(crate) fields: FxHashMap<String, (Data, u32, u32)>,
}

impl Scope {
    /// Reads a sort. Sorts are as deep as people write them; a depth limit keeps that true.
    pub(crate) fn sort(&self, pool: &Pool, text: &Sexps<'_>, node: usize) -> Result<Sort> {
        self.sort_within(pool, text, node, 200)
    }

    fn sort_within(&self, pool: &Pool, text: &Sexps<'_>, node: usize, depth: u32) -> Result<Sort> {
        let fail = |message: &str| Err(ReadError::new(text.at(node), message));
        if depth == 0 {
            return fail("sort is nested too deeply");
        }
        if let Shape::Atom(_) = text.nodes[node].shape {
            return self.named_sort(pool, &text.name(node)?, text.at(node));
        }
        let members = text.list(node)?;
        let Some(head) = members.first() else { return fail("expected a sort") };
        let inner = |node: &usize| self.sort_within(pool, text, *node, depth - 1);
        match (text.name(*head)?.as_str(), members) {
            ("_", [_, kind, width]) if text.name(*kind)? == "BitVec" => {
                match text.number::<u32>(*width)? {
                    0 => fail("a machine word has at least one bit"),
                    width => Ok(pool.bitvec_sort(width)),
                }
            }
            ("Array", [_, index, value]) => Ok(pool.array_sort(inner(index)?, inner(value)?)),
            (name, [_, args @ ..]) => match self.data.get(name) {
                Some(data) if pool.data_params(*data) as usize == args.len() => {
                    let args = args.iter().map(inner).collect::<Result<Vec<Sort>>>()?;
                    Ok(pool.data_sort(*data, &args))
                }
                _ => fail("no sort of this name takes that many arguments"),
            },
            (_, []) => fail("expected a sort"),
        }
    }

    fn named_sort(&self, pool: &Pool, name: &str, at: usize) -> Result<Sort> {
        let built_in = match name {
            "Bool" => Some(Sort::BOOL),
            "Int" => Some(Sort::INT),
            "Real" => Some(Sort::REAL),
            "String" => Some(Sort::TEXT),
            _ => None,
        };
        let data = || {
            let data = self.data.get(name).filter(|data| pool.data_params(**data) == 0);
            data.map(|data| pool.data_sort(*data, &[]))
        };
        built_in
            .or_else(|| self.sorts.get(name).copied())
            .or_else(data)
            .ok_or_else(|| ReadError::new(at, format!("unknown sort `{name}`")))
    }

    /// Reads a term.
    pub(crate) fn term(&mut self, pool: &Pool, text: &Sexps<'_>, node: usize) -> Result<Term> {
        Builder { pool, text, scope: self, todo: vec![Task::Read(node)], done: Vec::new() }.run()
    }
}

enum Task {
    Read(usize),
    /// The operands of this list are done.
    Apply(usize),
    /// The values of this `let` are done; its body comes next.
    Bind(usize),
    /// The body of a `let` is done: put back what its names meant before.
    Unbind(Vec<(String, Option<Term>)>),
}

struct Builder<'a> {
    pool: &'a Pool,
    text: &'a Sexps<'a>,
    scope: &'a mut Scope,
    todo: Vec<Task>,
    done: Vec<Term>,
}

impl Builder<'_> {
    fn run(mut self) -> Result<Term> {
        while let Some(task) = self.todo.pop() {
            match task {
                Task::Read(node) => self.read(node)?,
                Task::Apply(node) => self.apply(node)?,
                Task::Bind(node) => self.bind(node)?,
                Task::Unbind(before) => self.unbind(before),
            }
        }
        Ok(self.done.pop().expect("reading a term leaves a term"))
    }

    fn read(&mut self, node: usize) -> Result<()> {
        let at = self.text.at(node);
        let members = match &self.text.nodes[node].shape {
            Shape::Atom(atom) => {
                let term = self.atom(atom, node)?;
                self.done.push(term);
                return Ok(());
            }
            Shape::Text(inner) => {
                let text = Text::unescape(inner).ok_or_else(|| {
                    ReadError::new(at, "a code point of a string is at most 2ffff")
                })?;
                self.done.push(self.pool.literal(Literal::Text(text)));
                return Ok(());
            }
            Shape::List(members) => members,
        };
        let Some((head, operands)) = members.split_first() else {
            return Err(ReadError::new(at, "expected a term"));
        };
        match self.text.nodes[*head].shape {
            Shape::Atom("let") => return self.read_let(node, operands),
            Shape::Atom("_" | "as") => {
                let term = self.indexed_constant(node, members)?;
                self.done.push(term);
                return Ok(());
            }
            _ => {}
        }
        self.todo.push(Task::Apply(node));
        self.todo.extend(operands.iter().rev().map(|operand| Task::Read(*operand)));
        Ok(())
    }

    fn read_let(&mut self, node: usize, operands: &[usize]) -> Result<()> {
        let &[bindings, _] = operands else {
            return Err(ReadError::new(self.text.at(node), "`let` takes bindings and a body"));
        };
        self.todo.push(Task::Bind(node));
        for binding in self.text.list(bindings)?.iter().rev() {
            match self.text.list(*binding)? {
                &[_, value] => self.todo.push(Task::Read(value)),
                _ => {
                    return Err(ReadError::new(
                        self.text.at(*binding),
                        "expected a name and a term",
                    ));
                }
            }
        }
        Ok(())
    }

    fn bind(&mut self, node: usize) -> Result<()> {
        let &[_, bindings, body] = self.text.list(node)? else { unreachable!("checked before") };
        let bindings = self.text.list(bindings)?;
        let values = self.done.split_off(self.done.len() - bindings.len());
        let mut before = Vec::new();
        for (binding, value) in bindings.iter().zip(values) {
            let name = self.text.name(self.text.list(*binding)?[0])?;
            before.push((name.clone(), self.scope.vars.insert(name, value)));
        }
        self.todo.push(Task::Unbind(before));
        self.todo.push(Task::Read(body));
        Ok(())
    }

    fn unbind(&mut self, before: Vec<(String, Option<Term>)>) {
        for (name, meaning) in before.into_iter().rev() {
            match meaning {
                Some(term) => self.scope.vars.insert(name, term),
                None => self.scope.vars.remove(&name),
            };
        }
    }

    fn atom(&self, atom: &str, node: usize) -> Result<Term> {
        let at = self.text.at(node);
        match atom {
            "true" => return Ok(Term::TRUE),
            "false" => return Ok(Term::FALSE),
            _ => {}
        }
        if let Some(number) = number(self.pool, atom) {
            return Ok(number);
        }
        let name = self.text.name(node)?;
        if let Some(term) = self.scope.vars.get(&name) {
            return Ok(*term);
        }
        if let Some(func) = self.scope.funcs.get(&name)
            && self.pool.signature(*func).0.is_empty()
        {
            return Ok(self.pool.apply(*func, &[]));
        }
        if let Some((data, ctor)) = self.scope.ctors.get(&name)
            && self.pool.data_params(*data) == 0
        {
            let sort = self.pool.data_sort(*data, &[]);
            return self.checked(Op::Construct(*ctor), &[], sort, at);
        }
        Err(ReadError::new(at, format!("unknown name `{name}`")))
    }

    /// `(_ bv5 8)`, `(as @3 S)` and `(as nil (List Int))`.
    fn indexed_constant(&self, node: usize, members: &[usize]) -> Result<Term> {
        let at = self.text.at(node);
        let unknown = || ReadError::new(at, "unknown indexed constant");
        let &[head, first, second] = members else { return Err(unknown()) };
        let name = self.text.name(first)?;
        if self.text.atom(head)? == "_" {
            let bits = name.strip_prefix("bv").and_then(|bits| bits.parse().ok());
            let width = self.text.number::<u32>(second)?;
            let bits = bits.filter(|_| width > 0).ok_or_else(unknown)?;
            return Ok(self.pool.literal(Literal::BitVec(BitVec::new(width, bits))));
        }
        let sort = self.scope.sort(self.pool, self.text, second)?;
        if let Some(number) = name.strip_prefix('@').and_then(|number| number.parse().ok()) {
            return match self.pool.sort_node(sort) {
                crate::SortNode::Elem(_) => Ok(self.pool.elem(sort, number)),
                _ => Err(ReadError::new(at, "only uninterpreted sorts have numbered elements")),
            };
        }
        let (_, ctor) = *self.scope.ctors.get(&name).ok_or_else(unknown)?;
        self.checked(Op::Construct(ctor), &[], sort, at)
    }

    fn apply(&mut self, node: usize) -> Result<()> {
        let members = self.text.list(node)?;
        let args = self.done.split_off(self.done.len() - (members.len() - 1));
        let term = match self.text.nodes[members[0]].shape {
            Shape::Atom(_) => self.apply_named(members[0], &args)?,
            _ => self.apply_indexed(members[0], &args)?,
        };
        self.done.push(term);
        Ok(())
    }

    fn apply_named(&self, head: usize, args: &[Term]) -> Result<Term> {
        let at = self.text.at(head);
        let name = self.text.name(head)?;
        if let Some(func) = self.scope.funcs.get(&name) {
            return self.checked(Op::Apply(*func), args, Sort::BOOL, at);
        }
        if let Some((data, ctor)) = self.scope.ctors.get(&name)
            && self.pool.data_params(*data) == 0
        {
            let sort = self.pool.data_sort(*data, &[]);
            return self.checked(Op::Construct(*ctor), args, sort, at);
        }
        if let Some((data, ctor, field)) = self.scope.fields.get(&name) {
            let of_type = args.first().and_then(|arg| self.pool.as_data(self.pool.sort(*arg)));
            if of_type.is_some_and(|(found, _)| found == *data) {
                return self.checked(Op::Field(*ctor, *field), args, Sort::BOOL, at);
            }
        }
        if let Some(term) = self.sugar(&name, args, at)? {
            return Ok(term);
        }
        match Op::PLAIN.iter().find(|op| op.info().name == name) {
            Some(op) => self.checked(*op, args, Sort::BOOL, at),
            None => Err(ReadError::new(at, format!("unknown operator `{name}`"))),
        }
    }

    /// Operators of SMT-LIB that we write in terms of others.
    fn sugar(&self, name: &str, args: &[Term], at: usize) -> Result<Option<Term>> {
        let pool = self.pool;
        let pairs = |op: Op| -> Result<Term> {
            let parts = args
                .windows(2)
                .map(|pair| self.checked(op, pair, Sort::BOOL, at))
                .collect::<Result<Vec<Term>>>()?;
            Ok(pool.and(&parts))
        };
        let swapped = |op: Op| -> Result<Term> {
            let &[a, b] = args else { return Err(ReadError::new(at, "expected two operands")) };
            self.checked(op, &[b, a], Sort::BOOL, at)
        };
        let numeric = args.iter().all(|a| matches!(pool.sort(*a), Sort::INT | Sort::REAL));
        let boolean = args.iter().all(|arg| pool.sort(*arg) == Sort::BOOL);
        Ok(Some(match (name, args) {
            ("=" | "<=" | "<", [_, _, _, ..]) => match name {
                "=" => pairs(Op::Eq)?,
                "<=" => pairs(Op::Le)?,
                _ => pairs(Op::Lt)?,
            },
            (">=", _) => swapped(Op::Le)?,
            (">", _) => swapped(Op::Lt)?,
            ("-", &[a]) if numeric => pool.neg(a),
            ("-", &[a, b]) if numeric && pool.sort(a) == pool.sort(b) => pool.sub(a, b),
            ("=>", &[a, b]) if boolean => pool.implies(a, b),
            ("xor", &[a, b]) if boolean => pool.not(pool.eq(a, b)),
            ("and", &[a]) | ("or", &[a]) | ("+", &[a]) | ("*", &[a]) => a,
            ("distinct", [first, rest @ ..])
                if rest.iter().all(|other| pool.sort(*other) == pool.sort(*first)) =>
            {
                pool.distinct(args)
            }
            _ => return Ok(None),
        }))
    }

    /// `((_ extract 7 0) x)`, `((_ is List.nil) x)`, `((as const …) x)`, `((as List.cons …) x y)`.
    fn apply_indexed(&self, head: usize, args: &[Term]) -> Result<Term> {
        let at = self.text.at(head);
        let members = self.text.list(head)?;
        let unknown = || ReadError::new(at, "unknown indexed operator");
        let [kind, name, indices @ ..] = members else { return Err(unknown()) };
        let name = self.text.name(*name)?;
        if self.text.atom(*kind)? == "as" {
            let &[sort] = indices else { return Err(unknown()) };
            let sort = self.scope.sort(self.pool, self.text, sort)?;
            let op = match self.scope.ctors.get(&name) {
                Some((_, ctor)) => Op::Construct(*ctor),
                None if name == "const" => Op::ConstArray,
                None => return Err(unknown()),
            };
            return self.checked(op, args, sort, at);
        }
        let op = match (name.as_str(), indices) {
            ("extract", &[high, low]) => {
                Op::BvExtract(self.text.number(high)?, self.text.number(low)?)
            }
            ("zero_extend", &[by]) => Op::BvZeroExtend(self.text.number(by)?),
            ("sign_extend", &[by]) => Op::BvSignExtend(self.text.number(by)?),
            ("int2bv", &[width]) => Op::IntToBv(self.text.number(width)?),
            ("is", &[ctor]) => {
                let ctor = self.scope.ctors.get(&self.text.name(ctor)?).ok_or_else(unknown)?;
                Op::Is(ctor.1)
            }
            _ => return Err(unknown()),
        };
        self.checked(op, args, Sort::BOOL, at)
    }

    fn checked(&self, op: Op, args: &[Term], own: Sort, at: usize) -> Result<Term> {
        self.pool.try_make(op, args, own).map_err(|error| ReadError::new(at, error.to_string()))
    }
}

/// `12`, `0.5`, `#xff` or `#b01`.
fn number(pool: &Pool, atom: &str) -> Option<Term> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits(atom) {
        return atom.parse::<num_bigint::BigInt>().ok().map(|big| pool.int(Int::from(big)));
    }
    if let Some((whole, part)) = atom.split_once('.')
        && digits(whole)
        && digits(part)
    {
        let numer = format!("{whole}{part}").parse::<num_bigint::BigInt>().ok()?;
        let denom = num_bigint::BigInt::from(10).pow(u32::try_from(part.len()).ok()?);
        return Some(pool.real(num_rational::BigRational::new(numer, denom)));
    }
    let (digits, radix, bits) = match atom.split_at_checked(2)? {
        ("#x", digits) => (digits, 16, 4),
        ("#b", digits) => (digits, 2, 1),
        _ => return None,
    };
    let value = num_bigint::BigUint::parse_bytes(digits.as_bytes(), radix)?;
    Some(pool.literal(Literal::BitVec(BitVec::new(digits.len() as u32 * bits, value))))
}

/// The code points of a string literal: `""` is a quote, `\u{…}` and `\uXXXX` are code points.
pub(crate) fn unescape(inner: &str) -> Option<Vec<u32>> {
    let mut codes = Vec::new();
    let mut rest = inner;
    while let Some(c) = rest.chars().next() {
        let escape = rest.strip_prefix("\\u").and_then(|after| match after.strip_prefix('{') {
            Some(braced) => braced.split_once('}'),
            None => after.split_at_checked(4),
        });
        let escaped =
            escape.and_then(|(hex, after)| Some((u32::from_str_radix(hex, 16).ok()?, after)));
        match escaped {
            Some((code, _)) if code > Text::MAX_CODE => return None,
            Some((code, after)) => {
                codes.push(code);
                rest = after;
            }
            None => {
                codes.push((c as u32).min(Text::MAX_CODE));
                rest = &rest[c.len_utf8()..];
                // Quotes are doubled; the second one goes.
                if c == '"' {
                    rest = rest.strip_prefix('"').unwrap_or(rest);
                }
            }
        }
    }
    Some(codes)
}
