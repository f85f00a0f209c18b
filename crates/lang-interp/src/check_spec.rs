//! Trace specs of what interpreters emit.
//!
//! At the end of a path its events are read by the spec. Their integers and truth values may be
//! unknown: whether the trace obeys is then a condition like any other, and the path splits on it.
//! Of symbols and data a spec knows only whether they are equal, so they are compared with each
//! other as the interpreter would do it, and the spec sees numbered elements.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use term::{Model, Pool, Sort, SortNode, Term};
use trace::{Context, Event, Judge, Property, Regex, RegexPool, Slots, Spec, TooDeep};

use crate::stop::{FailureKind, Site};
use crate::{
    Answer, Cx, Heap, Kind, NoOutcome, Options, RunOutcome, Stop, Summary, Symbol, Tree, Value,
    Wanted, run_once, search,
};

/// Finds runs whose events break a property of a spec.
///
/// The spec must have been read with the pool of this heap ([`Heap::pool`]). An answer is a failure
/// of kind [`FailureKind::Spec`] that names the property: the run came to its end and its trace does
/// not have the property, or it failed and no trace that begins so has it. A program that fails
/// without breaking the property is counted ([`Summary::failure`]) and no answer. An event with
/// other arguments than the spec declares is an answer, too.
///
/// Each answer is run again on values and judged by the meaning of the formula ([`Judge`]).
///
/// ```
/// use std::ops::ControlFlow;
/// use lang_interp::{Cx, Heap, Kind, Options, Symbol, check_spec};
/// use source::Files;
/// use trace::Spec;
///
/// let mut heap = Heap::new();
/// let text = "op open() op close() property closed := G (<open> implies X F <close>)";
/// let (spec, faults) = Spec::read(&heap.pool(), &Files::new().add("door.trace", text));
/// assert!(faults.is_empty());
/// let spec = spec.expect("there are no faults");
/// let program = |cx: &mut Cx<'_>| {
///     let lazy = cx.unknown("lazy", Kind::Bool);
///     cx.emit(Symbol::new("open"), &[])?;
///     if !cx.branch(lazy)? {
///         cx.emit(Symbol::new("close"), &[])?;
///     }
///     Ok(lazy)
/// };
/// let mut told = Vec::new();
/// let property = &spec.properties[0];
/// let summary = check_spec(&mut heap, &Options::default(), &spec, property, program, |answer| {
///     told.push(answer.to_string());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(told, ["lazy = true fails: INT009: the events break `closed`"]);
/// assert!(summary.expect("the property is not deep").is_complete());
/// ```
pub fn check_spec(
    heap: &mut Heap,
    options: &Options,
    spec: &Spec,
    property: &Property,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
    tell: impl FnMut(&Answer) -> ControlFlow<()>,
) -> Result<Summary, TooDeep> {
    let pool = heap.pool();
    let regexes = RegexPool::new(&pool);
    let regex = regexes.of_formula(&pool, &property.formula)?;
    let judged = Judged { pool: &pool, spec, property, regexes: &regexes, regex };
    let checked = |cx: &mut Cx<'_>| {
        let ended = cx.catch(&program)?;
        let events = Reader { pool: &pool, spec, elements: Vec::new() }.read(cx)?;
        let obeyed = match (&ended, cx.is_confirming()) {
            (Ok(_), false) => judged.accepted(&events),
            (Err(_), false) => judged.can_go_on(&events),
            (ended, true) => pool.bool(!judged.is_broken(&events, ended.is_ok())),
        };
        let obeyed = cx.of_term(obeyed);
        if !cx.branch(obeyed)? {
            let message = format!("the events break `{}`", property.name);
            return Err(cx.fault(FailureKind::Spec, message, None));
        }
        // An error of the program is an end of its own, which says nothing of the property.
        ended.map_err(|failure| cx.fault(failure.kind, failure.message, failure.site))
    };
    let options = options.clone().wanted(Wanted::Violations);
    Ok(search(heap, &options, checked, tell))
}

/// The events of a run on known values, as a spec reads them.
#[derive(Clone, Debug)]
pub struct SpecTrace {
    /// The events in order, each with its name and its values.
    pub events: Vec<(Symbol, Event)>,
    /// The symbols and data that stand for elements, by their numbers.
    pub elements: Vec<Tree>,
    /// How the run ended.
    pub outcome: RunOutcome,
}

/// Runs an interpreter once, on these values for its unknowns in the order in which it asks, and reads
/// its events as those of a spec, which must have been read with the pool of this heap.
///
/// # Errors
///
/// If the run has no outcome. An event with other arguments than the spec declares is an outcome: a
/// failure of kind [`FailureKind::Spec`].
pub fn trace_on(
    heap: &mut Heap,
    options: &Options,
    spec: &Spec,
    given: &[Tree],
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> Result<SpecTrace, NoOutcome> {
    let (pool, seen) = (heap.pool(), Mutex::new((Vec::new(), Vec::new())));
    let traced = |cx: &mut Cx<'_>| {
        let ended = cx.catch(&program)?;
        let names: Vec<Symbol> = cx.events.iter().map(|(name, _)| *name).collect();
        let mut reader = Reader { pool: &pool, spec, elements: Vec::new() };
        let events = reader.read(cx)?;
        let elements = reader.elements.iter().map(|element| cx.heap.tree(*element)).collect();
        let events = names.into_iter().zip(events).collect();
        *seen.lock().unwrap_or_else(PoisonError::into_inner) = (events, elements);
        ended.map_err(|failure| cx.fault(failure.kind, failure.message, failure.site))
    };
    let outcome = run_once(heap, options, given, traced)?;
    let (events, elements) = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(SpecTrace { events, elements, outcome })
}

/// A property, as it is asked of the events of runs.
struct Judged<'j> {
    pool: &'j Pool,
    spec: &'j Spec,
    property: &'j Property,
    regexes: &'j RegexPool,
    regex: Regex,
}

impl Judged<'_> {
    /// Whether a complete trace has the property, as a term over what is unknown in it.
    fn accepted(&self, events: &[Event]) -> Term {
        let Judged { pool, spec, regexes, .. } = self;
        let ctx = Context { pool, alphabet: &spec.alphabet, regexes };
        ctx.accept(&Slots::new(pool, &spec.alphabet, "history", 0), events, self.regex)
    }

    /// Whether some trace that begins with these events may have the property: what is left of it is
    /// not plainly empty.
    fn can_go_on(&self, events: &[Event]) -> Term {
        let Judged { pool, spec, regexes, .. } = self;
        let mut open = vec![(Term::TRUE, self.regex)];
        for event in events {
            let mut next: Vec<(Term, Regex)> = Vec::new();
            for (cond, regex) in open {
                for (case, rest) in regexes.derivative(pool, &spec.alphabet, regex, event).iter() {
                    next.push((pool.and(&[cond, *case]), *rest));
                }
            }
            open = next.into_iter().filter(|(_, rest)| *rest != Regex::EMPTY).collect();
        }
        let conds: Vec<Term> = open.into_iter().map(|(cond, _)| cond).collect();
        pool.or(&conds)
    }

    /// Whether a trace of known values breaks the property, for some value of its parameters: judged
    /// by the meaning of the formula, not by derivatives. A trace that is not complete breaks it only
    /// if no trace that begins so has it.
    fn is_broken(&self, events: &[Event], complete: bool) -> bool {
        let Judged { pool, spec, property, .. } = self;
        let ends = (!complete).then(|| pool.not(self.can_go_on(events)));
        self.models(events).iter().any(|model| {
            let judge = Judge { pool, alphabet: &spec.alphabet, model, trace: events };
            !judge.holds(&property.formula).unwrap_or(true)
                && ends.is_none_or(|ends| pool.satisfies(model, &[ends]))
        })
    }

    /// Values for the parameters of the spec: those that the events mention, and one besides.
    fn models(&self, events: &[Event]) -> Vec<Model> {
        /// More combinations than this are not tried.
        const MOST: usize = 4_096;
        let mut models = vec![Model::new()];
        for ghost in &self.spec.ghosts {
            let sort = self.pool.sort(ghost.var);
            let of_events = events.iter().flat_map(|event| event.values.iter().copied());
            let mut values: Vec<Term> =
                of_events.filter(|value| self.pool.sort(*value) == sort).collect();
            values.extend(self.other_value(sort, values.len()));
            values.dedup();
            let with = |model: &Model, value: &Term| {
                let mut model = model.clone();
                model.set(ghost.var, *value);
                model
            };
            let longer = models.iter().flat_map(|model| values.iter().map(|v| with(model, v)));
            models = longer.take(MOST).collect();
        }
        models
    }

    /// A value of a sort that the events need not mention.
    fn other_value(&self, sort: Sort, used: usize) -> Option<Term> {
        match self.pool.sort_node(sort) {
            SortNode::Int => Some(self.pool.int(0)),
            SortNode::Bool => Some(self.pool.bool(false)),
            SortNode::Elem(_) => Some(self.pool.elem(sort, used as u32 + 1)),
            _ => None,
        }
    }
}

/// Reads the events of one run as events of the spec.
struct Reader<'r> {
    pool: &'r Pool,
    spec: &'r Spec,
    /// Symbols and data met so far, all different.
    elements: Vec<Value>,
}

impl Reader<'_> {
    fn read(&mut self, cx: &mut Cx<'_>) -> Result<Vec<Event>, Stop> {
        let emitted = cx.events.clone();
        emitted.iter().map(|(name, args)| self.event(cx, *name, args)).collect()
    }

    fn event(&mut self, cx: &mut Cx<'_>, name: Symbol, args: &[Value]) -> Result<Event, Stop> {
        let spec = self.spec;
        let alphabet = &spec.alphabet;
        let Some(op) = alphabet.find(self.pool.symbol(name.text())) else {
            return Ok(Event { op: None, values: Vec::new() });
        };
        let places = alphabet.op(op).places();
        if places.len() != args.len() {
            let (expected, found) = (places.len(), args.len());
            let message = format!("event `{name}`: number of arguments is {found}, not {expected}");
            return Err(cx.fault(FailureKind::Spec, message, None));
        }
        let mut values = Vec::new();
        for (place, arg) in places.iter().zip(args) {
            values.push(self.value(cx, place.sort, *arg)?);
        }
        Ok(Event { op: Some(op), values })
    }

    fn value(&mut self, cx: &mut Cx<'_>, sort: Sort, arg: Value) -> Result<Term, Stop> {
        let site = Site(std::panic::Location::caller());
        match self.pool.sort_node(sort) {
            SortNode::Int => cx.number(arg, Kind::Int, site),
            SortNode::Bool => cx.number(arg, Kind::Bool, site),
            SortNode::Elem(_) => self.element(cx, sort, arg),
            _ => {
                let sort = self.pool.show_sort(sort);
                let message = format!("events of interpreters have no values of sort {sort}");
                Err(cx.fault(FailureKind::Spec, message, None))
            }
        }
    }

    /// The element of a symbol or of data: that of an equal one met before, or a new one.
    fn element(&mut self, cx: &mut Cx<'_>, sort: Sort, arg: Value) -> Result<Term, Stop> {
        for (number, known) in (0..).zip(&self.elements) {
            if cx.eq(*known, arg)? {
                return Ok(self.pool.elem(sort, number));
            }
        }
        self.elements.push(arg);
        Ok(self.pool.elem(sort, self.elements.len() as u32 - 1))
    }
}
