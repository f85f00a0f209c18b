//! What may still happen: from which states of an automaton can a violation be reached?
//!
//! The program is read backwards over the states of an observer, method by method. For each point
//! there is the set of states from which the rest of the method (and what it calls) may lead to a
//! violation, and for each state the states in which the method may be left. With the points to
//! which the running methods return, both together answer for the whole stack of a run, so what is
//! called is analysed in the place it is called from.
//!
//! Where it is not known which object an event concerns, both is assumed: it moves the objects that
//! are watched, or it does not. But a method that asks an iterator and then takes from it does both to
//! one object, so what was assumed of the first holds of the second. For that, variables of a method
//! that events go through are *handles*, and beside its state the watched object may be known not to
//! be behind one of them, until the variable gets another value.

use crate::active::{Backward, active};
use crate::bits::Bits;
use crate::graph::{Action, Graph, MethodId, PointId};
use crate::observer::Observer;
use crate::steps::Steps;

/// Where one of the methods of a run goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// At one of these points.
    pub points: Vec<PointId>,
    /// Or not at all.
    pub may_leave: bool,
}

/// What may still happen from each point of a program on.
///
/// A *stance* is a state, or a state and a handle that the watched object is known not to be behind.
#[derive(Clone, Debug)]
pub struct Future {
    states: usize,
    /// How many words a set of states has.
    words: usize,
    /// For each point the row of its first stance; none in methods in which nothing happens to what is
    /// watched.
    rows: Vec<Option<u32>>,
    /// Whether a point has the rows of the only point behind it.
    is_passed: Vec<bool>,
    /// Whether the method may be left from a point.
    leavable: Vec<bool>,
    /// For each row whether the method may come to a violation before it is left.
    violates: Vec<bool>,
    /// For each row the states in which the method may be left, as bits.
    leaves: Vec<u64>,
    /// The states that are bad at the end of the program.
    bad_ends: Vec<u64>,
}

/// How a method may be left.
enum Leaving<'f> {
    /// In these states.
    In(&'f [u64]),
    /// In the state that it is in.
    Same,
    Never,
}

impl Future {
    /// Reads a program backwards, as often as something new is found. None if that was stopped.
    #[must_use]
    pub fn of(
        graph: &Graph,
        backward: &Backward,
        observer: &dyn Observer,
        stop: &dyn Fn() -> bool,
    ) -> Option<Future> {
        let steps = Steps::of(graph, observer);
        let active = active(graph, backward, &steps);
        let mut future = Future::empty(graph, backward, observer, &active);
        let work = Work::new(graph, backward, observer, &steps, &future);
        work.run(&mut future, stop).then_some(future)
    }

    /// Nothing known yet.
    fn empty(
        graph: &Graph,
        backward: &Backward,
        observer: &dyn Observer,
        active: &[bool],
    ) -> Future {
        let states = observer.states();
        let words = states.div_ceil(64);
        let mut bad_ends = vec![0; words];
        (0..states).filter(|state| observer.is_bad_end(*state)).for_each(|state| {
            insert(&mut bad_ends, state);
        });
        let (mut count, mut rows, mut is_passed) =
            (0, vec![None; graph.len()], vec![false; graph.len()]);
        for method in graph.methods().filter(|method| active[method.index()]) {
            let stances = states * (observer.handles_of(method) + 1);
            for point in graph.points_of(method).rev() {
                let behind = passed_to(graph, observer, point).and_then(|next| rows[next.index()]);
                is_passed[point.index()] = behind.is_some();
                rows[point.index()] = behind.or_else(|| {
                    count += stances;
                    Some(u32::try_from(count - stances).expect("fewer than 2^32 rows"))
                });
            }
        }
        let (violates, leaves) = (vec![false; count], vec![0; count * words]);
        let leavable = backward.leavable.clone();
        Future { states, words, rows, is_passed, leavable, violates, leaves, bad_ends }
    }

    /// The states from which a violation may be reached by a run that stands at the last of these
    /// points; the others are those at which the calling methods go on, outermost first.
    #[must_use]
    pub fn violating_from(&self, stack: &[PointId]) -> Bits {
        let frames = stack.iter().map(|point| Standing { points: vec![*point], may_leave: false });
        self.violating_in(&frames.collect::<Vec<_>>())
    }

    /// The same where it is not certain at which point a method goes on: behind a call there are a
    /// next point and handlers, and the method may be left with an exception.
    #[must_use]
    pub fn violating_in(&self, stack: &[Standing]) -> Bits {
        let mut bad = self.bad_ends.clone();
        for frame in stack {
            let mut here = if frame.may_leave { bad.clone() } else { vec![0; self.words] };
            for point in &frame.points {
                // Nothing is known of handles here, and such stances have the numbers of states.
                for state in 0..self.states {
                    let leaves = match self.leaving(*point, state) {
                        Leaving::In(states) => states.iter().zip(&bad).any(|(a, b)| a & b != 0),
                        Leaving::Same => contains(&bad, state),
                        Leaving::Never => false,
                    };
                    if leaves || self.is_violating(*point, state) {
                        insert(&mut here, state);
                    }
                }
            }
            bad = here;
        }
        let mut found = Bits::empty(self.states);
        (0..self.states).filter(|state| contains(&bad, *state)).for_each(|state| {
            found.insert(state);
        });
        found
    }

    fn row(&self, point: PointId, stance: usize) -> Option<usize> {
        self.rows[point.index()].map(|first| first as usize + stance)
    }

    /// The states in which the method may be left.
    fn leaving(&self, point: PointId, stance: usize) -> Leaving<'_> {
        match self.row(point, stance) {
            Some(row) => Leaving::In(&self.leaves[row * self.words..(row + 1) * self.words]),
            None if self.leavable[point.index()] => Leaving::Same,
            None => Leaving::Never,
        }
    }

    fn is_violating(&self, point: PointId, stance: usize) -> bool {
        self.row(point, stance).is_some_and(|row| self.violates[row])
    }

    /// Adds what was found for a row. Whether some of it is new.
    fn add(&mut self, row: usize, found: &Outcome) -> bool {
        let mut grown = found.violates && !self.violates[row];
        self.violates[row] |= found.violates;
        let known = &mut self.leaves[row * self.words..(row + 1) * self.words];
        for (known, found) in known.iter_mut().zip(&found.leaves) {
            grown |= found & !*known != 0;
            *known |= found;
        }
        grown
    }
}

/// The only point behind one at which nothing happens, if there is just that one way on.
fn passed_to(graph: &Graph, observer: &dyn Observer, id: PointId) -> Option<PointId> {
    let point = graph.point(id);
    match (&point.action, point.next.as_slice(), point.handlers.as_slice()) {
        (Action::Step | Action::Branch, [next], []) if !point.escapes => {
            observer.renews(id).is_none().then_some(*next)
        }
        _ => None,
    }
}

fn insert(bits: &mut [u64], number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

fn contains(bits: &[u64], number: usize) -> bool {
    bits[number / 64] & (1 << (number % 64)) != 0
}

/// How many points are visited before it is asked whether to stop.
const BETWEEN_STOPS: usize = 1_024;

/// Points whose answer may have to be found again.
struct Work<'g> {
    graph: &'g Graph,
    backward: &'g Backward,
    observer: &'g dyn Observer,
    steps: &'g Steps,
    violations: Vec<bool>,
    waiting: Vec<PointId>,
    is_waiting: Vec<bool>,
}

impl<'g> Work<'g> {
    fn new(
        graph: &'g Graph,
        backward: &'g Backward,
        observer: &'g dyn Observer,
        steps: &'g Steps,
        future: &Future,
    ) -> Work<'g> {
        let places = future.rows.iter().zip(&future.is_passed);
        let is_waiting: Vec<bool> =
            places.map(|(row, is_passed)| row.is_some() && !is_passed).collect();
        let waiting = graph.points().map(|(id, _)| id).filter(|id| is_waiting[id.index()]);
        let violations = (0..future.states).map(|state| observer.is_violation(state)).collect();
        let waiting = waiting.collect();
        Work { graph, backward, observer, steps, violations, waiting, is_waiting }
    }

    /// Whether it came to its end.
    fn run(mut self, future: &mut Future, stop: &dyn Fn() -> bool) -> bool {
        let mut outcome = Outcome { violates: false, leaves: vec![0; future.words] };
        let mut left = BETWEEN_STOPS;
        while let Some(point) = self.waiting.pop() {
            left -= 1;
            if left == 0 {
                if stop() {
                    return false;
                }
                left = BETWEEN_STOPS;
            }
            self.is_waiting[point.index()] = false;
            if self.renew(future, point, &mut outcome) {
                self.changed(future, point);
            }
        }
        true
    }

    /// Lets those wait that are before a point, or before one that has its rows.
    fn changed(&mut self, future: &Future, point: PointId) {
        let mut same = vec![point];
        while let Some(point) = same.pop() {
            let method = self.graph.point(point).method;
            let is_entry = self.graph.method(method).entry == point;
            let callers: &[PointId] =
                if is_entry { &self.backward.callers[method.index()] } else { &[] };
            for again in self.backward.predecessors[point.index()].iter().chain(callers) {
                if future.is_passed[again.index()] {
                    same.push(*again);
                } else if future.rows[again.index()].is_some()
                    && !std::mem::replace(&mut self.is_waiting[again.index()], true)
                {
                    self.waiting.push(*again);
                }
            }
        }
    }

    /// Finds the answer for a point again. Whether it has grown.
    fn renew(&self, future: &mut Future, id: PointId, outcome: &mut Outcome) -> bool {
        let mut grown = false;
        let handles = self.observer.handles_of(self.graph.point(id).method);
        for stance in 0..future.states * (handles + 1) {
            if self.violations[stance % future.states] {
                continue;
            }
            outcome.clear();
            self.from(future, id, stance, outcome);
            let row = future.row(id, stance).expect("only active methods are visited");
            grown |= future.add(row, outcome);
        }
        grown
    }

    /// What may come of a run at a point in a stance, by what is known of the points behind.
    fn from(&self, future: &Future, id: PointId, stance: usize, outcome: &mut Outcome) {
        let point = self.graph.point(id);
        match &point.action {
            Action::Step | Action::Branch => self.go_on(future, id, stance, outcome),
            Action::Return => insert(&mut outcome.leaves, stance % future.states),
            Action::Event(_) => {
                // The call may fail before its event, or do something else.
                self.interrupted(future, id, stance, outcome);
                for way in self.steps.ways(id, stance) {
                    match way {
                        Some(after) => self.go_on(future, id, *after, outcome),
                        None => outcome.violates = true,
                    }
                }
            }
            Action::Call(methods) => {
                if methods.is_empty() {
                    self.go_on(future, id, stance, outcome);
                }
                self.call(future, id, methods, stance, outcome);
            }
        }
    }

    /// The variables of a method are not those of the one that it calls. Many methods may be called,
    /// but there are few states to go on with.
    fn call(
        &self,
        future: &Future,
        id: PointId,
        methods: &[MethodId],
        stance: usize,
        to: &mut Outcome,
    ) {
        let (handle, state) = (stance / future.states, stance % future.states);
        let mut inside = Outcome { violates: false, leaves: vec![0; future.words] };
        for method in methods {
            inside.take(future, self.graph.method(*method).entry, state);
        }
        to.violates |= inside.violates;
        for state in (0..future.states).filter(|state| contains(&inside.leaves, *state)) {
            self.go_on(future, id, handle * future.states + state, to);
        }
    }

    /// Goes on behind the step, normally or with an exception.
    fn go_on(&self, future: &Future, id: PointId, stance: usize, to: &mut Outcome) {
        let handle = stance / future.states;
        let is_renewed =
            handle > 0 && self.observer.renews(id).is_some_and(|own| own + 1 == handle);
        let behind = if is_renewed { stance % future.states } else { stance };
        for next in &self.graph.point(id).next {
            to.take(future, *next, behind);
        }
        self.interrupted(future, id, stance, to);
    }

    /// Goes on with an exception.
    fn interrupted(&self, future: &Future, id: PointId, stance: usize, to: &mut Outcome) {
        let point = self.graph.point(id);
        for handler in &point.handlers {
            to.take(future, *handler, stance);
        }
        if point.escapes {
            insert(&mut to.leaves, stance % future.states);
        }
    }
}

/// What may come of a run.
struct Outcome {
    violates: bool,
    leaves: Vec<u64>,
}

impl Outcome {
    fn clear(&mut self) {
        self.violates = false;
        self.leaves.fill(0);
    }

    fn take(&mut self, future: &Future, next: PointId, stance: usize) {
        self.violates |= future.is_violating(next, stance);
        match future.leaving(next, stance) {
            Leaving::In(states) => {
                self.leaves.iter_mut().zip(states).for_each(|(known, more)| *known |= more);
            }
            Leaving::Same => insert(&mut self.leaves, stance % future.states),
            Leaving::Never => {}
        }
    }
}

#[cfg(test)]
mod tests;
