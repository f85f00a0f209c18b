//! Taking turns: which of the paths that wait comes next while a search is young.
//!
//! Paths that wait are the leaves of a tree, whose inner nodes are choices: on one side what became of the options that were taken
//! first, on the other side the options after them. Both sides come in turn, wherever they are. A side on which
//! nothing is left is taken out, so that the other one has its turns as well. That is what interleaving streams come to:
//! a choice of which only one option leads anywhere costs nothing, however late that is found out. A sum of costs along a path
//! does not have this, and the number of paths that it looks at first grows with every such choice.

use crate::branches::Waiting;

/// How often the first side of a choice comes before the second side does. Options that stand first are those that lead to an end.
/// With 1 a quine takes twice as long and a twine three times; 3 is as good as 2.
const FIRST_SIDE: u8 = 2;

/// So many paths in a row come from what became of the last one: paths that are near each other have most in common, of which
/// nothing is done twice. With 1 they take twice as long, with 16 half as long again.
const NEAR: u32 = 8;

/// Where the parent of the root would be.
const NOWHERE: u32 = u32::MAX;

/// A tree of paths that wait.
#[derive(Default)]
pub(crate) struct Turns {
    nodes: Vec<Node>,
    free: Vec<u32>,
    root: Option<u32>,
    /// The place of the path that is carried on.
    current: Option<u32>,
    /// The place of what became of the last path, if something did, and how many paths in a row came from around there.
    near: Option<u32>,
    stayed: u32,
}

struct Node {
    parent: u32,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    /// It is being carried on.
    Running,
    Waits(Waiting),
    /// Two sides, and how often the first one comes before the second does.
    Both([u32; 2], u8),
}

impl Turns {
    /// Begins with one path.
    pub(crate) fn begin(&mut self, first: Waiting) {
        self.nodes.clear();
        self.root = Some(self.add(NOWHERE, What::Waits(first)));
    }

    fn add(&mut self, parent: u32, what: What) -> u32 {
        let node = Node { parent, what };
        match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = node;
                place
            }
            None => {
                self.nodes.push(node);
                u32::try_from(self.nodes.len() - 1).expect("memory ends before the numbers do")
            }
        }
    }

    /// The path that was carried on has become these, in the order in which they forked off.
    pub(crate) fn settle(&mut self, became: impl DoubleEndedIterator<Item = Waiting>) {
        let Some(mut at) = self.current.take() else { return };
        self.near = Some(at);
        let mut became = became.peekable();
        if became.peek().is_none() {
            self.remove(at);
            self.near = None;
            return;
        }
        while let Some(waiting) = became.next() {
            if became.peek().is_none() {
                self.nodes[at as usize].what = What::Waits(waiting);
                break;
            }
            let inner = self.add(at, What::Running);
            let outer = self.add(at, What::Waits(waiting));
            self.nodes[at as usize].what = What::Both([inner, outer], FIRST_SIDE);
            at = inner;
        }
    }

    /// Takes out a place: its sibling comes where both were.
    fn remove(&mut self, at: u32) {
        let parent = self.nodes[at as usize].parent;
        self.free.push(at);
        if parent == NOWHERE {
            self.root = None;
            return;
        }
        let What::Both(sides, _) = self.nodes[parent as usize].what else { return };
        let other = if sides[0] == at { sides[1] } else { sides[0] };
        let what = self.nodes[other as usize].what;
        self.nodes[parent as usize].what = what;
        if let What::Both(sides, _) = what {
            sides.into_iter().for_each(|side| self.nodes[side as usize].parent = parent);
        }
        self.free.push(other);
    }

    /// The path whose turn it is.
    pub(crate) fn pick(&mut self) -> Option<Waiting> {
        let mut at = match self.near.filter(|_| self.stayed < NEAR) {
            Some(place) => {
                self.stayed += 1;
                place
            }
            None => {
                self.stayed = 1;
                self.root?
            }
        };
        loop {
            match &mut self.nodes[at as usize].what {
                What::Both([first, second], left) => {
                    at = if *left == 0 { *second } else { *first };
                    *left = left.checked_sub(1).unwrap_or(FIRST_SIDE);
                }
                What::Waits(waiting) => {
                    let waiting = *waiting;
                    self.nodes[at as usize].what = What::Running;
                    self.current = Some(at);
                    return Some(waiting);
                }
                What::Running => return None,
            }
        }
    }

    /// All paths that wait, and none after that.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Waiting> + use<> {
        let mut all = Vec::new();
        let mut todo: Vec<u32> = self.root.take().into_iter().collect();
        while let Some(at) = todo.pop() {
            match self.nodes[at as usize].what {
                What::Both([first, second], _) => todo.extend([second, first]),
                What::Waits(waiting) => all.push(waiting),
                What::Running => {}
            }
        }
        self.current = None;
        all.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(number: u32) -> Waiting {
        Waiting { cost: number, ..Waiting::default() }
    }

    fn costs(paths: impl Iterator<Item = Waiting>) -> Vec<u32> {
        paths.map(|path| path.cost).collect()
    }

    /// Takes so many paths, each of which becomes what `becomes` says.
    fn taken(turns: &mut Turns, count: usize, becomes: impl Fn(u32) -> Vec<u32>) -> Vec<u32> {
        let mut taken = Vec::new();
        while taken.len() < count {
            let Some(waiting) = turns.pick() else { break };
            taken.push(waiting.cost);
            turns.settle(
                becomes(waiting.cost).into_iter().map(path).collect::<Vec<_>>().into_iter(),
            );
        }
        taken
    }

    #[test]
    fn no_side_waits_for_ever() {
        let mut turns = Turns::default();
        turns.begin(path(0));
        // What comes from 1 goes on for ever; 2 and what comes of it ends.
        let becomes = |number: u32| match number {
            0 => vec![2, 1],
            1 => vec![1],
            2 => vec![4, 3],
            _ => vec![],
        };
        let taken = taken(&mut turns, 60, becomes);
        assert!([2, 3, 4].iter().all(|number| taken.contains(number)), "{taken:?}");
        assert_eq!(costs(turns.drain()), [1]);
    }

    #[test]
    fn everything_is_taken_once() {
        let mut turns = Turns::default();
        turns.begin(path(1));
        let becomes =
            |number: u32| if number < 64 { vec![2 * number, 2 * number + 1] } else { vec![] };
        let mut all = taken(&mut turns, 1_000, becomes);
        all.sort_unstable();
        assert_eq!(all, (1..128).collect::<Vec<u32>>());
        assert_eq!(costs(turns.drain()), [0u32; 0]);
    }

    #[test]
    fn places_are_used_again() {
        let mut turns = Turns::default();
        turns.begin(path(0));
        let becomes = |number: u32| if number == 9 { vec![] } else { vec![9, 0] };
        taken(&mut turns, 10_000, becomes);
        assert!(turns.nodes.len() < 100, "{}", turns.nodes.len());
    }
}
