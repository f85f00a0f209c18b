//! Following a log: which event breaks a property.
//!
//! A property with parameters holds of a log if it holds for every choice of their values. Values are
//! told apart only by equality, so all values that have not occurred yet are in one and the same
//! state, and a value that occurs for the first time takes over from there. Combinations whose state is again
//! that of the others are forgotten: memory is bounded by those that are in some state of their own (`many.rs`).
//!
//! An event *breaks* the property if nothing that follows can mend it. Which states are lost for good
//! is asked of the solver once for each state, not for each event. For the values for which an event breaks
//! the property it does not count, so that the log can be followed further.

mod code;
mod generate;
mod many;
mod states;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use term::{Pool, Sort, Term};
use trace::{Context, Formula, OpId, Param, Regex};

use crate::log::{Logged, Value};
use crate::oracle::Oracle;
use crate::search::{Bounds, SearchResult, shortest};
use code::{Env, Names, Plain, fits};
pub use generate::{SourceLanguage, monitor_source};
use many::Many;
use states::{States, literals_beside};

/// Why a log cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MonitorError {
    /// A condition of the property means nothing for a log.
    #[error("{0}")]
    Condition(String),
    /// A parameter is used in a way that needs one value.
    #[error("`{name}` is not only compared for equality, so it cannot be followed for every value")]
    Compared {
        /// The parameter.
        name: String,
    },
    /// A constant has no value.
    #[error("`{name}` has no value")]
    NeedsValue {
        /// The constant.
        name: String,
    },
    /// A number grew beyond 64 bits.
    #[error("a number in a condition grew beyond 64 bits")]
    Overflow,
    /// Too many combinations of parameters are in a state of their own.
    #[error("more than {0} combinations of parameter values would have to be remembered")]
    TooMany(usize),
    /// Too many parameters stand for every value.
    #[error("more than {0} parameters, or too many of one sort, stand for every value")]
    TooManyParams(usize),
    /// The spec does not declare the operation.
    #[error("the spec declares no operation `{0}`")]
    UnknownOperation(String),
    /// The event does not fit the declaration of its operation.
    #[error("{0}")]
    Event(String),
}

impl MonitorError {
    fn condition(text: &str) -> MonitorError {
        MonitorError::Condition(text.to_owned())
    }

    fn compared(name: &str) -> MonitorError {
        MonitorError::Compared { name: name.to_owned() }
    }

    fn needs_value(name: &str) -> MonitorError {
        MonitorError::NeedsValue { name: name.to_owned() }
    }

    fn overflow() -> MonitorError {
        MonitorError::Overflow
    }

    /// The parameter that a value could be given to.
    #[must_use]
    pub fn wants_value_of(&self) -> Option<&str> {
        match self {
            MonitorError::Compared { name } | MonitorError::NeedsValue { name } => Some(name),
            MonitorError::Condition(_)
            | MonitorError::Overflow
            | MonitorError::TooMany(_)
            | MonitorError::TooManyParams(_)
            | MonitorError::UnknownOperation(_)
            | MonitorError::Event(_) => None,
        }
    }
}

/// Values of the parameters: none for one that does not occur in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// In the order of the parameters.
    pub values: Vec<Option<Value<'static>>>,
    /// The number of the event, from one, since which these values are in a state of their own.
    pub since: Option<u64>,
}

/// What an event did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The property can still hold.
    Open,
    /// The property is lost for good, unless the event is left out. What follows is judged as if it had been, for the
    /// values for which it breaks the property.
    Broken(Break),
}

/// A property that is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Break {
    /// The number of the event, from one; zero if the property is lost before anything happens.
    pub event: u64,
    /// For which values.
    pub instance: Instance,
    /// For which others.
    pub also: Vec<Instance>,
    /// For how many more.
    pub unlisted: usize,
}

/// An event that breaks a property for more combinations of values than these has the others counted.
const MAX_LISTED: usize = 100;

impl Break {
    fn new(event: u64, mut instances: Vec<Instance>) -> Option<Break> {
        let unlisted = instances.len().saturating_sub(MAX_LISTED);
        instances.truncate(MAX_LISTED);
        let mut instances = instances.into_iter();
        let instance = instances.next()?;
        Some(Break { event, instance, also: instances.collect(), unlisted })
    }
}

/// A property that follows a log.
pub struct LogMonitor<'a> {
    core: Core<'a>,
    mode: Mode,
    /// The number of the last event.
    seen: u64,
}

enum Mode {
    Fixed(u32),
    Many(Many),
}

/// What all ways of following need.
struct Core<'a> {
    ctx: Context<'a>,
    states: States<'a>,
    params: Vec<Param>,
    /// Values that were given; none for a parameter that stands for every value.
    given: Vec<Option<Value<'static>>>,
    /// For each parameter that stands for every value, those that the property names.
    named: Vec<Vec<Value<'static>>>,
    by_name: FxHashMap<Box<str>, OpId>,
    lost: FxHashMap<(u32, Vec<Class>), Lost>,
}

/// Whether a state is lost for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lost {
    Yes,
    No,
    Unknown,
}

/// What distinguishes values as far as a property can tell: which of the values that it names, or
/// else which parameter is the first to have the same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Class {
    Named(usize),
    SameAs(usize),
}

/// The values of an event in the order of its places.
type Places<'x> = SmallVec<[Plain<'x>; 6]>;

impl<'a> LogMonitor<'a> {
    /// A monitor of a property. `params` are its ghosts and constants, of which the first `ghosts`
    /// may stand for every value; `given` has a value for each that has one.
    pub fn new(
        ctx: Context<'a>,
        formula: &Formula,
        params: &[Param],
        ghosts: usize,
        given: Vec<Option<Value<'static>>>,
    ) -> Result<LogMonitor<'a>, MonitorError> {
        let regex = ctx.regexes.of_formula(ctx.pool, formula);
        let regex = regex.map_err(|error| MonitorError::condition(&error.to_string()))?;
        let used = mentioned(ctx, formula);
        let vars = ctx.pool.free_vars(&used);
        let keep = |at: &usize| vars.contains(&params[*at].var);
        let kept: Vec<usize> = (0..params.len()).filter(keep).collect();
        let core = Core::new(ctx, regex, &kept, params, &given, &used);
        for (at, param) in kept.iter().zip(&core.params) {
            check_param(ctx.pool, param, *at < ghosts, given[*at].as_ref())?;
        }
        let mode = match core.every().len() {
            0 => Mode::Fixed(0),
            _ => Mode::Many(Many::new(&core)?),
        };
        Ok(LogMonitor { core, mode, seen: 0 })
    }

    /// The parameters that the property mentions, in the order of [`Instance::values`].
    #[must_use]
    pub fn params(&self) -> &[Param] {
        &self.core.params
    }

    /// Whether the property is lost before anything happens.
    pub fn start(&mut self, oracle: &mut Oracle<'_>) -> Step {
        let all = match &self.mode {
            Mode::Fixed(_) => {
                vec![(Vec::new(), Instance { values: self.core.given.clone(), since: None })]
            }
            Mode::Many(many) => many.kinds(&self.core),
        };
        for (classes, instance) in all {
            if self.core.is_lost(0, classes, oracle) == Lost::Yes {
                return Step::Broken(Break { event: 0, instance, also: Vec::new(), unlisted: 0 });
            }
        }
        Step::Open
    }

    /// Whether the spec declares an operation of this name.
    #[must_use]
    pub fn declares(&self, op: &str) -> bool {
        self.core.by_name.contains_key(op)
    }

    /// Reads the next event.
    pub fn read(
        &mut self,
        event: &Logged<'_>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Step, MonitorError> {
        let (op, places) = self.core.places(event)?;
        self.seen += 1;
        let broken = match &mut self.mode {
            Mode::Fixed(state) => self.core.step_fixed(state, op, &places, oracle)?,
            Mode::Many(many) => {
                many.read(&mut self.core, op, event, (&places, self.seen), oracle)?
            }
        };
        Ok(Break::new(self.seen, broken).map_or(Step::Open, Step::Broken))
    }

    /// Values for which the log, if it ends here, lacks the property.
    #[must_use]
    pub fn end(&self) -> Option<Instance> {
        match &self.mode {
            Mode::Fixed(state) if self.core.states.accepts(*state) => None,
            Mode::Fixed(_) => Some(Instance { values: self.core.given.clone(), since: None }),
            Mode::Many(many) => many.end(&self.core),
        }
    }

    /// How many combinations of values are kept.
    #[must_use]
    pub fn instances(&self) -> usize {
        match &self.mode {
            Mode::Fixed(_) => 1,
            Mode::Many(many) => many.len(),
        }
    }

    /// How many combinations of values were kept at a time, at most.
    #[must_use]
    pub fn most_instances(&self) -> usize {
        match &self.mode {
            Mode::Fixed(_) => 1,
            Mode::Many(many) => many.most(),
        }
    }

    /// Whether it is unknown for some state that was met whether it is lost for good.
    #[must_use]
    pub fn has_doubts(&self) -> bool {
        self.core.lost.values().any(|lost| *lost == Lost::Unknown)
    }
}

fn check_param(
    pool: &Pool,
    param: &Param,
    is_ghost: bool,
    given: Option<&Value<'static>>,
) -> Result<(), MonitorError> {
    let sort = pool.sort(param.var);
    match given {
        Some(value) if !fits(pool, sort, value) => {
            let (name, sort) = (&param.name, pool.show_sort(sort));
            Err(MonitorError::condition(&format!("`{name}` is of sort {sort}, not {value}")))
        }
        Some(_) => Ok(()),
        None if !is_ghost => Err(MonitorError::needs_value(&param.name)),
        // There are only two truth values, so none of them can stand for all others.
        None if sort == Sort::BOOL => Err(MonitorError::compared(&param.name)),
        None => Ok(()),
    }
}

/// The conditions of a formula.
fn mentioned(ctx: Context<'_>, formula: &Formula) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut letter = |set: &trace::EventSet| {
        let letter = ctx.regexes.of_events(ctx.pool, set);
        terms.extend(ctx.regexes.letter_cases(letter).iter().map(|(_, term)| *term));
        terms.push(ctx.regexes.letter_rest(letter));
    };
    let mut todo = vec![formula];
    while let Some(formula) = todo.pop() {
        todo.extend(formula.parts());
        match formula {
            Formula::Event(set) | Formula::One(set) => letter(set),
            Formula::Machine(machine) => {
                machine.transitions.iter().for_each(|(_, set, _)| letter(set));
            }
            _ => {}
        }
    }
    terms
}

impl<'a> Core<'a> {
    fn new(
        ctx: Context<'a>,
        regex: Regex,
        kept: &[usize],
        params: &[Param],
        given: &[Option<Value<'static>>],
        used: &[Term],
    ) -> Core<'a> {
        let params: Vec<Param> = kept.iter().map(|at| params[*at].clone()).collect();
        let given: Vec<Option<Value<'static>>> = kept.iter().map(|at| given[*at].clone()).collect();
        let named = params.iter().map(|param| named(ctx.pool, used, &params, &given, param));
        let named = named.collect();
        let names = Names {
            places: FxHashMap::default(),
            params: params.iter().enumerate().map(|(at, param)| (param.var, at)).collect(),
            every: given.iter().map(Option::is_none).collect(),
        };
        let name = |op: OpId| (ctx.alphabet.name(ctx.pool, op).into(), op);
        let by_name = ctx.alphabet.ops().map(name).collect();
        let states = States::new(ctx, regex, names);
        Core { ctx, states, params, given, named, by_name, lost: FxHashMap::default() }
    }

    /// The parameters that stand for every value.
    fn every(&self) -> Vec<usize> {
        (0..self.given.len()).filter(|at| self.given[*at].is_none()).collect()
    }

    /// The operation and the values of an event, checked against the declaration.
    fn places<'x>(
        &self,
        event: &'x Logged<'_>,
    ) -> Result<(Option<OpId>, Places<'x>), MonitorError> {
        let Some(op) = self.by_name.get(&*event.op).copied() else {
            return match self.ctx.alphabet.is_open() {
                true => Ok((None, Places::new())),
                false => Err(MonitorError::UnknownOperation(event.op.to_string())),
            };
        };
        let declared = self.ctx.alphabet.op(op);
        let wrong = |text: String| Err(MonitorError::Event(format!("`{}` {text}", event.op)));
        let (expected, found) = (declared.params().len(), event.args.len());
        if expected != found {
            let expected = source::counted(expected, "argument");
            return wrong(format!("has {expected}, but the event has {found}"));
        }
        let mut places = Places::new();
        let result = declared.result().map(|_| event.result.as_ref());
        if result == Some(None) {
            return wrong("has a result, but the event has none".to_owned());
        }
        let values = event.args.iter().chain(result.flatten());
        for (place, value) in declared.places().iter().zip(values) {
            if !fits(self.ctx.pool, place.sort, value) {
                let sort = self.ctx.pool.show_sort(place.sort);
                return wrong(format!("has `{}` of sort {sort}, not {value}", place.name));
            }
            places.push(Plain::from(value));
        }
        Ok((Some(op), places))
    }

    fn step_fixed(
        &mut self,
        state: &mut u32,
        op: Option<OpId>,
        places: &[Plain<'_>],
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<Instance>, MonitorError> {
        let next = {
            let params: Places<'_> = self.given.iter().flatten().map(Plain::from).collect();
            self.states.step(*state, op, Env { places, params: &params })?
        };
        if next == *state {
            return Ok(Vec::new());
        }
        if self.is_lost(next, Vec::new(), oracle) == Lost::Yes {
            return Ok(vec![Instance { values: self.given.clone(), since: None }]);
        }
        *state = next;
        Ok(Vec::new())
    }

    /// Whether no continuation can satisfy a state, for values of these classes.
    fn is_lost(&mut self, state: u32, classes: Vec<Class>, oracle: &mut Oracle<'_>) -> Lost {
        if let Some(lost) = self.lost.get(&(state, classes.clone())) {
            return *lost;
        }
        let regex = self.with_values(state, &classes);
        let lost = match shortest(self.ctx, regex, Bounds::default(), oracle) {
            SearchResult::Nothing => Lost::Yes,
            SearchResult::Trace(_) => Lost::No,
            SearchResult::NotUpTo(..) => Lost::Unknown,
        };
        self.lost.insert((state, classes), lost);
        lost
    }

    /// The expression of a state with values in place of the parameters: any values will do that
    /// are equal where these are equal.
    fn with_values(&self, state: u32, classes: &[Class]) -> Regex {
        let pool = self.ctx.pool;
        let mut by: FxHashMap<Term, Term> = FxHashMap::default();
        let mut elements: Vec<Value<'static>> = Vec::new();
        let mut classes = classes.iter();
        for (at, param) in self.params.iter().enumerate() {
            let class = if self.given[at].is_none() { classes.next() } else { None };
            let sort = pool.sort(param.var);
            let term = match (&self.given[at], class) {
                (Some(value), _) => literal(pool, sort, value.clone(), &mut elements),
                (None, Some(Class::Named(number))) => {
                    literal(pool, sort, self.named[at][*number].clone(), &mut elements)
                }
                (None, Some(Class::SameAs(first))) => self.stand_in(*first, sort),
                (None, None) => self.stand_in(at, sort),
            };
            by.insert(param.var, term);
        }
        self.ctx.regexes.substitute(pool, self.states.regex(state), &by)
    }

    /// A value that nothing names.
    fn stand_in(&self, at: usize, sort: Sort) -> Term {
        let (pool, number) = (self.ctx.pool, 1_000_000 + at);
        match sort {
            Sort::INT => {
                let taken = |n: &i64| self.named[at].contains(&Value::Int(*n));
                pool.int((number as i64..).find(|n| !taken(n)).expect("few values are named"))
            }
            Sort::TEXT => {
                let taken =
                    |text: &String| self.named[at].contains(&Value::Text(text.clone().into()));
                let mut texts = (number..).map(|n| format!("#{n}"));
                pool.text(&texts.find(|text| !taken(text)).expect("few values are named"))
            }
            _ => pool.elem(sort, number as u32),
        }
    }
}

/// The values that a property names beside parameters of the sort of this one: literals, and what
/// was given for others.
fn named(
    pool: &Pool,
    used: &[Term],
    params: &[Param],
    given: &[Option<Value<'static>>],
    param: &Param,
) -> Vec<Value<'static>> {
    let same = |other: &Param| pool.sort(other.var) == pool.sort(param.var);
    let mut named: Vec<Value<'static>> = Vec::new();
    for (other, given) in params.iter().zip(given).filter(|(other, _)| same(other)) {
        let beside = literals_beside(pool, used, other.var);
        for value in beside.into_iter().chain(given.clone()) {
            if !named.contains(&value) {
                named.push(value);
            }
        }
    }
    named
}

/// A value of a log as a term. Elements of declared sorts are numbered as they come.
pub(crate) fn literal(
    pool: &Pool,
    sort: Sort,
    value: Value<'static>,
    elements: &mut Vec<Value<'static>>,
) -> Term {
    match (value, sort) {
        (Value::Bool(value), _) => pool.bool(value),
        (Value::Int(int), Sort::INT) => pool.int(int),
        (Value::Text(text), Sort::TEXT) => pool.text(&text),
        (value, _) => {
            let known = elements.iter().position(|known| *known == value);
            let number = known.unwrap_or(elements.len());
            if known.is_none() {
                elements.push(value);
            }
            pool.elem(sort, number as u32)
        }
    }
}
