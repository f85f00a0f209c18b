//! GHC's Core as the dumper writes it.
//!
//! The expressions of a module are a table of nodes, each after those it refers to, so that no code
//! that walks them needs a stack. Local variables are numbered apart within a module.

mod decode;

use serde::{Deserialize, Serialize};

pub use decode::{Malformed, about, module, problems};

/// A name that is known outside of its module: module and name. What GHC keeps to a module, such as
/// a method of an instance, has a name with a `~` and a number.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Name {
    /// The module, or the unique number of a type variable.
    pub module: String,
    /// The name in it.
    pub occ: String,
}

impl Name {
    /// The name of the method that this is in some instance, if it is one: GHC calls it `$cmethod~1`.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        let (method, number) = self.occ.strip_prefix("$c")?.rsplit_once('~')?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(method)
    }

    /// The name as programmers write it.
    #[must_use]
    pub fn written(&self) -> &str {
        self.method().unwrap_or(&self.occ)
    }
}

/// A local variable, by its number in the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Var(pub u32);

/// An expression, by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Node(pub u32);

/// A range of text: lines and columns from one, the end excluded.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SourceRange {
    /// The file, named as for GHC.
    pub file: String,
    /// Line and column of the first character.
    pub start: (u32, u32),
    /// Line and column behind the last one.
    pub end: (u32, u32),
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Type {
    /// A type variable.
    Var(Name),
    /// A type constructor with arguments.
    Con(Name, Vec<Type>),
    /// A type applied to another, where the first is no constructor.
    App(Box<Type>, Box<Type>),
    /// A function.
    Fun(Box<Type>, Box<Type>),
    /// A function of a dictionary.
    Qualified(Box<Type>, Box<Type>),
    /// A type for all types.
    ForAll(Name, Box<Type>),
    /// A number.
    Number(String),
    /// A text.
    Text(String),
    /// A proof that two types are the same.
    Coercion,
}

/// A constant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Literal {
    /// `Char#`, as a code point.
    Char(u32),
    /// `Int#`, in decimal digits.
    Int(String),
    /// `Word#`
    Word(String),
    /// `Integer`
    Integer(String),
    /// `Natural`
    Natural(String),
    /// `Addr#` of bytes that a zero ends.
    Bytes(Vec<u8>),
    /// `Float#`: numerator and denominator.
    Float(String, String),
    /// `Double#`
    Double(String, String),
    /// The address zero, a label of foreign code, or a value that is never used.
    Opaque,
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Param {
    /// A type, of which nothing is left when the program runs.
    Type(Name),
    /// A value.
    Value(Binder),
}

/// A local variable where it is bound.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Binder {
    /// The variable.
    pub var: Var,
    /// What people call it.
    pub name: String,
    /// Its type, in modules with annotations.
    pub ty: Option<Type>,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Expr {
    /// A local variable.
    Local(Var),
    /// A definition at the top of some module.
    Global(Name),
    /// A constructor.
    Con(Name),
    /// A constructor as the programmer uses it: it evaluates strict fields.
    Wrapper(Name),
    /// A method or superclass of a dictionary: class and selector.
    Select(Name, Name),
    /// A primitive operation of GHC.
    Prim(String),
    /// A foreign function.
    Foreign(String),
    /// A constant.
    Lit(Literal),
    /// A call.
    App(Node, Vec<Node>),
    /// A function.
    Lam(Vec<Param>, Node),
    /// Definitions, recursive if the flag says so, and the expression that sees them.
    Let(bool, Vec<(Binder, Node)>, Node),
    /// Evaluates, binds the value, and chooses an alternative.
    Case(Node, Binder, Vec<Alt>),
    /// The same value at another type.
    Cast(Node, Type),
    /// An expression at its place in the source.
    At(SourceRange, Node),
    /// A type as an argument.
    Type(Type),
    /// A proof as an argument.
    Coercion,
}

/// An alternative of a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alt {
    /// What it fits.
    pub pattern: Pattern,
    /// The fields of the constructor.
    pub fields: Vec<Binder>,
    /// What is computed then.
    pub body: Node,
}

/// What an alternative fits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pattern {
    /// A constructor.
    Con(Name),
    /// A constant.
    Lit(Literal),
    /// Everything else; it comes first if it is there.
    Default,
}

impl Pattern {
    /// The constructor that it fits, if it is one.
    #[must_use]
    pub fn ctor(&self) -> Option<&Name> {
        match self {
            Pattern::Con(name) => Some(name),
            Pattern::Lit(_) | Pattern::Default => None,
        }
    }
}

/// A constructor of a data type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Constructor {
    /// Its name.
    pub name: Name,
    /// The type variables of the data type, as it names them.
    pub universals: Vec<Name>,
    /// Type variables of its own.
    pub existentials: Vec<Name>,
    /// What it makes known about the type variables (GADTs).
    pub equations: Vec<(Name, Type)>,
    /// Dictionaries it holds, before its fields.
    pub context: Vec<Type>,
    /// The types of its fields.
    pub fields: Vec<Type>,
    /// The names of its fields, or none.
    pub labels: Vec<String>,
    /// Which fields are evaluated by its wrapper; empty if there is none.
    pub strict: Vec<bool>,
    /// Whether it is written between its fields.
    pub infix: bool,
}

/// What a declared type is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TypeKind {
    /// Another name for a type.
    Synonym(Type),
    /// A type that has the same values as its field's.
    Newtype(Constructor),
    /// An algebraic data type.
    Data(Vec<Constructor>),
}

/// A declared type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TypeDecl {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Name>,
    /// What it is.
    pub kind: TypeKind,
    /// Where it is declared.
    pub place: Option<SourceRange>,
}

/// A type class: the data type of its dictionaries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Class {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Name>,
    /// The constructor of its dictionaries.
    pub constructor: Name,
    /// The selectors of their fields: superclasses, then methods.
    pub selectors: Vec<Name>,
    /// The types of the methods.
    pub methods: Vec<(Name, Type)>,
}

/// An instance of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Instance {
    /// The class.
    pub class: Name,
    /// The dictionary, or the function that makes it from other dictionaries.
    pub dictionary: Name,
    /// What it is an instance for.
    pub types: Vec<Type>,
}

/// A definition at the top of a module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Definition {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Node,
    /// Its type.
    pub ty: Type,
    /// Where it is defined.
    pub place: Option<SourceRange>,
    /// Whether other modules see it.
    pub exported: bool,
}

/// A module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Its file, named as for GHC.
    pub file: Option<String>,
    /// What it exports: functions, types and constructors, its own and others.
    pub exports: Vec<Name>,
    /// The types it declares.
    pub types: Vec<TypeDecl>,
    /// The classes it declares.
    pub classes: Vec<Class>,
    /// Its instances.
    pub instances: Vec<Instance>,
    /// Its expressions.
    pub nodes: Vec<Expr>,
    /// Its definitions.
    pub definitions: Vec<Definition>,
}

impl Module {
    /// The expression at a place of the table.
    #[must_use]
    pub fn expr(&self, node: Node) -> &Expr {
        &self.nodes[node.0 as usize]
    }
}

/// What a dump is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// Whether files and imports are all of it; they are not where the preprocessor or code of the
    /// program has a hand in it.
    pub complete: bool,
    /// The files of the modules.
    pub files: Vec<String>,
    /// The names of the modules that these import.
    pub imports: Vec<String>,
}

/// A complaint of GHC.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// Where, if it has a place.
    pub place: Option<SourceRange>,
    /// What GHC says.
    pub message: String,
}
