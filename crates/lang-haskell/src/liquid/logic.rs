//! The logic of refinements: what annotations mean, with all names resolved.
//!
//! A refined type is a type of the program with predicates on its value and on the values inside.
//! Predicates are first-order expressions without types of their own; measures, inlined and
//! reflected functions are functions of the logic, defined by cases over constructors. Everything
//! here is plain data, shared by the judge, which evaluates it, and by the elaboration, which makes
//! programs of it.

use source::Span;
use term::Int;

use crate::core::{Constructor, Name, Type};
use crate::types::{self, Instantiation};

/// A variable of a predicate; no two of one [`Specs`] are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Local(pub u32);

/// A function of the logic, by its place in [`Specs::functions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FnId(pub u32);

/// A predicate or a value in one.
#[derive(Clone, PartialEq, Debug)]
pub enum Pred {
    /// A truth value.
    Bool(bool),
    /// An integer, or the code of a character.
    Int(Int),
    /// A rational number: numerator and denominator.
    Ratio(Int, Int),
    /// A variable.
    Var(Local),
    /// An operator.
    Op(LogicOp, Vec<Pred>),
    /// A function of the logic.
    Call(FnId, Vec<Pred>),
    /// A value of a data type.
    Con(Name, Vec<Pred>),
    /// A choice.
    If(Box<Pred>, Box<Pred>, Box<Pred>),
    /// A name for a value.
    Let(Local, Box<Pred>, Box<Pred>),
    /// Looks at a value of a data type. Without a fitting arm there is no value.
    Case(Box<Pred>, Vec<Arm>, Option<Box<Pred>>),
}

impl Pred {
    /// The expressions directly inside, in the order of the text.
    #[must_use]
    pub fn parts(&self) -> Vec<&Pred> {
        match self {
            Pred::Bool(_) | Pred::Int(_) | Pred::Ratio(..) | Pred::Var(_) => Vec::new(),
            Pred::Op(_, args) | Pred::Call(_, args) | Pred::Con(_, args) => args.iter().collect(),
            Pred::If(cond, yes, no) => vec![cond, yes, no],
            Pred::Let(_, value, body) => vec![value, body],
            Pred::Case(of, arms, default) => {
                let arms = arms.iter().map(|arm| &arm.body);
                std::iter::once(&**of).chain(arms).chain(default.as_deref()).collect()
            }
        }
    }
}

/// What a case is for one constructor.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// The constructor.
    pub ctor: Name,
    /// Names of its fields.
    pub fields: Vec<Local>,
    /// The value.
    pub body: Pred,
}

/// An operator of the logic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LogicOp {
    /// Negation of a truth value.
    Not,
    /// All of them.
    And,
    /// One of them.
    Or,
    /// If the first, then the second.
    Implies,
    /// Both or none.
    Iff,
    /// The same value.
    Eq,
    /// Not the same value.
    Ne,
    /// Less.
    Lt,
    /// Less or the same.
    Le,
    /// Greater.
    Gt,
    /// Greater or the same.
    Ge,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Negated number.
    Neg,
    /// Quotient of rational numbers.
    Div,
    /// Quotient of integers, rounded down.
    IntDiv,
    /// Its remainder.
    Mod,
    /// The set without elements.
    SetEmpty,
    /// The set of one element.
    SetSingle,
    /// Union of two sets.
    SetUnion,
    /// Intersection of two sets.
    SetIntersection,
    /// The elements of the first set that are not in the second.
    SetDifference,
    /// Whether the first is an element of the second.
    SetMember,
    /// Whether the first is a subset of the second.
    SetSubset,
}

impl LogicOp {
    /// Whether its value is a set.
    #[must_use]
    pub fn makes_set(self) -> bool {
        matches!(
            self,
            LogicOp::SetEmpty
                | LogicOp::SetSingle
                | LogicOp::SetUnion
                | LogicOp::SetIntersection
                | LogicOp::SetDifference
        )
    }
}

/// A function of the logic.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Local>,
    /// Its value; none if nothing is known of it.
    pub body: Option<Pred>,
    /// Where it is annotated; none for those that come with the logic.
    pub span: Option<Span>,
    /// The type of its one parameter, if it is a measure of a data type.
    pub measures: Option<Name>,
}

/// A predicate with the place where it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Stated {
    /// The predicate.
    pub pred: Pred,
    /// Where it is written.
    pub span: Span,
}

/// A type with what is required of its values.
#[derive(Clone, PartialEq, Debug)]
pub struct Refined {
    /// The value, as predicates call it.
    pub var: Local,
    /// The type of the program.
    pub ty: Type,
    /// What holds of the value.
    pub preds: Vec<Stated>,
    /// What holds inside.
    pub inside: Inside,
}

/// What is required inside a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Inside {
    /// Nothing more than the type says.
    Nothing,
    /// Of the values for the arguments of a type constructor.
    Args(Vec<Refined>),
    /// Of parameter and result of a function.
    Function(Box<Refined>, Box<Refined>),
}

impl Refined {
    /// The variable of a value that no requirement mentions.
    pub const UNNAMED: Local = Local(u32::MAX);

    /// A type without requirements. Its value has no name.
    #[must_use]
    pub fn plain(ty: &Type) -> Refined {
        Refined {
            var: Refined::UNNAMED,
            ty: ty.clone(),
            preds: Vec::new(),
            inside: Inside::Nothing,
        }
    }

    /// Whether nothing is required that the type itself does not say.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.preds.is_empty()
            && match &self.inside {
                Inside::Nothing => true,
                Inside::Args(args) => args.iter().all(Refined::is_plain),
                Inside::Function(param, result) => param.is_plain() && result.is_plain(),
            }
    }
}

impl Refined {
    /// The same with types for type variables. Types are as deep as people write them.
    #[must_use]
    pub fn at(&self, by: &Instantiation) -> Refined {
        let inside = match &self.inside {
            Inside::Nothing => Inside::Nothing,
            Inside::Args(args) => Inside::Args(args.iter().map(|arg| arg.at(by)).collect()),
            Inside::Function(param, result) => {
                Inside::Function(Box::new(param.at(by)), Box::new(result.at(by)))
            }
        };
        let (var, preds) = (self.var, self.preds.clone());
        Refined { var, ty: types::substitute(&self.ty, by), preds, inside }
    }
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Debug)]
pub enum Parameter {
    /// A dictionary of a class.
    Dictionary(Type),
    /// A value.
    Value(Refined),
}

/// The refined type of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    /// The function.
    pub name: Name,
    /// Where it is annotated: the type alone.
    pub span: Span,
    /// Its type variables.
    pub vars: Vec<Name>,
    /// Its parameters.
    pub params: Vec<Parameter>,
    /// Its result, which is no function.
    pub result: Refined,
    /// Whether it is to be believed.
    pub assumed: bool,
    /// Why it is not understood, as a clause, and where: then nothing can be said of the function.
    pub unsupported: Option<(String, Span)>,
    /// Why only a part of it is understood, and where: what is found wrong is, but nothing holds for sure.
    pub partly: Option<(String, Span)>,
    /// Whether nothing is written of the function: this is what GHC says of it.
    pub implied: bool,
    /// Whether it is a property that has to be true of all arguments, by the name of the function alone.
    pub property: bool,
    /// So many of the first values are no arguments of the function: they are what refinements that are
    /// parameters exclude.
    pub ghosts: usize,
    /// The type with any refinements for those that are parameters, for the check of the function itself.
    pub universal: Option<Box<Signature>>,
}

impl Signature {
    /// The same at types for its type variables, in their order.
    #[must_use]
    pub fn at(&self, types: &[Type]) -> Signature {
        let by: Instantiation = self.vars.iter().cloned().zip(types.iter().cloned()).collect();
        let param = |param: &Parameter| match param {
            Parameter::Dictionary(ty) => Parameter::Dictionary(types::substitute(ty, &by)),
            Parameter::Value(refined) => Parameter::Value(refined.at(&by)),
        };
        Signature {
            params: self.params.iter().map(param).collect(),
            result: self.result.at(&by),
            ..self.clone()
        }
    }

    /// The same with the result of an action for the action, if it returns one.
    #[must_use]
    pub fn performed(&self) -> Signature {
        if !types::is_action(&self.result.ty) {
            return self.clone();
        }
        let result = match &self.result.inside {
            Inside::Args(args) => args.first().cloned(),
            Inside::Nothing | Inside::Function(..) => None,
        };
        let result =
            result.unwrap_or_else(|| Refined::plain(types::action_result(&self.result.ty)));
        Signature { result, ..self.clone() }
    }

    /// The type that the function itself has to keep.
    #[must_use]
    pub fn own(&self) -> &Signature {
        self.universal.as_deref().unwrap_or(self)
    }

    /// The type without refinements, as Haskell writes it.
    #[must_use]
    pub fn plain(&self) -> String {
        let params = self.values().skip(self.ghosts);
        let params = params.map(|refined| types::show_param(&refined.ty));
        let arrows: Vec<String> = params.chain([types::show(&self.result.ty)]).collect();
        arrows.join(" -> ")
    }

    /// Its parameters that are values.
    pub fn values(&self) -> impl Iterator<Item = &Refined> {
        self.params.iter().filter_map(|param| match param {
            Parameter::Value(refined) => Some(refined),
            Parameter::Dictionary(_) => None,
        })
    }
}

/// What every value of a data type fulfils.
#[derive(Clone, PartialEq, Debug)]
pub struct DataSpec {
    /// The type.
    pub name: Name,
    /// Its parameters, as the fields name them.
    pub params: Vec<Name>,
    /// Its constructors with their fields; later fields may mention earlier ones.
    pub ctors: Vec<(Name, Vec<Refined>)>,
    /// What holds of a value as a whole.
    pub invariants: Vec<(Local, Stated)>,
}

impl DataSpec {
    /// What is required of the fields of a constructor of a type, which may have no annotation.
    #[must_use]
    pub fn fields(spec: Option<&DataSpec>, ctor: &Constructor) -> Vec<Refined> {
        let is = |(name, _): &&(Name, Vec<Refined>)| name.occ == ctor.name.occ;
        match spec.and_then(|spec| spec.ctors.iter().find(is)) {
            Some((_, fields)) => fields.clone(),
            None => ctor.fields.iter().map(Refined::plain).collect(),
        }
    }
}

/// All that the annotations of a module say.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Specs {
    /// The refined types of functions, in the order of the text.
    pub signatures: Vec<Signature>,
    /// Data types with refined fields or with invariants.
    pub datas: Vec<DataSpec>,
    /// Functions of the logic.
    pub functions: Vec<Function>,
    /// Functions of the program that are functions of the logic, too: what they return is known.
    pub lifted: Vec<(Name, FnId)>,
    /// What variables are called.
    pub locals: Vec<String>,
    /// Functions whose bodies are not expected to keep their types: these are believed.
    pub trusted: Vec<Name>,
    /// Data types whose annotations are not understood as a whole.
    pub doubtful: Vec<DoubtfulType>,
}

/// A data type of which annotations say more than is understood.
#[derive(Clone, PartialEq, Debug)]
pub struct DoubtfulType {
    /// The type.
    pub name: Name,
    /// What is not understood.
    pub why: String,
    /// Where it is written.
    pub span: Span,
}

impl Specs {
    /// The refined type of a function.
    #[must_use]
    pub fn signature(&self, name: &Name) -> Option<&Signature> {
        // A module may believe more of a function than the one that defines it says.
        self.signatures.iter().rev().find(|signature| signature.name == *name)
    }

    /// What is known of the values of a data type.
    #[must_use]
    pub fn data(&self, name: &Name) -> Option<&DataSpec> {
        self.datas.iter().find(|data| data.name == *name)
    }

    /// The function of the logic that a function of the program is.
    #[must_use]
    pub fn lifted(&self, name: &Name) -> Option<FnId> {
        self.lifted.iter().find(|(known, _)| known == name).map(|(_, id)| *id)
    }

    /// A function of the logic.
    #[must_use]
    pub fn function(&self, id: FnId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// Whether the value of an expression is a set. That of a function is what its body comes to,
    /// and a function may call itself for ever.
    #[must_use]
    pub fn is_set(&self, pred: &Pred) -> bool {
        const FAR_ENOUGH: usize = 50;
        let mut next = Some(pred);
        for _ in 0..FAR_ENOUGH {
            let Some(pred) = next else { return false };
            next = match pred {
                Pred::Op(op, _) => return op.makes_set(),
                Pred::Call(id, _) => self.function(*id).body.as_ref(),
                Pred::If(_, yes, _) => Some(yes),
                Pred::Let(_, _, body) => Some(body),
                Pred::Case(_, arms, default) => {
                    arms.first().map(|arm| &arm.body).or(default.as_deref())
                }
                Pred::Bool(_) | Pred::Int(_) | Pred::Ratio(..) | Pred::Var(_) | Pred::Con(..) => {
                    None
                }
            };
        }
        false
    }

    /// What a variable is called.
    #[must_use]
    pub fn local_name(&self, local: Local) -> &str {
        match local == Refined::UNNAMED {
            true => "v",
            false => &self.locals[local.0 as usize],
        }
    }
}
