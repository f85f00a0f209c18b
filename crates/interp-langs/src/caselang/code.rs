//! From names to places: what the interpreter runs.
//!
//! A variable becomes its place in the frame of the function around it. A function becomes a number
//! and the places that it captures; the functions of one `let rec` capture the same things and make
//! each other anew when they are called, so that no value is cyclic.

use lang_interp::{Pat, Symbol};
use rustc_hash::FxHashMap;

use super::tree::{Expr, ExprKind, Operator, Pattern, PatternKind};

/// An expression with places instead of names.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    Con(Symbol, Vec<Code>),
    Int(i64),
    /// A place in the frame.
    Local(usize),
    /// A function, by its number.
    Lam(usize),
    App(Box<Code>, Box<Code>),
    Case(Box<Code>, Clauses),
    /// Values for the next places, then the body.
    Let(Vec<Code>, Box<Code>),
    /// A group of functions for the next places, then the body.
    LetRec(usize, Box<Code>),
    Equal(Box<Code>, Box<Code>),
    Binary(Operator, Box<Code>, Box<Code>),
    /// An event with its arguments, then the body.
    Emit(Symbol, Vec<Code>, Box<Code>),
}

impl Code {
    /// Whether nothing is computed.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Code::Int(_) | Code::Local(_) | Code::Lam(_) => true,
            Code::Con(_, args) => args.iter().all(Code::is_plain),
            Code::App(..)
            | Code::Case(..)
            | Code::Let(..)
            | Code::LetRec(..)
            | Code::Equal(..)
            | Code::Binary(..)
            | Code::Emit(..) => false,
        }
    }
}

/// The clauses of a case: patterns apart from bodies, as they are matched all at once.
#[derive(Clone, Debug)]
pub(crate) struct Clauses {
    pub(crate) patterns: Vec<Pat<'static>>,
    pub(crate) bodies: Vec<Code>,
}

/// A function: what it captures from the frame where it is made, and its body, whose frame holds
/// that, then its group if it has one, then the argument.
#[derive(Clone, Debug)]
pub(crate) struct Lambda {
    /// What its values are called by: functions are told apart by their numbers.
    pub(crate) name: Symbol,
    pub(crate) captured: Vec<usize>,
    pub(crate) group: Option<usize>,
    pub(crate) body: Code,
}

/// The values of a `let rec`: functions, and constructors of functions. They are made in a frame
/// that holds what they capture.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) captured: Vec<usize>,
    pub(crate) members: Vec<Code>,
}

/// All functions of a file.
#[derive(Clone, Default, Debug)]
pub(crate) struct Functions {
    pub(crate) lambdas: Vec<Lambda>,
    pub(crate) groups: Vec<Group>,
    /// The number of each function by its name.
    pub(crate) numbers: FxHashMap<Symbol, usize>,
}

impl Functions {
    /// One more function.
    fn add(&mut self, captured: Vec<usize>, group: Option<usize>, body: Code) -> Code {
        let number = self.lambdas.len();
        let name = Symbol::new(&format!("fun#{number}"));
        self.lambdas.push(Lambda { name, captured, group, body });
        self.numbers.insert(name, number);
        Code::Lam(number)
    }
}

/// Turns expressions into code. The depth of trees is limited by the parser.
#[derive(Default)]
pub(crate) struct Compiler {
    pub(crate) functions: Functions,
}

/// The names of the frame, the innermost last.
pub(crate) type Names = Vec<String>;

impl Compiler {
    pub(crate) fn expr(&mut self, names: &mut Names, expr: &Expr) -> Code {
        match &expr.node {
            ExprKind::Con(name, args) => {
                let args = args.iter().map(|arg| self.expr(names, arg)).collect();
                Code::Con(Symbol::new(name), args)
            }
            ExprKind::Int(number) => Code::Int(*number),
            ExprKind::Var(name) => Code::Local(place(names, name)),
            ExprKind::Lam(param, body) => self.lambda(names, param, body),
            ExprKind::App(function, argument) => {
                let function = Box::new(self.expr(names, function));
                Code::App(function, Box::new(self.expr(names, argument)))
            }
            ExprKind::Case(value, clauses) => {
                let value = Box::new(self.expr(names, value));
                Code::Case(value, self.clauses(names, clauses))
            }
            ExprKind::Let(bindings, body) => {
                let values = bindings.iter().map(|(_, value)| self.expr(names, value)).collect();
                let names_of = bindings.iter().map(|(name, _)| name.clone());
                Code::Let(values, Box::new(self.within(names, names_of, body)))
            }
            ExprKind::LetRec(bindings, body) => {
                let group = self.group(names, bindings);
                let names_of = bindings.iter().map(|(name, _)| name.clone());
                Code::LetRec(group, Box::new(self.within(names, names_of, body)))
            }
            ExprKind::Equal(left, right) => {
                let left = Box::new(self.expr(names, left));
                Code::Equal(left, Box::new(self.expr(names, right)))
            }
            ExprKind::Binary(operator, left, right) => {
                let left = Box::new(self.expr(names, left));
                Code::Binary(*operator, left, Box::new(self.expr(names, right)))
            }
            ExprKind::Emit(event, args, body) => {
                let args = args.iter().map(|arg| self.expr(names, arg)).collect();
                Code::Emit(Symbol::new(event), args, Box::new(self.expr(names, body)))
            }
        }
    }

    /// Compiles a body that sees further names.
    fn within(
        &mut self,
        names: &mut Names,
        more: impl IntoIterator<Item = String>,
        body: &Expr,
    ) -> Code {
        let known = names.len();
        names.extend(more);
        let code = self.expr(names, body);
        names.truncate(known);
        code
    }

    fn clauses(&mut self, names: &mut Names, clauses: &[(Pattern, Expr)]) -> Clauses {
        let (mut patterns, mut bodies) = (Vec::new(), Vec::new());
        for (pattern, body) in clauses {
            let mut bound = Vec::new();
            patterns.push(compile_pattern(pattern, &mut bound));
            bodies.push(self.within(names, bound, body));
        }
        Clauses { patterns, bodies }
    }

    fn lambda(&mut self, names: &Names, param: &str, body: &Expr) -> Code {
        let captured = free(body, &[param]);
        let mut inner: Names = captured.clone();
        inner.push(param.to_owned());
        let body = self.expr(&mut inner, body);
        let captured = captured.iter().map(|name| place(names, name)).collect();
        self.functions.add(captured, None, body)
    }

    /// A group of functions that see each other.
    pub(crate) fn group(&mut self, names: &Names, bindings: &[(String, Expr)]) -> usize {
        let own: Vec<&str> = bindings.iter().map(|(name, _)| name.as_str()).collect();
        let mut captured: Vec<String> = Vec::new();
        for (_, value) in bindings {
            for name in free(value, &own) {
                if !captured.contains(&name) {
                    captured.push(name);
                }
            }
        }
        let group = self.functions.groups.len();
        let places = captured.iter().map(|name| place(names, name)).collect();
        self.functions.groups.push(Group { captured: places, members: Vec::new() });
        let own: Vec<String> = own.into_iter().map(str::to_owned).collect();
        let members = bindings.iter().map(|(_, value)| self.member(group, &captured, &own, value));
        let members = members.collect();
        self.functions.groups[group].members = members;
        group
    }

    fn member(&mut self, group: usize, captured: &[String], own: &[String], value: &Expr) -> Code {
        match &value.node {
            ExprKind::Con(name, args) => {
                let args = args.iter().map(|arg| self.member(group, captured, own, arg));
                Code::Con(Symbol::new(name), args.collect())
            }
            ExprKind::Lam(param, body) => {
                let mut names = [captured, own, std::slice::from_ref(param)].concat();
                let body = self.expr(&mut names, body);
                let captured = (0..captured.len()).collect();
                self.functions.add(captured, Some(group), body)
            }
            _ => self.expr(&mut captured.to_vec(), value),
        }
    }
}

/// The place of a name; the innermost if there are several.
fn place(names: &[String], name: &str) -> usize {
    let found = names.iter().rposition(|known| known == name);
    found.expect("the parser has refused names that are not bound")
}

/// A pattern as the library wants it. Patterns live as long as the process, as names do.
fn compile_pattern(pattern: &Pattern, bound: &mut Vec<String>) -> Pat<'static> {
    match &pattern.node {
        PatternKind::Any => Pat::Any,
        PatternKind::Int(number) => Pat::Int(*number),
        PatternKind::Var(name) => {
            bound.push(name.clone());
            Pat::Bind
        }
        PatternKind::Con(name, parts) => {
            let parts: Vec<Pat<'static>> =
                parts.iter().map(|part| compile_pattern(part, bound)).collect();
            Pat::Named(Symbol::new(name), Vec::leak(parts))
        }
    }
}

/// The variables of an expression that neither it nor `bound` binds, in order of appearance.
fn free(expr: &Expr, bound: &[&str]) -> Vec<String> {
    let mut found = Free { bound: FxHashMap::default(), names: Vec::new() };
    found.within(bound.iter().copied(), |found| found.expr(expr));
    found.names
}

struct Free<'a> {
    /// How often a name is bound around the current place.
    bound: FxHashMap<&'a str, usize>,
    names: Vec<String>,
}

impl<'a> Free<'a> {
    fn within<'n>(
        &mut self,
        names: impl Iterator<Item = &'n str> + Clone,
        part: impl FnOnce(&mut Self),
    ) where
        'n: 'a,
    {
        for name in names.clone() {
            *self.bound.entry(name).or_default() += 1;
        }
        part(self);
        for name in names {
            *self.bound.entry(name).or_default() -= 1;
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.node {
            ExprKind::Int(_) => {}
            ExprKind::Con(_, args) => args.iter().for_each(|arg| self.expr(arg)),
            ExprKind::Var(name) => self.variable(name),
            ExprKind::Lam(param, body) => {
                self.within(std::iter::once(param.as_str()), |free| free.expr(body));
            }
            ExprKind::App(left, right)
            | ExprKind::Equal(left, right)
            | ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Emit(_, args, body) => {
                args.iter().for_each(|arg| self.expr(arg));
                self.expr(body);
            }
            ExprKind::Case(value, clauses) => {
                self.expr(value);
                for (pattern, body) in clauses {
                    let mut names = Vec::new();
                    pattern_names(pattern, &mut names);
                    self.within(names.iter().copied(), |free| free.expr(body));
                }
            }
            ExprKind::Let(bindings, body) => {
                bindings.iter().for_each(|(_, value)| self.expr(value));
                let names = bindings.iter().map(|(name, _)| name.as_str());
                self.within(names, |free| free.expr(body));
            }
            ExprKind::LetRec(bindings, body) => {
                let names = bindings.iter().map(|(name, _)| name.as_str());
                self.within(names, |free| {
                    bindings.iter().for_each(|(_, value)| free.expr(value));
                    free.expr(body);
                });
            }
        }
    }

    fn variable(&mut self, name: &str) {
        let is_bound = self.bound.get(name).is_some_and(|times| *times > 0);
        if !is_bound && !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }
}

fn pattern_names<'a>(pattern: &'a Pattern, names: &mut Vec<&'a str>) {
    match &pattern.node {
        PatternKind::Any | PatternKind::Int(_) => {}
        PatternKind::Var(name) => names.push(name),
        PatternKind::Con(_, parts) => parts.iter().for_each(|part| pattern_names(part, names)),
    }
}
