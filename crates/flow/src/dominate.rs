//! Post-dominators: through which point does every way out of a method go?
//!
//! A point is control dependent on a branch if the branch decides whether it is reached; the points
//! between a branch and its post-dominator are those. Ways that never end count as ways out from
//! wherever they are, so that what follows an endless loop is not taken for certain.

use crate::graph::{Graph, MethodId, PointId};

/// The immediate post-dominators of one method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostDominators {
    first: u32,
    /// For each point the next one that every way out goes through; none is the way out itself.
    immediate: Vec<Option<PointId>>,
}

impl PostDominators {
    /// Those of a method.
    ///
    /// As Cooper, Harvey and Kennedy compute dominators, on the reversed graph with one exit.
    #[must_use]
    pub fn of(graph: &Graph, method: MethodId) -> PostDominators {
        Computation::new(graph, method).run()
    }

    /// The next point after this one that every way out of the method goes through. None if ways
    /// out part for good.
    #[must_use]
    pub fn after(&self, point: PointId) -> Option<PointId> {
        self.immediate[(point.0 - self.first) as usize]
    }

    /// The points between a point and its post-dominator: what the step at the point decides about,
    /// itself left out unless it comes again.
    #[must_use]
    pub fn region(&self, graph: &Graph, point: PointId) -> Vec<PointId> {
        let end = self.after(point);
        let mut seen = vec![false; self.immediate.len()];
        let mut found = Vec::new();
        let mut waiting: Vec<PointId> = graph.point(point).successors().collect();
        while let Some(next) = waiting.pop() {
            let slot = (next.0 - self.first) as usize;
            if Some(next) == end || std::mem::replace(&mut seen[slot], true) {
                continue;
            }
            found.push(next);
            waiting.extend(graph.point(next).successors());
        }
        found.sort();
        found
    }
}

/// Points are numbered from zero here, the way out comes last.
struct Computation {
    first: u32,
    /// For each point the ones that follow it, the way out included.
    next: Vec<Vec<usize>>,
    /// The points in an order in which those near the way out come first.
    order: Vec<usize>,
    /// The place of each point in that order.
    rank: Vec<usize>,
}

impl Computation {
    fn new(graph: &Graph, method: MethodId) -> Computation {
        let range = graph.method(method).points.clone();
        let (first, exit) = (range.start, range.len());
        let mut next: Vec<Vec<usize>> = Vec::new();
        for id in graph.points_of(method) {
            let point = graph.point(id);
            let mut after: Vec<usize> =
                point.successors().map(|next| (next.0 - first) as usize).collect();
            if point.leaves() || after.is_empty() {
                after.push(exit);
            }
            next.push(after);
        }
        next.push(Vec::new());
        let mut computation = Computation { first, next, order: Vec::new(), rank: Vec::new() };
        computation.let_endless_ways_out(exit);
        computation.sort(exit);
        computation
    }

    fn reversed(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.next.len()];
        for (point, after) in self.next.iter().enumerate() {
            after.iter().for_each(|next| before[*next].push(point));
        }
        before
    }

    /// Gives each point that cannot reach the way out an edge to it.
    fn let_endless_ways_out(&mut self, exit: usize) {
        let before = self.reversed();
        let mut reaches = vec![false; self.next.len()];
        let mut waiting = vec![exit];
        while let Some(point) = waiting.pop() {
            if !std::mem::replace(&mut reaches[point], true) {
                waiting.extend(&before[point]);
            }
        }
        let endless = (0..exit).filter(|point| !reaches[*point]);
        endless.for_each(|point| self.next[point].push(exit));
    }

    /// Numbers the points in reverse postorder of a walk from the way out against the edges.
    fn sort(&mut self, exit: usize) {
        let before = self.reversed();
        let mut seen = vec![false; self.next.len()];
        let mut stack = vec![(exit, 0)];
        seen[exit] = true;
        let mut postorder = Vec::new();
        while let Some((point, tried)) = stack.pop() {
            match before[point].get(tried) {
                Some(&from) => {
                    stack.push((point, tried + 1));
                    if !std::mem::replace(&mut seen[from], true) {
                        stack.push((from, 0));
                    }
                }
                None => postorder.push(point),
            }
        }
        postorder.reverse();
        self.rank = vec![0; self.next.len()];
        for (rank, point) in postorder.iter().enumerate() {
            self.rank[*point] = rank;
        }
        self.order = postorder;
    }

    fn run(self) -> PostDominators {
        let exit = self.next.len() - 1;
        let mut immediate: Vec<Option<usize>> = vec![None; self.next.len()];
        immediate[exit] = Some(exit);
        loop {
            let mut changed = false;
            for &point in &self.order[1..] {
                let known =
                    self.next[point].iter().copied().filter(|next| immediate[*next].is_some());
                let common = known.reduce(|a, b| self.common(&immediate, a, b));
                if common != immediate[point] {
                    immediate[point] = common;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let first = self.first;
        let named = |point: Option<usize>| {
            let point = point.filter(|point| *point != exit)?;
            Some(PointId(first + point as u32))
        };
        PostDominators { first, immediate: immediate[..exit].iter().map(|p| named(*p)).collect() }
    }

    fn common(&self, immediate: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
        let up = |point: usize| immediate[point].expect("it was computed before");
        while a != b {
            while self.rank[a] > self.rank[b] {
                a = up(a);
            }
            while self.rank[b] > self.rank[a] {
                b = up(b);
            }
        }
        a
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{one_method, random_method};

    /// Whether every way out from `point` goes through `through`, found by leaving it out.
    fn dominates(graph: &Graph, through: PointId, point: PointId) -> bool {
        if through == point {
            return true;
        }
        let mut seen = vec![false; graph.len()];
        let mut waiting = vec![point];
        let mut reached = Vec::new();
        while let Some(next) = waiting.pop() {
            if next == through || std::mem::replace(&mut seen[next.index()], true) {
                continue;
            }
            reached.push(next);
            waiting.extend(graph.point(next).successors());
        }
        let out = |point: &PointId| {
            let point = graph.point(*point);
            point.leaves() || point.next.is_empty()
        };
        // A way that never ends and never meets the point counts as a way out.
        let endless = |from: &PointId| !reaches_exit(graph, *from);
        !reached.iter().any(|point| out(point) || endless(point))
    }

    fn reaches_exit(graph: &Graph, from: PointId) -> bool {
        let mut seen = vec![false; graph.len()];
        let mut waiting = vec![from];
        while let Some(next) = waiting.pop() {
            if std::mem::replace(&mut seen[next.index()], true) {
                continue;
            }
            let point = graph.point(next);
            if point.leaves() || point.next.is_empty() {
                return true;
            }
            waiting.extend(point.successors());
        }
        false
    }

    #[test]
    fn a_branch_ends_where_its_sides_meet() {
        // 0 branches to 1 and 2, which meet at 3.
        let graph = one_method(&[&[1, 2], &[3], &[3], &[]]);
        let post = PostDominators::of(&graph, MethodId(0));
        assert_eq!(post.after(PointId(0)), Some(PointId(3)));
        assert_eq!(post.after(PointId(3)), None);
        assert_eq!(post.region(&graph, PointId(0)), vec![PointId(1), PointId(2)]);
    }

    #[test]
    fn the_region_of_a_loop_is_its_body() {
        let graph = one_method(&[&[1, 2], &[0], &[]]);
        let post = PostDominators::of(&graph, MethodId(0));
        assert_eq!(post.region(&graph, PointId(0)), vec![PointId(0), PointId(1)]);
    }

    proptest! {
        #[test]
        fn post_dominators_are_what_they_should_be(graph in random_method(7)) {
            let post = PostDominators::of(&graph, MethodId(0));
            for (id, _) in graph.points() {
                let strict: Vec<PointId> = graph
                    .points()
                    .map(|(other, _)| other)
                    .filter(|other| *other != id && dominates(&graph, *other, id))
                    .collect();
                match post.after(id) {
                    None => prop_assert!(strict.is_empty(), "{id:?} {strict:?}"),
                    Some(found) => {
                        prop_assert!(strict.contains(&found), "{id:?} {found:?} {strict:?}");
                        // It is the nearest: all others lie behind it.
                        prop_assert!(strict.iter().all(|other| dominates(&graph, *other, found)));
                    }
                }
            }
        }
    }
}
