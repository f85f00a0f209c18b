//! Trace specs of what interpreters emit.
//!
//! At the end of a path its events are read by the spec. Their integers and truth values may be
//! unknown: whether the trace obeys is then a condition like any other, and the path splits on it.
//! Of symbols and data a spec knows only whether they are equal, so they are compared with each
//! other as the interpreter would do it, and the spec sees numbered elements.

use std::ops::ControlFlow;

use term::{Pool, Sort, SortNode, Term};
use trace::{Context, Event, Property, Regex, RegexPool, Slots, Spec, TooDeep};

use crate::stop::{FailureKind, Site};
use crate::{Answer, Cx, Heap, Kind, Options, Stop, Summary, Symbol, Value, Wanted, search};

/// Finds runs whose events break a property of a spec.
///
/// The spec must have been read with the pool of this heap ([`Heap::pool`]). An answer is a failure
/// of kind [`FailureKind::Assertion`] that names the property. An event with other arguments than
/// the spec declares is a failure of kind [`FailureKind::WrongKind`].
///
/// ```
/// use std::ops::ControlFlow;
/// use lang_interp::{Cx, Heap, Kind, Options, Symbol, obey};
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
/// let summary = obey(&mut heap, &Options::default(), &spec, property, program, |answer| {
///     told.push(answer.to_string());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(told, ["lazy = true fails: INT005: the events break `closed`"]);
/// assert!(summary.expect("the property is not deep").is_complete());
/// ```
pub fn obey(
    heap: &mut Heap,
    options: &Options,
    spec: &Spec,
    property: &Property,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop>,
    tell: impl FnMut(&Answer) -> ControlFlow<()>,
) -> Result<Summary, TooDeep> {
    let pool = heap.pool();
    let regexes = RegexPool::new(&pool);
    let regex = regexes.of_formula(&pool, &property.formula)?;
    let checked = |cx: &mut Cx<'_>| {
        let result = program(cx)?;
        let events = Reader { pool: &pool, spec, elements: Vec::new() }.read(cx)?;
        let obeyed = accepts(&pool, spec, &regexes, &events, regex);
        let obeyed = cx.of_term(obeyed);
        cx.assert(obeyed, &format!("the events break `{}`", property.name))?;
        Ok(result)
    };
    let options = options.clone().wanted(Wanted::Failures);
    Ok(search(heap, &options, checked, tell))
}

/// Whether events belong to an expression, as a term over what is unknown in them.
fn accepts(pool: &Pool, spec: &Spec, regexes: &RegexPool, events: &[Event], regex: Regex) -> Term {
    let ctx = Context { pool, alphabet: &spec.alphabet, regexes };
    ctx.accept(&Slots::new(pool, &spec.alphabet, "history", 0), events, regex)
}

/// Reads the events of one run as events of the spec.
struct Reader<'r> {
    pool: &'r Pool,
    spec: &'r Spec,
    /// Symbols and data met so far, all different.
    elements: Vec<Value>,
}

impl Reader<'_> {
    fn read(mut self, cx: &mut Cx<'_>) -> Result<Vec<Event>, Stop> {
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
            let message = format!("event `{name}` has {expected} arguments, found {found}");
            return Err(cx.fault(FailureKind::WrongKind, message, None));
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
                Err(cx.fault(FailureKind::WrongKind, message, None))
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
