//! The scheduler by itself, with an explorer that asks no solver.

use std::collections::BTreeSet;
use std::thread::{self, ThreadId};

use explore::schedule::{
    self, Discipline, Explorer, Ledger, Rank, Ranked, Rest, Room, Schedule, Task, Ties,
};
use explore::{Budget, Limit, Meter, Options, Silent};
use proptest::prelude::*;
use solve::Interrupt;

/// A graph whose nodes are numbers; the edges are a function of a seed.
#[derive(Clone, Copy, Debug)]
struct Graph {
    seed: u64,
    size: u64,
    schedule: Schedule,
    /// A node on which a job panics.
    broken: Option<u64>,
}

#[derive(Debug)]
struct Node(u64);

impl Ranked for Node {
    fn rank(&self) -> Rank {
        Rank { promise: self.0 % 5, splits: self.0 % 3, steps: 0 }
    }
}

impl Explorer for Graph {
    type Path = Node;
    type Worker = ThreadId;
    type Done = (u64, Vec<u64>, ThreadId);

    fn worker(&self) -> ThreadId {
        thread::current().id()
    }

    fn run_job(&self, worker: &mut ThreadId, Node(node): Node, _: Task) -> Self::Done {
        assert_eq!(*worker, thread::current().id(), "a worker stays on its thread");
        assert_ne!(self.broken, Some(node), "this node is broken");
        let edge = |nth| stdx::hash::mix(self.seed, node * 4 + nth) % self.size;
        (node, (0..node % 4).map(edge).collect(), *worker)
    }

    fn schedule(&self, _: &Options) -> Schedule {
        self.schedule
    }
}

/// The nodes in the order in which they were met.
#[derive(Default)]
struct Met {
    order: Vec<u64>,
    seen: BTreeSet<u64>,
    threads: Vec<ThreadId>,
    refused: Option<u64>,
    room: Option<u64>,
}

impl Ledger<Graph> for Met {
    fn commit(
        &mut self,
        (node, edges, thread): (u64, Vec<u64>, ThreadId),
        waiting: &mut Vec<Node>,
    ) {
        self.order.push(node);
        self.threads.push(thread);
        self.room = self.room.map(|room| room - 1);
        waiting.extend(edges.into_iter().filter(|edge| self.seen.insert(*edge)).map(Node));
    }

    fn admit(&mut self, path: &Node) -> bool {
        self.refused.is_none_or(|refused| !path.0.is_multiple_of(refused))
    }

    fn room(&self) -> Room {
        Room { paths: self.room, findings: None }
    }
}

fn explore(graph: &Graph, met: &mut Met, workers: usize, meter: &Meter) -> Rest<Node> {
    let options = Options { workers, ..Options::default() };
    let start: Vec<Node> = (1..8).map(Node).collect();
    met.seen.extend(1..8);
    schedule::run(graph, met, start, &options, meter, &Silent)
}

fn graph() -> Graph {
    let schedule = Schedule { discipline: Discipline::Oldest, batch: 64, chunk: 4, overlap: false };
    Graph { seed: 3, size: 5_000, schedule, broken: None }
}

fn any_discipline() -> impl Strategy<Value = Discipline> {
    prop_oneof![
        Just(Discipline::Newest),
        Just(Discipline::Oldest),
        any::<u64>().prop_map(Discipline::Random),
        Just(Discipline::Best(Ties::Oldest)),
        Just(Discipline::Best(Ties::Newest)),
    ]
}

fn any_graph() -> impl Strategy<Value = Graph> {
    let schedule = (any_discipline(), 0usize..100, 0usize..20, any::<bool>());
    let schedule = schedule.prop_map(|(discipline, batch, chunk, overlap)| Schedule {
        discipline,
        batch,
        chunk,
        overlap,
    });
    (any::<u64>(), 8u64..400, schedule).prop_map(|(seed, size, schedule)| Graph {
        seed,
        size,
        schedule,
        broken: None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn order_is_independent_of_thread_count(
        graph in any_graph(),
        room in prop_oneof![Just(None), (0u64..200).prop_map(Some)],
        refused in prop_oneof![Just(None), (2u64..9).prop_map(Some)],
    ) {
        let with = |workers| {
            let mut met = Met { refused, room, ..Met::default() };
            let rest = explore(&graph, &mut met, workers, &Meter::default());
            let waiting: Vec<u64> = rest.waiting.iter().map(|node| node.0).collect();
            (met.order, waiting, rest.skipped, rest.limit)
        };
        let alone = with(1);
        prop_assert_eq!(&with(2), &alone);
        prop_assert_eq!(&with(5), &alone);
    }

    #[test]
    fn chunk_size_changes_nothing(graph in any_graph(), chunk in 1usize..80) {
        let with = |graph: &Graph| {
            let mut met = Met::default();
            explore(graph, &mut met, 3, &Meter::default());
            met.order
        };
        let schedule = Schedule { chunk, ..graph.schedule };
        prop_assert_eq!(with(&Graph { schedule, ..graph }), with(&graph));
    }

    #[test]
    fn rounds_that_overlap_have_the_same_order(
        graph in any_graph(),
        batch in 1usize..20,
        refused in prop_oneof![Just(None), (2u64..9).prop_map(Some)],
    ) {
        let with = |overlap| {
            let mut met = Met { refused, ..Met::default() };
            let schedule = Schedule { batch, overlap, ..graph.schedule };
            explore(&Graph { schedule, ..graph }, &mut met, 2, &Meter::default());
            met.order
        };
        prop_assert_eq!(with(true), with(false));
    }
}

#[test]
fn single_worker_runs_on_calling_thread() {
    let mut met = Met::default();
    explore(&graph(), &mut met, 1, &Meter::default());
    assert!(met.order.len() > 100);
    let here = thread::current().id();
    assert!(met.threads.iter().all(|thread| *thread == here));
}

#[test]
fn panic_in_job_is_handed_on() {
    let mut met = Met::default();
    explore(&graph(), &mut met, 1, &Meter::default());
    let broken = met.order.last().copied();
    let graph = Graph { broken, ..graph() };
    for workers in [1, 2, 4] {
        let meter = Meter::default();
        let run = || explore(&graph, &mut Met::default(), workers, &meter);
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        let payload = payload.expect_err("the job panics");
        let message = payload.downcast_ref::<String>().expect("a message");
        assert!(message.contains("this node is broken"), "{message}");
        assert_eq!(meter.met(), Some(Limit::Interrupted));
    }
}

#[test]
fn used_up_room_is_reported_as_limit() {
    let meter = Meter::new(Budget { paths: Some(20), ..Budget::UNLIMITED }, Interrupt::new());
    let mut met = Met { room: Some(20), ..Met::default() };
    let rest = explore(&graph(), &mut met, 2, &meter);
    assert_eq!(met.order.len(), 20);
    assert_eq!(rest.limit, Some(Limit::Paths(20)));
    assert!(rest.left() > 0 && rest.skipped > 0);
}

#[test]
fn interrupted_run_leaves_its_paths() {
    let interrupt = Interrupt::new();
    interrupt.raise();
    let meter = Meter::new(Budget::UNLIMITED, interrupt);
    let mut met = Met::default();
    let rest = explore(&graph(), &mut met, 2, &meter);
    assert_eq!((rest.waiting.len(), met.order.len()), (7, 0));
    assert_eq!(rest.limit, Some(Limit::Interrupted));
}
