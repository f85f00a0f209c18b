//! Constructors: those that vanish, those that are terms, and the others.

use lang_core::{CtorId, ExprId};

use super::{Lowered, Lowering};
use crate::core::{Class, Name, TypeKind};

/// What a constructor becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Con {
    /// Nothing: the box of a number or of a character, a newtype, a dictionary of one field.
    Vanishes,
    /// Nothing, and the field is a code point.
    Char,
    Truth(bool),
    Unit,
    /// A constructor with its number of fields and which of them the wrapper evaluates.
    Data(CtorId, usize, Vec<bool>),
    /// Something that we do not model, as a noun phrase.
    Unknown(String),
}

impl Con {
    /// Whether the constructor and its field are the same value.
    pub(super) fn vanishes(&self) -> bool {
        matches!(self, Con::Vanishes | Con::Char)
    }
}

impl Lowering<'_> {
    /// What a constructor becomes.
    pub(crate) fn con(&mut self, name: &Name) -> Con {
        match (name.module.as_str(), name.occ.as_str()) {
            ("GHC.Types", "I#" | "W#" | "D#" | "F#" | "IO")
            | ("GHC.Num.Integer", "IS")
            | ("GHC.Num.Natural", "NS") => return Con::Vanishes,
            ("GHC.Types", "C#") => return Con::Char,
            ("GHC.Types", "True") => return Con::Truth(true),
            ("GHC.Types", "False") => return Con::Truth(false),
            ("GHC.Tuple", "()") => return Con::Unit,
            _ => {}
        }
        if let Some(class) = self.linked.dictionary(name) {
            if class.is_bare() {
                return Con::Vanishes;
            }
            return Con::Data(self.dictionary_ctor(class), class.selectors.len(), Vec::new());
        }
        let Some((decl, number)) = self.linked.constructor(name) else {
            return Con::Unknown(format!("the constructor {}.{}", name.module, name.occ));
        };
        if matches!(decl.kind, TypeKind::Newtype(_)) {
            return Con::Vanishes;
        }
        let constructor = &decl.constructors()[number];
        let context = constructor.context.len();
        let lazy = std::iter::repeat_n(false, context);
        let strict = lazy.chain(constructor.strict.iter().copied()).collect();
        let data = self.data(decl);
        let ctor = CtorId { data, index: number as u32 };
        Con::Data(ctor, context + constructor.fields.len(), strict)
    }

    /// A constructor with its arguments, unevaluated.
    pub(super) fn construct(&mut self, name: &Name, args: Vec<Lowered>) -> Lowered {
        match self.con(name) {
            Con::Vanishes | Con::Char => self.unboxed(args),
            Con::Data(ctor, arity, _) if arity == args.len() => {
                let fields = self.operands(&args);
                Lowered::cheap(self.builder.construct(ctor, fields))
            }
            Con::Data(..) => {
                let callee = self.con_value(name).id;
                Lowered::any(self.call(callee, &args))
            }
            Con::Truth(_) | Con::Unit => self.con_value(name),
            Con::Unknown(what) => self.unsupported(&what),
        }
    }

    /// The one argument of a constructor that vanishes. If it was a function, it may be called.
    fn unboxed(&mut self, mut args: Vec<Lowered>) -> Lowered {
        let rest = args.split_off(1);
        if rest.is_empty() {
            return args[0];
        }
        let callee = self.plain(args[0]);
        Lowered::any(self.call(callee, &rest))
    }

    /// A constructor with its arguments, of which the strict ones are evaluated.
    pub(super) fn wrap(&mut self, name: &Name, args: Vec<Lowered>) -> Lowered {
        match self.con(name) {
            Con::Data(ctor, arity, strict) if arity == args.len() => {
                self.construct_strict(ctor, &strict, args)
            }
            Con::Data(_, arity, strict) if strict.contains(&true) && args.len() < arity => {
                let callee = self.wrapper_value(name).id;
                Lowered::any(self.call(callee, &args))
            }
            _ => self.construct(name, args),
        }
    }

    fn construct_strict(&mut self, ctor: CtorId, strict: &[bool], args: Vec<Lowered>) -> Lowered {
        let is_strict = |number: usize| strict.get(number).copied().unwrap_or(false);
        let (mut fields, mut evaluated) = (Vec::new(), Vec::new());
        for (number, arg) in args.into_iter().enumerate() {
            if is_strict(number) {
                let var = self.builder.fresh("field");
                evaluated.push((var, self.plain(arg)));
                fields.push(self.builder.var(var));
            } else {
                fields.push(self.operand(arg));
            }
        }
        let whole = self.builder.construct(ctor, fields);
        if evaluated.is_empty() {
            return Lowered::cheap(whole);
        }
        let bind = |whole, (var, value)| self.builder.let_strict(var, value, whole);
        Lowered::any(evaluated.into_iter().rev().fold(whole, bind))
    }

    /// A constructor without arguments.
    pub(super) fn con_value(&mut self, name: &Name) -> Lowered {
        match self.con(name) {
            Con::Vanishes | Con::Char => self.identity(),
            Con::Truth(truth) => Lowered::cheap(self.builder.bool(truth)),
            Con::Unit => Lowered::cheap(self.builder.unit()),
            Con::Data(ctor, 0, _) => Lowered::cheap(self.builder.construct(ctor, [])),
            Con::Data(_, arity, _) => {
                self.function(arity, |lower, args| lower.construct(name, args).id)
            }
            Con::Unknown(what) => self.unsupported(&what),
        }
    }

    /// A constructor without arguments, as the programmer uses it.
    pub(super) fn wrapper_value(&mut self, name: &Name) -> Lowered {
        match self.con(name) {
            Con::Data(_, arity, _) if arity > 0 => {
                self.function(arity, |lower, args| lower.wrap(name, args).id)
            }
            _ => self.con_value(name),
        }
    }

    pub(super) fn identity(&mut self) -> Lowered {
        self.function(1, |_, args| args[0].id)
    }

    /// The constructor of the dictionaries of a class that has more than one field.
    pub(super) fn dictionary_ctor(&mut self, class: &Class) -> CtorId {
        CtorId { data: self.dictionary_data(class), index: 0 }
    }

    /// A value of the type of orders: less, equal, greater.
    pub(super) fn ordering(&mut self, number: u32) -> ExprId {
        let name = Name { module: "GHC.Types".to_owned(), occ: "Ordering".to_owned() };
        let decl = self.linked.type_decl(&name).expect("orders are built in");
        let data = self.data(decl);
        self.builder.construct(CtorId { data, index: number }, [])
    }
}
