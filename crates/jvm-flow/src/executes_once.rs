//! Which points are passed at most once in a run.

use flow::{Bits, Graph, MethodId, PointId};

/// The points that are passed at most once: not in a loop, in a method that runs at most once.
pub(crate) fn executes_once(graph: &Graph, entry: MethodId) -> Bits {
    let callers = graph.callers();
    let mut loops = vec![false; graph.len()];
    graph.methods().for_each(|method| mark_loops(graph, method, &mut loops));
    let mut runs_once = vec![None; graph.methods().len()];
    let mut found = Bits::empty(graph.len());
    for method in graph.methods() {
        if method_once(graph, method, entry, &callers, &loops, &mut runs_once) {
            let points = graph.points_of(method).filter(|point| !loops[point.index()]);
            points.for_each(|point| {
                found.insert(point.index());
            });
        }
    }
    found
}

/// Whether a method runs at most once: it is the first one and is never called, or there is one
/// call of it, at a point that is passed at most once. The chain of callers is walked, not recursed
/// into.
fn method_once(
    graph: &Graph,
    method: MethodId,
    entry: MethodId,
    callers: &[Vec<PointId>],
    loops: &[bool],
    known: &mut [Option<bool>],
) -> bool {
    let (mut chain, mut at) = (Vec::new(), method);
    let answer = loop {
        if let Some(answer) = known[at.index()] {
            break answer;
        }
        if chain.contains(&at) {
            break false;
        }
        chain.push(at);
        match callers[at.index()][..] {
            [] => break at == entry,
            [call] if at != entry && !loops[call.index()] => at = graph.point(call).method,
            [..] => break false,
        }
    };
    chain.into_iter().for_each(|method| known[method.index()] = Some(answer));
    answer
}

/// Marks the points of a method that can be reached from themselves.
///
/// Tarjan's components with a stack of its own: a component of several points is a loop, and so is a
/// point that follows itself.
fn mark_loops(graph: &Graph, method: MethodId, loops: &mut [bool]) {
    let range = graph.method(method).points.clone();
    let slot = |point: PointId| (point.0 - range.start) as usize;
    let count = range.len();
    let (mut number, mut low) = (vec![usize::MAX; count], vec![0; count]);
    let (mut open, mut on_stack, mut next) = (Vec::new(), vec![false; count], 0);
    for root in graph.points_of(method) {
        if number[slot(root)] != usize::MAX {
            continue;
        }
        let mut work: Vec<(PointId, Vec<PointId>)> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(point) = enter.take() {
                (number[slot(point)], low[slot(point)]) = (next, next);
                next += 1;
                open.push(point);
                on_stack[slot(point)] = true;
                work.push((point, graph.point(point).successors().collect()));
            }
            let Some((point, left)) = work.last_mut() else { break };
            let here = slot(*point);
            match left.pop() {
                Some(to) if number[slot(to)] == usize::MAX => enter = Some(to),
                Some(to) => {
                    loops[point.index()] |= to == *point;
                    if on_stack[slot(to)] {
                        low[here] = low[here].min(number[slot(to)]);
                    }
                }
                None => {
                    let point = *point;
                    work.pop();
                    if let Some((parent, _)) = work.last() {
                        low[slot(*parent)] = low[slot(*parent)].min(low[here]);
                    }
                    if low[here] == number[here] {
                        let from = open.iter().rposition(|p| *p == point).expect("it is open");
                        let component = open.split_off(from);
                        let is_loop = component.len() > 1;
                        for member in component {
                            on_stack[slot(member)] = false;
                            loops[member.index()] |= is_loop;
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use flow::{Action, Point};
    use proptest::prelude::*;

    use super::*;

    /// Two methods; in both, a point calls the second one if asked for.
    fn program(next: &[Vec<Vec<u32>>; 2], calls: [Option<u32>; 2]) -> Graph {
        let mut graph = Graph::new();
        for (method, points) in next.iter().enumerate() {
            let first = graph.next_point().0;
            let point = |(at, next): (usize, &Vec<u32>)| {
                let is_call = calls[method] == Some(at as u32);
                let call = || Action::Call(vec![MethodId(1)]);
                Point {
                    method: MethodId(method as u32),
                    action: if is_call { call() } else { Action::Step },
                    next: next.iter().map(|to| PointId(first + to)).collect(),
                    handlers: Vec::new(),
                    escapes: false,
                    uses: Vec::new(),
                    defines: Vec::new(),
                }
            };
            graph.add_method("m", points.iter().enumerate().map(point).collect());
        }
        graph
    }

    /// Whether a point can be reached from itself.
    fn in_loop(graph: &Graph, point: PointId) -> bool {
        let mut seen = vec![false; graph.len()];
        let mut waiting: Vec<PointId> = graph.point(point).successors().collect();
        while let Some(next) = waiting.pop() {
            if !std::mem::replace(&mut seen[next.index()], true) {
                waiting.extend(graph.point(next).successors());
            }
        }
        seen[point.index()]
    }

    fn points() -> impl Strategy<Value = Vec<Vec<u32>>> {
        prop::collection::vec(prop::collection::vec(0..5u32, 0..3), 5)
    }

    proptest! {
        #[test]
        fn what_is_passed_once_is_in_no_loop(
            first in points(),
            second in points(),
            a in prop::option::of(0..5u32),
            b in prop::option::of(0..5u32),
        ) {
            let graph = program(&[first, second], [a, b]);
            let found = executes_once(&graph, MethodId(0));
            for point in graph.points_of(MethodId(0)) {
                prop_assert_eq!(found.contains(point.index()), !in_loop(&graph, point));
            }
            let call = a.map(PointId).filter(|call| !in_loop(&graph, *call));
            let runs_once = call.is_some() && b.is_none();
            for point in graph.points_of(MethodId(1)) {
                let expected = runs_once && !in_loop(&graph, point);
                prop_assert_eq!(found.contains(point.index()), expected);
            }
        }
    }
}
