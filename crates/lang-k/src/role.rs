//! What each label means when a term is made with it.

use crate::context::{Ctx, Halt};
use crate::hook::{self, Hook};
use crate::program::FunctionId;
use crate::signature::{Builtin, LabelId, SortId};
use crate::value::Value;

/// What a label means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// A constructor.
    Constructor,
    /// A constructor that rules may change wherever it is made.
    Anywhere(FunctionId),
    /// A function of the definition.
    Function(FunctionId),
    /// A built-in function.
    Hook(Hook),
    /// Part of a collection that patterns take apart.
    Collection(Collection),
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Choice between two values.
    If,
    /// Whether the argument has this sort.
    HasSort(SortId),
    /// A token of this sort from its text.
    Token(SortId),
    /// Built in, but not here: running into it is reported.
    Missing,
}

/// A part of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Collection {
    /// The empty one.
    Unit(Builtin),
    /// One entry or item.
    Element(Builtin),
    /// Two side by side.
    Concat(Builtin),
}

impl Ctx<'_> {
    /// The value of a label over values: what a program or an input says.
    pub fn construct(&mut self, label: LabelId, mut args: Vec<Value>) -> Result<Value, Halt> {
        let named = |name: &str| hook::by_name(name).expect("built in");
        match self.program.roles[label.index()] {
            Role::Constructor => Ok(Value::apply(label, args)),
            Role::Anywhere(function) | Role::Function(function) => self.call(function, args),
            Role::Hook(hook) => hook.apply(self, &mut args),
            Role::Collection(part) => named(part.hook()).apply(self, &mut args),
            Role::And => named("BOOL.and").apply(self, &mut args),
            Role::Or => named("BOOL.or").apply(self, &mut args),
            Role::If => named("KEQUAL.ite").apply(self, &mut args),
            Role::HasSort(sort) => Ok(Value::Bool(args.iter().all(|arg| self.has_sort(arg, sort)))),
            Role::Token(sort) => match args.first() {
                Some(Value::Str(text)) => {
                    Ok(Value::Token(sort, self.program.signature.symbol(text)))
                }
                _ => self.undefined("a token whose text is not a string"),
            },
            Role::Missing => {
                let name = &self.program.signature.label_info(label).name;
                Err(Halt::Unsupported(format!("the built-in function `{name}`")))
            }
        }
    }
}

impl Collection {
    /// The built-in function that makes this part.
    fn hook(self) -> &'static str {
        match self {
            Collection::Unit(Builtin::List) => "LIST.unit",
            Collection::Element(Builtin::List) => "LIST.element",
            Collection::Concat(Builtin::List) => "LIST.concat",
            Collection::Unit(Builtin::Set) => "SET.unit",
            Collection::Element(Builtin::Set) => "SET.element",
            Collection::Concat(Builtin::Set) => "SET.concat",
            Collection::Unit(_) => "MAP.unit",
            Collection::Element(_) => "MAP.element",
            Collection::Concat(_) => "MAP.concat",
        }
    }
}
