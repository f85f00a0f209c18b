//! Why things are known: reasons, lemmas, and the assumptions behind a conflict.
//!
//! Every merge adds one edge to a forest whose trees are the classes (Nieuwenhuis and Oliveras,
//! "Proof-producing congruence closure", 2005). The path between two nodes of a tree never changes
//! while they are equal, so a reason can name nodes and be explained later.

use super::Closure;
use super::node::Node;

/// A name for an assumption, chosen by the caller that assumes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Tag(pub(crate) u32);

impl Tag {
    const SPLIT: u32 = 1 << 31;
    const PATH: u32 = 1 << 30;

    /// The term of the path with this number.
    pub(crate) fn path(number: usize) -> Tag {
        Tag(Tag::PATH | number as u32)
    }

    /// The number of the term of the path that this stands for, if it stands for one.
    pub(crate) fn as_path(self) -> Option<usize> {
        let is_path = self.0 & (Tag::SPLIT | Tag::PATH) == Tag::PATH;
        is_path.then_some((self.0 & !Tag::PATH) as usize)
    }

    /// The assumption that the closure makes at the `depth`-th case split of its own.
    pub(crate) fn split(depth: usize) -> Tag {
        Tag(Tag::SPLIT | depth as u32)
    }
}

/// Why something holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// It was assumed.
    Given(Tag),
    /// Two applications of one operator to equal operands.
    Congruence(Node, Node),
    /// Follows from the premises of a lemma.
    Lemma(u32),
    /// Always.
    Fact,
}

/// What a lemma rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Premise {
    /// The nodes are in one class.
    Equal(Node, Node),
    /// Whatever the reason rests on.
    Because(Reason),
}

/// Premises of the lemmas made so far, one after the other.
#[derive(Default)]
pub(crate) struct Lemmas {
    premises: Vec<Premise>,
    ends: Vec<u32>,
}

impl Lemmas {
    pub(crate) fn add(&mut self, premises: impl IntoIterator<Item = Premise>) -> Reason {
        self.premises.extend(premises);
        self.ends.push(self.premises.len() as u32);
        Reason::Lemma(self.ends.len() as u32 - 1)
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.ends.truncate(len);
        self.premises.truncate(self.ends.last().map_or(0, |end| *end as usize));
    }

    fn get(&self, lemma: u32) -> &[Premise] {
        let start = lemma.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.premises[start as usize..self.ends[lemma as usize] as usize]
    }
}

impl Closure {
    /// The assumptions that a reason rests on, ascending.
    pub(crate) fn explain(&self, reason: Reason) -> Vec<Tag> {
        let mut explanation = Explanation { closure: self, tags: Vec::new(), todo: Vec::new() };
        let mut lemmas_seen = vec![false; self.lemmas.len()];
        let mut edges_seen = vec![false; self.nodes.len()];
        explanation.todo.push(Premise::Because(reason));
        while let Some(premise) = explanation.todo.pop() {
            match premise {
                Premise::Because(reason) => explanation.reason(reason, &mut lemmas_seen),
                Premise::Equal(a, b) => explanation.equality(a, b, &mut edges_seen),
            }
        }
        let mut tags = explanation.tags;
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// Makes `node` the root of its proof tree.
    pub(super) fn reroot(&mut self, node: Node) {
        let mut at = node;
        let mut edge = self.nodes[node].proof.take();
        while let Some((next, why)) = edge {
            edge = self.nodes[next].proof.replace((at, why));
            at = next;
        }
    }
}

struct Explanation<'a> {
    closure: &'a Closure,
    tags: Vec<Tag>,
    todo: Vec<Premise>,
}

impl Explanation<'_> {
    fn reason(&mut self, reason: Reason, lemmas_seen: &mut [bool]) {
        match reason {
            Reason::Given(tag) => self.tags.push(tag),
            Reason::Congruence(p, q) => {
                let nodes = &self.closure.nodes;
                let pairs = nodes.args(p).iter().zip(nodes.args(q));
                self.todo.extend(pairs.map(|(a, b)| Premise::Equal(*a, *b)));
            }
            Reason::Lemma(lemma) => {
                if !std::mem::replace(&mut lemmas_seen[lemma as usize], true) {
                    self.todo.extend_from_slice(self.closure.lemmas.get(lemma));
                }
            }
            Reason::Fact => {}
        }
    }

    /// Walks from both nodes to where their ways to the root meet.
    fn equality(&mut self, a: Node, b: Node, edges_seen: &mut [bool]) {
        let (mut a, mut b) = (a, b);
        let (mut deep_a, mut deep_b) = (self.depth(a), self.depth(b));
        while a != b {
            let step = if deep_a >= deep_b { &mut a } else { &mut b };
            let node = *step;
            let (next, why) =
                self.closure.nodes[node].proof.expect("equal nodes stand in one proof tree");
            *step = next;
            if deep_a >= deep_b {
                deep_a -= 1;
            } else {
                deep_b -= 1;
            }
            if !std::mem::replace(&mut edges_seen[node.0 as usize], true) {
                self.todo.push(Premise::Because(why));
            }
        }
    }

    fn depth(&self, node: Node) -> usize {
        let up = |node: &Node| self.closure.nodes[*node].proof.map(|(next, _)| next);
        std::iter::successors(Some(node), up).count()
    }
}
