//! The context that an interpreter runs in: all its effects.
//!
//! The same interpreter runs concretely and symbolically: where everything is known, an operation
//! just answers; where something is unknown, it is a choice, and the interpreter is run once more for
//! each way to make it. An interpreter must therefore do the same things when it is run again: no
//! clock, no random numbers, no mutable cell that outlives the run.

use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::Arc;

use explore::Strategy;
use smallvec::SmallVec;
use solve::Reason;

use crate::branches::Waiting;
use crate::choice::Known;
use crate::engine::Engine;
use crate::heap::{Fault, Heap};
use crate::pattern::{Match, Parts, Pat};
use crate::stop::{Cut, Failure, FailureKind, Halt, Site, Unsearched};
use crate::{Kind, Order, Shape, Stop, Symbol, Tree, Value, Wanted};

/// Below this much stack a run is cut off.
const STACK_RESERVE: usize = 64 << 10;
/// Stack is added by [`Cx::call`] when less than this is left.
const STACK_RED_ZONE: usize = 256 << 10;
/// How much is added.
const STACK_PIECE: usize = 8 << 20;

/// In a search by size, how much bigger the unknowns may get before the path has to wait.
const SIZE_SLACK: u32 = 0;

/// What an interpreter talks to.
///
/// It is a [`Heap`] too: values are built with `cx.make`, `cx.int` and so on.
pub struct Cx<'e> {
    pub(crate) heap: &'e mut Heap,
    pub(crate) engine: &'e mut Engine,
    /// The recorded path that this run follows first; none if its choices come from outside.
    pub(crate) target: Option<Waiting>,
    /// The path as far as it has come.
    pub(crate) path: Waiting,
    /// The option that was taken last, while it is not known whether it leads anywhere.
    pub(crate) in_turn: Waiting,
    /// How many choices are made.
    pub(crate) made: usize,
    /// How expensive the path may get before it has to wait.
    pub(crate) bound: u32,
    /// How big its unknowns may get before it has to wait.
    pub(crate) size_bound: u32,
    /// How many steps the run may take before it is charged for its length.
    pub(crate) quota: u64,
    pub(crate) ticks: u64,
    calls: u64,
    /// How many [`Cx::catch`] are under way.
    pub(crate) catching: u32,
    /// The unknowns that the answer tells; their names are in the engine.
    pub(crate) unknowns: SmallVec<[Value; 8]>,
    /// Values for the unknowns, if this run confirms an answer.
    given: Option<&'e [Tree]>,
    pub(crate) events: Vec<(Symbol, Vec<Value>)>,
    pub(crate) halted: Option<Halt>,
    /// The solver did not know whether the path can be taken.
    pub(crate) doubt: Option<Reason>,
}

impl Deref for Cx<'_> {
    type Target = Heap;

    fn deref(&self) -> &Heap {
        self.heap
    }
}

impl DerefMut for Cx<'_> {
    fn deref_mut(&mut self) -> &mut Heap {
        self.heap
    }
}

impl<'e> Cx<'e> {
    /// The context of one run.
    pub(crate) fn new(
        heap: &'e mut Heap,
        engine: &'e mut Engine,
        target: Option<Waiting>,
        given: Option<&'e [Tree]>,
    ) -> Cx<'e> {
        let slack = match (engine.options.order, engine.options.explore.strategy) {
            (Order::Smallest, _) | (Order::Found, Strategy::Priority | Strategy::Bfs) => {
                engine.options.costs.slack
            }
            (Order::Found, Strategy::Dfs) => u32::MAX,
            (Order::Found, Strategy::Random) => 0,
        };
        let bound = target.map_or(u32::MAX, |target| target.cost.saturating_add(slack));
        let size_bound = target.map_or(u32::MAX, |target| target.size.saturating_add(SIZE_SLACK));
        let paid = target.map_or(0, |target| target.paid);
        let quota = match target {
            Some(_) => engine.options.costs.short.max(1).saturating_mul(1 << paid.min(63)),
            None => u64::MAX,
        };
        Cx {
            heap,
            engine,
            target,
            path: Waiting { paid, ..Waiting::default() },
            in_turn: Waiting::default(),
            quota,
            made: 0,
            bound,
            size_bound,
            ticks: 0,
            calls: 0,
            catching: 0,
            unknowns: SmallVec::new(),
            given,
            events: Vec::new(),
            halted: None,
            doubt: None,
        }
    }

    /// An unknown that is asked for: the answer tells its value under this name.
    pub fn unknown(&mut self, name: &str, kind: Kind) -> Value {
        let number = self.unknowns.len();
        let value = match self.given.and_then(|given| given.get(number)) {
            Some(tree) => self.heap.plant(tree),
            None => self.heap.new_var(kind),
        };
        self.unknowns.push(value);
        match self.engine.names.get_mut(number) {
            Some(known) if **known == *name => {}
            Some(known) => *known = Arc::from(name),
            None => self.engine.names.push(Arc::from(name)),
        }
        value
    }

    /// An unknown that the answer does not tell: some value must do.
    pub fn fresh(&mut self, kind: Kind) -> Value {
        self.heap.new_var(kind)
    }

    /// Matches a value against patterns, the first that fits: its number and the parts that it
    /// keeps. Use [`case!`](crate::case) where patterns are known when the interpreter is written.
    ///
    /// Where it depends on unknowns which clause fits, that is one choice. No clause is a failure
    /// of the program ([`FailureKind::NoMatch`]), not an impossible path.
    #[track_caller]
    pub fn split(&mut self, value: Value, pats: &[Pat<'_>]) -> Result<(usize, Parts), Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| cx.split_at(site, value, pats))
    }

    fn split_at(
        &mut self,
        site: Site,
        value: Value,
        pats: &[Pat<'_>],
    ) -> Result<(usize, Parts), Stop> {
        let mut parts = Parts::new();
        let mut open: SmallVec<[usize; 16]> = SmallVec::new();
        let mut sure = false;
        for (number, pat) in pats.iter().enumerate() {
            match self.heap.look(value, *pat, &mut parts) {
                Match::No => {}
                Match::Yes if open.is_empty() => {
                    self.tick()?;
                    return Ok((number, parts));
                }
                Match::Yes => {
                    open.push(number);
                    sure = true;
                    break;
                }
                Match::Maybe => open.push(number),
            }
        }
        self.split_open(site, value, pats, &open, sure)
    }

    /// Chooses among the clauses that may match; without a sure one, none may be the answer too.
    fn split_open(
        &mut self,
        site: Site,
        value: Value,
        pats: &[Pat<'_>],
        open: &[usize],
        sure: bool,
    ) -> Result<(usize, Parts), Stop> {
        let mut parts = Parts::new();
        let count = open.len() + usize::from(!sure);
        let none = !sure && open.is_empty();
        let picked = if none {
            self.tick()?;
            0
        } else {
            let likely = self.likely(value, pats, open, sure);
            let known = Known { count, likely: &likely, fails: !sure };
            self.decide_among(site, known, |heap, option| {
                let taken = match open.get(option) {
                    Some(clause) => heap.take(value, pats[*clause], &mut parts)?,
                    None => true,
                };
                let refused = &open[..option];
                refuse_all(heap, taken, value, refused.iter().map(|clause| pats[*clause]))
            })?
        };
        match open.get(picked) {
            Some(clause) => Ok((*clause, parts)),
            None => {
                let message = match self.is_counted_only() {
                    true => String::new(),
                    false => format!("no clause matches {}", self.heap.shown(value)),
                };
                Err(self.fault(FailureKind::NoMatch, message, Some(site)))
            }
        }
    }

    /// Whether a failure of the program would be one among others that are counted, so that its text does not matter.
    fn is_counted_only(&self) -> bool {
        self.catching == 0
            && self.target.is_some()
            && self.engine.options.wanted == Wanted::Values
            && self.engine.account.failure.is_some()
    }

    /// How many unknowns each clause that may match brings into being, if nothing is known of the
    /// value but its kind: then all of them are likely to be possible.
    fn likely(
        &self,
        value: Value,
        pats: &[Pat<'_>],
        open: &[usize],
        sure: bool,
    ) -> SmallVec<[u32; 16]> {
        if self.engine.options.order == Order::Smallest || !self.heap.is_free(value) {
            return SmallVec::new();
        }
        let maybe = &open[..open.len() - usize::from(sure)];
        let counts = self.engine.options.costs.unknown > 0;
        maybe.iter().map(|clause| if counts { pats[*clause].unknowns() } else { 0 }).collect()
    }

    /// What is known of a value.
    #[track_caller]
    pub fn shape(&mut self, value: Value) -> Shape {
        let site = Site(Location::caller());
        let shape = self.operation(site, |cx| Ok(cx.heap.known_shape(value)));
        shape.unwrap_or(Shape::Unknown)
    }

    /// A field of a constructor or function; none if the value has no such field.
    #[track_caller]
    pub fn field(&mut self, value: Value, number: usize) -> Option<Value> {
        let site = Site(Location::caller());
        let field = self.operation(site, |cx| Ok(cx.heap.known_field(value, number)));
        field.unwrap_or(None)
    }

    /// A value as text: `Cons(1, _0)`.
    #[track_caller]
    pub fn show(&mut self, value: Value) -> String {
        let site = Site(Location::caller());
        let text = self.operation(site, |cx| Ok(cx.heap.shown(value)));
        text.unwrap_or_default()
    }

    /// One of `count` numbers, any of them.
    #[track_caller]
    pub fn choose(&mut self, count: usize) -> Result<usize, Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| cx.decide(site, count, |_, _| Ok(true)))
    }

    /// Whether two values are equal. Where that depends on unknowns it is a choice, "equal" first.
    #[track_caller]
    pub fn eq(&mut self, a: Value, b: Value) -> Result<bool, Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| cx.eq_at(site, a, b))
    }

    fn eq_at(&mut self, site: Site, a: Value, b: Value) -> Result<bool, Stop> {
        let mark = self.heap.mark();
        let equal = self.heap.unify(a, b);
        let certain = equal == Ok(false) || self.heap.is_unchanged(mark);
        self.heap.undo(mark);
        match equal {
            Err(fault) => Err(self.compared(fault, site)),
            Ok(equal) if certain => self.tick().map(|()| equal),
            Ok(_) => {
                let option = self.decide(site, 2, |heap, option| match option {
                    0 => heap.unify(a, b),
                    _ => heap.differ(a, b),
                })?;
                Ok(option == 0)
            }
        }
    }

    /// Demands that two values are equal; a path on which they cannot be is discarded.
    #[track_caller]
    pub fn unify(&mut self, a: Value, b: Value) -> Result<(), Stop> {
        self.demand(|heap| heap.unify(a, b))
    }

    /// Demands that two values differ; a path on which they cannot is discarded.
    #[track_caller]
    pub fn differ(&mut self, a: Value, b: Value) -> Result<(), Stop> {
        self.demand(|heap| heap.differ(a, b))
    }

    /// Demands that a value is no part of another, nor the same; a path on which it is gets discarded. Of an unknown this is
    /// remembered for whatever becomes known of it.
    #[track_caller]
    pub fn absent(&mut self, part: Value, whole: Value) -> Result<(), Stop> {
        self.demand(|heap| heap.absent(part, whole))
    }

    #[track_caller]
    pub(crate) fn demand(
        &mut self,
        what: impl FnOnce(&mut Heap) -> Result<bool, Fault>,
    ) -> Result<(), Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| cx.demand_at(site, what))
    }

    fn demand_at(
        &mut self,
        site: Site,
        what: impl FnOnce(&mut Heap) -> Result<bool, Fault>,
    ) -> Result<(), Stop> {
        self.tick()?;
        let known = self.heap.conds.len();
        let holds = what(self.heap).map_err(|fault| self.compared(fault, site))?;
        // What was found possible when the path was recorded is not asked again.
        let recorded = self.made < self.engine.prefix.len();
        if holds && (recorded || self.is_solvable(known)) {
            return Ok(());
        }
        Err(self.halt(Halt::Discarded))
    }

    /// Gives up on this path: it is neither good nor bad.
    pub fn discard(&mut self) -> Stop {
        self.halt(Halt::Discarded)
    }

    /// Gives up on this path because it goes on only for values that are not searched for: the
    /// search is then not the last word.
    pub fn unsearched(&mut self, what: Unsearched) -> Stop {
        self.halt(Halt::CutOff(Cut::Unsearched(what)))
    }

    /// Makes an unknown a function with these fields. Only some functions are tried that way, so the search is not the last word;
    /// a path on which the unknown can be no function is discarded.
    #[track_caller]
    pub fn make_function(
        &mut self,
        unknown: Value,
        name: Symbol,
        fields: &[Value],
    ) -> Result<(), Stop> {
        self.engine.account.note_cut(Cut::Unsearched(Unsearched::Functions));
        self.demand(|heap| heap.bind_function(unknown, name, fields))
    }

    /// Whether this run confirms an answer, so that all unknowns have values.
    #[must_use]
    pub fn is_confirming(&self) -> bool {
        self.given.is_some()
    }

    /// Reports an error of the program that is interpreted. The path ends with it, and it is
    /// reported.
    #[track_caller]
    pub fn fail(&mut self, message: impl Into<String>) -> Stop {
        self.fault(FailureKind::Error, message.into(), Some(Site(Location::caller())))
    }

    /// Runs a part of the interpreter and catches errors of the program in it.
    pub fn catch<T>(
        &mut self,
        what: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Result<T, Failure>, Stop> {
        self.catching += 1;
        let result = what(self);
        self.catching -= 1;
        match result {
            Ok(value) => Ok(Ok(value)),
            Err(stop) => match self.halted.take() {
                Some(Halt::Failed(failure)) if failure.kind.is_of_program() => Ok(Err(failure)),
                halted => {
                    self.halted = halted;
                    Err(stop)
                }
            },
        }
    }

    /// Tells of an observable event.
    pub fn emit(&mut self, name: Symbol, args: &[Value]) -> Result<(), Stop> {
        self.tick()?;
        self.events.push((name, args.to_vec()));
        Ok(())
    }

    /// Runs a nested call of the interpreter. Wrap every recursive call in it: the stack grows as
    /// needed, and endless recursion is cut off.
    pub fn call<T>(&mut self, what: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.tick()?;
        if self.calls >= self.engine.options.max_calls {
            return Err(self.halt(Halt::CutOff(Cut::Calls(self.calls))));
        }
        self.calls += 1;
        let result = stacker::maybe_grow(STACK_RED_ZONE, STACK_PIECE, || what(self));
        self.calls -= 1;
        result
    }

    /// Counts one step of work. Every operation does it; call it in loops that use none.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.ticks += 1;
        if self.halted.is_some() {
            return Err(Stop::token());
        }
        if self.ticks > self.engine.options.explore.budget.steps.unwrap_or(u64::MAX) {
            return Err(self.halt(Halt::CutOff(Cut::Steps(self.ticks - 1))));
        }
        if self.ticks > self.quota {
            self.pay()?;
        }
        if let Some(limit) = self.engine.poll() {
            return Err(self.halt(Halt::Ended(limit)));
        }
        if stacker::remaining_stack().is_some_and(|left| left < STACK_RESERVE) {
            return Err(self.halt(Halt::CutOff(Cut::Calls(self.calls))));
        }
        Ok(())
    }
}

/// Demands that a value matches none of some patterns, if all is well so far.
fn refuse_all<'p>(
    heap: &mut Heap,
    well: bool,
    value: Value,
    mut pats: impl Iterator<Item = Pat<'p>>,
) -> Result<bool, Fault> {
    pats.try_fold(well, |well, pat| Ok(well && heap.refuse(value, pat)?))
}
