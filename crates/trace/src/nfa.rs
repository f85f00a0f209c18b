//! Explicit automata as users write them: states and transitions with letters.
//!
//! They may be nondeterministic and incomplete. A trace belongs if some run over it ends in an
//! accepting state. This is an input form; the deterministic automaton that we build from any
//! property is [`crate::Automaton`].

use stdx::arena::Hashed;
use stdx::hash;
use term::Pool;

use crate::letter::Letter;
use crate::regex::{Node, Regex, RegexPool, RunId};

/// An explicit automaton over letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Nfa {
    hash: u64,
    accepting: Box<[bool]>,
    /// From, letter, to.
    edges: Box<[(u32, Letter, u32)]>,
}

impl Hashed for Nfa {
    fn content_hash(&self) -> u64 {
        self.hash
    }
}

impl Nfa {
    /// Whether a trace may end in a state. One that is not there accepts nothing.
    pub(crate) fn accepts(&self, state: u32) -> bool {
        self.accepting.get(state as usize).copied().unwrap_or(false)
    }

    /// The transitions that leave a state.
    pub(crate) fn leaving(&self, state: u32) -> impl Iterator<Item = (Letter, u32)> {
        self.edges.iter().filter(move |edge| edge.0 == state).map(|edge| (edge.1, edge.2))
    }
}

impl RegexPool {
    /// Traces that the automaton accepts from `state`.
    pub(crate) fn run(
        &self,
        accepting: &[bool],
        edges: &[(u32, Letter, u32)],
        state: u32,
    ) -> Regex {
        let seed = accepting.iter().fold(50, |seed, yes| hash::mix(seed, u64::from(*yes)));
        let hash = edges.iter().fold(seed, |seed, (from, letter, to)| {
            let ends = (u64::from(*from) << 32) | u64::from(*to);
            hash::mix(hash::mix(seed, ends), self.letter_hash(*letter))
        });
        let nfa = Nfa { hash, accepting: accepting.into(), edges: edges.into() };
        let run = RunId(self.runs.intern(hash, |known| *known == nfa, || nfa.clone()));
        self.run_from(run, state)
    }

    /// The same automaton from another state.
    pub(crate) fn run_from(&self, run: RunId, state: u32) -> Regex {
        self.intern(Node::Run(run, state))
    }

    /// The same expression over other letters.
    pub(crate) fn map_run(
        &self,
        pool: &Pool,
        (run, state): (RunId, u32),
        mut f: impl FnMut(&Pool, Letter) -> Letter,
    ) -> Regex {
        let nfa = self.nfa(run);
        let edges: Vec<(u32, Letter, u32)> =
            nfa.edges.iter().map(|(from, letter, to)| (*from, f(pool, *letter), *to)).collect();
        self.run(&nfa.accepting, &edges, state)
    }
}
