//! Events: which calls they are, and which objects a call relates.

use term::{Pool, Term};

use crate::automaton::Letter;
use crate::expr::Expr;
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
    /// No object.
    Null,
    /// A whole number or a truth value, as a word of 32 or 64 bits.
    Word(Term),
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
    /// The thread that makes it.
    pub thread: Option<Object>,
}

/// What has to be asked of a run to find out whether a call is an event.
pub trait EventWorld {
    /// Where terms are made.
    fn pool(&self) -> &Pool;

    /// Whether an object is of a type that fits a pattern.
    fn is_a(&mut self, object: Object, pattern: &TypePattern) -> bool;

    /// How many elements an array has, or characters a text.
    fn length(&mut self, _object: Object) -> Option<Term> {
        None
    }

    /// Whether a condition on unknown numbers holds in this run; none if that cannot be told.
    fn holds(&mut self, _cond: Term) -> Option<bool> {
        None
    }
}

/// Whether a call is an event hangs on a value that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undecided;

/// A value of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The receiver.
    Target,
    /// An argument.
    Argument(usize),
    /// An argument, counted from the last one.
    LastArgument(usize),
    /// The result; what a constructor has made.
    Result,
    /// The thread that makes the call.
    Thread,
}

/// When an event happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before the call.
    Before,
    /// After it has returned.
    After,
    /// When it has ended with an exception.
    Throwing,
}

/// What becomes of a value of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Binding {
    /// It is the object of this parameter of the property.
    Param(usize),
    /// It must be of a type, if one is given, and has a name that only a condition may use.
    Local(String, Option<TypePattern>),
    /// It must be of a type, or may be anything.
    Any(Option<TypePattern>),
}

/// Patterns of the arguments: the first ones, and if there may be others behind them, the last ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arguments {
    pub(crate) first: Vec<Binding>,
    pub(crate) rest: Option<Vec<Binding>>,
}

impl Arguments {
    /// The bindings with the places of their arguments.
    fn placed(&self) -> impl Iterator<Item = (&Binding, Source)> {
        let first = self.first.iter().enumerate();
        let last = self.rest.iter().flatten().rev().enumerate();
        let first = first.map(|(at, binding)| (binding, Source::Argument(at)));
        first.chain(last.map(|(at, binding)| (binding, Source::LastArgument(at))))
    }

    fn bind<'a>(&'a self, bound: &mut Bound<'a, '_>, args: &[Value]) -> Option<()> {
        let least = self.first.len() + self.rest.as_ref().map_or(0, Vec::len);
        if args.len() < least || self.rest.is_none() && args.len() > least {
            return None;
        }
        self.placed().try_for_each(|(binding, source)| match source {
            Source::LastArgument(at) => bound.take(binding, args[args.len() - 1 - at]),
            Source::Argument(at) => bound.take(binding, args[at]),
            Source::Target | Source::Result | Source::Thread => Some(()),
        })
    }
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
    /// None at all.
    Nothing,
}

impl Calls {
    /// Whether a call may belong here, or, if `wanted` is false, may not belong here, if the classes
    /// of its receiver are not known.
    fn may_contain(&self, call: &Call<'_>, wanted: bool) -> bool {
        match (self, wanted) {
            (Calls::Pattern(pattern), true) => pattern.matches_without_class(call),
            (Calls::Pattern(_), false) => true,
            (Calls::Nothing, wanted) => !wanted,
            (Calls::And(a, b), true) | (Calls::Or(a, b), false) => {
                a.may_contain(call, wanted) && b.may_contain(call, wanted)
            }
            (Calls::And(a, b), false) | (Calls::Or(a, b), true) => {
                a.may_contain(call, wanted) || b.may_contain(call, wanted)
            }
            (Calls::Not(a), wanted) => a.may_contain(call, !wanted),
        }
    }

    /// Whether a pattern has parameters behind others of any number.
    fn has_gap(&self) -> bool {
        match self {
            Calls::Pattern(pattern) => !pattern.params.last.is_empty(),
            Calls::And(a, b) | Calls::Or(a, b) => a.has_gap() || b.has_gap(),
            Calls::Not(a) => a.has_gap(),
            Calls::Nothing => false,
        }
    }

    fn contain(&self, call: &Call<'_>) -> bool {
        match self {
            Calls::Pattern(pattern) => pattern.matches(call),
            Calls::And(a, b) => a.contain(call) && b.contain(call),
            Calls::Or(a, b) => a.contain(call) || b.contain(call),
            Calls::Not(a) => !a.contain(call),
            Calls::Nothing => false,
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
    pub(crate) targets: Vec<Binding>,
    pub(crate) args: Vec<Arguments>,
    pub(crate) result: Option<Binding>,
    pub(crate) threads: Vec<Binding>,
    pub(crate) conditions: Vec<Expr>,
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
        self.sources().map(|(param, _)| param)
    }

    /// Which values of a call are objects of the property, by its parameters.
    pub fn sources(&self) -> impl Iterator<Item = (usize, Source)> {
        self.bindings().filter_map(|(binding, source)| match binding {
            Binding::Param(param) => Some((*param, source)),
            Binding::Local(..) | Binding::Any(_) => None,
        })
    }

    /// The parameter that the receiver is, the result is.
    #[must_use]
    pub fn target_and_result(&self) -> (Option<usize>, Option<usize>) {
        let of = |wanted| self.sources().find(|(_, source)| *source == wanted);
        let param = |wanted| of(wanted).map(|(param, _)| param);
        (param(Source::Target), param(Source::Result))
    }

    /// Whether values of a call decide whether it is this event.
    #[must_use]
    pub fn looks_at_values(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// Whether values that are no objects of the property have to be of certain types.
    #[must_use]
    pub fn checks_types(&self) -> bool {
        self.bindings().any(|(binding, _)| {
            matches!(binding, Binding::Any(Some(_)) | Binding::Local(_, Some(_)))
        })
    }

    /// Whether it is the begin or the return of a call with nothing but names and plain truth values to look
    /// at.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let plain_args = |args: &Arguments| args.rest.as_ref().is_none_or(Vec::is_empty);
        matches!(self.when, When::Before | When::After)
            && self.threads.is_empty()
            && self.targets.len() < 2
            && self.args.len() < 2
            && self.args.iter().all(plain_args)
            && !self.calls.has_gap()
            && self.conditions.iter().all(|condition| condition.as_flag().is_some())
    }

    /// A name that a condition uses and that nothing has.
    pub(crate) fn unnamed(&self) -> Option<String> {
        let known = |name: &&str| {
            self.bindings()
                .any(|(binding, _)| matches!(binding, Binding::Local(own, _) if own == name))
        };
        let names = self.conditions.iter().flat_map(Expr::names);
        names.into_iter().find(|name| !known(name)).map(str::to_owned)
    }

    fn bindings(&self) -> impl Iterator<Item = (&Binding, Source)> {
        let targets = self.targets.iter().map(|binding| (binding, Source::Target));
        let args = self.args.iter().flat_map(Arguments::placed);
        let result = self.result.iter().map(|binding| (binding, Source::Result));
        let threads = self.threads.iter().map(|binding| (binding, Source::Thread));
        targets.chain(args).chain(result).chain(threads)
    }

    /// The objects that a call relates, if it is this event. The call [`EventDecl::may_be`] it. `types` are
    /// those of the parameters of the property.
    pub(crate) fn bind(
        &self,
        types: &[TypePattern],
        happened: &Occurrence<'_>,
        world: &mut dyn EventWorld,
    ) -> Result<Option<Instance>, Undecided> {
        let mut bound = Bound { types, world, instance: Instance::default(), locals: Vec::new() };
        if self.values(&mut bound, happened).is_none() {
            return Ok(None);
        }
        let Bound { world, instance, locals, .. } = bound;
        for condition in &self.conditions {
            if !condition.holds(&locals, world)? {
                return Ok(None);
            }
        }
        Ok(Some(instance))
    }

    fn values<'a>(&'a self, bound: &mut Bound<'a, '_>, happened: &Occurrence<'_>) -> Option<()> {
        for binding in &self.targets {
            bound.take(binding, Value::Object(happened.target?))?;
        }
        self.args.iter().try_for_each(|args| args.bind(bound, happened.args))?;
        if let Some(binding) = &self.result {
            bound.take(binding, happened.result?)?;
        }
        for binding in &self.threads {
            bound.take(binding, Value::Object(happened.thread?))?;
        }
        Some(())
    }
}

/// What the values of a call are bound to so far.
struct Bound<'a, 'w> {
    types: &'w [TypePattern],
    world: &'w mut dyn EventWorld,
    instance: Instance,
    locals: Vec<(&'a str, Value)>,
}

impl<'a> Bound<'a, '_> {
    fn take(&mut self, binding: &'a Binding, value: Value) -> Option<()> {
        match binding {
            Binding::Param(param) => {
                let Value::Object(object) = value else { return None };
                if !self.world.is_a(object, &self.types[*param]) {
                    return None;
                }
                self.instance.bind(*param, object)
            }
            Binding::Local(name, pattern) => {
                self.locals.push((name, value));
                self.fits(pattern.as_ref(), value)
            }
            Binding::Any(pattern) => self.fits(pattern.as_ref(), value),
        }
    }

    fn fits(&mut self, pattern: Option<&TypePattern>, value: Value) -> Option<()> {
        match (pattern, value) {
            (Some(pattern), Value::Object(object)) => {
                self.world.is_a(object, pattern).then_some(())
            }
            (None, _) | (_, Value::Null | Value::Word(_) | Value::Other) => Some(()),
        }
    }
}
