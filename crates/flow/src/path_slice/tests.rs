//! Slices of small runs, and of runs of random programs against an interpreter.

use proptest::prelude::*;

use super::*;
use crate::graph::{Location, MayEvent};
use crate::testing::point;

fn step(uses: &[u32], defines: &[u32], action: Action, next: &[u32]) -> Point {
    let places = |places: &[u32]| places.iter().copied().map(Location).collect();
    Point { uses: places(uses), defines: places(defines), ..point(0, action, next) }
}

/// One method with variables; the steps at these points matter in a run by these points.
fn sliced(points: Vec<Point>, path: &[u32]) -> Vec<u32> {
    let mut graph = Graph::new();
    graph.add_method("m", points);
    let mut slicer = PathSlicer::new(&graph, &[0, 1, 2].map(Storage::Variable));
    let steps = path.iter().map(|point| Step::At(PointId(*point)));
    let steps: Vec<Step> =
        [Step::Enter(MethodId(0))].into_iter().chain(steps).chain([Step::Leave]).collect();
    let needed = slicer.slice(&steps).expect("the program runs like this");
    needed.iter().map(|at| path[at - 1]).collect()
}

fn two_branches() -> Vec<Point> {
    let event = Action::Event(vec![MayEvent(0)]);
    vec![
        step(&[0], &[], Action::Branch, &[1, 2]), // if (a)
        step(&[], &[1], Action::Step, &[2]),      //     x = 1
        step(&[2], &[], Action::Branch, &[3, 5]), // if (b)
        step(&[1], &[], Action::Branch, &[4, 5]), //     if (x)
        step(&[], &[], event, &[5]),              //         event
        step(&[], &[], Action::Return, &[]),
    ]
}

#[test]
fn branch_matters_for_paths_that_read_it() {
    assert_eq!(sliced(two_branches(), &[0, 2, 5]), [2]);
    assert_eq!(sliced(two_branches(), &[0, 2, 3, 5]), [0, 2, 3]);
    assert_eq!(sliced(two_branches(), &[0, 1, 2, 3, 4, 5]), [0, 1, 2, 3, 4]);
}

#[test]
fn what_is_written_again_does_not_matter() {
    let event = Action::Event(vec![MayEvent(0)]);
    let points = vec![
        step(&[0], &[], Action::Branch, &[1, 2]), // if (a)
        step(&[], &[1], Action::Step, &[2]),      //     x = 1
        step(&[2], &[1], Action::Step, &[3]),     // x = b
        step(&[1], &[], event, &[4]),             // event(x)
        step(&[], &[], Action::Return, &[]),
    ];
    assert_eq!(sliced(points, &[0, 1, 2, 3, 4]), [2, 3]);
}

/// A method that hands a variable over to one that calls itself and then asks its own variable.
#[test]
fn each_call_has_variables_of_its_own() {
    let mut graph = Graph::new();
    let call = || Action::Call(vec![MethodId(1)]);
    let event = Action::Event(vec![MayEvent(0)]);
    let main = vec![
        step(&[0], &[], Action::Branch, &[1, 2]), // if (a)
        step(&[], &[1], Action::Step, &[2]),      //     x = 1
        step(&[1, 4], &[3, 2], call(), &[3]),     // y = m(x)
        step(&[2], &[], event, &[4]),             // event(y)
        step(&[], &[], Action::Return, &[]),
    ];
    graph.add_method("main", main);
    let inner = [
        step(&[3], &[], Action::Branch, &[6, 8]), // if (p)
        step(&[3], &[5], Action::Step, &[7]),     //     q = p
        step(&[5, 4], &[3, 5], call(), &[8]),     //     q = m(q)
        step(&[3], &[4], Action::Return, &[]),    // return p
    ];
    let inner = inner.map(|point| Point { method: MethodId(1), ..point });
    graph.add_method("m", inner.to_vec());
    let [x, y] = [1, 2].map(Storage::Variable);
    let storage = [Storage::Variable(0), x, y, Storage::Param(0), Storage::Result, x];
    let mut slicer = PathSlicer::new(&graph, &storage);
    let (enter, at) = (Step::Enter(MethodId(1)), |point| Step::At(PointId(point)));
    let begin = [Step::Enter(MethodId(0)), at(0), at(1), at(2), enter, at(5), at(6), at(7)];
    let end = [enter, at(5), at(8), Step::Leave, at(8), Step::Leave, at(3), at(4), Step::Leave];
    let needed = slicer.slice(&[&begin[..], &end[..]].concat()).expect("it runs like this");
    // The branches, what hands over, the outer return and the event.
    assert_eq!(needed.iter().collect::<Vec<_>>(), [1, 2, 3, 12, 14]);
}

#[test]
fn a_run_that_the_graph_does_not_know_is_not_sliced() {
    let mut graph = Graph::new();
    graph.add_method("m", two_branches());
    let mut slicer = PathSlicer::new(&graph, &[]);
    let steps = [Step::Enter(MethodId(0)), Step::At(PointId(0)), Step::At(PointId(4))];
    let misfit = Misfit { method: Some(MethodId(0)) };
    assert_eq!(slicer.slice(&steps), Err(misfit));
}

// Programs of three methods. Places 0 and 1 are shared, each is two pieces of storage. Method `m` has
// the places from 10 (m + 1) on: two writes of its variable 0, one of its variable 1, its parameter,
// which is variable 2, and its result.

const METHODS: u32 = 3;
const POINTS: u32 = 7;

fn storage() -> Vec<Storage> {
    let mut storage = vec![Storage::Shared; 10 * (METHODS as usize + 1)];
    for method in 1..=METHODS as usize {
        let own = &mut storage[10 * method..];
        own[0] = Storage::Variable(0);
        own[1] = Storage::Variable(0);
        own[2] = Storage::Variable(1);
        own[3] = Storage::Param(2);
        own[4] = Storage::Result;
    }
    storage
}

fn place(method: u32, own: u32) -> Location {
    Location(if own < 2 { own } else { 10 * (method + 1) + own - 2 })
}

/// A point of a method. Most go on to later ones, so that most runs end.
fn random_point(method: u32, at: u32) -> impl Strategy<Value = Point> {
    let first = method * POINTS;
    // What is called has few, or all of it would matter.
    let events = if method == 0 { 4 } else { 1 };
    let calls = |methods: &[u32]| Action::Call(methods.iter().copied().map(MethodId).collect());
    let action = prop_oneof![
        6 => Just(Action::Step),
        7 => Just(Action::Branch),
        3 => Just(calls(&[1])),
        3 => Just(calls(&[2])),
        2 => Just(calls(&[1, 2])),
        events => Just(Action::Event(vec![MayEvent(0)])),
        1 => Just(Action::Return),
    ];
    let later = at.min(POINTS - 2) + 1..POINTS;
    let near = at.min(POINTS - 2) + 1..(at + 3).min(POINTS).max(at.min(POINTS - 2) + 2);
    let to =
        prop_oneof![15 => near, 5 => later, 1 => 0..POINTS].prop_map(move |to| PointId(first + to));
    let next = prop::collection::vec(to.clone(), 2);
    let handlers = prop_oneof![6 => Just(Vec::new()), 1 => prop::collection::vec(to, 1)];
    let uses = prop::collection::vec(0u32..6, 1..3);
    let defines = prop::collection::vec(prop_oneof![1 => 0u32..2, 4 => 2u32..5], 0..3);
    (action, next, handlers, prop::bool::weighted(0.04), uses, defines).prop_map(
        move |(action, mut next, mut handlers, escapes, uses, defines)| {
            let action = if at == POINTS - 1 { Action::Return } else { action };
            let (ways, may_fail) = match &action {
                Action::Return => (0, false),
                Action::Event(_) => (1, false),
                Action::Branch => (2, true),
                Action::Step | Action::Call(_) => (1, true),
            };
            next.truncate(ways);
            handlers.retain(|_| may_fail);
            let mut point = Point {
                handlers,
                next,
                escapes: may_fail && escapes,
                uses: uses.into_iter().map(|own| place(method, own)).collect(),
                defines: defines.into_iter().map(|own| place(method, own)).collect(),
                ..self::point(method, action, &[])
            };
            let called = match &point.action {
                Action::Call(methods) => methods.clone(),
                Action::Return => {
                    point.defines.push(place(method, 6));
                    Vec::new()
                }
                Action::Step | Action::Branch | Action::Event(_) => Vec::new(),
            };
            for called in called {
                point.defines.push(place(called.0, 5));
                point.uses.push(place(called.0, 6));
            }
            point
        },
    )
}

fn random_program() -> impl Strategy<Value = Graph> {
    let method = |method: u32| (0..POINTS).map(|at| random_point(method, at)).collect::<Vec<_>>();
    (method(0), method(1), method(2)).prop_map(|methods| {
        let mut methods = [methods.0, methods.1, methods.2];
        while let_exceptions_out(&mut methods) {}
        let mut graph = Graph::new();
        for points in methods {
            graph.add_method("m", points);
        }
        graph
    })
}

/// Exceptions come out of calls of methods that they leave. Whether something changed.
fn let_exceptions_out(methods: &mut [Vec<Point>; 3]) -> bool {
    let fails = methods.each_ref().map(|points| points.iter().any(|point| point.escapes));
    let mut changed = false;
    for point in methods.iter_mut().flatten() {
        let fails = |method: &MethodId| fails[method.index()];
        let may_fail = matches!(&point.action, Action::Call(methods) if methods.iter().any(fails));
        if may_fail && point.handlers.is_empty() && !point.escapes {
            point.escapes = true;
            changed = true;
        }
    }
    changed
}

/// What a run was like at a step that could have been otherwise: which method it called, and where
/// it went on, as the place among all ways.
type Turn = (usize, usize);

/// Runs programs on numbers. What a step writes is computed from what it reads.
struct Run<'g> {
    graph: &'g Graph,
    slots: Slots,
    shared: [[u32; 2]; 2],
    frames: Vec<[u32; 4]>,
    steps: Vec<Step>,
    events: Vec<(PointId, u32)>,
    /// For each step that began how it went on, in the order of beginnings.
    turns: Vec<(usize, Turn)>,
    /// The ways of another run, to go them whatever this one would do.
    forced: Option<Vec<Turn>>,
    left: usize,
}

/// What comes out of a method: its result, or an exception.
enum Out {
    Result(u32),
    Exception,
}

fn mix(a: u32, b: u32) -> u32 {
    (a.wrapping_mul(31).wrapping_add(b).wrapping_mul(0x9E37_79B1) >> 7) % 5
}

impl<'g> Run<'g> {
    fn new(graph: &'g Graph, input: [u32; 3], forced: Option<Vec<Turn>>) -> Run<'g> {
        Run {
            graph,
            slots: Slots::new(graph, &storage()),
            shared: [[input[0]; 2], [input[1], 0]],
            frames: Vec::new(),
            steps: Vec::new(),
            events: Vec::new(),
            turns: Vec::new(),
            forced,
            left: 200,
        }
    }

    /// Whether the run came to its end.
    fn go(&mut self, input: [u32; 3]) -> bool {
        self.method(MethodId(0), input[2]).is_some()
    }

    fn read(&self, point: &Point, wanted: impl Fn(Slot) -> bool) -> u32 {
        let frame = self.frames.last().expect("it runs");
        let slots = point.uses.iter().map(|place| self.slots.of(*place));
        let local = slots.clone().fold(1, |sum, slot| match slot {
            Slot::Variable(number) | Slot::Param(number) if wanted(slot) => mix(sum, frame[number]),
            _ => sum,
        });
        slots.fold(local, |sum, slot| match slot {
            Slot::Shared(number) if number < 2 => mix(sum, self.shared[number][local as usize % 2]),
            _ => sum,
        })
    }

    fn write(&mut self, point: &Point, value: u32) {
        for place in &point.defines {
            match self.slots.of(*place) {
                Slot::Shared(number) => self.shared[number][value as usize % 2] = value,
                Slot::Variable(number) => {
                    self.frames.last_mut().expect("it runs")[number] = value;
                }
                Slot::Param(_) | Slot::Result => {}
            }
        }
    }

    /// What becomes of a method; none if it takes too long.
    fn method(&mut self, method: MethodId, param: u32) -> Option<Out> {
        self.steps.push(Step::Enter(method));
        self.frames.push([0, 0, param, 0]);
        let mut at = self.graph.method(method).entry;
        let out = loop {
            match self.step(at)? {
                Ok(next) => at = next,
                Err(out) => break out,
            }
        };
        self.frames.pop();
        self.steps.push(Step::Leave);
        Some(out)
    }

    fn step(&mut self, at: PointId) -> Option<Result<PointId, Out>> {
        self.left = self.left.checked_sub(1)?;
        let (began, turn) = (self.steps.len(), self.turns.len());
        self.steps.push(Step::At(at));
        self.turns.push((began, (0, 0)));
        let graph = self.graph;
        let point = graph.point(at);
        let forced = self.forced.as_ref().map(|forced| forced.get(turn).copied());
        let forced = match forced {
            Some(None) => return None,
            Some(Some(turn)) => Some(turn),
            None => None,
        };
        let everything = self.read(point, |_| true);
        match &point.action {
            Action::Return => return Some(Err(Out::Result(everything))),
            Action::Event(_) => self.events.push((at, everything)),
            Action::Step | Action::Branch | Action::Call(_) => {}
        }
        let is_plain = matches!(&point.action, Action::Call(methods) if methods.len() == 1);
        let (mut value, mut failed, mut called) = (everything, false, 0);
        if let Action::Call(methods) = &point.action {
            called = everything as usize % methods.len();
            let taken = forced.map_or(called, |forced| forced.0);
            match self.method(methods[taken], everything)? {
                Out::Exception => failed = true,
                Out::Result(result) => {
                    let local = |_| !is_plain;
                    value = mix(self.read(point, local), result);
                }
            }
        }
        self.write(point, value);
        // Ways on, then handlers, then the way out.
        let (next, handlers) = (point.next.len(), point.handlers.len());
        let ways = next + handlers + usize::from(point.escapes);
        if ways == 0 {
            return None;
        }
        let way = match failed {
            true => next + value as usize % (ways - next),
            false if is_plain => self.read(point, |_| true) as usize % ways,
            false => mix(self.read(point, |_| true), value) as usize % ways,
        };
        self.turns[turn].1 = (called, way);
        let taken = forced.map_or(way, |forced| forced.1);
        Some(point.successors().nth(taken).ok_or(Out::Exception))
    }
}

fn inputs() -> impl Iterator<Item = [u32; 3]> {
    (0..27).map(|number| [number % 3, number / 3 % 3, number / 9])
}

/// Looks at a run and at those of all other inputs that go its way where that matters.
fn check(graph: &Graph, input: [u32; 3], slicer: &mut PathSlicer<'_>) -> Result<(), TestCaseError> {
    let mut run = Run::new(graph, input, None);
    if !run.go(input) {
        return Ok(());
    }
    let needed = slicer.slice(&run.steps).expect("the program runs like this");
    for other in inputs() {
        let turns = run.turns.iter().map(|(_, turn)| *turn).collect();
        let mut same_way = Run::new(graph, other, Some(turns));
        same_way.go(other);
        let differs = |((at, turn), (_, other)): (&(usize, Turn), &(usize, Turn))| {
            needed.contains(*at) && turn != other
        };
        if run.turns.iter().zip(&same_way.turns).any(differs) {
            continue;
        }
        let mut free = Run::new(graph, other, None);
        if free.go(other) {
            prop_assert_eq!(&free.events, &same_way.events, "{:?} and {:?}", input, other);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn same_relevant_way_same_events(graph in random_program()) {
        let mut slicer = PathSlicer::new(&graph, &storage());
        for input in inputs() {
            check(&graph, input, &mut slicer)?;
        }
    }
}
