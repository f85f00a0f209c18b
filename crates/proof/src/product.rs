//! A naive product of the expressions that a path asks about.
//!
//! A state is what is left of all of them. The states before an unknown part are to be closed under every event of every
//! operation; a known event leads to the states before the next item. Which edges are left out because no values take
//! them is up to the caller: one who makes a proof asks a solver, one who checks it looks into the object and notes what
//! has to be asked.

use std::collections::{BTreeSet, HashMap};

use crate::condition::{CondId, CondLiteral, Conditions};
use crate::expression::{Expr, Expressions};
use crate::sexp::Sexp;

/// Rows of conditions of which one holds.
pub type Rows = Vec<Vec<CondLiteral>>;

/// What ways remember, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Memory(pub(crate) usize);

/// What is left on some ways through a trace.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct State {
    pub(crate) rests: Vec<Expr>,
    pub(crate) answers: Vec<Option<bool>>,
    pub(crate) remembers: BTreeSet<Memory>,
}

/// A question: whether some values of a case have these answers, are as some ways remember them, and meet some
/// conditions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Question {
    /// What the variables of memberships are, in the order in which they are followed.
    pub(crate) answers: Vec<Option<bool>>,
    /// What is remembered.
    pub(crate) remembers: BTreeSet<Memory>,
    /// Further conditions.
    pub(crate) literals: Vec<CondLiteral>,
}

/// An expression that is followed from some item on, up to another.
pub(crate) struct Track {
    pub(crate) start: usize,
    pub(crate) last: usize,
    pub(crate) expr: Expr,
}

/// An item of the trace.
pub(crate) enum CourseItem {
    Unknown,
    /// Values in place of the formals of the operation.
    Event(Option<usize>, Vec<(String, Sexp)>),
}

/// The contract of an operation at some values.
pub(crate) struct Instance {
    pub(crate) op: usize,
    /// The condition under which an event is meant.
    pub(crate) meant: CondId,
    pub(crate) cases: Vec<InstanceCase>,
}

/// A case of an [`Instance`].
pub(crate) struct InstanceCase {
    /// The tracks of what has to have happened before.
    pub(crate) context: Vec<usize>,
    pub(crate) require: CondId,
    pub(crate) ensure: CondId,
    /// Whether what it ensures holds wherever its context and its requirement do.
    pub(crate) binds: bool,
}

/// What is followed along the trace of a path.
pub(crate) struct Course {
    pub(crate) items: Vec<CourseItem>,
    pub(crate) tracks: Vec<Track>,
    /// For each membership: its track, and the item before which it is answered.
    pub(crate) asked: Vec<(usize, usize)>,
    pub(crate) instances: Vec<Instance>,
}

/// An edge: under these conditions it leads there.
pub(crate) struct Way {
    pub(crate) literals: Vec<CondLiteral>,
    pub(crate) to: State,
}

/// Ways of one state by one operation, at most.
const MOST_WAYS: usize = 4_096;

/// There are more ways than are read.
#[derive(Debug)]
pub(crate) struct TooManyWays;

/// All expressions, conditions and memories of a proof.
pub(crate) struct Store {
    pub(crate) conditions: Conditions,
    pub(crate) expressions: Expressions,
    pub(crate) memories: Vec<Rows>,
    known: HashMap<Rows, Memory>,
}

impl Store {
    pub(crate) fn new() -> Store {
        let (conditions, expressions) = (Conditions::new(), Expressions::new());
        Store { conditions, expressions, memories: Vec::new(), known: HashMap::new() }
    }

    pub(crate) fn memory(&mut self, rows: Rows) -> Memory {
        let next = Memory(self.memories.len());
        let memories = &mut self.memories;
        *self.known.entry(rows.clone()).or_insert_with(|| {
            memories.push(rows);
            next
        })
    }
}

impl Course {
    /// Before the first item.
    pub(crate) fn start(&self, store: &Store) -> State {
        let raw = State {
            rests: vec![Expr::EMPTY; self.tracks.len()],
            answers: vec![None; self.asked.len()],
            remembers: BTreeSet::new(),
        };
        self.arrive(store, 0, &raw)
    }

    /// A state before an item: tracks begin, memberships are answered, tracks end.
    pub(crate) fn arrive(&self, store: &Store, at: usize, state: &State) -> State {
        let mut state = state.clone();
        for (rest, track) in state.rests.iter_mut().zip(&self.tracks) {
            if track.start == at {
                *rest = track.expr;
            }
        }
        for (answer, (track, end)) in state.answers.iter_mut().zip(&self.asked) {
            if *end == at {
                *answer = Some(store.expressions.has_empty(state.rests[*track]));
            }
        }
        for (rest, track) in state.rests.iter_mut().zip(&self.tracks) {
            if track.last == at {
                *rest = Expr::EMPTY;
            }
        }
        state
    }

    /// The answers that are known before an item, and those that can no longer be others.
    pub(crate) fn foreseen(&self, at: usize, state: &State) -> Vec<Option<bool>> {
        let mut answers = state.answers.clone();
        for (answer, (track, end)) in answers.iter_mut().zip(&self.asked) {
            if answer.is_none() && self.tracks[*track].start <= at && at <= *end {
                *answer = match state.rests[*track] {
                    Expr::EMPTY => Some(false),
                    Expr::ALL => Some(true),
                    _ => None,
                };
            }
        }
        answers
    }

    /// What contracts say of an event of an unknown part.
    pub(crate) fn constrained(
        &self,
        store: &mut Store,
        state: &State,
        op: Option<usize>,
    ) -> CondId {
        let mut parts = Vec::new();
        for instance in self.instances.iter().filter(|instance| Some(instance.op) == op) {
            let conditions = &mut store.conditions;
            let (mut some, mut all) = (Vec::new(), Vec::new());
            for case in &instance.cases {
                let rests = case.context.iter().map(|track| state.rests[*track]);
                if !rests.into_iter().all(|rest| store.expressions.has_empty(rest)) {
                    continue;
                }
                some.push(conditions.all(&[case.require, case.ensure]));
                if case.binds {
                    let not = conditions.not(case.require);
                    all.push(conditions.some(&[not, case.ensure]));
                }
            }
            all.push(conditions.some(&some));
            let (allowed, other) = (conditions.all(&all), conditions.not(instance.meant));
            parts.push(conditions.some(&[other, allowed]));
        }
        store.conditions.all(&parts)
    }

    /// The edges of a state by an event: `is_left_out` says of which rows of conditions there are none.
    pub(crate) fn ways(
        &self,
        store: &mut Store,
        (at, state): (usize, &State),
        (op, values): (Option<usize>, &[(String, Sexp)]),
        is_left_out: &mut dyn FnMut(&mut Store, &Question) -> bool,
    ) -> Result<Vec<Way>, TooManyWays> {
        let mut first = Vec::new();
        let is_unknown = matches!(self.items[at], CourseItem::Unknown);
        if is_unknown {
            let also = self.constrained(store, state, op);
            match also {
                CondId::TRUE => {}
                CondId::FALSE => return Ok(Vec::new()),
                also => first.push(CondLiteral { cond: also, holds: true }),
            }
        }
        let here = self.foreseen(at, state);
        let heads = heads(store, state, op, values);
        let (mut ways, mut open) = (Vec::new(), vec![(0, first)]);
        while let Some((next, literals)) = open.pop() {
            let Some(cond) = heads.get(next).copied() else {
                let rests = after(store, state, op, values, &literals);
                let raw = State { rests, ..state.clone() };
                let to = if is_unknown { raw } else { self.arrive(store, at + 1, &raw) };
                ways.push(Way { literals, to });
                continue;
            };
            for holds in [true, false] {
                let mut literals = literals.clone();
                literals.push(CondLiteral { cond, holds });
                literals.sort();
                let remembers = state.remembers.clone();
                let question = Question { answers: here.clone(), remembers, literals };
                if !is_left_out(store, &question) {
                    open.push((next + 1, question.literals));
                }
            }
            if ways.len() + open.len() > MOST_WAYS {
                return Err(TooManyWays);
            }
        }
        Ok(ways)
    }
}

/// The conditions that decide what an event leaves, in an order that depends on their texts alone: who checks a proof
/// asks for them in the order of the one who made it.
fn heads(
    store: &mut Store,
    state: &State,
    op: Option<usize>,
    values: &[(String, Sexp)],
) -> Vec<CondId> {
    let Store { conditions, expressions, .. } = store;
    let mut all = BTreeSet::new();
    state.rests.iter().for_each(|rest| expressions.heads(*rest, op, &mut all));
    let all: BTreeSet<CondId> = all.into_iter().map(|cond| conditions.put(cond, values)).collect();
    let mut all: Vec<CondId> = all.into_iter().collect();
    all.retain(|cond| ![CondId::TRUE, CondId::FALSE].contains(cond));
    all.sort_by(|a, b| conditions.sexp(*a).cmp(conditions.sexp(*b)));
    all
}

/// What an event leaves of all expressions.
fn after(
    store: &mut Store,
    state: &State,
    op: Option<usize>,
    values: &[(String, Sexp)],
    literals: &[CondLiteral],
) -> Vec<Expr> {
    let Store { conditions, expressions, .. } = store;
    let mut holds = |cond: CondId| {
        let cond = conditions.put(cond, values);
        cond == CondId::TRUE || literals.contains(&CondLiteral { cond, holds: true })
    };
    state.rests.iter().map(|rest| expressions.after(*rest, op, &mut holds)).collect()
}

/// Whether what ways to a state remember follows from what is remembered before an edge, and the conditions of the edge.
pub(crate) fn follows(
    store: &Store,
    remembered: &BTreeSet<Memory>,
    before: &BTreeSet<Memory>,
    literals: &[CondLiteral],
) -> bool {
    remembered.iter().all(|memory| {
        let holds = |row: &Vec<CondLiteral>| row.iter().all(|one| literals.contains(one));
        before.contains(memory) || store.memories[memory.0].iter().any(holds)
    })
}
