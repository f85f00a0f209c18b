//! From the dumper's JSON to data.
//!
//! The dumper and this module change together; what does not fit is an old cache or a mistake of
//! ours, and is reported as such, with the path to the offending part.

use serde_json::Value;

use super::{
    About, Alt, Binder, Class, Constructor, Definition, Expr, Instance, Literal, Module, Name,
    Node, Param, Pattern, Problem, SourceRange, Type, TypeDecl, TypeKind, Var,
};

/// A dump that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the dump of a Haskell module is not as expected: {0}")]
pub struct Malformed(String);

type Decoded<T> = Result<T, Malformed>;

/// A module from one line of a dump.
pub fn module(line: &Value) -> Decoded<Module> {
    Ok(Module {
        name: text(field(line, "module")?)?,
        file: field(line, "file")?.as_str().map(str::to_owned),
        exports: all(field(line, "exports")?, name)?,
        types: all(field(line, "types")?, type_decl)?,
        classes: all(field(line, "classes")?, class)?,
        instances: all(field(line, "instances")?, instance)?,
        nodes: table(field(line, "nodes")?)?,
        definitions: all(field(line, "binds")?, definition)?,
    })
}

/// What the dump is made of, if a line of it says so.
pub fn about(line: &Value) -> Option<Decoded<About>> {
    let about = line.get("about")?;
    let parts = || {
        let complete = flag(field(about, "complete")?)?;
        let (files, imports) =
            (all(field(about, "files")?, text)?, all(field(about, "imports")?, text)?);
        Ok(About { complete, files, imports })
    };
    Some(parts())
}

/// The complaints of a kind, if a line of a dump holds them.
pub fn problems(line: &Value, kind: &str) -> Option<Decoded<Vec<Problem>>> {
    let errors = line.get(kind)?;
    Some(all(errors, |error| {
        let place = optional_place(field(error, "span")?)?;
        Ok(Problem { place, message: text(field(error, "message")?)? })
    }))
}

fn wrong<T>(expected: &str, found: &Value) -> Decoded<T> {
    let mut found = found.to_string();
    if let Some((cut, _)) = found.char_indices().nth(60) {
        found.truncate(cut);
    }
    Err(Malformed(format!("expected {expected}, found {found}")))
}

fn field<'v>(value: &'v Value, name: &str) -> Decoded<&'v Value> {
    value.get(name).map_or_else(|| wrong(name, value), Ok)
}

fn list(value: &Value) -> Decoded<&[Value]> {
    value.as_array().map_or_else(|| wrong("a list", value), |list| Ok(list.as_slice()))
}

fn text(value: &Value) -> Decoded<String> {
    value.as_str().map_or_else(|| wrong("a text", value), |text| Ok(text.to_owned()))
}

fn number(value: &Value) -> Decoded<u32> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number.map_or_else(|| wrong("a number", value), Ok)
}

fn flag(value: &Value) -> Decoded<bool> {
    value.as_bool().map_or_else(|| wrong("true or false", value), Ok)
}

fn all<T>(value: &Value, one: impl Fn(&Value) -> Decoded<T>) -> Decoded<Vec<T>> {
    list(value)?.iter().map(one).collect()
}

/// The kind of a tagged list, and the rest of it.
fn tagged(value: &Value) -> Decoded<(&str, &[Value])> {
    match list(value)? {
        [Value::String(kind), rest @ ..] => Ok((kind, rest)),
        _ => wrong("a tagged list", value),
    }
}

fn name(value: &Value) -> Decoded<Name> {
    match list(value)? {
        [module, occ] => Ok(Name { module: text(module)?, occ: text(occ)? }),
        _ => wrong("a name", value),
    }
}

fn place(value: &Value) -> Decoded<SourceRange> {
    match list(value)? {
        [file, start_line, start_column, end_line, end_column] => Ok(SourceRange {
            file: text(file)?,
            start: (number(start_line)?, number(start_column)?),
            end: (number(end_line)?, number(end_column)?),
        }),
        _ => wrong("a place", value),
    }
}

fn optional_place(value: &Value) -> Decoded<Option<SourceRange>> {
    if value.is_null() { Ok(None) } else { place(value).map(Some) }
}

/// Types are as deep as people write them, which the reader of JSON limits.
fn ty(value: &Value) -> Decoded<Type> {
    let two = |a: &Value, b: &Value| Ok((Box::new(ty(a)?), Box::new(ty(b)?)));
    Ok(match tagged(value)? {
        ("v", [var]) => Type::Var(name(var)?),
        ("c", [con, args @ ..]) => {
            Type::Con(name(con)?, args.iter().map(ty).collect::<Decoded<_>>()?)
        }
        ("a", [f, x]) => two(f, x).map(|(f, x)| Type::App(f, x))?,
        ("f", [a, b]) => two(a, b).map(|(a, b)| Type::Fun(a, b))?,
        ("q", [a, b]) => two(a, b).map(|(a, b)| Type::Qualified(a, b))?,
        ("A", [var, body]) => Type::ForAll(name(var)?, Box::new(ty(body)?)),
        ("n", [number]) => Type::Number(number.to_string()),
        ("s", [symbol]) => Type::Text(text(symbol)?),
        ("o", []) => Type::Coercion,
        _ => return wrong("a type", value),
    })
}

fn literal(parts: &[Value]) -> Decoded<Literal> {
    let whole = Value::Array(parts.to_vec());
    let ratio = |value: &Value| {
        let value = text(value)?;
        match value.split_once('/') {
            Some((over, under)) => Ok((over.to_owned(), under.to_owned())),
            None => wrong("a ratio", &Value::String(value)),
        }
    };
    let byte = |value: &Value| match u8::try_from(number(value)?) {
        Ok(byte) => Ok(byte),
        Err(_) => wrong("a byte", value),
    };
    let [Value::String(kind), rest @ ..] = parts else { return wrong("a literal", &whole) };
    Ok(match (kind.as_str(), rest) {
        ("char", [code]) => Literal::Char(number(code)?),
        ("int", [digits]) => Literal::Int(text(digits)?),
        ("word", [digits]) => Literal::Word(text(digits)?),
        ("integer", [digits]) => Literal::Integer(text(digits)?),
        ("natural", [digits]) => Literal::Natural(text(digits)?),
        ("string", [bytes]) => Literal::Bytes(all(bytes, byte)?),
        ("float", [value]) => ratio(value).map(|(over, under)| Literal::Float(over, under))?,
        ("double", [value]) => ratio(value).map(|(over, under)| Literal::Double(over, under))?,
        ("null" | "rubbish" | "label", _) => Literal::Opaque,
        _ => return wrong("a literal", &whole),
    })
}

/// The table of expressions. A node that refers to itself or to one behind it is refused, so that
/// walks over the table end.
fn table(value: &Value) -> Decoded<Vec<Expr>> {
    let rows = list(value)?.iter().enumerate();
    rows.map(|(at, row)| Row { at: u32::try_from(at).unwrap_or(u32::MAX) }.expr(row)).collect()
}

/// A row of the table that is being read.
#[derive(Clone, Copy)]
struct Row {
    at: u32,
}

impl Row {
    fn node(self, value: &Value) -> Decoded<Node> {
        let number = number(value)?;
        if number < self.at { Ok(Node(number)) } else { wrong("an earlier node", value) }
    }

    fn nodes(self, values: &[Value]) -> Decoded<Vec<Node>> {
        values.iter().map(|value| self.node(value)).collect()
    }

    fn expr(self, value: &Value) -> Decoded<Expr> {
        Ok(match tagged(value)? {
            ("var", [var]) => variable(var)?,
            ("con", [con]) => Expr::Con(name(con)?),
            ("wrap", [con]) => Expr::Wrapper(name(con)?),
            ("sel", [class, selector]) => Expr::Select(name(class)?, name(selector)?),
            ("prim", [prim]) => Expr::Prim(text(prim)?),
            ("fcall", [function]) => Expr::Foreign(text(function)?),
            ("l", parts) => Expr::Lit(literal(parts)?),
            ("app", [callee, args @ ..]) => Expr::App(self.node(callee)?, self.nodes(args)?),
            ("lam", [params, body]) => Expr::Lam(all(params, param)?, self.node(body)?),
            ("let", [recursive, bindings, body]) => {
                let bindings = all(bindings, |binding| self.binding(binding))?;
                Expr::Let(flag(recursive)?, bindings, self.node(body)?)
            }
            ("case", [value, bound, alts]) => {
                let alts = all(alts, |alt| self.alt(alt))?;
                Expr::Case(self.node(value)?, binder(bound)?, alts)
            }
            ("cast", [value, target]) => Expr::Cast(self.node(value)?, ty(target)?),
            ("at", [spot, value]) => Expr::At(place(spot)?, self.node(value)?),
            ("t", [argument]) => Expr::Type(ty(argument)?),
            ("o", []) => Expr::Coercion,
            _ => return wrong("an expression", value),
        })
    }

    fn binding(self, value: &Value) -> Decoded<(Binder, Node)> {
        match list(value)? {
            [bound, value] => Ok((binder(bound)?, self.node(value)?)),
            _ => wrong("a binding", value),
        }
    }

    fn alt(self, value: &Value) -> Decoded<Alt> {
        let [pattern, fields, body] = list(value)? else { return wrong("an alternative", value) };
        let pattern = match tagged(pattern)? {
            ("con", [con]) => Pattern::Con(name(con)?),
            ("l", parts) => Pattern::Lit(literal(parts)?),
            ("_", []) => Pattern::Default,
            _ => return wrong("a pattern", pattern),
        };
        Ok(Alt { pattern, fields: all(fields, binder)?, body: self.node(body)? })
    }
}

/// `["v", number]` is a local variable; anything else is the name of a definition.
fn variable(value: &Value) -> Decoded<Expr> {
    match list(value)? {
        [Value::String(kind), number @ Value::Number(_)] if kind == "v" => {
            self::number(number).map(|number| Expr::Local(Var(number)))
        }
        _ => name(value).map(Expr::Global),
    }
}

fn binder(value: &Value) -> Decoded<Binder> {
    match list(value)? {
        [var, occ] => Ok(Binder { var: Var(number(var)?), name: text(occ)?, ty: None }),
        [var, occ, of] => {
            Ok(Binder { var: Var(number(var)?), name: text(occ)?, ty: Some(ty(of)?) })
        }
        _ => wrong("a variable", value),
    }
}

fn param(value: &Value) -> Decoded<Param> {
    match list(value)? {
        [Value::String(kind), var] if kind == "T" => name(var).map(Param::Type),
        _ => binder(value).map(Param::Value),
    }
}

fn type_decl(value: &Value) -> Decoded<TypeDecl> {
    let kind = match field(value, "kind")?.as_str() {
        Some("synonym") => TypeKind::Synonym(ty(field(value, "rhs")?)?),
        Some("newtype") => match list(field(value, "ctors")?)? {
            [only] => TypeKind::Newtype(constructor(only)?),
            _ => return wrong("one constructor", value),
        },
        Some("data") => TypeKind::Data(all(field(value, "ctors")?, constructor)?),
        _ => return wrong("a declared type", value),
    };
    Ok(TypeDecl {
        name: name(field(value, "name")?)?,
        params: all(field(value, "params")?, name)?,
        kind,
        place: optional_place(field(value, "span")?)?,
    })
}

fn constructor(value: &Value) -> Decoded<Constructor> {
    let equation = |value: &Value| match list(value)? {
        [var, known] => Ok((name(var)?, ty(known)?)),
        _ => wrong("an equation", value),
    };
    Ok(Constructor {
        name: name(field(value, "name")?)?,
        universals: all(field(value, "univ")?, name)?,
        existentials: all(field(value, "exist")?, name)?,
        equations: all(field(value, "eqs")?, equation)?,
        context: all(field(value, "theta")?, ty)?,
        fields: all(field(value, "fields")?, ty)?,
        labels: all(field(value, "labels")?, text)?,
        strict: all(field(value, "strict")?, flag)?,
        infix: flag(field(value, "infix")?)?,
    })
}

fn class(value: &Value) -> Decoded<Class> {
    let method = |value: &Value| match list(value)? {
        [method, signature] => Ok((name(method)?, ty(signature)?)),
        _ => wrong("a method", value),
    };
    Ok(Class {
        name: name(field(value, "name")?)?,
        params: all(field(value, "params")?, name)?,
        constructor: name(field(value, "ctor")?)?,
        selectors: all(field(value, "selectors")?, name)?,
        methods: all(field(value, "methods")?, method)?,
    })
}

fn instance(value: &Value) -> Decoded<Instance> {
    Ok(Instance {
        class: name(field(value, "class")?)?,
        dictionary: name(field(value, "dfun")?)?,
        types: all(field(value, "types")?, ty)?,
    })
}

fn definition(value: &Value) -> Decoded<Definition> {
    let [called, node, signature, spot, exported] = list(value)? else {
        return wrong("a definition", value);
    };
    Ok(Definition {
        name: name(called)?,
        value: Node(number(node)?),
        ty: ty(signature)?,
        place: optional_place(spot)?,
        exported: flag(exported)?,
    })
}
