//! All ways through a trace, of what is followed along it.
//!
//! A [`State`] is what is left of all expressions and the answers that are known. At a known event a state has
//! its derivatives as successors. At an unknown part it has all states that any number of events can leave:
//! these are closed under the formal events of the alphabet. Edges are left out where the solver finds no
//! values that take them.
//!
//! The values of two events of an unknown part are never compared with each other, only with those that the
//! path mentions, so whether an edge can be taken depends on those alone. This is asked for each edge apart;
//! where that is too coarse, a way remembers what some edges need of the values, which ones being up to the caller.

use rustc_hash::{FxHashMap, FxHashSet};
use solve::{Solver, Verdict};
use term::{Op, Pool, Term};
use trace::{Context, Event, Item, Regex};

use crate::course::Course;
use crate::product::{Derivatives, Rests};

/// A walk with more states than this is given up.
pub(crate) const MOST_STATES: usize = 5_000;

/// The means of a walk.
pub(crate) struct Means<'a> {
    pub(crate) ctx: Context<'a>,
    pub(crate) solver: &'a mut dyn Solver,
    pub(crate) is_late: &'a dyn Fn() -> bool,
    pub(crate) derivatives: Derivatives<'a>,
    /// An event of each operation, with variables as values.
    pub(crate) events: Vec<Event>,
}

/// An edge of a way.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    /// The item of the trace that the event belongs to.
    pub(crate) item: usize,
    pub(crate) event: Event,
    pub(crate) cond: Term,
}

/// The end of a walk.
pub(crate) enum Walked {
    /// No way leads to the end.
    Impossible,
    /// This one does, with these answers.
    Way(Vec<Passed>, Vec<(Term, bool)>),
    TooManyStates,
    Late,
}

/// What is known of the values: conditions that hold together, each once.
#[derive(Clone, Default)]
struct Known(Vec<Term>);

impl Known {
    fn and(&self, cond: Term) -> Known {
        let mut known = self.clone();
        if cond != Term::TRUE && !known.0.contains(&cond) {
            known.0.push(cond);
        }
        known
    }

    fn needs_no_more_than(&self, other: &Known) -> bool {
        self.0.iter().all(|cond| other.0.contains(cond))
    }
}

/// What is left on one way through a trace.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    rests: Rests,
    /// The answer to each question of the course, if it is known.
    answers: Vec<Option<bool>>,
}

/// A state that was reached.
struct Node {
    state: State,
    known: Known,
    /// The node before it, and the edge, unless only time went by.
    from: Option<(usize, Option<Passed>)>,
}

impl Node {
    fn left(&self) -> (State, Known) {
        (self.state.clone(), self.known.clone())
    }
}

/// The nodes before an item, with what each way to a state needs of the values.
#[derive(Default)]
struct Layer {
    ways: FxHashMap<State, Vec<Known>>,
    nodes: Vec<usize>,
}

/// One walk.
pub(crate) struct Walk<'r, 'a> {
    means: &'r mut Means<'a>,
    course: &'r Course,
    conditions: &'r [Term],
    /// The conditions of edges in unknown parts that ways remember.
    remembered: &'r FxHashSet<Term>,
    nodes: Vec<Node>,
    /// The conditions of the path for some answers.
    answered: FxHashMap<Vec<Option<bool>>, Vec<Term>>,
    /// What the solver said.
    decided: FxHashMap<Vec<Term>, bool>,
}

impl<'r, 'a> Walk<'r, 'a> {
    pub(crate) fn new(
        means: &'r mut Means<'a>,
        course: &'r Course,
        conditions: &'r [Term],
        remembered: &'r FxHashSet<Term>,
    ) -> Walk<'r, 'a> {
        let (answered, decided) = (FxHashMap::default(), FxHashMap::default());
        let nodes = Vec::new();
        Walk { means, course, conditions, remembered, nodes, answered, decided }
    }

    fn pool(&self) -> &'a Pool {
        self.means.ctx.pool
    }

    pub(crate) fn run(&mut self) -> Walked {
        let state = State {
            rests: vec![Regex::EMPTY; self.course.tracks.len()],
            answers: vec![None; self.course.questions.len()],
        };
        self.nodes.push(Node { state, known: Known::default(), from: None });
        let mut nodes = vec![0];
        for at in 0..=self.course.trace.len() {
            let mut layer = Layer::default();
            for node in nodes {
                self.arrive(&mut layer, at, node);
            }
            match self.course.trace.get(at) {
                None => nodes = layer.nodes,
                Some(item) => {
                    let read = match item {
                        Item::Event(event) => self.read(at, &layer, event),
                        Item::Block(_) => self.close(at, &mut layer).map(|()| layer.nodes),
                    };
                    match read {
                        Ok(next) => nodes = next,
                        Err(end) => return end,
                    }
                }
            }
        }
        match nodes.first() {
            None => Walked::Impossible,
            Some(node) => Walked::Way(self.way(*node), self.answers(*node)),
        }
    }

    /// The edges that lead to a node.
    fn way(&self, mut node: usize) -> Vec<Passed> {
        let mut way = Vec::new();
        while let Some((before, passed)) = &self.nodes[node].from {
            way.extend(passed.clone());
            node = *before;
        }
        way.reverse();
        way
    }

    fn answers(&self, node: usize) -> Vec<(Term, bool)> {
        let questions = self.course.questions.iter().zip(&self.nodes[node].state.answers);
        questions.filter_map(|(question, answer)| Some((question.var, (*answer)?))).collect()
    }

    /// Adds a node, unless another one of the same state needs no more of the values.
    fn add(
        &mut self,
        layer: &mut Layer,
        state: State,
        known: Known,
        from: (usize, Option<Passed>),
    ) {
        let ways = layer.ways.entry(state.clone()).or_default();
        if ways.iter().any(|way| way.needs_no_more_than(&known)) {
            return;
        }
        ways.push(known.clone());
        layer.nodes.push(self.nodes.len());
        self.nodes.push(Node { state, known, from: Some(from) });
    }

    /// A node before an item: tracks begin, questions are answered, tracks end.
    fn arrive(&mut self, layer: &mut Layer, at: usize, node: usize) {
        let (mut state, known) = self.nodes[node].left();
        for (rest, track) in state.rests.iter_mut().zip(&self.course.tracks) {
            if track.start == at {
                *rest = track.regex;
            }
        }
        for (answer, question) in state.answers.iter_mut().zip(&self.course.questions) {
            if question.end == at {
                let rest = state.rests[question.track];
                *answer = Some(self.means.ctx.regexes.nullable(rest));
            }
        }
        for (rest, track) in state.rests.iter_mut().zip(&self.course.tracks) {
            if track.last == at {
                *rest = Regex::EMPTY;
            }
        }
        let answers = self.foreseen(at, &state);
        if self.is_possible(&answers, &known, Term::TRUE) {
            self.add(layer, state, known, (node, None));
        }
    }

    /// The answers that are known, and those that can no longer be others.
    fn foreseen(&self, at: usize, state: &State) -> Vec<Option<bool>> {
        let mut answers = state.answers.clone();
        for (answer, question) in answers.iter_mut().zip(&self.course.questions) {
            let track = &self.course.tracks[question.track];
            if answer.is_none() && track.start <= at && at <= question.end {
                *answer = match state.rests[question.track] {
                    Regex::EMPTY => Some(false),
                    Regex::ALL => Some(true),
                    _ => None,
                };
            }
        }
        answers
    }

    /// Whether some values go with some answers and conditions, as far as the solver knows.
    fn is_possible(&mut self, answers: &[Option<bool>], known: &Known, cond: Term) -> bool {
        let pool = self.pool();
        if !self.answered.contains_key(answers) {
            let questions = self.course.questions.iter().zip(answers);
            let by = questions
                .filter_map(|(question, answer)| Some((question.var, pool.bool((*answer)?))))
                .collect();
            let put = |cond: &Term| pool.substitute(*cond, &by);
            let conditions = self.conditions.iter().map(put).filter(|c| *c != Term::TRUE).collect();
            self.answered.insert(answers.to_vec(), conditions);
        }
        let mut query = self.answered[answers].clone();
        query.extend(known.0.iter().copied().chain([cond]).filter(|cond| *cond != Term::TRUE));
        if query.contains(&Term::FALSE) {
            return false;
        }
        if let Some(known) = self.decided.get(&query) {
            return *known;
        }
        let possible = self.means.solver.check(pool, &query) != Verdict::Unsat;
        self.decided.insert(query, possible);
        possible
    }

    /// The states that an event can lead to from a node, with what it takes. `also` is what else holds of
    /// the values of the event.
    fn successors(
        &mut self,
        at: usize,
        node: usize,
        event: &Event,
        also: Term,
    ) -> Vec<(Term, State)> {
        let (state, known) = self.nodes[node].left();
        let answers = self.foreseen(at, &state);
        let pool = self.pool();
        // The empty expression stays empty, so tracks that are not followed need not be left out.
        let mut derivatives = self.means.derivatives.take();
        let ways = derivatives.after(&state.rests, event, |cond| {
            self.is_possible(&answers, &known, pool.and(&[cond, also]))
        });
        self.means.derivatives = derivatives;
        let mut next = Vec::new();
        for (cond, rests) in ways {
            let cond = pool.and(&[cond, also]);
            let state = State { rests, answers: state.answers.clone() };
            let answers = self.foreseen(at, &state);
            if self.is_possible(&answers, &known, cond) {
                next.push((cond, state));
            }
        }
        next
    }

    fn read(&mut self, at: usize, layer: &Layer, event: &Event) -> Result<Vec<usize>, Walked> {
        let mut after = Layer::default();
        for node in &layer.nodes {
            for (cond, next) in self.successors(at, *node, event, Term::TRUE) {
                let known = self.nodes[*node].known.and(cond);
                let passed = Passed { item: at, event: event.clone(), cond };
                self.add(&mut after, next, known, (*node, Some(passed)));
            }
            self.look_around()?;
        }
        Ok(after.nodes)
    }

    /// Adds all nodes that any number of events can lead to.
    fn close(&mut self, at: usize, layer: &mut Layer) -> Result<(), Walked> {
        let events = self.means.events.clone();
        let mut next = 0;
        while let Some(node) = layer.nodes.get(next).copied() {
            next += 1;
            for event in &events {
                let also = self.constrained(node, event);
                for (cond, after) in self.successors(at, node, event, also) {
                    let known = &self.nodes[node].known;
                    let known = match self.remembered.contains(&cond) {
                        false => known.clone(),
                        true => known.and(needed(self.pool(), event, cond)),
                    };
                    let passed = Passed { item: at, event: event.clone(), cond };
                    self.add(layer, after, known, (node, Some(passed)));
                }
            }
            self.look_around()?;
        }
        Ok(())
    }

    /// What the contracts of operations say of an event of an unknown part.
    fn constrained(&self, node: usize, event: &Event) -> Term {
        let rests = &self.nodes[node].state.rests;
        let own = self.course.constraints.iter().filter(|one| Some(one.op) == event.op);
        let parts: Vec<Term> = own.map(|one| one.allows(self.means.ctx, rests)).collect();
        self.pool().and(&parts)
    }

    fn look_around(&self) -> Result<(), Walked> {
        if self.nodes.len() > MOST_STATES {
            return Err(Walked::TooManyStates);
        }
        if (self.means.is_late)() { Err(Walked::Late) } else { Ok(()) }
    }
}

/// What an edge needs of the values of the path: there are values of the event with which it can be
/// taken.
pub(crate) fn needed(pool: &Pool, event: &Event, cond: Term) -> Term {
    let mut cond = cond;
    loop {
        let free: FxHashSet<Term> = pool.free_vars(&[cond]).into_iter().collect();
        let open = event.values.iter().copied().filter(|value| free.contains(value));
        let open: Vec<Term> = open.collect();
        if open.is_empty() {
            return cond;
        }
        let Some((var, value)) = solved(pool, cond, &open) else {
            return renamed(pool, cond, &open);
        };
        cond = pool.substitute(cond, &FxHashMap::from_iter([(var, value)]));
    }
}

/// A value that a condition gives to one of some variables.
fn solved(pool: &Pool, cond: Term, open: &[Term]) -> Option<(Term, Term)> {
    let parts = match pool.op(cond) {
        Op::And => pool.args(cond).to_vec(),
        _ => vec![cond],
    };
    for part in parts.iter().filter(|part| pool.op(**part) == Op::Eq) {
        let [left, right] = *pool.args(*part) else { continue };
        for (var, value) in [(left, right), (right, left)] {
            let is_open = |var: &Term| open.contains(var);
            if is_open(&var) && !pool.free_vars(&[value]).iter().any(is_open) {
                return Some((var, value));
            }
        }
    }
    None
}

/// The condition with variables of its own: other edges need other values of their events. One name for
/// each condition is enough, since which values there are does not depend on who needs them.
fn renamed(pool: &Pool, cond: Term, open: &[Term]) -> Term {
    let other = |var: &Term| {
        let name = format!("of edge#{cond:?}#{var:?}");
        (*var, pool.var(&name, pool.sort(*var)))
    };
    pool.substitute(cond, &open.iter().map(other).collect())
}
