//! Trace specs of what interpreters emit.
//!
//! Events are read by the spec as they are emitted, and a run ends with the one that breaks the property
//! whatever follows; at the end of a path the whole trace is judged. Integers and truth values may be
//! unknown: whether the trace obeys is then a condition like any other, and the path splits on it.
//! Of symbols and data a spec knows only whether they are equal, so they are compared with each
//! other as the interpreter would do it, and the spec sees numbered elements.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

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
/// not have the property, or no trace that begins so has it, whatever comes after: such a run is broken
/// off, so that it may be endless. A program that fails
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
    let judged = Arc::new(Judged::new(heap.pool(), spec, property)?);
    let checked = |cx: &mut Cx<'_>| {
        cx.watch = Some(Box::new(Watch::judging(&judged)));
        let ended = cx.catch(&program)?;
        let events = cx.watch.take().map(|watch| watch.reader.events).unwrap_or_default();
        let obeyed = match (&ended, cx.is_confirming()) {
            (Ok(_), false) => judged.accepted(&events),
            (Err(_), false) => judged.can_go_on(&events),
            (ended, true) => judged.pool.bool(!judged.is_broken(&events, ended.is_ok())),
        };
        judged.assume(cx, obeyed)?;
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
    /// How the run ended. One that has no outcome, such as an endless one, has shown the events all the
    /// same.
    pub outcome: Result<RunOutcome, NoOutcome>,
}

/// Runs an interpreter once, on these values for its unknowns in the order in which it asks, and reads
/// its events as those of a spec, which must have been read with the pool of this heap.
///
/// An event with other arguments than the spec declares is an outcome: a failure of kind
/// [`FailureKind::Spec`].
pub fn trace_on(
    heap: &mut Heap,
    options: &Options,
    spec: &Spec,
    given: &[Tree],
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> SpecTrace {
    let (pool, spec) = (heap.pool(), Arc::new(spec.clone()));
    let seen = Mutex::new((Vec::new(), Vec::new()));
    let traced = |cx: &mut Cx<'_>| {
        cx.watch = Some(Box::new(Watch::reading(&pool, &spec)));
        let ended = cx.catch(&program);
        let names: Vec<Symbol> = cx.events.iter().map(|(name, _)| *name).collect();
        if let Some(Watch { reader, .. }) = cx.watch.take().map(|watch| *watch) {
            let elements = reader.elements.iter().map(|element| cx.heap.tree(*element)).collect();
            let events = names.into_iter().zip(reader.events).collect();
            *seen.lock().unwrap_or_else(PoisonError::into_inner) = (events, elements);
        }
        ended?.map_err(|failure| cx.fault(failure.kind, failure.message, failure.site))
    };
    let outcome = run_once(heap, options, given, traced);
    let (events, elements) = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    SpecTrace { events, elements, outcome }
}

/// A property, as it is asked of the events of runs.
struct Judged {
    pool: Arc<Pool>,
    spec: Arc<Spec>,
    property: Property,
    regexes: RegexPool,
    regex: Regex,
}

/// What may be left of a property after some events, each under its condition.
type Open = Vec<(Term, Regex)>;

impl Judged {
    fn new(pool: Arc<Pool>, spec: &Spec, property: &Property) -> Result<Judged, TooDeep> {
        let regexes = RegexPool::new(&pool);
        let regex = regexes.of_formula(&pool, &property.formula)?;
        let (spec, property) = (Arc::new(spec.clone()), property.clone());
        Ok(Judged { pool, spec, property, regexes, regex })
    }

    /// Goes on where the events obey the property; where they do not, the run ends with that.
    fn assume(&self, cx: &mut Cx<'_>, obeyed: Term) -> Result<(), Stop> {
        let obeyed = cx.of_term(obeyed);
        if cx.branch(obeyed)? {
            return Ok(());
        }
        let message = format!("the events break `{}`", self.property.name);
        Err(cx.fault(FailureKind::Spec, message, None))
    }

    /// Whether a complete trace has the property, as a term over what is unknown in it.
    fn accepted(&self, events: &[Event]) -> Term {
        let Judged { pool, spec, regexes, .. } = self;
        let ctx = Context { pool, alphabet: &spec.alphabet, regexes };
        ctx.accept(&Slots::new(pool, &spec.alphabet, "history", 0), events, self.regex)
    }

    /// Whether some trace that begins with these events may have the property: what is left of it is
    /// not plainly empty.
    fn can_go_on(&self, events: &[Event]) -> Term {
        let start = vec![(Term::TRUE, self.regex)];
        let open = events.iter().fold(start, |open, event| self.after(&open, event));
        self.is_open(&open)
    }

    /// What may be left of the property after one more event, without what no trace can have any more.
    fn after(&self, open: &Open, event: &Event) -> Open {
        let Judged { pool, spec, regexes, .. } = self;
        let mut next: Open = Vec::new();
        for (cond, regex) in open {
            for (case, rest) in regexes.derivative(pool, &spec.alphabet, *regex, event).iter() {
                let cond = pool.and(&[*cond, *case]);
                match next.iter_mut().find(|(_, known)| known == rest) {
                    _ if *rest == Regex::EMPTY => {}
                    Some((known, _)) => *known = pool.or(&[*known, cond]),
                    None => next.push((cond, *rest)),
                }
            }
        }
        next
    }

    /// Whether anything is left of the property.
    fn is_open(&self, open: &Open) -> Term {
        let conds: Vec<Term> = open.iter().map(|(cond, _)| *cond).collect();
        self.pool.or(&conds)
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

/// Reads the events of one run as they are emitted.
pub(crate) struct Watch {
    reader: Reader,
    /// The property that they must obey, and what is left of it. None if they are only read.
    judged: Option<(Arc<Judged>, Open)>,
}

impl Watch {
    fn reading(pool: &Arc<Pool>, spec: &Arc<Spec>) -> Watch {
        let (pool, spec) = (Arc::clone(pool), Arc::clone(spec));
        let reader = Reader { pool, spec, elements: Vec::new(), events: Vec::new() };
        Watch { reader, judged: None }
    }

    fn judging(judged: &Arc<Judged>) -> Watch {
        let open = vec![(Term::TRUE, judged.regex)];
        let reading = Watch::reading(&judged.pool, &judged.spec);
        Watch { judged: Some((Arc::clone(judged), open)), ..reading }
    }

    /// Reads an event. The run ends with it where nothing is left of the property.
    pub(crate) fn emitted(
        &mut self,
        cx: &mut Cx<'_>,
        name: Symbol,
        args: &[Value],
    ) -> Result<(), Stop> {
        let event = self.reader.event(cx, name, args)?;
        self.reader.events.push(event);
        let Watch { reader: Reader { events, .. }, judged } = self;
        let (Some((judged, open)), Some(event)) = (judged, events.last()) else { return Ok(()) };
        *open = judged.after(open, event);
        let is_open = judged.is_open(open);
        if is_open == Term::TRUE {
            return Ok(());
        }
        judged.assume(
            cx,
            match cx.is_confirming() {
                true => judged.pool.bool(!judged.is_broken(events, false)),
                false => is_open,
            },
        )?;
        // That something is left is known of the path from here on.
        if let [(cond, _)] = open.as_mut_slice()
            && !cx.is_confirming()
        {
            *cond = Term::TRUE;
        }
        Ok(())
    }
}

/// Reads events as events of a spec.
struct Reader {
    pool: Arc<Pool>,
    spec: Arc<Spec>,
    /// Symbols and data met so far, all different.
    elements: Vec<Value>,
    /// The events so far.
    events: Vec<Event>,
}

impl Reader {
    fn event(&mut self, cx: &mut Cx<'_>, name: Symbol, args: &[Value]) -> Result<Event, Stop> {
        let spec = Arc::clone(&self.spec);
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
