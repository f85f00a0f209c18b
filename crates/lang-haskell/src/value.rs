//! Values in Haskell's words.
//!
//! A value of the machine is a term, and what it looks like in Haskell depends on its type: the number
//! 97 is `97` or `'a'`. What was not evaluated is `_`. The notation is that of derived `Show`
//! instances, so that a value can be pasted into a program.
//!
//! Values are as long and as deep as programs make them, so the printer keeps its own stack.

mod machine;
mod text;

use num_rational::BigRational;
use term::{BitVec, Literal, Op, Pool, Term};

use crate::core::{Constructor, Name, Type, TypeDecl, TypeKind};
use crate::link::Linked;
use crate::outside::{self, Notation, Shape};
use crate::types::{self, Head, Instantiation};

pub use machine::{machine_value, nearest_floats};
pub use text::{char_literal, double_literal, float_literal, string_literal};

/// Precedence of an argument of a function.
const ARGUMENT: u8 = 11;
/// Precedence of an operand of an operator whose fixity is not known.
const OPERAND: u8 = 10;
/// Negative numbers are in parentheses above this.
const MINUS: u8 = 6;
/// The operand to the left of `:`.
const CONS: u8 = 6;

/// So many elements are written of a list without a known end.
const MAX_OPEN: usize = 10;

/// The name of the variable that stands for what was not evaluated.
pub const HOLE: &str = "_";

/// What values are shown with.
#[derive(Clone, Copy)]
pub struct Shower<'a> {
    /// The pool of the values.
    pub pool: &'a Pool,
    /// The types.
    pub linked: &'a Linked,
}

/// What a value is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// To be read: functions of libraries have no modules before them.
    Shown,
    /// To be compiled, where the modules of [`outside::imports`] are imported.
    Code,
}

/// What remains to be written, last first.
enum Todo {
    Text(String),
    Value(Type, Term, u8),
}

impl Shower<'_> {
    /// A value of a type in Haskell's words.
    #[must_use]
    pub fn show(&self, ty: &Type, value: Term) -> String {
        self.show_at(ty, value, 0, Style::Shown)
    }

    /// The numbers, characters and truth values that a value consists of, with their types, from left
    /// to right. Those of a text are not told apart.
    #[must_use]
    pub fn leaves(&self, ty: &Type, value: Term) -> Vec<(Type, Term)> {
        let (mut todo, mut leaves) = (vec![(ty.clone(), value)], Vec::new());
        while let Some((ty, value)) = todo.pop() {
            if self.is_leaf(&ty) {
                leaves.push((ty, value));
                continue;
            }
            let parts = self.parts(&ty, value, 0, Style::Shown).into_iter().rev();
            todo.extend(parts.filter_map(|part| match part {
                Todo::Value(ty, value, _) => Some((ty, value)),
                Todo::Text(_) => None,
            }));
        }
        leaves
    }

    fn is_leaf(&self, ty: &Type) -> bool {
        let is_whole = outside::view(self.linked, ty).is_none() && self.newtype(ty).is_none();
        let head = || types::head(self.linked, ty);
        is_whole && matches!(head(), Head::Char | Head::Number | Head::Truth)
    }

    /// The characters of a text, if all of them are known.
    #[must_use]
    pub fn characters(&self, text: Term) -> Option<Vec<u32>> {
        let (mut codes, mut rest) = (Vec::new(), text);
        while let (Op::Construct(1), [item, tail]) = self.pool.node(rest) {
            codes.push(self.pool.as_i64(*item).and_then(|code| u32::try_from(code).ok())?);
            rest = *tail;
        }
        matches!(self.pool.op(rest), Op::Construct(0)).then_some(codes)
    }

    /// A value as an argument of a function: in parentheses where that is needed.
    #[must_use]
    pub fn show_argument(&self, ty: &Type, value: Term) -> String {
        self.show_at(ty, value, ARGUMENT, Style::Shown)
    }

    /// A value as it is written for something, alone.
    #[must_use]
    pub fn write(&self, ty: &Type, value: Term, style: Style) -> String {
        self.show_at(ty, value, 0, style)
    }

    /// A value as it is written for something, as an argument of a function.
    #[must_use]
    pub fn write_argument(&self, ty: &Type, value: Term, style: Style) -> String {
        self.show_at(ty, value, ARGUMENT, style)
    }

    fn show_at(&self, ty: &Type, value: Term, precedence: u8, style: Style) -> String {
        let mut todo = vec![Todo::Value(ty.clone(), value, precedence)];
        let mut out = String::new();
        while let Some(next) = todo.pop() {
            match next {
                Todo::Text(text) => out.push_str(&text),
                Todo::Value(ty, value, precedence) => {
                    let mut parts = self.parts(&ty, value, precedence, style);
                    parts.reverse();
                    todo.append(&mut parts);
                }
            }
        }
        out
    }

    /// What a value is written as, from left to right.
    fn parts(&self, ty: &Type, value: Term, precedence: u8, style: Style) -> Vec<Todo> {
        if let Some((view, of)) = outside::view(self.linked, ty) {
            return self.viewed(view.notation, &of, value, precedence, style);
        }
        if let Some(inner) = self.newtype(ty) {
            return inner.parts(value, precedence);
        }
        match types::head(self.linked, ty) {
            Head::Data(decl, args) => self.data(ty, decl, &args, value, precedence),
            Head::Char => vec![Todo::Text(self.char(value))],
            Head::Number | Head::Float(_) | Head::Truth | Head::Unit => {
                vec![Todo::Text(self.scalar(value, precedence))]
            }
            Head::Function(..) => vec![Todo::Text("<function>".to_owned())],
            Head::Var(_) | Head::Opaque => vec![Todo::Text(HOLE.to_owned())],
        }
    }

    fn newtype(&self, ty: &Type) -> Option<Wrapped> {
        let Type::Con(name, args) = ty else { return None };
        let decl = self.linked.type_decl(name)?;
        let TypeKind::Newtype(constructor) = &decl.kind else { return None };
        let by = instantiation(&decl.params, args);
        let inner = types::substitute(constructor.fields.first()?, &by);
        Some(Wrapped { constructor: constructor.clone(), inner })
    }

    fn char(&self, value: Term) -> String {
        let code = self.pool.as_i64(value).and_then(|code| u32::try_from(code).ok());
        code.map_or_else(|| HOLE.to_owned(), char_literal)
    }

    /// A number or a truth value.
    fn scalar(&self, value: Term, precedence: u8) -> String {
        let (text, negative) = match self.pool.as_literal(value) {
            Some(Literal::Bool(true)) => ("True".to_owned(), false),
            Some(Literal::Bool(false)) => ("False".to_owned(), false),
            Some(Literal::Int(number)) => (number.to_string(), number.is_negative()),
            Some(Literal::Real(number)) => {
                (double_literal(nearest(number)), *number < BigRational::from_integer(0.into()))
            }
            Some(Literal::BitVec(word)) => float(word),
            Some(Literal::Text(_) | Literal::Elem(..)) | None => match self.pool.op(value) {
                Op::Construct(_) => ("()".to_owned(), false),
                _ => (HOLE.to_owned(), false),
            },
        };
        if negative && precedence > MINUS { format!("({text})") } else { text }
    }

    /// A value of a type without constructors, by the functions that make it.
    fn viewed(
        &self,
        notation: Notation,
        of: &Type,
        value: Term,
        precedence: u8,
        style: Style,
    ) -> Vec<Todo> {
        let called = |module: &str, function: &str| match style {
            Style::Shown => function.to_owned(),
            Style::Code => format!("{module}.{function}"),
        };
        let text = |text: &str| Todo::Text(text.to_owned());
        let (parts, least) = match (notation, self.pair(of, value)) {
            (Notation::Call(module, function), _) => {
                let call = Todo::Text(format!("{} ", called(module, function)));
                (vec![call, Todo::Value(of.clone(), value, ARGUMENT)], ARGUMENT)
            }
            (Notation::Spread(module, function), Some([(one, x), (other, y)])) => {
                let call = Todo::Text(format!("{} ", called(module, function)));
                let (x, y) = (Todo::Value(one, x, ARGUMENT), Todo::Value(other, y, ARGUMENT));
                (vec![call, x, text(" "), y], ARGUMENT)
            }
            (Notation::Operator(module, operator, at), Some([(one, x), _])) => {
                let Some([(n, x), (d, y)]) = self.pair(&one, x) else { return vec![text(HOLE)] };
                let operator = Todo::Text(format!(" {} ", called(module, operator)));
                (vec![Todo::Value(n, x, at + 1), operator, Todo::Value(d, y, at + 1)], at + 1)
            }
            (Notation::Number(_), _) => return vec![Todo::Value(of.clone(), value, precedence)],
            (Notation::Spread(..) | Notation::Operator(..), None) => return vec![text(HOLE)],
        };
        if precedence >= least { parenthesised(parts) } else { parts }
    }

    /// The parts of a pair with their types.
    fn pair(&self, ty: &Type, value: Term) -> Option<[(Type, Term); 2]> {
        let Type::Con(_, types) = ty else { return None };
        match (types.as_slice(), self.pool.node(value)) {
            ([one, other], (Op::Construct(_), [x, y])) => {
                Some([(one.clone(), *x), (other.clone(), *y)])
            }
            _ => None,
        }
    }

    /// The constructor that made a value of a data type, and its fields with their types.
    pub(crate) fn parts_of(
        &self,
        ty: &Type,
        value: Term,
    ) -> Option<(Constructor, Vec<(Type, Term)>)> {
        match types::head(self.linked, ty) {
            Head::Data(decl, args) => self.taken_apart(ty, decl, &args, value),
            _ => None,
        }
    }

    fn taken_apart(
        &self,
        ty: &Type,
        decl: &TypeDecl,
        args: &[Type],
        value: Term,
    ) -> Option<(Constructor, Vec<(Type, Term)>)> {
        let (Op::Construct(number), fields) = self.pool.node(value) else { return None };
        let (data, _) = self.pool.as_data(self.pool.sort(value))?;
        let ctors = self.pool.ctors(data).len();
        let (constructor, types, held) = match outside::shape(self.linked, ty) {
            Shape::Data(mut possible) if ctors == possible.len() => {
                let made = possible.swap_remove(number as usize);
                (made.ctor, made.fields, 0)
            }
            Shape::Plain if ctors == decl.constructors().len() => {
                let constructor = decl.constructors().get(number as usize)?.clone();
                let by = instantiation(&constructor.universals, args);
                let types = constructor.fields.iter().map(|ty| types::substitute(ty, &by));
                let (types, held) = (types.collect(), constructor.context.len());
                (constructor, types, held)
            }
            _ => return None,
        };
        // Dictionaries that the value holds are not written.
        let own = fields.get(held..).filter(|own| own.len() == types.len())?;
        let fields = types.into_iter().zip(own.iter().copied()).collect();
        Some((constructor, fields))
    }

    fn data(
        &self,
        ty: &Type,
        decl: &TypeDecl,
        args: &[Type],
        value: Term,
        precedence: u8,
    ) -> Vec<Todo> {
        let Some((constructor, fields)) = self.taken_apart(ty, decl, args, value) else {
            return vec![Todo::Text(HOLE.to_owned())];
        };
        let is = |module: &str, occ: &str| decl.name.module == module && decl.name.occ == occ;
        if is("GHC.Types", "[]") {
            return self.list(&args[0], value, precedence);
        }
        if decl.name.module == "GHC.Tuple" {
            let items = fields.into_iter().map(|(ty, field)| Todo::Value(ty, field, 0));
            return between("(", items, ",", ")");
        }
        constructed(&constructor, fields, precedence)
    }

    /// A list: a string, a list in brackets, or elements in front of what was not evaluated.
    fn list(&self, element: &Type, list: Term, precedence: u8) -> Vec<Todo> {
        let (mut items, mut rest) = (Vec::new(), list);
        while let (Op::Construct(1), [item, tail]) = self.pool.node(rest) {
            items.push(*item);
            rest = *tail;
        }
        let ends = matches!(self.pool.op(rest), Op::Construct(0));
        if ends && matches!(types::head(self.linked, element), Head::Char) {
            let code = |item: &Term| self.pool.as_i64(*item).and_then(|c| u32::try_from(c).ok());
            if let Some(codes) = items.iter().map(code).collect::<Option<Vec<u32>>>() {
                return vec![Todo::Text(string_literal(&codes))];
            }
        }
        let value = |item, precedence| Todo::Value(element.clone(), item, precedence);
        if ends {
            return between("[", items.into_iter().map(|item| value(item, 0)), ",", "]");
        }
        let mut parts = Vec::new();
        for item in items.into_iter().take(MAX_OPEN) {
            parts.push(value(item, CONS));
            parts.push(Todo::Text(" : ".to_owned()));
        }
        let several = !parts.is_empty();
        parts.push(Todo::Text(HOLE.to_owned()));
        if several && precedence >= CONS { parenthesised(parts) } else { parts }
    }
}

/// A value of a newtype: its constructor around another value.
struct Wrapped {
    constructor: Constructor,
    inner: Type,
}

impl Wrapped {
    fn parts(self, value: Term, precedence: u8) -> Vec<Todo> {
        constructed(&self.constructor, vec![(self.inner, value)], precedence)
    }
}

/// A constructor with its fields, as a derived `Show` instance writes it.
fn constructed(constructor: &Constructor, fields: Vec<(Type, Term)>, precedence: u8) -> Vec<Todo> {
    let name = &constructor.name.occ;
    let prefix = if is_operator(name) { format!("({name})") } else { name.clone() };
    if fields.is_empty() {
        return vec![Todo::Text(prefix)];
    }
    if !constructor.labels.is_empty() {
        let labels = constructor.labels.iter().zip(fields);
        let items = labels.flat_map(|(label, (ty, field))| {
            let label = if is_operator(label) { format!("({label})") } else { label.clone() };
            [Todo::Text(format!("{label} = ")), Todo::Value(ty, field, 0)]
        });
        let parts = record(format!("{prefix} {{"), items.collect());
        return if precedence >= ARGUMENT { parenthesised(parts) } else { parts };
    }
    if constructor.infix && fields.len() == 2 {
        let operator = if is_operator(name) { name.clone() } else { format!("`{name}`") };
        let mut parts = Vec::new();
        for (number, (ty, field)) in fields.into_iter().enumerate() {
            if number == 1 {
                parts.push(Todo::Text(format!(" {operator} ")));
            }
            parts.push(Todo::Value(ty, field, OPERAND));
        }
        return if precedence >= OPERAND { parenthesised(parts) } else { parts };
    }
    let mut parts = vec![Todo::Text(prefix)];
    for (ty, field) in fields {
        parts.push(Todo::Text(" ".to_owned()));
        parts.push(Todo::Value(ty, field, ARGUMENT));
    }
    if precedence >= ARGUMENT { parenthesised(parts) } else { parts }
}

/// Labels and values in turn, between braces.
fn record(open: String, items: Vec<Todo>) -> Vec<Todo> {
    let mut parts = vec![Todo::Text(open)];
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 && number % 2 == 0 {
            parts.push(Todo::Text(", ".to_owned()));
        }
        parts.push(item);
    }
    parts.push(Todo::Text("}".to_owned()));
    parts
}

fn between(open: &str, items: impl Iterator<Item = Todo>, comma: &str, close: &str) -> Vec<Todo> {
    let mut parts = vec![Todo::Text(open.to_owned())];
    for (number, item) in items.enumerate() {
        if number > 0 {
            parts.push(Todo::Text(comma.to_owned()));
        }
        parts.push(item);
    }
    parts.push(Todo::Text(close.to_owned()));
    parts
}

fn parenthesised(mut parts: Vec<Todo>) -> Vec<Todo> {
    parts.insert(0, Todo::Text("(".to_owned()));
    parts.push(Todo::Text(")".to_owned()));
    parts
}

fn is_operator(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_alphabetic() || first == '_' || first == '(')
}

fn instantiation(params: &[Name], args: &[Type]) -> Instantiation {
    params.iter().cloned().zip(args.iter().cloned()).collect()
}

/// A floating-point number by its bits, and whether it has a minus sign.
fn float(word: &BitVec) -> (String, bool) {
    let bits: u64 = word.unsigned().try_into().unwrap_or(0);
    if word.width() == 32 {
        let number = f32::from_bits(bits as u32);
        return (float_literal(number), number.is_sign_negative() && !number.is_nan());
    }
    let number = f64::from_bits(bits);
    (double_literal(number), number.is_sign_negative() && !number.is_nan())
}

/// The double nearest to a rational number.
fn nearest(number: &BigRational) -> f64 {
    num_traits::ToPrimitive::to_f64(number).unwrap_or(f64::NAN)
}
