//! What evaluation and matching need besides the values they work on.
//!
//! A context evaluates for one state of one path. Where the result depends on a symbolic value, the
//! path either knows the answer already or the work stops with [`Halt::Undecided`]; the driver then
//! splits the path on that condition and does the work again. So nothing here asks a solver, and
//! every kind of branching (a guard, a constant in a pattern, a key of a map) is the same one.

use std::cell::RefCell;

use triomphe::Arc;

use explore::{Limit, Meter};
use imbl::shared_ptr::ArcTK;
use term::{Literal, Pool, Sort, Term};

use crate::arbitrary::looked_into;
use crate::events::Events;
use crate::hook::MemoryFiles;
use crate::pattern::Reg;
use crate::program::Program;
use crate::signature::{LabelId, SortId};
use crate::state::State;
use crate::value::Value;

/// Calls between two looks at the meter.
const READ_METER_EVERY: u64 = 64;

/// Why an evaluation stopped without a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It depends on this condition, of which the path knows nothing.
    Undecided(Term),
    /// There is no value: a division by zero, a key that is not there, no rule that applies.
    Undefined(String),
    /// There is one, but it is not modelled.
    Unsupported(String),
    /// Functions call each other deeper than this.
    TooDeep(usize),
    /// The whole run has to end.
    Limit(Limit),
}

/// Conditions that hold on a path. Cloning costs nothing.
#[derive(Clone, Debug, Default)]
pub struct Known {
    holds: imbl::GenericHashSet<Term, rustc_hash::FxBuildHasher, ArcTK>,
}

impl Known {
    /// The same with one more condition.
    #[must_use]
    pub fn with(mut self, pool: &Pool, cond: Term) -> Known {
        let parts = match pool.node(cond) {
            (term::Op::And, parts) => parts.to_vec(),
            _ => vec![cond],
        };
        self.holds.extend(parts);
        self.holds.insert(cond);
        self
    }

    /// Whether a condition holds, as far as it was said.
    fn tells(&self, pool: &Pool, cond: Term) -> Option<bool> {
        pool.as_bool(cond).or_else(|| {
            let said = self.holds.contains(&cond).then_some(true);
            said.or_else(|| self.holds.contains(&pool.not(cond)).then_some(false))
        })
    }
}

/// The surroundings of one evaluation.
pub struct Ctx<'a> {
    /// The compiled definition.
    pub program: &'a Program,
    /// Where symbolic terms live.
    pub pool: &'a Pool,
    pub(crate) known: &'a Known,
    /// Registers of all rules that are being tried, innermost last.
    pub(crate) regs: Vec<Value>,
    /// Where the registers of the innermost rule begin.
    pub(crate) base: usize,
    pub(crate) depth: usize,
    /// The configuration before the step that is being made, for functions that look at it.
    pub(crate) configuration: Option<Arc<Vec<Value>>>,
    /// Conditions of the match that is under way.
    pub(crate) pending: Vec<Term>,
    /// The next number for fresh variables.
    pub(crate) fresh: u64,
    /// Whether a step that stops half-way must leave the state as it was.
    pub(crate) careful: bool,
    /// Whether values may be arbitrary, so that what cannot be computed of them proves nothing.
    pub(crate) proves: bool,
    /// Says when the whole run has to end.
    meter: Option<&'a Meter>,
    /// Counts calls, so that the meter is read now and then.
    ticks: u64,
    /// The macros that are being expanded, by label and number of the rule.
    pub(crate) expanding: Vec<(LabelId, usize)>,
    /// The events of rules, if they are followed.
    pub(crate) events: Option<&'a Events>,
    /// The registers with the arguments of the event of the rule that is being applied.
    pub(crate) event_regs: &'a [Reg],
    /// The files of the path, if it has any.
    pub(crate) files: RefCell<Option<Arc<MemoryFiles>>>,
    /// The arguments of the event of the rule that was applied last.
    pub(crate) event_args: Vec<Value>,
    /// The same for each of the steps that were listed last.
    pub(crate) listed_args: Vec<Vec<Value>>,
}

impl<'a> Ctx<'a> {
    /// A context for a path on which these conditions hold.
    #[must_use]
    pub fn new(program: &'a Program, pool: &'a Pool, known: &'a Known) -> Ctx<'a> {
        Ctx {
            program,
            pool,
            known,
            regs: Vec::new(),
            base: 0,
            depth: 0,
            configuration: None,
            pending: Vec::new(),
            fresh: 0,
            careful: true,
            proves: false,
            meter: None,
            ticks: 0,
            expanding: Vec::new(),
            events: None,
            event_regs: &[],
            files: RefCell::new(None),
            event_args: Vec::new(),
            listed_args: Vec::new(),
        }
    }

    /// The same for a run without symbolic values: what a step overwrites may be given up before
    /// the new values are made, and is changed in place.
    #[must_use]
    pub fn concrete(program: &'a Program, pool: &'a Pool, known: &'a Known) -> Ctx<'a> {
        Ctx { careful: false, ..Ctx::new(program, pool, known) }
    }

    /// Another context for the same path.
    pub(crate) fn fresh_context(&self) -> Ctx<'a> {
        let configuration = self.configuration.clone();
        let (meter, proves) = (self.meter, self.proves);
        Ctx { meter, configuration, proves, ..Ctx::new(self.program, self.pool, self.known) }
    }

    /// Keeps a configuration at hand for the functions that look at it.
    #[inline]
    pub(crate) fn see(&mut self, state: &State) {
        if self.program.needs_configuration {
            self.configuration = Some(Arc::new(state.slots.clone()));
        }
    }

    /// Takes the files of a state over for a step. A step that may stop half-way leaves them there, too.
    #[inline]
    pub(crate) fn open_files(&mut self, state: &mut State) {
        let files = self.files.get_mut();
        if state.files.is_some() || files.is_some() {
            *files = if self.careful { state.files.clone() } else { state.files.take() };
        }
    }

    /// Gives a state its files back.
    #[inline]
    pub(crate) fn close_files(&mut self, state: &mut State) {
        let files = self.files.get_mut();
        if files.is_some() {
            state.files = files.take();
        }
    }

    /// The same, ending when a meter says so.
    #[must_use]
    pub fn metered(self, meter: &'a Meter) -> Ctx<'a> {
        Ctx { meter: Some(meter), ..self }
    }

    /// The same, for values that may be arbitrary.
    #[must_use]
    pub(crate) fn proving(self) -> Ctx<'a> {
        Ctx { proves: true, ..self }
    }

    /// The same, keeping the arguments of events.
    #[must_use]
    pub(crate) fn following(self, events: Option<&'a Events>) -> Ctx<'a> {
        Ctx { events, ..self }
    }

    /// Stops if the whole run has to end. Called wherever evaluation could go on for ever.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Halt> {
        self.ticks += 1;
        if self.ticks.is_multiple_of(READ_METER_EVERY) { self.read_meter() } else { Ok(()) }
    }

    #[cold]
    fn read_meter(&self) -> Result<(), Halt> {
        let Some(meter) = self.meter else { return Ok(()) };
        meter.poll(self.ticks);
        meter.met().map_or(Ok(()), |limit| Err(Halt::Limit(limit)))
    }

    /// Room for the registers of a rule on configurations.
    pub(crate) fn make_registers(&mut self, count: usize) {
        self.base = 0;
        if self.regs.len() < count {
            self.regs.resize(count, Value::Empty);
        }
        self.pending.clear();
    }

    /// Lets go of what the registers of a rule hold, which would keep values from being changed in
    /// place.
    pub(crate) fn clear_registers(&mut self, count: usize) {
        for reg in &mut self.regs[..count] {
            if !matches!(reg, Value::Empty) {
                *reg = Value::Empty;
            }
        }
    }

    /// Whether a condition holds on this path.
    pub fn decide(&self, cond: Term) -> Result<bool, Halt> {
        self.known.tells(self.pool, cond).ok_or(Halt::Undecided(cond))
    }

    /// Whether a truth value holds on this path.
    pub fn holds(&self, value: &Value) -> Result<bool, Halt> {
        match value {
            Value::Bool(holds) => Ok(*holds),
            Value::Sym(term, _) if self.pool.sort(*term) == Sort::BOOL => self.decide(*term),
            _ => Err(Halt::Undefined("a condition that is neither true nor false".to_owned())),
        }
    }

    /// Whether a value has a sort, symbolic ones included.
    #[must_use]
    pub fn has_sort(&self, value: &Value, sort: SortId) -> bool {
        self.program.signature.has_sort(self.pool, value, sort)
    }

    /// The term of a number, truth value or string.
    #[must_use]
    pub fn term(&self, value: &Value) -> Option<Term> {
        match value {
            Value::Sym(term, _) => Some(*term),
            Value::Int(int) => Some(self.pool.int(int.clone())),
            Value::Bool(value) => Some(self.pool.bool(*value)),
            Value::Str(text) => Some(self.pool.text(text)),
            _ => None,
        }
    }

    /// The value of a term: what the term is if it is a literal, a symbolic value otherwise.
    #[must_use]
    pub fn value(&self, term: Term) -> Value {
        value_of(self.pool, term)
    }

    /// Whether two values are equal on this path.
    pub fn equal(&self, a: &Value, b: &Value) -> Result<bool, Halt> {
        match self.equality(a, b)? {
            Value::Bool(equal) => Ok(equal),
            open => self.holds(&open),
        }
    }

    /// The condition under which two values are equal.
    pub fn equality(&self, a: &Value, b: &Value) -> Result<Value, Halt> {
        if a == b {
            return Ok(Value::Bool(true));
        }
        if !has_symbols(a) && !has_symbols(b) {
            return Ok(Value::Bool(false));
        }
        let mut parts = Vec::new();
        let mut todo = vec![(a.clone(), b.clone())];
        while let Some((a, b)) = todo.pop() {
            match self.part_equality(&a, &b, &mut todo)? {
                Some(Term::FALSE) => return Ok(Value::Bool(false)),
                Some(term) => parts.push(term),
                None => {}
            }
        }
        Ok(self.value(self.pool.and(&parts)))
    }

    /// Equality of two values by their tops; what is below goes to `todo`.
    fn part_equality(
        &self,
        a: &Value,
        b: &Value,
        todo: &mut Vec<(Value, Value)>,
    ) -> Result<Option<Term>, Halt> {
        let open = self.proves && [a, b].iter().any(|value| self.has_arbitrary_part(value));
        let differ = match open {
            true => Err(looked_into("an equality")),
            false => Ok(Some(Term::FALSE)),
        };
        match (a, b) {
            _ if a == b => Ok(None),
            // Constructors are what they are, whatever is in them.
            (Value::Node(f, _), Value::Node(g, _)) if f != g => Ok(Some(Term::FALSE)),
            (Value::Sym(_, _), _) | (_, Value::Sym(_, _)) => {
                let (Some(x), Some(y)) = (self.term(a), self.term(b)) else { return differ };
                let same = self.pool.sort(x) == self.pool.sort(y);
                if same { Ok(Some(self.pool.eq(x, y))) } else { differ }
            }
            (Value::Node(f, xs), Value::Node(g, ys)) if f == g && xs.len() == ys.len() => {
                todo.extend(xs.iter().cloned().zip(ys.iter().cloned()));
                Ok(None)
            }
            (Value::List(xs), Value::List(ys)) if xs.len() == ys.len() => {
                todo.extend(xs.iter().cloned().zip(ys.iter().cloned()));
                Ok(None)
            }
            (Value::Seq(_), Value::Seq(_)) if a.items().count() == b.items().count() => {
                todo.extend(a.items().cloned().zip(b.items().cloned()));
                Ok(None)
            }
            (Value::Map(xs), Value::Map(ys)) if same_keys(xs, ys) => {
                todo.extend(xs.entries.values().cloned().zip(ys.entries.values().cloned()));
                Ok(None)
            }
            (Value::Map(_), Value::Map(_)) | (Value::Set(_), Value::Set(_))
                if has_symbols(a) || has_symbols(b) =>
            {
                Err(Halt::Unsupported("equality of collections with symbolic keys".to_owned()))
            }
            _ => differ,
        }
    }

    /// An error for a hook or function without a value.
    pub fn undefined<T>(&self, what: impl Into<String>) -> Result<T, Halt> {
        Err(Halt::Undefined(what.into()))
    }
}

/// Whether two maps are known to have the same keys.
fn same_keys(a: &Arc<crate::value::Map>, b: &Arc<crate::value::Map>) -> bool {
    a.chunks == b.chunks
        && a.entries.len() == b.entries.len()
        && a.entries.keys().zip(b.entries.keys()).all(|(x, y)| x == y)
}

/// The value of a term: what the term is if it is a literal, a symbolic value otherwise.
#[must_use]
pub fn value_of(pool: &Pool, term: Term) -> Value {
    match pool.as_literal(term) {
        Some(Literal::Int(int)) => Value::Int(int.clone()),
        Some(Literal::Bool(value)) => Value::Bool(*value),
        Some(Literal::Text(text)) => {
            let code = |code: &u32| char::from_u32(*code).unwrap_or(char::REPLACEMENT_CHARACTER);
            Value::str(&text.codes().iter().map(code).collect::<String>())
        }
        _ => Value::symbolic(pool, term),
    }
}

/// Whether a value has a symbolic part.
#[must_use]
pub fn has_symbols(value: &Value) -> bool {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match value {
            Value::Sym(_, _) => return true,
            Value::Node(_, args) | Value::Cells(_, args) => todo.extend(args.iter()),
            Value::Seq(_) => todo.extend(value.items()),
            Value::Map(map) if !map.chunks.is_empty() => return true,
            Value::Map(map) => map.entries.iter().for_each(|(k, v)| todo.extend([k, v])),
            Value::List(list) => todo.extend(list.iter()),
            Value::Set(set) => todo.extend(set.iter()),
            Value::Bag(bag) => todo.extend(bag.iter()),
            Value::Empty
            | Value::Int(_)
            | Value::Bool(_)
            | Value::Str(_)
            | Value::Bytes(_)
            | Value::Token(..)
            | Value::Leaf(_) => {}
        }
    }
    false
}
