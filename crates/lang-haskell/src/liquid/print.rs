//! Annotations as text.
//!
//! With as few parentheses as the grammar allows; reading the text again gives the same tree.

use super::ast::{
    Alias, Arg, BinOp, Data, DataCtor, Expr, ExprKind, Grouping, Ident, ItemKind, Measure,
    Signature, Type, TypeKind,
};

/// An annotation without its brackets.
#[must_use]
pub fn item_text(item: &ItemKind) -> String {
    match item {
        ItemKind::Signature(signature) => signature_text(signature),
        ItemKind::TypeAlias(alias) => format!("type {}", alias_text(alias, type_text)),
        ItemKind::Predicate(alias) => format!("predicate {}", alias_text(alias, expr_text)),
        ItemKind::Measure(measure) => match measure.of_instance {
            true => format!("instance {}", measure_text(measure)),
            false => measure_text(measure),
        },
        ItemKind::Inline(name) => format!("inline {}", function(name)),
        ItemKind::Reflect(name) => format!("reflect {}", function(name)),
        ItemKind::Invariant(ty) => format!("invariant {}", type_text(ty)),
        ItemKind::Using(ty, invariant) => {
            format!("using {} as {}", type_text(ty), type_text(invariant))
        }
        ItemKind::Data(data) => data_text(data),
        ItemKind::Trusted(name) => format!("ignore {}", function(name)),
        ItemKind::Methods(of, methods) => {
            let head = match of {
                Some(name) => format!("instance C {} where", name.text),
                None => "class C a where".to_owned(),
            };
            let methods = methods.iter().map(|method| format!("\n    {}", signature_text(method)));
            format!("{head}{}", methods.collect::<String>())
        }
        ItemKind::Ignored(word, rest) | ItemKind::Unsupported(word, rest) => {
            format!("{} {rest}", word.text).trim_end().to_owned()
        }
    }
}

/// A type.
#[must_use]
pub fn type_text(ty: &Type) -> String {
    match &ty.kind {
        TypeKind::Fun(binder, arg, result) => {
            let binder = binder.as_ref().map(|name| format!("{}:", name.text)).unwrap_or_default();
            format!("{binder}{} -> {}", operand_text(arg), type_text(result))
        }
        TypeKind::ForAll(vars, body) => {
            format!("forall {}. {}", names(vars, " "), type_text(body))
        }
        TypeKind::ForAllAbstract(text, _, body) => {
            format!("forall <{text}>. {}", type_text(body))
        }
        TypeKind::Bounded(text, body) => format!("{{{text}}} => {}", type_text(body)),
        TypeKind::Context(constraints, body) => {
            let all: Vec<String> = constraints.iter().map(type_text).collect();
            let before = match constraints.as_slice() {
                [only] if !matches!(only.kind, TypeKind::Tuple(_)) => operand_text(only),
                _ => format!("({})", all.join(", ")),
            };
            format!("{before} => {}", type_text(body))
        }
        TypeKind::Con(name, args) if !args.is_empty() => applied(&name.text, args),
        TypeKind::Apply(name, args) => applied(&name.text, args),
        _ => atom_text(ty),
    }
}

/// A type before an arrow.
fn operand_text(ty: &Type) -> String {
    match ty.kind {
        TypeKind::Fun(..)
        | TypeKind::ForAll(..)
        | TypeKind::ForAllAbstract(..)
        | TypeKind::Bounded(..)
        | TypeKind::Context(..) => format!("({})", type_text(ty)),
        _ => type_text(ty),
    }
}

fn applied(head: &str, args: &[Arg]) -> String {
    let args = args.iter().map(|arg| match arg {
        Arg::Type(ty) => format!(" {}", atom_text(ty)),
        Arg::Value(value) => match &value.kind {
            ExprKind::Int(digits) => format!(" {digits}"),
            _ => format!(" {{{}}}", braced(value)),
        },
    });
    format!("{head}{}", args.collect::<String>())
}

/// An expression in braces, where `{x : y}` would start a refinement.
fn braced(expr: &Expr) -> String {
    let text = expr_text(expr);
    match text.split_whitespace().nth(1) {
        Some(":") => format!("({text})"),
        _ => text,
    }
}

/// A type as an argument.
fn atom_text(ty: &Type) -> String {
    match &ty.kind {
        TypeKind::Var(name) => name.text.clone(),
        TypeKind::Con(name, args) if args.is_empty() => name.text.clone(),
        TypeKind::List(of) => format!("[{}]", type_text(of)),
        TypeKind::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(type_text).collect();
            format!("({})", parts.join(", "))
        }
        TypeKind::Refined(binder, base, pred) => {
            format!("{{{}:{} | {}}}", binder.text, type_text(base), expr_text(pred))
        }
        TypeKind::Prop(pred) => format!("{{{}}}", braced(pred)),
        TypeKind::Abstract(of, text, _) => format!("{}<{text}>", atom_text(of)),
        TypeKind::Hole => "_".to_owned(),
        TypeKind::Con(..)
        | TypeKind::Apply(..)
        | TypeKind::Fun(..)
        | TypeKind::ForAll(..)
        | TypeKind::ForAllAbstract(..)
        | TypeKind::Bounded(..)
        | TypeKind::Context(..) => format!("({})", type_text(ty)),
    }
}

/// An expression.
#[must_use]
pub fn expr_text(expr: &Expr) -> String {
    shown(expr, 0)
}

/// Stronger than any operator: an argument.
const ATOM: u8 = 10;

/// An expression where only operators of at least this strength go without parentheses.
fn shown(expr: &Expr, weakest: u8) -> String {
    let (text, strength) = match &expr.kind {
        ExprKind::Bool(value) => (value.to_string(), ATOM),
        ExprKind::Int(digits) | ExprKind::Real(digits) => (digits.clone(), ATOM),
        ExprKind::Text(text) => (format!("\"{}\"", escaped(text, '"')), ATOM),
        ExprKind::Char(c) => (format!("'{}'", escaped(&c.to_string(), '\'')), ATOM),
        ExprKind::Name(name) => (function(name), ATOM),
        ExprKind::Apply(name, args) => {
            let args: String = args.iter().map(|arg| format!(" {}", shown(arg, ATOM))).collect();
            (format!("{}{args}", function(name)), ATOM - 1)
        }
        ExprKind::Not(of) => (format!("not {}", shown(of, 5)), 4),
        ExprKind::Neg(of) => (format!("-{}", shown(of, ATOM)), 8),
        ExprKind::Binary(op, left, right) => binary(*op, left, right),
        ExprKind::If(cond, yes, no) => {
            let [cond, yes, no] = [cond, yes, no].map(|part| expr_text(part));
            (format!("if {cond} then {yes} else {no}"), 0)
        }
        ExprKind::Tuple(parts) => (format!("({})", list(parts)), ATOM),
        ExprKind::List(parts) => (format!("[{}]", list(parts)), ATOM),
    };
    if strength < weakest { format!("({text})") } else { text }
}

fn binary(op: BinOp, left: &Expr, right: &Expr) -> (String, u8) {
    let (strength, grouping) = op.strength();
    let around = |side: Grouping| strength + u8::from(grouping != side);
    // What starts with a word reaches as far to the right as it can.
    let before = match starts_with_word(left) {
        true => format!("({})", expr_text(left)),
        false => shown(left, around(Grouping::Left)),
    };
    (format!("{before} {} {}", op.text(), shown(right, around(Grouping::Right))), strength)
}

fn starts_with_word(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Not(_) | ExprKind::If(..))
}

fn list(parts: &[Expr]) -> String {
    parts.iter().map(expr_text).collect::<Vec<_>>().join(", ")
}

fn escaped(text: &str, quote: char) -> String {
    let mut made = String::new();
    for c in text.chars() {
        match c {
            '\n' => made.push_str("\\n"),
            '\t' => made.push_str("\\t"),
            '\r' => made.push_str("\\r"),
            '\\' => made.push_str("\\\\"),
            _ if c == quote => made.extend(['\\', c]),
            _ => made.push(c),
        }
    }
    made
}

/// A name as it stands by itself: an operator is in parentheses.
fn function(name: &Ident) -> String {
    let first = name.text.chars().next().unwrap_or(' ');
    match first.is_alphabetic() || first == '_' || matches!(first, '(' | '[') {
        true => name.text.clone(),
        false => format!("({})", name.text),
    }
}

fn names(all: &[Ident], between: &str) -> String {
    all.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(between)
}

fn signature_text(signature: &Signature) -> String {
    let assume = if signature.assumed { "assume " } else { "" };
    let names: Vec<String> = signature.names.iter().map(function).collect();
    let metric = signature.metric.as_ref().map(|text| format!(" / [{text}]")).unwrap_or_default();
    format!("{assume}{} :: {}{metric}", names.join(", "), type_text(&signature.ty))
}

fn alias_text<T>(alias: &Alias<T>, body: impl Fn(&T) -> String) -> String {
    let params: String = alias.params.iter().map(|param| format!(" {}", param.text)).collect();
    format!("{}{params} = {}", alias.name.text, body(&alias.body))
}

fn measure_text(measure: &Measure) -> String {
    let name = function(&measure.name);
    let ty = measure.ty.as_ref().map(|ty| format!(" :: {}", type_text(ty))).unwrap_or_default();
    let equations = measure.equations.iter().map(|equation| {
        let fields = names(&equation.fields, " ");
        let ctor = function(&equation.ctor);
        let pattern = match fields.is_empty() {
            true => ctor,
            false => format!("({ctor} {fields})"),
        };
        format!("\n    {name} {pattern} = {}", expr_text(&equation.body))
    });
    format!("measure {name}{ty}{}", equations.collect::<String>())
}

fn data_text(data: &Data) -> String {
    let word = if data.is_newtype { "newtype" } else { "data" };
    let metric = data.metric.as_ref().map(|text| format!(" [{text}]")).unwrap_or_default();
    let params: String = data.params.iter().map(|param| format!(" {}", param.text)).collect();
    let refinements =
        data.refinements.as_ref().map(|text| format!(" <{text}>")).unwrap_or_default();
    let ctors: Vec<String> = data.ctors.iter().map(ctor_text).collect();
    let equals = if ctors.is_empty() { "" } else { " = " };
    let ctors = ctors.join(" | ");
    format!("{word} {}{metric}{params}{refinements}{equals}{ctors}", data.name.text)
}

fn ctor_text(ctor: &DataCtor) -> String {
    let name = function(&ctor.name);
    let named: Option<Vec<String>> = ctor
        .fields
        .iter()
        .map(|(name, ty)| name.as_ref().map(|name| format!("{} :: {}", name.text, type_text(ty))))
        .collect();
    match named {
        Some(fields) if !fields.is_empty() => format!("{name} {{ {} }}", fields.join(", ")),
        _ => {
            let fields = ctor.fields.iter().map(|(name, ty)| match name {
                Some(name) => format!(" ({} :: {})", name.text, type_text(ty)),
                None => format!(" {}", atom_text(ty)),
            });
            format!("{name}{}", fields.collect::<String>())
        }
    }
}

/// Random annotations for tests.
#[cfg(test)]
pub(super) mod random {
    use super::*;
    use crate::liquid::ast::{Equation, Refinement, RefinementParam};
    use proptest::prelude::*;
    use source::{Files, Span};

    fn span() -> Span {
        Files::new().add("random", "").span(0..0)
    }

    fn ident(names: &'static [&'static str]) -> impl Strategy<Value = Ident> + Clone {
        prop::sample::select(names).prop_map(|text| Ident { text: text.to_owned(), span: span() })
    }

    fn lower() -> impl Strategy<Value = Ident> + Clone {
        ident(&["x", "xs", "v'", "size", "n_1"])
    }

    fn upper() -> impl Strategy<Value = Ident> + Clone {
        ident(&["List", "M.Map", "N", "Int"])
    }

    fn ops() -> impl Strategy<Value = BinOp> {
        prop::sample::select(vec![
            BinOp::Iff,
            BinOp::Implies,
            BinOp::Or,
            BinOp::And,
            BinOp::Eq,
            BinOp::Ne,
            BinOp::Lt,
            BinOp::Le,
            BinOp::Gt,
            BinOp::Ge,
            BinOp::Cons,
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::Div,
            BinOp::Mod,
            BinOp::IntDiv,
        ])
    }

    fn expr() -> impl Strategy<Value = Expr> + Clone {
        let made = |kind: ExprKind| Expr { kind, span: span() };
        let leaf = prop_oneof![
            any::<bool>().prop_map(ExprKind::Bool),
            (0..99u32).prop_map(|n| ExprKind::Int(n.to_string())),
            (0..99u32).prop_map(|n| ExprKind::Real(format!("{n}.5"))),
            "[a-z \"\\\\\n'é]{0,4}".prop_map(ExprKind::Text),
            "[a-z\"\\\\\n']".prop_map(|c| ExprKind::Char(c.chars().next().unwrap_or('a'))),
            lower().prop_map(ExprKind::Name),
            upper().prop_map(ExprKind::Name),
        ];
        leaf.prop_map(made).prop_recursive(4, 24, 3, move |inner| {
            let boxed = inner.clone().prop_map(Box::new);
            let some = |least| prop::collection::vec(inner.clone(), least..4);
            let tuple = some(2).prop_map(ExprKind::Tuple);
            prop_oneof![
                boxed.clone().prop_map(ExprKind::Not),
                boxed.clone().prop_map(ExprKind::Neg),
                (ops(), boxed.clone(), boxed.clone())
                    .prop_map(|(op, a, b)| ExprKind::Binary(op, a, b)),
                (boxed.clone(), boxed.clone(), boxed)
                    .prop_map(|(cond, yes, no)| ExprKind::If(cond, yes, no)),
                (lower(), some(1)).prop_map(|(name, args)| ExprKind::Apply(name, args)),
                tuple,
                some(0).prop_map(ExprKind::List),
            ]
            .prop_map(made)
        })
    }

    fn ty() -> impl Strategy<Value = Type> + Clone {
        let made = |kind: TypeKind| Type { kind, span: span() };
        let leaf = prop_oneof![
            lower().prop_map(TypeKind::Var),
            upper().prop_map(|name| TypeKind::Con(name, Vec::new())),
            Just(TypeKind::Hole),
            Just(TypeKind::Tuple(Vec::new())),
        ];
        leaf.prop_map(made).prop_recursive(4, 24, 3, move |inner| {
            let boxed = inner.clone().prop_map(Box::new);
            let arg = prop_oneof![
                4 => inner.clone().prop_filter_map("a proposition as an argument is a value", |ty| {
                    (!matches!(ty.kind, TypeKind::Prop(_))).then_some(Arg::Type(ty))
                }),
                1 => expr().prop_map(Arg::Value),
            ];
            let args = prop::collection::vec(arg, 1..3);
            prop_oneof![
                boxed.clone().prop_map(TypeKind::List),
                prop::collection::vec(inner.clone(), 2..4).prop_map(TypeKind::Tuple),
                (upper(), args.clone()).prop_map(|(name, args)| TypeKind::Con(name, args)),
                (lower(), args).prop_map(|(name, args)| {
                    match args.iter().all(|arg| matches!(arg, Arg::Type(_))) {
                        true => TypeKind::Apply(name, args),
                        // A variable that is applied to a value is an expression.
                        false => TypeKind::Var(name),
                    }
                }),
                (prop::option::of(lower()), boxed.clone(), boxed.clone())
                    .prop_map(|(name, a, b)| TypeKind::Fun(name, a, b)),
                (lower(), boxed.clone(), expr())
                    .prop_map(|(name, base, pred)| TypeKind::Refined(name, base, pred)),
                (prop::collection::vec(lower(), 1..3), boxed.clone())
                    .prop_map(|(vars, body)| TypeKind::ForAll(vars, body)),
                boxed.clone().prop_map(move |body| {
                    let ty = TypeKind::Var(Ident { text: "a".to_owned(), span: span() });
                    let name = Ident { text: "p".to_owned(), span: span() };
                    let param = RefinementParam { name, params: vec![made(ty)] };
                    TypeKind::ForAllAbstract("p :: a -> Bool".to_owned(), vec![param], body)
                }),
                boxed.prop_filter_map("refined in one pair of angles", |of| {
                    let twice = matches!(of.kind, TypeKind::Abstract(..));
                    let name = |text: &str| Ident { text: text.to_owned(), span: span() };
                    let x = Expr { kind: ExprKind::Name(name("x")), span: span() };
                    let given = vec![Refinement::Named(name("p"), vec![x])];
                    (!twice).then(|| TypeKind::Abstract(of, "p x".to_owned(), Some(given)))
                }),
            ]
            .prop_map(made)
        })
    }

    fn equation() -> impl Strategy<Value = Equation> {
        let ctor = ident(&["Emp", ":", "[]", "(,)", ":+:", "N.Node"]);
        let fields = prop::collection::vec(lower(), 0..3);
        (ctor, fields, expr()).prop_filter_map("patterns that can be written", |parts| {
            let (ctor, fields, body) = parts;
            (ctor.text != "[]" || fields.is_empty()).then_some(Equation { ctor, fields, body })
        })
    }

    fn data() -> impl Strategy<Value = ItemKind> {
        let field = (prop::option::of(lower()), ty());
        let ctor = (ident(&["Emp", ":+:"]), prop::collection::vec(field, 0..3))
            .prop_map(|(name, fields)| DataCtor { name, fields });
        let parts = (
            any::<bool>(),
            ident(&["List", "Tree"]),
            prop::collection::vec(ident(&["a", "b"]), 0..2),
            prop::option::of(Just("size".to_owned())),
            prop::collection::vec(ctor, 0..3),
        );
        parts.prop_map(|(is_newtype, name, params, metric, ctors)| {
            let (refinements, refinement_params) = (None, Vec::new());
            ItemKind::Data(Data {
                is_newtype,
                name,
                params,
                refinements,
                refinement_params,
                metric,
                ctors,
            })
        })
    }

    /// An annotation.
    pub(in crate::liquid) fn item() -> impl Strategy<Value = ItemKind> {
        let params = prop::collection::vec(ident(&["a", "N", "Lo"]), 0..3);
        let signature = (any::<bool>(), ident(&["f", "M.go", ":+:", "+"]), ty());
        prop_oneof![
            4 => signature.prop_map(|(assumed, name, ty)| {
                let metric = assumed.then(|| "len xs, n".to_owned());
                ItemKind::Signature(Signature { assumed, names: vec![name], ty, metric })
            }),
            1 => (upper(), params.clone(), ty()).prop_map(|(name, params, body)| {
                ItemKind::TypeAlias(Alias { name, params, body })
            }),
            1 => (upper(), params, expr()).prop_map(|(name, params, body)| {
                ItemKind::Predicate(Alias { name, params, body })
            }),
            1 => (ty(), prop::collection::vec(equation(), 0..3)).prop_map(|(ty, equations)| {
                let name = Ident { text: "measured".to_owned(), span: span() };
                let of_instance = false;
                ItemKind::Measure(Measure { name, ty: Some(ty), equations, of_instance })
            }),
            1 => data(),
            1 => ty().prop_map(ItemKind::Invariant),
            1 => (ty(), ty()).prop_map(|(ty, invariant)| ItemKind::Using(ty, invariant)),
        ]
    }
}
