//! Calls: of functions that are defined, and of what the machine knows by itself.

use lang_core::{Alt, ExprId, Pattern, VarId};
use source::Span;

use super::body::Body;
use super::failure;
use super::known::{Call, Known, known};
use super::primop::primop;
use super::{Lowered, Lowering};
use crate::core::{Expr, Literal, Name, Node, Type};
use crate::ghc::fingerprint;

impl<'a> Body<'_, 'a> {
    pub(super) fn app(&mut self, callee: Node, args: &[Node], span: Option<Span>) -> Lowered {
        let types: Vec<&'a Type> = args
            .iter()
            .filter_map(|arg| match self.bare(*arg) {
                Expr::Type(ty) => Some(ty),
                _ => None,
            })
            .collect();
        let is_value = |arg: &&Node| !matches!(self.bare(**arg), Expr::Type(_) | Expr::Coercion);
        let values: Vec<Node> = args.iter().filter(is_value).copied().collect();
        if values.is_empty() {
            return self.take(callee);
        }
        match self.bare(callee) {
            Expr::Global(name) => match self.lower.known(name) {
                Some(known) => self.known_call(&known, &types, &values, span),
                None => self.plain_call(callee, &values),
            },
            Expr::Prim(name) => match primop(name) {
                Some(known) => self.known_call(&known, &types, &values, span),
                None => self.lower.unsupported(&format!("the primitive {name}")),
            },
            Expr::Con(name) => {
                let args = self.take_all(&values);
                self.lower.construct(name, args)
            }
            Expr::Wrapper(name) => {
                let args = self.take_all(&values);
                self.lower.wrap(name, args)
            }
            Expr::Select(class, selector) => {
                let args = self.take_all(&values);
                self.lower.select(class, selector, &args)
            }
            Expr::Foreign(name) => self.lower.foreign(name),
            Expr::Local(_)
            | Expr::Lit(_)
            | Expr::App(..)
            | Expr::Lam(..)
            | Expr::Let(..)
            | Expr::Case(..)
            | Expr::Cast(..)
            | Expr::At(..)
            | Expr::Type(_)
            | Expr::Coercion => self.plain_call(callee, &values),
        }
    }

    fn plain_call(&mut self, callee: Node, args: &[Node]) -> Lowered {
        let callee = self.take(callee);
        let callee = self.lower.plain(callee);
        let args = self.take_all(args);
        Lowered::any(self.lower.call(callee, &args))
    }

    fn known_call(
        &mut self,
        known: &Known,
        types: &[&Type],
        args: &[Node],
        span: Option<Span>,
    ) -> Lowered {
        let texts: Vec<Option<&[u8]>> = args.iter().map(|arg| self.text(*arg)).collect();
        let call = Call { types, texts: &texts, span };
        let args = self.take_all(args);
        self.lower.saturate(known, &call, args)
    }

    fn take_all(&mut self, nodes: &[Node]) -> Vec<Lowered> {
        nodes.iter().map(|node| self.take(*node)).collect()
    }

    /// The bytes of a literal, unpacked or not.
    fn text(&self, node: Node) -> Option<&'a [u8]> {
        match self.bare(node) {
            Expr::Lit(Literal::Bytes(bytes)) => Some(bytes),
            Expr::App(callee, args) => match (self.bare(*callee), args.as_slice()) {
                (Expr::Global(name), [only]) if name.module == "GHC.CString" => {
                    match self.bare(*only) {
                        Expr::Lit(Literal::Bytes(bytes)) => Some(bytes),
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// What the machine knows of a function by itself, instead of by a definition.
    pub(super) fn known(&self, name: &Name) -> Option<Known> {
        let real = known(name);
        real.or_else(|| failure::library(self.linked.definition(name)?.definition))
    }

    /// A function that is given no arguments.
    pub(super) fn global_value(&mut self, name: &Name, span: Option<Span>) -> Lowered {
        if let Some(known) = self.known(name) {
            return self.known_value(&known, span);
        }
        match self.global(name) {
            Some(global) => Lowered::any(self.builder.global(global)),
            None if name.occ.starts_with("$tc") => self.type_constructor(name),
            None => self.unsupported(&format!("the library function {}.{}", name.module, name.occ)),
        }
    }

    /// A function in another language; GHC writes `{__ffi_static_ccall main:name :: type}`.
    pub(super) fn foreign(&mut self, called: &str) -> Lowered {
        let name = called.split(" :: ").next().and_then(|front| front.rsplit([':', ' ']).next());
        self.unsupported(&format!("the foreign function {}", name.unwrap_or(called)))
    }

    /// What stands for a type when a program runs. The dumper leaves these out; all that matters is
    /// that different types have different numbers.
    fn type_constructor(&mut self, name: &Name) -> Lowered {
        let con = Name { module: "GHC.Types".to_owned(), occ: "TyCon".to_owned() };
        let words = [&name.module, &name.occ].map(|text| {
            let number = i64::from_ne_bytes(fingerprint(text).to_ne_bytes());
            let word = self.builder.int(number);
            Lowered::cheap(self.modulo_word(word))
        });
        let nothing = [(); 4].map(|()| Lowered::cheap(self.builder.unit()));
        self.construct(&con, words.into_iter().chain(nothing).collect())
    }

    pub(super) fn primop_value(&mut self, name: &str) -> Lowered {
        match primop(name) {
            Some(known) => self.known_value(&known, None),
            None => self.unsupported(&format!("the primitive {name}")),
        }
    }

    fn known_value(&mut self, known: &Known, span: Option<Span>) -> Lowered {
        let call = Call { types: &[], texts: &[], span };
        if known.arity == 0 {
            return (known.build)(self, &call, &[]);
        }
        self.function(known.arity, |lower, args| {
            let result = (known.build)(lower, &call, &args);
            lower.plain(result)
        })
    }

    /// A call of a known function with at least one argument.
    fn saturate(&mut self, known: &Known, call: &Call<'_>, mut args: Vec<Lowered>) -> Lowered {
        if args.len() < known.arity {
            let callee = self.known_value(known, call.span);
            let callee = self.plain(callee);
            return Lowered::any(self.call(callee, &args));
        }
        let rest = args.split_off(known.arity);
        let result = (known.build)(self, call, &args);
        if rest.is_empty() {
            return result;
        }
        let callee = self.plain(result);
        Lowered::any(self.call(callee, &rest))
    }

    /// A function of some parameters, at least one.
    pub(super) fn function(
        &mut self,
        arity: usize,
        body: impl FnOnce(&mut Self, Vec<Lowered>) -> ExprId,
    ) -> Lowered {
        let params: Vec<VarId> = (0..arity).map(|_| self.builder.fresh("x")).collect();
        let args = params.iter().map(|param| Lowered::any(self.builder.var(*param))).collect();
        let body = body(self, args);
        Lowered::cheap(self.builder.lambda(params, body))
    }

    /// A method of a dictionary, called with further arguments.
    fn select(&mut self, class: &Name, selector: &Name, args: &[Lowered]) -> Lowered {
        let [dictionary, rest @ ..] = args else {
            unreachable!("a call has at least one argument")
        };
        let dictionary = self.plain(*dictionary);
        let method = self.field_of(class, selector, dictionary);
        if rest.is_empty() {
            return Lowered::any(method);
        }
        Lowered::any(self.call(method, rest))
    }

    pub(super) fn select_value(&mut self, class: &Name, selector: &Name) -> Lowered {
        self.function(1, |lower, args| lower.select(class, selector, &args).id)
    }

    /// A field of a dictionary.
    fn field_of(&mut self, class: &Name, selector: &Name, dictionary: ExprId) -> ExprId {
        let Some(class) = self.linked.class(class) else {
            let what = format!("the class {}.{}", class.module, class.occ);
            return self.builder.unsupported(&what);
        };
        let field = class.selectors.iter().position(|known| known.occ == selector.occ);
        let Some(field) = field else {
            return self.builder.unsupported(&format!("the method {}", selector.occ));
        };
        if class.is_bare() {
            return dictionary;
        }
        let ctor = self.dictionary_ctor(class);
        let var = self.builder.fresh(&selector.occ);
        let names = (0..class.selectors.len()).map(|at| (at == field).then_some(var)).collect();
        let body = self.builder.var(var);
        let alt = Alt { pattern: Pattern::Ctor(ctor, names), body };
        self.builder.case(dictionary, None, [alt], None)
    }
}
