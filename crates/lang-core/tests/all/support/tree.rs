//! A small notation for core programs, so that tests can be read.
//!
//! `(def f (lam (x) (+ x 1)))` defines a global; names that start with an upper-case letter are
//! constructors; `_` is the default of a case. Everything else is a form of [`Tree`], a primitive,
//! a constant, a variable or a call.

use std::collections::HashMap;

use lang_core::VarId;
use lang_core::{Alt, Builder, CtorId, CtorOrder, ExprId, GlobalId, OpId, Pattern, Prim, Program};
use term::{Op, Pool, Sort};

/// A program as a tree, with names.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tree {
    Name(String),
    Int(i64),
    Bool(bool),
    Text(String),
    Lam(Vec<String>, Box<Tree>),
    App(Box<Tree>, Vec<Tree>),
    Let(String, Box<Tree>, Box<Tree>),
    LetRec(Vec<(String, Tree)>, Box<Tree>),
    Delay(Box<Tree>),
    Seq(Box<Tree>, Box<Tree>),
    If(Box<Tree>, Box<Tree>, Box<Tree>),
    Con(String, Vec<Tree>),
    Case(Box<Tree>, Vec<(Tree, Tree)>, Option<Box<Tree>>),
    Prim(Prim, Vec<Tree>),
    Perform(String, Vec<Tree>),
    Ask(String, String),
    Assume(Box<Tree>),
    Assert(Box<Tree>),
    Raise(Box<Tree>),
    Try(Box<Tree>, String, Box<Tree>),
    Unsupported(String),
}

/// How operands are lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Strict,
    Lazy,
}

/// Primitives by name.
const PRIMS: &[(&str, Prim)] = &[
    ("+", Prim::Op(Op::Add)),
    ("*", Prim::Op(Op::Mul)),
    ("-", Prim::Sub),
    ("<", Prim::Op(Op::Lt)),
    ("<=", Prim::Op(Op::Le)),
    ("not", Prim::Op(Op::Not)),
    ("++", Prim::Op(Op::TextConcat)),
    ("quot", Prim::Quot),
    ("=", Prim::Equal),
    ("compare", Prim::Compare(CtorOrder::Declared)),
    ("compare_ml", Prim::Compare(CtorOrder::ConstantsFirst)),
    ("same", Prim::Same),
    ("ref", Prim::RefNew),
    ("get", Prim::RefGet),
    ("set", Prim::RefSet),
    ("array", Prim::ArrayNew),
    ("array_get", Prim::ArrayGet),
    ("array_set", Prim::ArraySet),
    ("array_len", Prim::ArrayLen),
];

/// Reads definitions.
pub(crate) fn read(text: &str) -> Vec<(String, Tree)> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let mut definitions = Vec::new();
    while at < tokens.len() {
        let Sexp::List(parts) = read_sexp(&tokens, &mut at) else { panic!("a definition") };
        let [Sexp::Atom(def), Sexp::Atom(name), body] = &parts[..] else {
            panic!("(def name body)")
        };
        assert_eq!(def, "def");
        definitions.push((name.clone(), tree(body)));
    }
    definitions
}

enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

fn read_sexp(tokens: &[&str], at: &mut usize) -> Sexp {
    let token = tokens[*at];
    *at += 1;
    if token != "(" {
        return Sexp::Atom(token.to_owned());
    }
    let mut parts = Vec::new();
    while tokens[*at] != ")" {
        parts.push(read_sexp(tokens, at));
    }
    *at += 1;
    Sexp::List(parts)
}

fn tree(sexp: &Sexp) -> Tree {
    let parts = match sexp {
        Sexp::Atom(atom) => return atom_tree(atom),
        Sexp::List(parts) => parts,
    };
    let boxed = |sexp: &Sexp| Box::new(tree(sexp));
    let trees = |sexps: &[Sexp]| sexps.iter().map(tree).collect::<Vec<Tree>>();
    let Sexp::Atom(head) = &parts[0] else {
        return Tree::App(boxed(&parts[0]), trees(&parts[1..]));
    };
    match (head.as_str(), &parts[1..]) {
        ("lam", [Sexp::List(params), body]) => {
            Tree::Lam(params.iter().map(name).collect(), boxed(body))
        }
        ("let", [var, value, body]) => Tree::Let(name(var), boxed(value), boxed(body)),
        ("letrec", [Sexp::List(definitions), body]) => {
            let definition = |sexp: &Sexp| match sexp {
                Sexp::List(pair) => (name(&pair[0]), tree(&pair[1])),
                Sexp::Atom(_) => panic!("(name value)"),
            };
            Tree::LetRec(definitions.iter().map(definition).collect(), boxed(body))
        }
        ("delay", [inner]) => Tree::Delay(boxed(inner)),
        ("seq", [first, then]) => Tree::Seq(boxed(first), boxed(then)),
        ("if", [cond, yes, no]) => Tree::If(boxed(cond), boxed(yes), boxed(no)),
        ("case", [scrutinee, alts @ ..]) => case_tree(scrutinee, alts),
        ("perform", [op, args @ ..]) => Tree::Perform(name(op), trees(args)),
        ("ask", [input, sort]) => Tree::Ask(name(input), name(sort)),
        ("assume", [cond]) => Tree::Assume(boxed(cond)),
        ("assert", [cond]) => Tree::Assert(boxed(cond)),
        ("raise", [exception]) => Tree::Raise(boxed(exception)),
        ("try", [body, var, handler]) => Tree::Try(boxed(body), name(var), boxed(handler)),
        ("unsupported", [what]) => Tree::Unsupported(name(what)),
        (ctor, fields) if is_ctor(ctor) => Tree::Con(ctor.to_owned(), trees(fields)),
        (other, args) => match PRIMS.iter().find(|(name, _)| *name == other) {
            Some((_, prim)) => Tree::Prim(*prim, trees(args)),
            None => Tree::App(Box::new(Tree::Name(other.to_owned())), trees(args)),
        },
    }
}

fn case_tree(scrutinee: &Sexp, alts: &[Sexp]) -> Tree {
    let (mut cases, mut default) = (Vec::new(), None);
    for alt in alts {
        let Sexp::List(pair) = alt else { panic!("(pattern body)") };
        match tree(&pair[0]) {
            Tree::Name(name) if name == "_" => default = Some(Box::new(tree(&pair[1]))),
            pattern => cases.push((pattern, tree(&pair[1]))),
        }
    }
    Tree::Case(Box::new(tree(scrutinee)), cases, default)
}

fn atom_tree(atom: &str) -> Tree {
    match atom {
        "true" => Tree::Bool(true),
        "false" => Tree::Bool(false),
        _ if is_ctor(atom) => Tree::Con(atom.to_owned(), Vec::new()),
        _ if atom.starts_with('"') => Tree::Text(atom.trim_matches('"').to_owned()),
        _ => atom.parse().map_or_else(|_| Tree::Name(atom.to_owned()), Tree::Int),
    }
}

fn is_ctor(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase())
}

fn name(sexp: &Sexp) -> String {
    match sexp {
        Sexp::Atom(atom) => atom.clone(),
        Sexp::List(_) => panic!("a name"),
    }
}

/// What test programs can use: lists, options, pairs, exceptions, a record with a function, and
/// three operations.
pub(crate) struct Prelude {
    ctors: HashMap<&'static str, CtorId>,
    ops: HashMap<&'static str, OpId>,
    pub(crate) sorts: HashMap<&'static str, Sort>,
}

impl Prelude {
    pub(crate) fn declare(b: &mut Builder<'_>) -> Prelude {
        let pool = b.pool();
        let (a, c) = (pool.param_sort(0), pool.param_sort(1));
        let mut ctors = HashMap::new();
        let list = b.data("List", 1).expect("declared once");
        let list_of_a = pool.data_sort(list, &[a]);
        ctors.insert("Nil", b.ctor(list, "Nil", &[]));
        ctors.insert("Cons", b.ctor(list, "Cons", &[a, list_of_a]));
        let pair = b.data("Pair", 2).expect("declared once");
        ctors.insert("Pair", b.ctor(pair, "Pair", &[a, c]));
        let mixed = b.data("Mixed", 0).expect("declared once");
        ctors.insert("Some", b.ctor(mixed, "Some", &[Sort::INT]));
        ctors.insert("None", b.ctor(mixed, "None", &[]));
        let arrow = b.arrow(&[Sort::INT], Sort::INT);
        let test = b.arrow(&[Sort::INT], Sort::BOOL);
        let arrow2 = b.arrow(&[Sort::INT, Sort::INT], Sort::INT);
        let holder = b.data("Holder", 0).expect("declared once");
        ctors.insert("Hold", b.ctor(holder, "Hold", &[arrow]));
        let exn = b.data("exn", 0).expect("declared once");
        ctors.insert("Boom", b.ctor(exn, "Boom", &[Sort::INT]));
        ctors.insert("Other", b.ctor(exn, "Other", &[]));
        ctors.insert("Unit", b.unit_ctor());
        let ints = pool.data_sort(list, &[Sort::INT]);
        let sorts = HashMap::from([
            ("int", Sort::INT),
            ("bool", Sort::BOOL),
            ("ints", ints),
            ("pairs", pool.data_sort(pair, &[Sort::INT, ints])),
            ("mixed", pool.data_sort(mixed, &[])),
            ("holder", pool.data_sort(holder, &[])),
            ("arrow", arrow),
            ("arrow2", arrow2),
            ("test", test),
            ("exn", pool.data_sort(exn, &[])),
            ("key", pool.elem_sort("Key")),
            ("unit", b.unit_sort()),
        ]);
        let ops = HashMap::from([
            ("tick", b.operation("tick", &[Sort::INT], b.unit_sort())),
            ("read", b.operation("read", &[], Sort::INT)),
            ("send", b.operation("send", &[ints], Sort::BOOL)),
        ]);
        Prelude { ctors, ops, sorts }
    }
}

/// Lowers definitions to a program.
pub(crate) fn lower(pool: &Pool, definitions: &[(String, Tree)], mode: Mode) -> (Program, Prelude) {
    let mut b = Builder::new(pool);
    let prelude = Prelude::declare(&mut b);
    let globals: Vec<GlobalId> = definitions.iter().map(|(name, _)| b.declare(name)).collect();
    let names =
        definitions.iter().zip(&globals).map(|((name, _), id)| (name.clone(), Bound::Global(*id)));
    let scope: Scope = names.collect();
    for ((_, body), global) in definitions.iter().zip(&globals) {
        let mut lowering = Lowering { b: &mut b, prelude: &prelude, mode };
        let body = lowering.lower(body, &scope);
        b.define(*global, body);
    }
    (b.finish().expect("a well-formed test program"), prelude)
}

#[derive(Clone, Copy)]
enum Bound {
    Local(VarId),
    Global(GlobalId),
}

type Scope = HashMap<String, Bound>;

struct Lowering<'a, 'p> {
    b: &'a mut Builder<'p>,
    prelude: &'a Prelude,
    mode: Mode,
}

impl Lowering<'_, '_> {
    fn bind(&mut self, scope: &Scope, names: &[String]) -> (Scope, Vec<VarId>) {
        let vars: Vec<VarId> = names.iter().map(|name| self.b.fresh(name)).collect();
        let mut inner = scope.clone();
        inner.extend(names.iter().cloned().zip(vars.iter().map(|var| Bound::Local(*var))));
        (inner, vars)
    }

    fn all(&mut self, trees: &[Tree], scope: &Scope) -> Vec<ExprId> {
        trees.iter().map(|tree| self.lower(tree, scope)).collect()
    }

    fn lower(&mut self, tree: &Tree, scope: &Scope) -> ExprId {
        match tree {
            Tree::Name(name) => match scope.get(name) {
                Some(Bound::Local(var)) => self.b.var(*var),
                Some(Bound::Global(global)) => self.b.global(*global),
                None => panic!("`{name}` is not bound"),
            },
            Tree::Int(value) => self.b.int(*value),
            Tree::Bool(value) => self.b.bool(*value),
            Tree::Text(value) => self.b.text(value),
            Tree::Lam(params, body) => {
                let (inner, vars) = self.bind(scope, params);
                let body = self.lower(body, &inner);
                self.b.lambda(vars, body)
            }
            Tree::App(callee, args) => {
                let (callee, args) = (self.lower(callee, scope), self.all(args, scope));
                match self.mode {
                    Mode::Strict => self.b.apply(callee, args),
                    Mode::Lazy => self.b.apply_lazy(callee, args),
                }
            }
            Tree::Let(var, value, body) => {
                let value = self.lower(value, scope);
                let (inner, vars) = self.bind(scope, std::slice::from_ref(var));
                let body = self.lower(body, &inner);
                match self.mode {
                    Mode::Strict => self.b.let_strict(vars[0], value, body),
                    Mode::Lazy => self.b.let_lazy(vars[0], value, body),
                }
            }
            Tree::LetRec(definitions, body) => self.lower_group(definitions, body, scope),
            Tree::Delay(inner) => {
                let inner = self.lower(inner, scope);
                self.b.delay(inner)
            }
            Tree::Seq(first, then) => {
                let (first, then) = (self.lower(first, scope), self.lower(then, scope));
                self.b.seq(first, then)
            }
            Tree::If(cond, yes, no) => {
                let parts = [cond, yes, no].map(|part| self.lower(part, scope));
                self.b.cond(parts[0], parts[1], parts[2])
            }
            Tree::Con(ctor, fields) => {
                let (ctor, fields) = (self.prelude.ctors[ctor.as_str()], self.all(fields, scope));
                match self.mode {
                    Mode::Strict => self.b.construct(ctor, fields),
                    Mode::Lazy => self.b.construct_lazy(ctor, fields),
                }
            }
            Tree::Case(scrutinee, alts, default) => {
                let scrutinee = self.lower(scrutinee, scope);
                let alts: Vec<Alt> =
                    alts.iter().map(|(pattern, body)| self.alt(pattern, body, scope)).collect();
                let default = default.as_ref().map(|body| self.lower(body, scope));
                self.b.case(scrutinee, None, alts, default)
            }
            Tree::Prim(prim, args) => {
                let args = self.all(args, scope);
                self.b.prim(*prim, args)
            }
            Tree::Perform(op, args) => {
                let args = self.all(args, scope);
                self.b.perform(self.prelude.ops[op.as_str()], args)
            }
            Tree::Ask(name, sort) => self.b.ask(name, self.prelude.sorts[sort.as_str()]),
            Tree::Assume(cond) => {
                let cond = self.lower(cond, scope);
                self.b.assume(cond)
            }
            Tree::Assert(cond) => {
                let cond = self.lower(cond, scope);
                self.b.assert(cond, "TEST", "the assertion fails")
            }
            Tree::Raise(exception) => {
                let exception = self.lower(exception, scope);
                self.b.raise(exception)
            }
            Tree::Try(body, var, handler) => {
                let body = self.lower(body, scope);
                let (inner, vars) = self.bind(scope, std::slice::from_ref(var));
                let handler = self.lower(handler, &inner);
                self.b.try_with(body, vars[0], handler)
            }
            Tree::Unsupported(what) => self.b.unsupported(what),
        }
    }

    fn lower_group(
        &mut self,
        definitions: &[(String, Tree)],
        body: &Tree,
        scope: &Scope,
    ) -> ExprId {
        let names: Vec<String> = definitions.iter().map(|(name, _)| name.clone()).collect();
        let (inner, vars) = self.bind(scope, &names);
        let values = definitions.iter().map(|(_, value)| self.lower(value, &inner));
        let values: Vec<ExprId> = values.collect();
        let definitions: Vec<(VarId, ExprId)> = vars.into_iter().zip(values).collect();
        let body = self.lower(body, &inner);
        self.b.let_rec(&definitions, body)
    }

    fn alt(&mut self, pattern: &Tree, body: &Tree, scope: &Scope) -> Alt {
        match pattern {
            Tree::Con(ctor, fields) => {
                let name = |field: &Tree| match field {
                    Tree::Name(name) => name.clone(),
                    _ => panic!("patterns are flat"),
                };
                let names: Vec<String> = fields.iter().map(name).collect();
                let (inner, vars) = self.bind(scope, &names);
                let body = self.lower(body, &inner);
                let named = |(name, var): (&String, VarId)| (name != "_").then_some(var);
                let fields = names.iter().zip(vars).map(named).collect();
                Alt { pattern: Pattern::Ctor(self.prelude.ctors[ctor.as_str()], fields), body }
            }
            Tree::Int(value) => {
                let body = self.lower(body, scope);
                self.b.alt_lit(self.b.pool().int(*value), body)
            }
            other => panic!("no pattern: {other:?}"),
        }
    }
}
