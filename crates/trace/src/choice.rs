//! Guarded choices among regular expressions, with sharing.
//!
//! The derivative of an expression by a symbolic event is a decision diagram: inner nodes test
//! conditions on the event, leaves are expressions. Conditions stand in one fixed order on every
//! way down, so no way tests a condition twice, and equal parts of the diagram are one node. That
//! is a transition regex (Stanford, Veanes, Bjørner 2021) rather than a list of minterms.

use rustc_hash::FxHashMap;
use term::{Cases, Op, Pool, Term};

use crate::cover::atoms;
use crate::regex::Regex;

/// A handle to a node of a [`Choices`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Choice(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Leaf(Regex),
    /// Condition, where it holds, where it does not. Never two equal ways.
    Branch(Term, Choice, Choice),
}

/// A condition with more atoms than these is tested as a whole: its diagram could be exponential.
const MAX_ATOMS: usize = 10;

/// The decision diagrams of one event.
#[derive(Default)]
pub(crate) struct Choices {
    nodes: Vec<Node>,
    known: FxHashMap<Node, Choice>,
}

impl Choices {
    /// No choice.
    pub(crate) fn leaf(&mut self, regex: Regex) -> Choice {
        self.intern(Node::Leaf(regex))
    }

    /// `ε` where a condition holds and `∅` elsewhere.
    pub(crate) fn test(&mut self, pool: &Pool, cond: Term) -> Choice {
        let negated = pool.not(cond);
        match pool.op(cond) {
            // So that a condition and its negation are taken apart alike.
            Op::Not => {
                let positive = self.test(pool, negated);
                self.swap(positive)
            }
            _ if atoms(pool, cond, MAX_ATOMS).is_some() => self.take_apart(pool, cond),
            _ => self.branch(cond),
        }
    }

    fn branch(&mut self, cond: Term) -> Choice {
        let (yes, no) = (self.leaf(Regex::EPSILON), self.leaf(Regex::EMPTY));
        self.intern(Node::Branch(cond, yes, no))
    }

    fn swap(&mut self, choice: Choice) -> Choice {
        self.map(choice, |regex| match regex {
            Regex::EMPTY => Regex::EPSILON,
            _ => Regex::EMPTY,
        })
    }

    /// A test with one branch per atom. Recurses on connectives, which are few where atoms are.
    fn take_apart(&mut self, pool: &Pool, cond: Term) -> Choice {
        match pool.node(cond) {
            _ if cond == Term::TRUE => self.leaf(Regex::EPSILON),
            _ if cond == Term::FALSE => self.leaf(Regex::EMPTY),
            (Op::Not, &[inner]) => {
                let inner = self.take_apart(pool, inner);
                self.swap(inner)
            }
            (Op::And, parts) => self.tests(pool, parts, Regex::EMPTY),
            (Op::Or, parts) => self.tests(pool, parts, Regex::EPSILON),
            _ => self.branch(cond),
        }
    }

    /// Conjunction (`zero` is `∅`) or disjunction (`zero` is `ε`) of tests.
    fn tests(&mut self, pool: &Pool, parts: &[Term], zero: Regex) -> Choice {
        let parts: Vec<Choice> = parts.iter().map(|part| self.take_apart(pool, *part)).collect();
        let join = |a: Regex, b: Regex| if a == zero { zero } else { b };
        let (first, rest) = parts.split_first().expect("connectives have operands");
        rest.iter().fold(*first, |all, part| self.combine(pool, all, *part, join))
    }

    /// The same choice among other expressions.
    pub(crate) fn map(&mut self, root: Choice, mut f: impl FnMut(Regex) -> Regex) -> Choice {
        let order = self.below(root);
        let mut made: FxHashMap<Choice, Choice> = FxHashMap::default();
        for choice in order {
            let new = match self.nodes[choice.0 as usize] {
                Node::Leaf(regex) => Node::Leaf(f(regex)),
                Node::Branch(cond, yes, no) => Node::Branch(cond, made[&yes], made[&no]),
            };
            made.insert(choice, self.intern(new));
        }
        made[&root]
    }

    /// Both choices at once, their expressions joined by `f`.
    pub(crate) fn combine(
        &mut self,
        pool: &Pool,
        a: Choice,
        b: Choice,
        mut f: impl FnMut(Regex, Regex) -> Regex,
    ) -> Choice {
        self.product(pool, (a, b), &mut FxHashMap::default(), &mut f)
    }

    /// Recurses once per condition on a way down, which is as often as letters have conditions.
    fn product(
        &mut self,
        pool: &Pool,
        (a, b): (Choice, Choice),
        done: &mut FxHashMap<(Choice, Choice), Choice>,
        f: &mut dyn FnMut(Regex, Regex) -> Regex,
    ) -> Choice {
        if let Some(known) = done.get(&(a, b)) {
            return *known;
        }
        let made = match (self.nodes[a.0 as usize], self.nodes[b.0 as usize]) {
            (Node::Leaf(x), Node::Leaf(y)) => Node::Leaf(f(x, y)),
            (node_a, node_b) => {
                let cond = first_cond(pool, node_a, node_b);
                let (a_yes, a_no) = ways(node_a, cond, a);
                let (b_yes, b_no) = ways(node_b, cond, b);
                let yes = self.product(pool, (a_yes, b_yes), done, f);
                let no = self.product(pool, (a_no, b_no), done, f);
                Node::Branch(cond, yes, no)
            }
        };
        let made = self.intern(made);
        done.insert((a, b), made);
        made
    }

    /// The expressions at the leaves, each once, in the order of a walk that goes the way of `yes`
    /// first.
    pub(crate) fn leaves(&self, root: Choice) -> Vec<Regex> {
        let nodes = self.below(root).into_iter().map(|choice| self.nodes[choice.0 as usize]);
        nodes
            .filter_map(|node| match node {
                Node::Leaf(regex) => Some(regex),
                Node::Branch(..) => None,
            })
            .collect()
    }

    /// The choice as one term, with `leaf` in place of the expressions.
    pub(crate) fn to_term(
        &self,
        pool: &Pool,
        root: Choice,
        mut leaf: impl FnMut(Regex) -> Term,
    ) -> Term {
        let mut made: FxHashMap<Choice, Term> = FxHashMap::default();
        for choice in self.below(root) {
            let term = match self.nodes[choice.0 as usize] {
                Node::Leaf(regex) => leaf(regex),
                Node::Branch(cond, yes, no) => pool.ite(cond, made[&yes], made[&no]),
            };
            made.insert(choice, term);
        }
        made[&root]
    }

    /// The choice as a list: each expression once, under the condition that leads to it.
    pub(crate) fn to_cases(&self, pool: &Pool, root: Choice) -> Cases<Regex> {
        let mut order = self.below(root);
        order.reverse();
        let mut reached: FxHashMap<Choice, Vec<Term>> = FxHashMap::default();
        reached.insert(root, vec![Term::TRUE]);
        let mut cases = Vec::new();
        // Operands stand before the nodes over them, so reversed every node comes after all that
        // lead to it.
        for choice in order {
            let here = pool.or(&reached[&choice]);
            match self.nodes[choice.0 as usize] {
                Node::Leaf(regex) => cases.push((here, regex)),
                Node::Branch(cond, yes, no) => {
                    reached.entry(yes).or_default().push(pool.and(&[here, cond]));
                    let otherwise = pool.not(cond);
                    reached.entry(no).or_default().push(pool.and(&[here, otherwise]));
                }
            }
        }
        Cases::new(cases)
    }

    /// The nodes below a node and itself, each once, operands first.
    fn below(&self, root: Choice) -> Vec<Choice> {
        let mut order = Vec::new();
        let mut met = rustc_hash::FxHashSet::default();
        let mut todo = vec![(root, false)];
        while let Some((choice, leaving)) = todo.pop() {
            if leaving {
                order.push(choice);
            } else if met.insert(choice) {
                todo.push((choice, true));
                if let Node::Branch(_, yes, no) = self.nodes[choice.0 as usize] {
                    todo.push((no, false));
                    todo.push((yes, false));
                }
            }
        }
        order
    }

    fn intern(&mut self, node: Node) -> Choice {
        if let Node::Branch(_, yes, no) = node
            && yes == no
        {
            return yes;
        }
        let next = Choice(self.nodes.len() as u32);
        let nodes = &mut self.nodes;
        *self.known.entry(node).or_insert_with(|| {
            nodes.push(node);
            next
        })
    }
}

/// The condition that both nodes have to test first. At least one is a branch.
fn first_cond(pool: &Pool, a: Node, b: Node) -> Term {
    let rank = |cond: Term| (pool.content_hash(cond), cond.index());
    match (a, b) {
        (Node::Branch(x, ..), Node::Branch(y, ..)) => {
            if rank(x) <= rank(y) {
                x
            } else {
                y
            }
        }
        (Node::Branch(cond, ..), Node::Leaf(_)) | (Node::Leaf(_), Node::Branch(cond, ..)) => cond,
        (Node::Leaf(_), Node::Leaf(_)) => unreachable!("two leaves have no condition"),
    }
}

/// Where a node leads when `cond`, which no node above it tested, holds and when it does not.
fn ways(node: Node, cond: Term, itself: Choice) -> (Choice, Choice) {
    match node {
        Node::Branch(tested, yes, no) if tested == cond => (yes, no),
        Node::Branch(..) | Node::Leaf(_) => (itself, itself),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn conditions_are_taken_apart_and_shared() {
        let pool = Pool::new();
        let mut choices = Choices::default();
        let [p, q] = ["p", "q"].map(|name| pool.var(name, Sort::BOOL));
        let both = choices.test(&pool, pool.and(&[p, q]));
        let neither = choices.test(&pool, pool.and(&[pool.not(p), pool.not(q)]));
        let never =
            choices.combine(&pool, both, neither, |a, b| if a == Regex::EMPTY { a } else { b });
        assert_eq!(never, choices.leaf(Regex::EMPTY));
        assert_eq!(choices.to_cases(&pool, both).len(), 2);
        assert_eq!(choices.leaves(both).len(), 2);
    }

    #[test]
    fn cases_are_exclusive_and_exhaustive() {
        let pool = Pool::new();
        let mut choices = Choices::default();
        let [p, q, r] = ["p", "q", "r"].map(|name| pool.var(name, Sort::BOOL));
        let cond = pool.or(&[pool.and(&[p, q]), pool.and(&[pool.not(p), r])]);
        let choice = choices.test(&pool, cond);
        for bits in 0..8u8 {
            let mut model = term::Model::new();
            for (at, var) in [p, q, r].into_iter().enumerate() {
                model.set(var, pool.bool(bits >> at & 1 == 1));
            }
            let holds: Vec<Regex> = choices
                .to_cases(&pool, choice)
                .into_iter()
                .filter(|(cond, _)| pool.eval(*cond, &model) == Term::TRUE)
                .map(|(_, regex)| regex)
                .collect();
            let expected = match pool.eval(cond, &model) {
                Term::TRUE => Regex::EPSILON,
                _ => Regex::EMPTY,
            };
            assert_eq!(holds, [expected]);
        }
    }
}
