//! Functions of the program as functions of the logic.
//!
//! A measure, an inlined or a reflected function is written in Haskell. Its Core is turned into an
//! expression of the logic: cases, arithmetic by way of classes, calls of other functions that can
//! be lifted. What does not fit (higher-order code, effects, classes of one's own) leaves a function
//! of which nothing is known, with the reason.

use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};

use super::{Resolver, builtin};
use crate::core::{Alt, Definition, Expr, Literal, Module, Name, Node, Param, Pattern, Var};
use crate::liquid::logic::{Arm, FnId, Function, Local, LogicOp, Pred};

/// How deep the Core of a measure may be.
const MAX_DEPTH: u32 = 200;

/// Why a function cannot be lifted, as a noun phrase.
type Lifting<T> = Result<T, String>;

impl Resolver<'_> {
    /// A function of the program as a function of the logic.
    pub(super) fn lifted(&mut self, name: &Name, span: Option<Span>) -> FnId {
        if let Some(known) = self.lifted.get(name) {
            return *known;
        }
        let found = self.module.definitions.iter().find(|definition| definition.name == *name);
        let definition = found.expect("the caller has seen its definition");
        let (params, body) = params_of(self.module, definition);
        let (mut env, mut locals) = (Env::default(), Vec::new());
        for (var, called) in params {
            let local = self.local(&called);
            env.insert(var, Meant::Value(Pred::Var(local)));
            locals.push(local);
        }
        let id = self.new_function(Function {
            name: name.occ.clone(),
            params: locals.clone(),
            body: Some(Pred::Bool(true)),
            span,
            measures: None,
        });
        self.functions.insert(name.occ.clone(), id);
        self.lifted.insert(name.clone(), id);
        let lifted = Lift { resolver: self, depth: 0 }.expr(body, &env);
        let measures = match (&lifted, locals.as_slice()) {
            (Ok(body), [only]) => first_ctor(body, *only).and_then(|ctor| self.owner(&ctor)),
            _ => None,
        };
        if let (Err(what), Some(span)) = (&lifted, span) {
            let message = format!("`{}` cannot be a function of the logic: {what}", name.occ);
            let help = "functions whose types use it cannot be checked";
            self.notes.push(Diagnostic::warning(message).at(span, "").with_help(help));
        }
        let function = &mut self.specs.functions[id.0 as usize];
        (function.body, function.measures) = (lifted.ok(), measures);
        id
    }
}

/// The constructor that a function first looks for in its parameter.
fn first_ctor(body: &Pred, param: Local) -> Option<Name> {
    match body {
        Pred::Let(_, value, body) if **value == Pred::Var(param) => match &**body {
            Pred::Case(_, arms, _) => arms.first().map(|arm| arm.ctor.clone()),
            _ => None,
        },
        Pred::Case(_, arms, _) => arms.first().map(|arm| arm.ctor.clone()),
        _ => None,
    }
}

/// What a local variable of Core means.
#[derive(Clone)]
enum Meant {
    Value(Pred),
    /// A function that is written into each of its calls: a join point or a helper.
    Code(Vec<Param>, Node),
    /// A dictionary or something else of which the logic knows nothing.
    Nothing,
}

type Env = FxHashMap<Var, Meant>;

/// The value parameters of a definition with their names, and its body.
fn params_of(module: &Module, definition: &Definition) -> (Vec<(Var, String)>, Node) {
    let mut params = Vec::new();
    let mut body = definition.value;
    loop {
        match module.expr(body) {
            Expr::At(_, inner) | Expr::Cast(inner, _) => body = *inner,
            Expr::Lam(more, inner) => {
                params.extend(more.iter().filter_map(|param| match param {
                    Param::Value(binder) if !is_dictionary(&binder.name) => {
                        Some((binder.var, binder.name.clone()))
                    }
                    Param::Value(_) | Param::Type(_) => None,
                }));
                body = *inner;
            }
            _ => return (params, body),
        }
    }
}

/// GHC calls dictionaries so.
fn is_dictionary(name: &str) -> bool {
    name.starts_with("$d")
}

/// A walk over the Core of one function.
struct Lift<'r, 'a> {
    resolver: &'r mut Resolver<'a>,
    depth: u32,
}

impl Lift<'_, '_> {
    fn expr(&mut self, node: Node, env: &Env) -> Lifting<Pred> {
        if self.depth == MAX_DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        self.depth += 1;
        let lifted = self.expr_here(node, env);
        self.depth -= 1;
        lifted
    }

    fn expr_here(&mut self, node: Node, env: &Env) -> Lifting<Pred> {
        let module = self.resolver.module;
        match module.expr(node) {
            Expr::At(_, inner) | Expr::Cast(inner, _) => self.expr(*inner, env),
            Expr::Local(var) => match env.get(var) {
                Some(Meant::Value(value)) => Ok(value.clone()),
                Some(Meant::Code(..)) => Err("a function as a value".to_owned()),
                Some(Meant::Nothing) | None => Err("a dictionary as a value".to_owned()),
            },
            Expr::Lit(literal) => self.literal(literal),
            Expr::Global(name) => self.global(name, Vec::new()),
            Expr::Con(name) | Expr::Wrapper(name) => self.con(name, Vec::new()),
            Expr::App(callee, args) => self.app(*callee, args, env),
            Expr::Let(_, bindings, body) => {
                let mut env = env.clone();
                for (binder, value) in bindings {
                    let meant = self.binding(*value, &env);
                    env.insert(binder.var, meant);
                }
                self.expr(*body, &env)
            }
            Expr::Case(of, binder, alts) => {
                let of = self.expr(*of, env)?;
                let local = self.resolver.local(&binder.name);
                let mut env = env.clone();
                env.insert(binder.var, Meant::Value(Pred::Var(local)));
                let case = self.alts(Pred::Var(local), alts, &env)?;
                Ok(Pred::Let(local, Box::new(of), Box::new(case)))
            }
            Expr::Lam(..) => Err("a function as a value".to_owned()),
            Expr::Select(..) | Expr::Prim(_) | Expr::Foreign(_) => {
                Err("a primitive as a value".to_owned())
            }
            Expr::Type(_) | Expr::Coercion => Err("a type as a value".to_owned()),
        }
    }

    /// What a `let` binds. What cannot be lifted matters only if it is used.
    fn binding(&mut self, value: Node, env: &Env) -> Meant {
        match self.resolver.module.expr(value) {
            Expr::At(_, inner) | Expr::Cast(inner, _) => self.binding(*inner, env),
            Expr::Lam(params, body) => Meant::Code(params.clone(), *body),
            _ => self.expr(value, env).map_or(Meant::Nothing, Meant::Value),
        }
    }

    fn literal(&mut self, literal: &Literal) -> Lifting<Pred> {
        Ok(match literal {
            Literal::Int(digits)
            | Literal::Word(digits)
            | Literal::Integer(digits)
            | Literal::Natural(digits) => Pred::Int(
                digits.parse::<num_bigint::BigInt>().map_err(|_| "a number".to_owned())?.into(),
            ),
            Literal::Char(code) => Pred::Int(i64::from(*code).into()),
            Literal::Float(over, under) | Literal::Double(over, under) => {
                let number = |digits: &str| digits.parse::<num_bigint::BigInt>();
                match (number(over), number(under)) {
                    (Ok(over), Ok(under)) => Pred::Ratio(over.into(), under.into()),
                    _ => return Err("a number".to_owned()),
                }
            }
            Literal::Bytes(_) | Literal::Opaque => return Err("a text".to_owned()),
        })
    }

    /// The arguments that are values.
    fn values(&mut self, args: &[Node], env: &Env) -> Lifting<Vec<Pred>> {
        let module = self.resolver.module;
        let mut values = Vec::new();
        for arg in args {
            if is_value(module, *arg, env) {
                values.push(self.expr(*arg, env)?);
            }
        }
        Ok(values)
    }

    fn app(&mut self, callee: Node, args: &[Node], env: &Env) -> Lifting<Pred> {
        let module = self.resolver.module;
        match module.expr(callee) {
            Expr::At(_, inner) | Expr::Cast(inner, _) => self.app(*inner, args, env),
            Expr::App(inner, first) => self.app(*inner, &[first.as_slice(), args].concat(), env),
            Expr::Con(name) | Expr::Wrapper(name) => {
                let args = self.values(args, env)?;
                self.con(name, args)
            }
            Expr::Select(_, method) => {
                let args = self.values(args, env)?;
                self.method(&method.occ, args)
            }
            Expr::Global(name) => {
                let args = self.values(args, env)?;
                self.global(name, args)
            }
            Expr::Local(var) => match env.get(var).cloned() {
                Some(Meant::Code(params, body)) => self.inlined(&params, body, args, env),
                _ => Err("a call of an unknown function".to_owned()),
            },
            Expr::Prim(prim) => {
                let args = self.values(args, env)?;
                primitive(prim, args)
            }
            _ => Err("a call of a computed function".to_owned()),
        }
    }

    /// A join point or a local helper with its arguments in place. A recursive helper is too deep.
    fn inlined(&mut self, params: &[Param], body: Node, args: &[Node], env: &Env) -> Lifting<Pred> {
        let mut inner = env.clone();
        for (param, arg) in params.iter().zip(args) {
            let Param::Value(binder) = param else { continue };
            let meant = match is_value(self.resolver.module, *arg, env) {
                true => self.binding(*arg, env),
                false => Meant::Nothing,
            };
            inner.insert(binder.var, meant);
        }
        self.expr(body, &inner)
    }

    fn con(&mut self, name: &Name, mut args: Vec<Pred>) -> Lifting<Pred> {
        match name.occ.as_str() {
            "True" | "False" => Ok(Pred::Bool(name.occ == "True")),
            "I#" | "W#" | "C#" | "D#" | "F#" | "IS" | "NS" if args.len() == 1 => Ok(args.remove(0)),
            _ => Ok(Pred::Con(name.clone(), args)),
        }
    }

    fn global(&mut self, name: &Name, args: Vec<Pred>) -> Lifting<Pred> {
        let own = self.resolver.module.name == name.module;
        let own = own && self.resolver.own(&name.occ).is_some();
        if own || self.resolver.lifted.contains_key(name) {
            let id = self.resolver.lifted(name, None);
            let function = self.resolver.specs.function(id);
            return match &function.body {
                Some(_) if function.params.len() == args.len() => Ok(Pred::Call(id, args)),
                Some(_) => Err(format!("`{}` without all of its arguments", name.occ)),
                None => Err(format!("it calls `{}`, which cannot be one either", name.occ)),
            };
        }
        if name.module.starts_with("Data.Set")
            && let Some(op) = builtin::set_operator(&name.occ)
        {
            return Ok(Pred::Op(op, args));
        }
        let known = ["fst", "snd", "isJust", "fromJust"].contains(&name.occ.as_str());
        if known
            && args.len() == 1
            && let Some(id) = self.resolver.builtin_named(&name.occ)
        {
            return Ok(Pred::Call(id, args));
        }
        self.method(&name.occ, args)
    }

    /// A function of a library or a method of one of its classes.
    fn method(&mut self, occ: &str, mut args: Vec<Pred>) -> Lifting<Pred> {
        let op = match (occ, args.len()) {
            ("+", 2) => LogicOp::Add,
            ("-", 2) => LogicOp::Sub,
            ("*", 2) => LogicOp::Mul,
            ("/", 2) => LogicOp::Div,
            ("div", 2) => LogicOp::IntDiv,
            ("mod", 2) => LogicOp::Mod,
            ("negate", 1) => LogicOp::Neg,
            ("==", 2) => LogicOp::Eq,
            ("/=", 2) => LogicOp::Ne,
            ("<", 2) => LogicOp::Lt,
            ("<=", 2) => LogicOp::Le,
            (">", 2) => LogicOp::Gt,
            (">=", 2) => LogicOp::Ge,
            ("&&", 2) => LogicOp::And,
            ("||", 2) => LogicOp::Or,
            ("not", 1) => LogicOp::Not,
            ("otherwise", 0) => return Ok(Pred::Bool(true)),
            ("fromInteger" | "fromIntegral" | "toInteger" | "fromRational", 1) => {
                return Ok(args.remove(0));
            }
            ("max", 2) => return Ok(extreme(LogicOp::Ge, args)),
            ("min", 2) => return Ok(extreme(LogicOp::Le, args)),
            ("abs", 1) => {
                let negative = Pred::Op(LogicOp::Neg, args.clone());
                return Ok(extreme(LogicOp::Ge, vec![args.remove(0), negative]));
            }
            ("length" | "null", 1) => {
                let known = if occ == "null" { "null" } else { "len" };
                let id = self.resolver.builtin_named(known).expect("it comes with the logic");
                return Ok(Pred::Call(id, args));
            }
            _ => return Err(format!("it uses `{occ}`")),
        };
        Ok(Pred::Op(op, args))
    }

    /// The alternatives of a case on a value, which is bound already.
    fn alts(&mut self, of: Pred, alts: &[Alt], env: &Env) -> Lifting<Pred> {
        let (mut arms, mut default) = (Vec::new(), None);
        let mut tests = Vec::new();
        for alt in alts {
            if self.is_failure(alt.body) {
                continue;
            }
            let mut inner = env.clone();
            match &alt.pattern {
                Pattern::Default => default = Some(self.expr(alt.body, &inner)?),
                Pattern::Lit(literal) => {
                    let literal = self.literal(literal)?;
                    let same = Pred::Op(LogicOp::Eq, vec![of.clone(), literal]);
                    tests.push((same, self.expr(alt.body, &inner)?));
                }
                Pattern::Con(name) if matches!(name.occ.as_str(), "True" | "False") => {
                    let body = self.expr(alt.body, &inner)?;
                    let is = match name.occ == "True" {
                        true => of.clone(),
                        false => Pred::Op(LogicOp::Not, vec![of.clone()]),
                    };
                    tests.push((is, body));
                }
                Pattern::Con(name) => {
                    let is_box =
                        matches!(name.occ.as_str(), "I#" | "W#" | "C#" | "D#" | "F#" | "IS" | "NS");
                    if let (true, [field]) = (is_box, alt.fields.as_slice()) {
                        inner.insert(field.var, Meant::Value(of.clone()));
                        return self.expr(alt.body, &inner);
                    }
                    let mut fields = Vec::new();
                    for field in &alt.fields {
                        let local = self.resolver.local(&field.name);
                        inner.insert(field.var, Meant::Value(Pred::Var(local)));
                        fields.push(local);
                    }
                    let body = self.expr(alt.body, &inner)?;
                    arms.push(Arm { ctor: name.clone(), fields, body });
                }
            }
        }
        if tests.is_empty() {
            return Ok(Pred::Case(Box::new(of), arms, default.map(Box::new)));
        }
        // Of tests that cover everything the last one need not be made.
        let last = default.or_else(|| tests.pop().map(|(_, body)| body));
        let last = last.ok_or_else(|| "a case without alternatives".to_owned())?;
        Ok(tests
            .into_iter()
            .rev()
            .fold(last, |no, (cond, yes)| Pred::If(Box::new(cond), Box::new(yes), Box::new(no))))
    }

    /// Whether an alternative only says that nothing fits.
    fn is_failure(&self, node: Node) -> bool {
        const FAILURES: [&str; 6] = [
            "patError",
            "error",
            "errorWithoutStackTrace",
            "undefined",
            "recSelError",
            "absentErr",
        ];
        let module = self.resolver.module;
        let mut node = node;
        loop {
            match module.expr(node) {
                Expr::At(_, inner) | Expr::Cast(inner, _) => node = *inner,
                Expr::App(callee, _) => node = *callee,
                Expr::Case(_, _, alts) if alts.is_empty() => return true,
                Expr::Global(name) => return FAILURES.contains(&name.occ.as_str()),
                _ => return false,
            }
        }
    }
}

impl Resolver<'_> {
    /// A function that comes with the logic, whatever the module calls like it.
    fn builtin_named(&mut self, name: &str) -> Option<FnId> {
        match self.functions.get(name) {
            Some(known) => Some(*known),
            None => self.builtin_function(name),
        }
    }
}

/// The greater or the smaller of two.
fn extreme(op: LogicOp, args: Vec<Pred>) -> Pred {
    let [a, b]: [Pred; 2] = args.try_into().expect("there are two");
    let cond = Pred::Op(op, vec![a.clone(), b.clone()]);
    Pred::If(Box::new(cond), Box::new(a), Box::new(b))
}

fn primitive(prim: &str, args: Vec<Pred>) -> Lifting<Pred> {
    let op = match prim {
        "+#" => LogicOp::Add,
        "-#" => LogicOp::Sub,
        "*#" => LogicOp::Mul,
        _ => return Err(format!("it uses `{prim}`")),
    };
    Ok(Pred::Op(op, args))
}

/// Whether an argument is a value: no type, no proof, no dictionary.
fn is_value(module: &Module, node: Node, env: &Env) -> bool {
    let mut node = node;
    loop {
        match module.expr(node) {
            Expr::At(_, inner) | Expr::Cast(inner, _) => node = *inner,
            Expr::App(callee, _) => {
                if matches!(module.expr(*callee), Expr::Global(name) if name.occ.starts_with("$f"))
                {
                    return false;
                }
                return true;
            }
            Expr::Type(_) | Expr::Coercion => return false,
            Expr::Global(name) => return !name.occ.starts_with("$f"),
            Expr::Prim(name) => return name != "void#",
            Expr::Local(var) => return env.contains_key(var),
            _ => return true,
        }
    }
}
