//! The configurations that a program can reach, as a graph.
//!
//! A configuration in which a step or an atom depends on an unknown condition is no node of the
//! graph: in its place stand the same configuration with the condition and with its negation.

use std::sync::Arc;
use std::time::Instant;

use explore::schedule::{Explorer, Ledger, Rank, Ranked, Schedule, Task, run};
use explore::{Limit, Strategy, follow};
use solve::{Solver, Verdict};
use term::{Pool, Term};

use super::atom;
use super::formula::atoms;
use super::product::Loop;
use super::syntax::Property;
use crate::context::{Ctx, Halt, Known};
use crate::explorer::{Options, Seen, Solution, fingerprint};
use crate::given_up::{GivenUp, Reasons};
use crate::language::Language;
use crate::machine::Done;
use crate::program::Program;
use crate::state::State;
use crate::value::Fingerprint;

/// Configurations that a thread takes at once.
const CHUNK: usize = 8;

/// A configuration of the graph.
pub(super) struct Node {
    state: State,
    conds: Arc<[Term]>,
    known: Known,
    /// Which atoms hold; none for a configuration that was split or given up.
    pub(super) atoms: Option<Vec<bool>>,
    /// What comes next: steps, or, if it was split, the parts in its place.
    next: Vec<Link>,
    before: Option<Before>,
    depth: u64,
}

/// The node before one, and the step from it; none to a part of a node that was split.
type Before = (usize, Option<Done>);

impl Node {
    /// A node that was not visited yet.
    fn new(
        state: State,
        conds: Arc<[Term]>,
        known: Known,
        before: Option<Before>,
        depth: u64,
    ) -> Node {
        Node { state, conds, known, atoms: None, next: Vec::new(), before, depth }
    }
}

/// Where a node leads.
#[derive(Clone, Copy)]
struct Link {
    to: usize,
    /// The step that leads there; none where a run stays, and to the parts of a split node.
    done: Option<Done>,
}

/// The graph. Node zero is the start.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// Why parts of it are missing.
    pub(super) given_up: Reasons,
}

/// Explores everything from a start, breadth first.
pub(super) fn build(
    language: &Language,
    pool: &Pool,
    start: State,
    assumed: &[Term],
    property: &Property,
    options: &Options,
    solver: &mut dyn Solver,
) -> Graph {
    let known = assumed.iter().fold(Known::default(), |known, cond| known.with(pool, *cond));
    let conds: Arc<[Term]> = assumed.into();
    let first = Visit::new(0, &start, &conds, &known, 0);
    let node = Node::new(start, conds, known, None, 0);
    let graph = Graph { nodes: vec![node], given_up: Reasons::default() };
    let program = &language.compiled.program;
    let seen = Seen::new();
    let visits = Visits { pool, program, atoms: atoms(property), options, seen: &seen };
    let mut builder = Builder { pool, options, solver, graph, seen: &seen };
    let engine = explore::Options { strategy: Strategy::Bfs, ..options.engine.clone() };
    let (meter, watcher) = (&options.meter, options.watch.watcher());
    let rest = run(&visits, &mut builder, vec![first], &engine, meter, watcher);
    if let Some(limit) = rest.limit {
        builder.give_up(GivenUp::Limit(limit));
    }
    builder.graph
}

/// How a configuration is visited.
struct Visits<'a> {
    pool: &'a Pool,
    program: &'a Program,
    atoms: Vec<&'a Property>,
    options: &'a Options,
    seen: &'a Seen<usize>,
}

/// A node that waits.
struct Visit {
    node: usize,
    state: State,
    conds: Arc<[Term]>,
    known: Known,
    depth: u64,
}

impl Visit {
    fn new(node: usize, state: &State, conds: &Arc<[Term]>, known: &Known, depth: u64) -> Visit {
        let (state, conds, known) = (state.clone(), Arc::clone(conds), known.clone());
        Visit { node, state, conds, known, depth }
    }
}

impl Ranked for Visit {
    fn rank(&self) -> Rank {
        Rank { steps: self.depth, ..Rank::default() }
    }
}

/// The atoms that hold in a configuration, and its steps.
type Look = Result<(Vec<bool>, Vec<(Done, Next)>), Halt>;

/// Where a step leads.
enum Next {
    /// To a node.
    Known(usize),
    /// To a configuration that may have none yet.
    New(Fingerprint, State),
}

/// What became of a visit.
enum Visited {
    Looked(usize, Look),
    /// The whole run has to end.
    Stopped(Visit),
}

impl Explorer for Visits<'_> {
    type Path = Visit;
    /// How often the meter was read.
    type Worker = u64;
    type Done = Visited;

    fn worker(&self) -> u64 {
        0
    }

    fn run_job(&self, polls: &mut u64, visit: Visit, _: Task) -> Visited {
        let meter = &self.options.meter;
        meter.reach(visit.depth);
        let stop = meter.poll(*polls);
        *polls += 1;
        if stop {
            return Visited::Stopped(visit);
        }
        match self.look(&visit) {
            Err(Halt::Limit(_)) => Visited::Stopped(visit),
            look => Visited::Looked(visit.node, look),
        }
    }

    fn schedule(&self, options: &explore::Options) -> Schedule {
        Schedule { chunk: CHUNK, overlap: true, ..Schedule::of(options) }
    }
}

impl Visits<'_> {
    fn look(&self, visit: &Visit) -> Look {
        let ctx = Ctx::new(self.program, self.pool, &visit.known);
        let mut ctx = ctx.metered(&self.options.meter);
        let atoms = self.atoms.iter().map(|atom| atom::holds(&ctx, &visit.state, atom));
        let atoms = atoms.collect::<Result<Vec<bool>, Halt>>()?;
        let steps = match ctx.successors(&visit.state) {
            // As in K, a step without a value is none: the run is stuck there, and stays.
            Err(Halt::Undefined(_)) => Vec::new(),
            steps => steps?,
        };
        let next = |(done, state)| {
            let fingerprint = fingerprint(&state, &visit.conds);
            let node = self.seen.get(fingerprint).map(Next::Known);
            (done, node.unwrap_or(Next::New(fingerprint, state)))
        };
        Ok((atoms, steps.into_iter().map(next).collect()))
    }
}

/// The graph as far as it is known.
struct Builder<'a> {
    pool: &'a Pool,
    options: &'a Options,
    solver: &'a mut dyn Solver,
    graph: Graph,
    seen: &'a Seen<usize>,
}

impl Ledger<Visits<'_>> for Builder<'_> {
    fn commit(&mut self, visited: Visited, waiting: &mut Vec<Visit>) {
        match visited {
            Visited::Looked(at, Ok((atoms, steps))) => {
                self.graph.nodes[at].atoms = Some(atoms);
                self.step(at, steps, waiting);
            }
            Visited::Looked(at, Err(Halt::Undecided(cond))) => self.split(at, cond, waiting),
            Visited::Looked(_, Err(halt)) => self.give_up(halt.into()),
            Visited::Stopped(visit) => waiting.push(visit),
        }
    }
}

impl Builder<'_> {
    fn give_up(&mut self, reason: GivenUp) {
        self.graph.given_up.add(reason);
    }

    fn step(&mut self, at: usize, steps: Vec<(Done, Next)>, waiting: &mut Vec<Visit>) {
        if steps.is_empty() {
            // A run that ends stays where it is.
            self.graph.nodes[at].next.push(Link { to: at, done: None });
            return;
        }
        let depth = self.graph.nodes[at].depth;
        if let Some(most) = self.options.depth.filter(|most| depth >= *most) {
            return self.give_up(GivenUp::Steps(most));
        }
        let limit = self.options.meter.budget().steps;
        if let Some(most) = limit.filter(|most| depth >= *most) {
            return self.give_up(GivenUp::Limit(Limit::Steps(most)));
        }
        for (done, next) in steps {
            let to = match next {
                Next::Known(node) => node,
                Next::New(fingerprint, state) => {
                    let from = &self.graph.nodes[at];
                    let (conds, known) = (Arc::clone(&from.conds), from.known.clone());
                    let before = (at, Some(done));
                    let node = Node::new(state, conds, known, Some(before), from.depth + 1);
                    self.node(fingerprint, node, waiting)
                }
            };
            self.graph.nodes[at].next.push(Link { to, done: Some(done) });
        }
    }

    /// The number of a node, or of the one that its configuration has already. A new one waits to be
    /// visited.
    fn node(&mut self, fingerprint: Fingerprint, node: Node, waiting: &mut Vec<Visit>) -> usize {
        let id = self.graph.nodes.len();
        if let Some(known) = self.seen.insert(fingerprint, id) {
            return known;
        }
        waiting.push(Visit::new(id, &node.state, &node.conds, &node.known, node.depth));
        self.graph.nodes.push(node);
        id
    }

    fn split(&mut self, at: usize, cond: Term, waiting: &mut Vec<Visit>) {
        for cond in [cond, self.pool.not(cond)] {
            let mut query = self.graph.nodes[at].conds.to_vec();
            query.push(cond);
            let asked = Instant::now();
            let verdict = self.solver.check(self.pool, &query);
            self.options.meter.count_query(asked.elapsed());
            if let Verdict::Unknown(reason) = &verdict {
                self.give_up(GivenUp::Solver(reason.clone()));
            }
            if follow(&verdict, self.options.engine.bias) {
                let whole = &self.graph.nodes[at];
                let fingerprint = fingerprint(&whole.state, &query);
                let known = whole.known.clone().with(self.pool, cond);
                let (state, before) = (whole.state.clone(), Some((at, None)));
                let part = Node::new(state, query.into(), known, before, whole.depth);
                let to = self.node(fingerprint, part, waiting);
                self.graph.nodes[at].next.push(Link { to, done: None });
            }
        }
    }
}

impl Graph {
    /// The configurations that stand for a node: itself, or the parts that it was split into.
    pub(super) fn resolved(&self, node: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            match &self.nodes[node].atoms {
                Some(_) => found.push(node),
                None => todo.extend(self.nodes[node].next.iter().map(|link| link.to)),
            }
        }
        found
    }

    /// The configurations that may come after one.
    pub(super) fn after(&self, node: usize) -> Vec<usize> {
        self.nodes[node].next.iter().flat_map(|link| self.resolved(link.to)).collect()
    }

    /// A run along nodes, as configurations with what led to each.
    pub(super) fn moments(&self, run: &Loop) -> Vec<(Option<Done>, State)> {
        let state = |node: usize| self.nodes[node].state.clone();
        let mut moments = vec![(None, state(run.nodes[0]))];
        for pair in run.nodes.windows(2) {
            moments.push((self.step_between(pair[0], pair[1]), state(pair[1])));
        }
        moments
    }

    /// The step from a configuration to one that comes after it.
    pub(super) fn step_between(&self, from: usize, to: usize) -> Option<Done> {
        let leads = |link: &&Link| self.resolved(link.to).contains(&to);
        self.nodes[from].next.iter().find(leads).and_then(|link| link.done)
    }

    /// A node as a solution.
    pub(super) fn solution(&self, pool: &Pool, node: usize, solver: &mut dyn Solver) -> Solution {
        let Node { state, conds, depth, .. } = &self.nodes[node];
        let mut path = Vec::new();
        let mut at = node;
        while let Some((before, done)) = self.nodes[at].before {
            path.extend(done);
            at = before;
        }
        path.reverse();
        let sure = conds.is_empty() || solver.check(pool, conds) == Verdict::Sat;
        let model = if sure && !conds.is_empty() { solver.model(pool) } else { None };
        Solution {
            state: state.clone(),
            conds: conds.to_vec(),
            decided: conds.to_vec(),
            bindings: Vec::new(),
            ending: None,
            path,
            depth: *depth,
            model,
            sure,
        }
    }
}
