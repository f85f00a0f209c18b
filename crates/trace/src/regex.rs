//! Symbolic regular expressions: the one normal form of all trace properties.
//!
//! A [`Regex`] is a handle into a [`RegexPool`]. Equal handles mean equal expressions, and the
//! constructors keep a normal form modulo associativity, commutativity, idempotence and the units
//! of `∨` and `∧`, double complement, and absorption by `∅` and `•*`. Whether the empty trace
//! belongs is known at birth.
//!
//! Two nodes go beyond the expressions of the paper (section 3). [`Node::Until`] is `φ U ψ` for any
//! `φ`, which concatenation cannot say because `φ` looks past the place where `ψ` holds.
//! [`Node::Run`] is an explicit automaton read from one of its states. Both have derivatives like
//! everything else, so nothing after the translation knows where a property came from.
//!
//! Expressions are as deep as the formulas they come from, and those are limited
//! ([`crate::Formula::MAX_DEPTH`]); that is why the code on them may recurse.

mod build;
mod change;

use std::sync::OnceLock;

use stdx::arena::{Arena, Hashed};
use stdx::hash;
use term::Pool;

use crate::letter::{Letter, StoredLetter};
use crate::nfa::Nfa;

/// A handle to a hash-consed regular expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Regex(u32);

impl Regex {
    /// No trace: ∅.
    pub const EMPTY: Regex = Regex(0);
    /// The empty trace alone: ε.
    pub const EPSILON: Regex = Regex(1);
    /// Every trace: •*.
    pub const ALL: Regex = Regex(2);
    /// Every trace but the empty one: •·•*.
    pub const NONEMPTY: Regex = Regex(4);
}

/// What a regular expression looks like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// No trace.
    Empty,
    /// The empty trace.
    Epsilon,
    /// Every trace.
    All,
    /// One event. Never [`Letter::NONE`].
    Letter(Letter),
    /// At least two parts; none is a `Concat`, `Empty` or `Epsilon`; never `All` beside a part that
    /// accepts the empty trace.
    Concat(Box<[Regex]>),
    /// Never over `Empty`, `Epsilon`, `All`, a `Star`, or [`Letter::ANY`].
    Star(Regex),
    /// Never over a `Not`, `Empty`, `Epsilon`, `All`.
    Not(Regex),
    /// At least two operands, ascending by content, distinct; no `And`, `Empty`, `Epsilon`, `All`;
    /// at most one that begins with a letter; no operand and its complement.
    And(Box<[Regex]>),
    /// At least two operands, ascending by content, distinct; no `Or`, `Empty`, `All`; at most one
    /// letter; no operand and its complement.
    Or(Box<[Regex]>),
    /// Traces with a position from which the second holds, while from each position before it the
    /// first holds. The second does not accept the empty trace.
    Until(Regex, Regex),
    /// Traces that an explicit automaton accepts from one of its states.
    Run(RunId, u32),
}

/// A handle to an interned explicit automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RunId(pub(crate) u32);

struct Stored {
    node: Node,
    nullable: bool,
    hash: u64,
    written_size: u64,
}

impl Hashed for Stored {
    fn content_hash(&self) -> u64 {
        self.hash
    }
}

/// All letters and regular expressions of one run. It only grows, and threads share it.
pub struct RegexPool {
    nodes: Arena<Stored>,
    pub(crate) letters: Arena<StoredLetter>,
    pub(crate) runs: Arena<Nfa>,
    stop: OnceLock<Stop>,
}

/// Whether what is being computed is no longer wanted. Once it says yes, it never says no again.
type Stop = Box<dyn Fn() -> bool + Send + Sync>;

impl RegexPool {
    /// A pool with the constants of [`Regex`] and [`Letter`]. Its letters are over the terms of
    /// `pool`, and every later call must name that same pool.
    #[must_use]
    pub fn new(pool: &Pool) -> RegexPool {
        let regexes = RegexPool {
            nodes: Arena::new(),
            letters: Arena::new(),
            runs: Arena::new(),
            stop: OnceLock::new(),
        };
        let none = regexes.letter(pool, Vec::new(), term::Term::FALSE);
        let any = regexes.letter(pool, Vec::new(), term::Term::TRUE);
        assert_eq!((none, any), (Letter::NONE, Letter::ANY), "the constant letters come first");
        let any = Node::Letter(Letter::ANY);
        let made = [Node::Empty, Node::Epsilon, Node::All, any].map(|node| regexes.intern(node));
        let nonempty = regexes.intern(Node::Concat([made[3], Regex::ALL].into()));
        let constants = [made[0], made[1], made[2], nonempty];
        let expected = [Regex::EMPTY, Regex::EPSILON, Regex::ALL, Regex::NONEMPTY];
        assert_eq!(constants, expected, "the constants come first");
        regexes
    }

    /// Makes long enumerations over this pool end early once `is_over` says so, which it must then go
    /// on saying. Their results are incomplete, and the caller has to ask [`RegexPool::is_stopped`]
    /// before it uses one. Only the first call counts.
    pub fn stop_when(&self, is_over: impl Fn() -> bool + Send + Sync + 'static) {
        self.stop.get_or_init(|| Box::new(is_over));
    }

    /// Whether enumerations end early.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.get().is_some_and(|is_over| is_over())
    }

    /// What an expression looks like.
    #[must_use]
    pub fn node(&self, regex: Regex) -> &Node {
        &self.nodes.get(regex.0).node
    }

    /// Whether the empty trace belongs.
    #[must_use]
    pub fn nullable(&self, regex: Regex) -> bool {
        self.nodes.get(regex.0).nullable
    }

    /// A hash of what the expression says, the same in every run.
    #[must_use]
    pub fn content_hash(&self, regex: Regex) -> u64 {
        self.nodes.get(regex.0).hash
    }

    /// How many parts the expression has when it is written down, where nothing is shared.
    pub(crate) fn written_size(&self, regex: Regex) -> u64 {
        self.nodes.get(regex.0).written_size
    }

    /// How many different expressions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none, which is never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// An explicit automaton that was interned.
    pub(crate) fn nfa(&self, run: RunId) -> &Nfa {
        self.runs.get(run.0)
    }

    /// The only place where a [`Regex`] is made.
    pub(crate) fn intern(&self, node: Node) -> Regex {
        let hash = self.node_hash(&node);
        let nullable = self.node_nullable(&node);
        let written_size = self.node_size(&node);
        let make = || Stored { node: node.clone(), nullable, hash, written_size };
        Regex(self.nodes.intern(hash, |known| known.node == node, make))
    }

    fn node_nullable(&self, node: &Node) -> bool {
        match node {
            Node::Empty | Node::Letter(_) | Node::Until(..) => false,
            Node::Epsilon | Node::All | Node::Star(_) => true,
            Node::Concat(parts) | Node::And(parts) => parts.iter().all(|part| self.nullable(*part)),
            Node::Or(parts) => parts.iter().any(|part| self.nullable(*part)),
            Node::Not(inner) => !self.nullable(*inner),
            Node::Run(run, state) => self.nfa(*run).accepts(*state),
        }
    }

    fn node_size(&self, node: &Node) -> u64 {
        let all = |parts: &[Regex]| {
            let sizes = parts.iter().map(|part| self.written_size(*part));
            sizes.fold(1, u64::saturating_add)
        };
        match node {
            Node::Empty | Node::Epsilon | Node::All | Node::Run(..) => 1,
            Node::Letter(letter) => 1 + self.letter_cases(*letter).len() as u64,
            Node::Concat(parts) | Node::And(parts) | Node::Or(parts) => all(parts),
            Node::Star(inner) | Node::Not(inner) => all(&[*inner]),
            Node::Until(left, right) => all(&[*left, *right]),
        }
    }

    fn node_hash(&self, node: &Node) -> u64 {
        let all = |tag: u64, parts: &[Regex]| {
            parts.iter().fold(tag, |seed, part| hash::mix(seed, self.content_hash(*part)))
        };
        match node {
            Node::Empty => hash::mix(40, 0),
            Node::Epsilon => hash::mix(40, 1),
            Node::All => hash::mix(40, 2),
            Node::Letter(letter) => hash::mix(41, self.letter_hash(*letter)),
            Node::Concat(parts) => all(42, parts),
            Node::Star(inner) => all(43, &[*inner]),
            Node::Not(inner) => all(44, &[*inner]),
            Node::And(parts) => all(45, parts),
            Node::Or(parts) => all(46, parts),
            Node::Until(left, right) => all(47, &[*left, *right]),
            Node::Run(run, state) => {
                hash::mix(hash::mix(48, self.nfa(*run).content_hash()), u64::from(*state))
            }
        }
    }
}
