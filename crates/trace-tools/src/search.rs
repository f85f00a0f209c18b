//! A shortest concrete trace of an expression.
//!
//! Breadth-first over pairs of a state of the lazily built automaton and the set of [`Facts`] that
//! the way there states about parameters. A pair is skipped if the same state was met with fewer
//! facts: whatever can follow it could follow there. Because there are finitely many facts, a search
//! that runs dry has shown that no trace exists, whatever the parameters are.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use term::Term;
use trace::{Automaton, Context, Edge, OpId, Regex, StateId, Tri};

use crate::facts::{Fact, Facts};
use crate::oracle::Oracle;
use crate::witness::Witness;

/// How far to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Events of a trace.
    pub length: usize,
    /// Pairs of state and facts.
    pub nodes: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { length: 64, nodes: 20_000 }
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchResult {
    /// A trace; none is shorter, unless the solver did not know of some.
    Trace(Witness),
    /// There is no trace: everything was searched.
    Nothing,
    /// There is no trace of at most this length; beyond, it is not known. None if not even the
    /// shortest lengths could be decided.
    NotUpTo(Option<usize>, Gap),
}

/// Why a search did not come to an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gap {
    /// The bound on the length was met.
    Length(usize),
    /// The bound on the size of the search was met.
    Nodes(usize),
    /// The solver could not tell whether some traces exist.
    Solver,
    /// The oracle was asked to stop.
    Stopped,
}

impl std::fmt::Display for Gap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Gap::Length(length) => write!(f, "longer traces than {length} events were not tried"),
            Gap::Nodes(nodes) => write!(f, "the search was stopped after {nodes} nodes"),
            Gap::Solver => write!(f, "the solver could not decide which traces exist"),
            Gap::Stopped => write!(f, "the search was stopped by a limit"),
        }
    }
}

/// A shortest trace of an expression, with values of parameters.
pub fn shortest(
    ctx: Context<'_>,
    regex: Regex,
    bounds: Bounds,
    oracle: &mut Oracle<'_>,
) -> SearchResult {
    Search::new(ctx, regex, bounds).run(oracle)
}

struct Node {
    state: StateId,
    /// The shared facts of the way here, ascending.
    facts: Rc<[Fact]>,
    from: Option<(usize, Fact)>,
    length: usize,
}

struct Search<'a> {
    ctx: Context<'a>,
    bounds: Bounds,
    automaton: Automaton,
    facts: Facts,
    nodes: Vec<Node>,
    queue: VecDeque<usize>,
    met: FxHashMap<StateId, Vec<Rc<[Fact]>>>,
    /// The length of the first trace that the solver could not decide.
    doubtful: Option<usize>,
}

impl<'a> Search<'a> {
    fn new(ctx: Context<'a>, regex: Regex, bounds: Bounds) -> Search<'a> {
        let mut search = Search {
            ctx,
            bounds,
            automaton: Automaton::new(regex),
            facts: Facts::default(),
            nodes: Vec::new(),
            queue: VecDeque::new(),
            met: FxHashMap::default(),
            doubtful: None,
        };
        search.add(Node { state: StateId::START, facts: [].into(), from: None, length: 0 });
        search
    }

    fn run(mut self, oracle: &mut Oracle<'_>) -> SearchResult {
        while let Some(at) = self.queue.pop_front() {
            let (state, length) = (self.nodes[at].state, self.nodes[at].length);
            if self.ctx.regexes.nullable(self.automaton.regex(state)) {
                match self.concrete(at, oracle) {
                    Some(witness) => return SearchResult::Trace(witness),
                    None => self.doubtful = self.doubtful.or(Some(length)),
                }
            }
            if length >= self.bounds.length {
                return self.stopped(length, Gap::Length(length));
            }
            if self.nodes.len() > self.bounds.nodes {
                return self.stopped(length, Gap::Nodes(self.bounds.nodes));
            }
            self.expand(at, oracle);
            if oracle.is_stopped() {
                return SearchResult::NotUpTo(length.checked_sub(1), Gap::Stopped);
            }
        }
        match self.doubtful {
            None => SearchResult::Nothing,
            Some(length) => SearchResult::NotUpTo(length.checked_sub(1), Gap::Solver),
        }
    }

    /// The queue is by length: when a node of some length is taken, all shorter ones are done.
    fn stopped(&self, length: usize, gap: Gap) -> SearchResult {
        match self.doubtful {
            Some(doubtful) => SearchResult::NotUpTo(doubtful.checked_sub(1), Gap::Solver),
            None if gap == Gap::Length(length) => SearchResult::NotUpTo(Some(length), gap),
            None => SearchResult::NotUpTo(length.checked_sub(1), gap),
        }
    }

    fn expand(&mut self, at: usize, oracle: &mut Oracle<'_>) {
        let state = self.nodes[at].state;
        let mut feasible = |pool: &term::Pool, terms: &[Term]| oracle.feasible(pool, terms);
        let edges = self.automaton.edges(self.ctx, state, &mut feasible).to_vec();
        for edge in edges {
            // An enumeration that was stopped has left edges out.
            if oracle.is_stopped() {
                return;
            }
            if self.automaton.regex(edge.to) == Regex::EMPTY {
                continue;
            }
            for (op, qualifier) in ways(self.ctx, edge) {
                self.follow(at, edge.to, (op, qualifier), oracle);
            }
        }
    }

    fn follow(
        &mut self,
        at: usize,
        to: StateId,
        (op, qualifier): (Option<OpId>, Term),
        oracle: &mut Oracle<'_>,
    ) {
        let fact = self.facts.fact(self.ctx, op, qualifier);
        let facts = self.with_fact(&self.nodes[at].facts, fact);
        if self.is_met(to, &facts) {
            return;
        }
        // Facts that were there before were feasible before.
        if facts.len() > self.nodes[at].facts.len() {
            let conds: Vec<Term> = facts.iter().map(|fact| self.facts.cond(*fact)).collect();
            if oracle.feasible(self.ctx.pool, &conds) == Tri::No {
                return;
            }
        }
        let length = self.nodes[at].length + 1;
        self.add(Node { state: to, facts, from: Some((at, fact)), length });
    }

    fn with_fact(&self, facts: &Rc<[Fact]>, fact: Fact) -> Rc<[Fact]> {
        match facts.binary_search(&fact) {
            Err(at) if self.facts.is_shared(fact) => {
                let mut more = facts.to_vec();
                more.insert(at, fact);
                more.into()
            }
            Ok(_) | Err(_) => Rc::clone(facts),
        }
    }

    fn is_met(&self, state: StateId, facts: &[Fact]) -> bool {
        let within = |fewer: &Rc<[Fact]>| fewer.iter().all(|fact| facts.contains(fact));
        self.met.get(&state).is_some_and(|sets| sets.iter().any(within))
    }

    fn add(&mut self, node: Node) {
        self.met.entry(node.state).or_default().push(Rc::clone(&node.facts));
        self.queue.push_back(self.nodes.len());
        self.nodes.push(node);
    }

    /// The way to a node with values, if the solver finds some.
    fn concrete(&self, at: usize, oracle: &mut Oracle<'_>) -> Option<Witness> {
        let mut way = Vec::new();
        let mut here = &self.nodes[at];
        while let Some((before, fact)) = here.from {
            way.push(fact);
            here = &self.nodes[before];
        }
        way.reverse();
        concrete(self.ctx, &self.facts, &way, oracle)
    }
}

/// The operations of an edge, each with its qualifier, in the order of declaration.
pub(crate) fn ways(ctx: Context<'_>, edge: Edge) -> Vec<(Option<OpId>, Term)> {
    let declared = ctx.alphabet.ops().map(Some);
    let others = ctx.alphabet.is_open().then_some(None);
    let of = |op: Option<OpId>| (op, ctx.regexes.qualifier(edge.letter, op));
    declared.chain(others).map(of).filter(|(_, term)| *term != Term::FALSE).collect()
}

/// A trace of these facts, with values for all that they mention.
pub(crate) fn concrete(
    ctx: Context<'_>,
    facts: &Facts,
    way: &[Fact],
    oracle: &mut Oracle<'_>,
) -> Option<Witness> {
    let mut conds: Vec<Term> = Vec::new();
    for fact in way {
        let cond = facts.cond(*fact);
        if cond != Term::TRUE && !conds.contains(&cond) {
            conds.push(cond);
        }
    }
    let model = oracle.model(ctx.pool, &conds)?;
    let trace = way.iter().map(|fact| facts.event(ctx.pool, *fact, &model)).collect();
    Some(Witness { trace, model })
}
