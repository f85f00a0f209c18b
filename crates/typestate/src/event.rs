//! Events: which calls they are, and which objects a call relates.

use crate::automaton::Letter;
use crate::monitor::{Instance, Object};
use crate::pattern::{CallPattern, TypePattern};

/// A call as class files have it.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The full names of the class of the receiver and of all its supertypes.
    pub classes: &'a [String],
    /// The method; `new` for constructors.
    pub method: &'a str,
    /// The full names of the types of its parameters.
    pub params: &'a [String],
    /// The full name of the type of its result.
    pub returns: &'a str,
    /// Whether it belongs to the class and has no receiver.
    pub is_static: bool,
}

/// A value at run time, as far as properties look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// An object.
    Object(Object),
    /// A truth value.
    Bool(bool),
    /// Anything else.
    Other,
}

/// A call at run time.
#[derive(Clone, Debug)]
pub struct Occurrence<'a> {
    /// The receiver.
    pub target: Option<Object>,
    /// The arguments.
    pub args: &'a [Value],
    /// The result, once there is one.
    pub result: Option<Value>,
}

/// A value of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The receiver.
    Target,
    /// An argument.
    Argument(usize),
    /// The result; what a constructor has made.
    Result,
}

/// Whether an event happens when a call begins or when it has returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before the call.
    Before,
    /// After it has returned.
    After,
}

/// What becomes of a value of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Binding {
    /// It is the object of this parameter of the property.
    Param(usize),
    /// It has a name that only a condition may use.
    Local(String),
    /// It must be of a type, or may be anything.
    Any(Option<TypePattern>),
}

/// What a condition looks at: a truth value that the call returned or was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The name of the value.
    pub name: String,
    /// What it has to be.
    pub expected: bool,
}

/// Which calls are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Calls {
    /// Those that fit a pattern.
    Pattern(CallPattern),
    /// Those of both.
    And(Box<Calls>, Box<Calls>),
    /// Those of either.
    Or(Box<Calls>, Box<Calls>),
    /// Those that are not meant there.
    Not(Box<Calls>),
}

impl Calls {
    /// Whether a call may belong here, or, if `wanted` is false, may not belong here, if the classes
    /// of its receiver are not known.
    fn may_contain(&self, call: &Call<'_>, wanted: bool) -> bool {
        match (self, wanted) {
            (Calls::Pattern(pattern), true) => pattern.matches_without_class(call),
            (Calls::Pattern(_), false) => true,
            (Calls::And(a, b), true) | (Calls::Or(a, b), false) => {
                a.may_contain(call, wanted) && b.may_contain(call, wanted)
            }
            (Calls::And(a, b), false) | (Calls::Or(a, b), true) => {
                a.may_contain(call, wanted) || b.may_contain(call, wanted)
            }
            (Calls::Not(a), wanted) => a.may_contain(call, !wanted),
        }
    }

    fn contain(&self, call: &Call<'_>) -> bool {
        match self {
            Calls::Pattern(pattern) => pattern.matches(call),
            Calls::And(a, b) => a.contain(call) && b.contain(call),
            Calls::Or(a, b) => a.contain(call) || b.contain(call),
            Calls::Not(a) => !a.contain(call),
        }
    }
}

/// An event of a property. Several declarations may be of the same letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventDecl {
    /// Its name, as the automaton knows it.
    pub letter: Letter,
    /// When it happens.
    pub when: When,
    /// Whether objects are followed from here on only.
    pub creation: bool,
    pub(crate) calls: Calls,
    pub(crate) target: Option<Binding>,
    /// The arguments from the first on, and whether others may follow.
    pub(crate) args: Option<(Vec<Binding>, bool)>,
    pub(crate) result: Option<Binding>,
    pub(crate) conditions: Vec<Condition>,
}

impl EventDecl {
    /// Whether a call may be this event, as far as its names tell.
    #[must_use]
    pub fn may_be(&self, call: &Call<'_>) -> bool {
        self.calls.contain(call)
    }

    /// Whether a call may be this event, whatever the classes of its receiver are.
    #[must_use]
    pub fn may_name(&self, call: &Call<'_>) -> bool {
        self.calls.may_contain(call, true)
    }

    /// The parameters of the property that a call of this event binds.
    pub fn params(&self) -> impl Iterator<Item = usize> {
        self.bindings().filter_map(|binding| match binding {
            Binding::Param(param) => Some(*param),
            Binding::Local(_) | Binding::Any(_) => None,
        })
    }

    /// Which values of a call are objects of the property, by its parameters.
    pub fn sources(&self) -> impl Iterator<Item = (usize, Source)> {
        let args = self.args.iter().flat_map(|(bindings, _)| bindings.iter().enumerate());
        let target = self.target.iter().map(|binding| (binding, Source::Target));
        let args = args.map(|(at, binding)| (binding, Source::Argument(at)));
        let result = self.result.iter().map(|binding| (binding, Source::Result));
        target.chain(args).chain(result).filter_map(|(binding, source)| match binding {
            Binding::Param(param) => Some((*param, source)),
            Binding::Local(_) | Binding::Any(_) => None,
        })
    }

    /// The parameter that the receiver is, the result is.
    #[must_use]
    pub fn target_and_result(&self) -> (Option<usize>, Option<usize>) {
        let param = |binding: &Option<Binding>| match binding {
            Some(Binding::Param(param)) => Some(*param),
            Some(Binding::Local(_) | Binding::Any(_)) | None => None,
        };
        (param(&self.target), param(&self.result))
    }

    /// Whether values of a call decide whether it is this event.
    #[must_use]
    pub fn looks_at_values(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// Whether values that are no objects of the property have to be of certain types.
    #[must_use]
    pub fn checks_types(&self) -> bool {
        self.bindings().any(|binding| matches!(binding, Binding::Any(Some(_))))
    }

    fn bindings(&self) -> impl Iterator<Item = &Binding> {
        let args = self.args.iter().flat_map(|(bindings, _)| bindings);
        self.target.iter().chain(args).chain(&self.result)
    }

    /// The objects that a call relates, if it is this event. The call [`EventDecl::may_be`] it.
    /// `is_a` says whether an object is of a type that fits a pattern, `types` are those of the
    /// parameters of the property.
    pub(crate) fn bind(
        &self,
        types: &[TypePattern],
        happened: &Occurrence<'_>,
        is_a: &dyn Fn(Object, &TypePattern) -> bool,
    ) -> Option<Instance> {
        let mut bound = Bound { types, is_a, instance: Instance::default(), locals: Vec::new() };
        if let Some(binding) = &self.target {
            bound.take(binding, Value::Object(happened.target?))?;
        }
        if let Some((bindings, open)) = &self.args {
            let enough = happened.args.len() == bindings.len()
                || *open && happened.args.len() > bindings.len();
            if !enough {
                return None;
            }
            for (binding, value) in bindings.iter().zip(happened.args) {
                bound.take(binding, *value)?;
            }
        }
        if let Some(binding) = &self.result {
            bound.take(binding, happened.result?)?;
        }
        let holds = |condition: &Condition| {
            let expected = (condition.name.as_str(), Value::Bool(condition.expected));
            bound.locals.contains(&expected)
        };
        self.conditions.iter().all(holds).then_some(bound.instance)
    }
}

/// What the values of a call are bound to so far.
struct Bound<'a> {
    types: &'a [TypePattern],
    is_a: &'a dyn Fn(Object, &TypePattern) -> bool,
    instance: Instance,
    locals: Vec<(&'a str, Value)>,
}

impl<'a> Bound<'a> {
    fn take(&mut self, binding: &'a Binding, value: Value) -> Option<()> {
        match binding {
            Binding::Param(param) => {
                let Value::Object(object) = value else { return None };
                if !(self.is_a)(object, &self.types[*param]) {
                    return None;
                }
                self.instance.bind(*param, object)
            }
            Binding::Local(name) => {
                self.locals.push((name, value));
                Some(())
            }
            Binding::Any(None) => Some(()),
            Binding::Any(Some(pattern)) => match value {
                Value::Object(object) => (self.is_a)(object, pattern).then_some(()),
                Value::Bool(_) | Value::Other => Some(()),
            },
        }
    }
}
