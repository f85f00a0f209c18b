//! How workers would share a search by prefixes: a simulation.
//!
//! Recorded trees are too small for thousands of workers, so leaves are continued by further trees, chosen by their
//! place, until there is enough work: the shape is that of real searches at every scale.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::trees::Tree;

/// What is assumed. Times are in microseconds.
#[derive(Clone, Copy)]
pub(crate) struct Costs {
    /// One node: its steps and its queries.
    node: u64,
    /// A node that is replayed on the way to a prefix, whose queries were answered before: as a part of
    /// [`Costs::node`], in percent.
    replay_percent: u64,
    /// From a worker to the server and back.
    trip: u64,
    /// What the server needs for one message; it handles one after the other.
    message: u64,
}

/// A node costs what a query to a solver costs, replay a twentieth of that; the trip is that of one data centre,
/// and NATS handles some 50,000 stored messages in a second.
const COSTS: Costs = Costs { node: 2_000, replay_percent: 5, trip: 1_000, message: 20 };
/// How long a search is followed; there is more work than the largest crew can do in that time.
const HORIZON: u64 = 20_000_000;
const CREWS: [usize; 6] = [1, 2, 10, 100, 1_000, 10_000];
const SLICES: [u64; 3] = [100_000, 1_000_000, 5_000_000];

/// A place in the large tree: a node of a recorded one, and how often leaves below it go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    tree: usize,
    node: usize,
    levels: u32,
    depth: u64,
}

struct Forest<'a> {
    trees: &'a [Tree],
    /// The nodes at and below a node, by tree, node and levels.
    sizes: HashMap<(usize, usize, u32), u64>,
}

impl Forest<'_> {
    fn size(&mut self, tree: usize, node: usize, levels: u32) -> u64 {
        if let Some(known) = self.sizes.get(&(tree, node, levels)) {
            return *known;
        }
        let own = self.trees[tree].weight[node];
        let below = self.below(Place { tree, node, levels, depth: 0 });
        let below: u64 = below.iter().map(|at| self.size(at.tree, at.node, at.levels)).sum();
        self.sizes.insert((tree, node, levels), own + below);
        own + below
    }

    fn below(&self, at: Place) -> Vec<Place> {
        let Place { tree, node, levels, depth } = at;
        let children = &self.trees[tree].children[node];
        let depth = depth + self.trees[tree].weight[node];
        match (children.is_empty(), levels) {
            (true, 0) => Vec::new(),
            (true, _) => {
                let next = (tree * 31 + node * 17 + levels as usize) % self.trees.len();
                vec![Place { tree: next, node: 0, levels: levels - 1, depth }]
            }
            (false, _) => {
                children.iter().rev().map(|&node| Place { tree, node, levels, depth }).collect()
            }
        }
    }

    /// Carries a prefix on, depth first, until it is done or the slice ends. Returns the nodes, and what is open.
    fn carry_on(&mut self, from: Place, nodes: u64) -> (u64, Vec<Place>) {
        let (mut open, mut done) = (vec![from], 0);
        while done < nodes
            && let Some(at) = open.pop()
        {
            let whole = self.size(at.tree, at.node, at.levels);
            if done + whole <= nodes {
                done += whole;
                continue;
            }
            done += self.trees[at.tree].weight[at.node];
            open.extend(self.below(at));
        }
        (done, open)
    }
}

/// What happens at a time: a worker is free, or prefixes are there.
enum Happening {
    Free,
    Open(Vec<Place>),
}

/// What came of a simulated search.
struct Outcome {
    efficiency: f64,
    jobs: u64,
    replayed: f64,
    /// The part of the time in which the server was busy.
    server: f64,
}

pub(crate) fn simulate(trees: &[Tree]) {
    assert!(!trees.is_empty(), "no target has a tree that is large enough");
    for Tree { target, weight, children } in trees {
        let leaves = children.iter().filter(|below| below.is_empty()).count();
        println!("{target}: {} nodes, {leaves} leaves", weight.iter().sum::<u64>());
    }
    let mut forest = Forest { trees, sizes: HashMap::new() };
    let enough = HORIZON * CREWS[CREWS.len() - 1] as u64 / COSTS.node;
    let levels = (0..40).find(|&levels| forest.size(0, 0, levels) >= enough).unwrap_or(40);
    let work = forest.size(0, 0, levels);
    println!("{work} nodes of {} µs, {levels} levels of trees", COSTS.node);
    println!("workers  slice    efficiency  jobs      replayed  server busy");
    for crew in CREWS {
        for slice in SLICES {
            let Outcome { efficiency, jobs, replayed, server } =
                played(&mut forest, levels, crew, slice);
            println!(
                "{crew:>7}  {:>5.1} s  {:>9.1}%  {jobs:>8}  {:>7.2}%  {:>6.1}%",
                slice as f64 / 1e6,
                efficiency * 100.0,
                replayed * 100.0,
                server * 100.0
            );
        }
    }
}

/// Plays a search through. The first slices are short, so that there is soon something for all: a job that
/// comes of another one has twice its slice, up to the one that is asked for.
fn played(forest: &mut Forest<'_>, levels: u32, crew: usize, slice: u64) -> Outcome {
    let mut happenings: BinaryHeap<Reverse<(u64, u64)>> = BinaryHeap::new();
    let mut what: HashMap<u64, Happening> = HashMap::new();
    let mut number = 0;
    let mut at = |heap: &mut BinaryHeap<Reverse<(u64, u64)>>,
                  what: &mut HashMap<u64, Happening>,
                  time,
                  happening| {
        number += 1;
        heap.push(Reverse((time, number)));
        what.insert(number, happening);
    };
    let root = Place { tree: 0, node: 0, levels, depth: 0 };
    let (mut waiting, mut idle) = (std::collections::BTreeMap::from([(0, root)]), crew);
    let (mut order, mut server_free, mut now) = (1, 0, 0);
    let (mut jobs, mut useful, mut replayed, mut server_busy) = (0, 0, 0, 0);
    loop {
        while idle > 0
            && let Some((_, place)) = waiting.pop_first()
        {
            idle -= 1;
            jobs += 1;
            let begun = now.max(server_free) + COSTS.trip;
            server_free = now.max(server_free) + COSTS.message;
            let replay = place.depth * COSTS.node * COSTS.replay_percent / 100;
            // As many jobs as workers begin with slices that are shorter.
            let ramp = (jobs / crew as u64 + 1).min(20);
            let own = slice.min((10_000 << ramp).max(COSTS.node));
            let (done, open) = forest.carry_on(place, own / COSTS.node);
            let end = begun + replay + done * COSTS.node;
            let messages = (1 + open.len() as u64) * COSTS.message;
            server_busy += COSTS.message + messages;
            server_free += messages;
            // What would be done later does not count.
            let within = |from: u64, to: u64| to.min(HORIZON).saturating_sub(from.min(HORIZON));
            useful += within(begun + replay, end);
            replayed += within(begun, begun + replay);
            at(&mut happenings, &mut what, end, Happening::Free);
            if !open.is_empty() {
                at(&mut happenings, &mut what, end + COSTS.trip, Happening::Open(open));
            }
        }
        let Some(Reverse((time, number))) = happenings.pop() else { break };
        now = time;
        if now > HORIZON {
            break;
        }
        match what.remove(&number) {
            Some(Happening::Open(open)) => {
                for place in open {
                    waiting.insert(order, place);
                    order += 1;
                }
            }
            Some(Happening::Free) | None => idle += 1,
        }
    }
    let whole = HORIZON as f64;
    Outcome {
        efficiency: useful as f64 / (whole * crew as f64),
        jobs,
        replayed: replayed as f64 / (useful.max(1)) as f64,
        server: server_busy as f64 / whole,
    }
}
