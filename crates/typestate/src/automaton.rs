//! The automaton of a property: deterministic, over the names of events.

/// A state of an [`Automaton`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State(pub(crate) u8);

/// An event of the property, by its place among the names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter(pub(crate) u8);

impl State {
    /// The number of the state.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Letter {
    /// The place of the event among the names of its property.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct StateSet(u64);

impl StateSet {
    /// Adds a state.
    pub fn insert(&mut self, state: State) {
        self.0 |= 1 << state.0;
    }

    /// Whether a state belongs to it.
    #[must_use]
    pub fn contains(self, state: State) -> bool {
        self.0 & (1 << state.0) != 0
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The states in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = State> {
        (0..Automaton::MOST_STATES as u8).map(State).filter(move |state| self.contains(*state))
    }
}

impl FromIterator<State> for StateSet {
    fn from_iter<I: IntoIterator<Item = State>>(states: I) -> StateSet {
        let mut set = StateSet::default();
        states.into_iter().for_each(|state| set.insert(state));
        set
    }
}

/// Events with something that tells where each happened.
pub type EventSequence<P> = Vec<(Letter, P)>;

/// A deterministic automaton over the events of a property. What it accepts is what must not
/// happen: a run that enters a violating state breaks the property there and then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// The names of the states, for people. The first state is the start.
    names: Vec<String>,
    /// For each state and letter the next state. Where there is none, nothing can go wrong any more.
    next: Vec<Vec<Option<State>>>,
    violating: StateSet,
    /// The states in which a run must not end.
    unfinished: StateSet,
}

impl Automaton {
    /// More states than this are refused: sets of states are machine words.
    pub const MOST_STATES: usize = 64;

    /// An automaton of these states. Both sets are of states that exist, and so are all next states.
    pub(crate) fn new(
        names: Vec<String>,
        next: Vec<Vec<Option<State>>>,
        violating: StateSet,
        unfinished: StateSet,
    ) -> Automaton {
        let mut automaton = Automaton { names, next, violating, unfinished };
        automaton.forget_the_harmless();
        automaton
    }

    /// The state in which every run begins.
    #[must_use]
    pub fn start(&self) -> State {
        State(0)
    }

    /// All states.
    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        (0..self.names.len() as u8).map(State)
    }

    /// What people call a state.
    #[must_use]
    pub fn name(&self, state: State) -> &str {
        &self.names[state.index()]
    }

    /// Where an event leads. None: whatever comes, the property is kept.
    #[must_use]
    pub fn step(&self, state: State, letter: Letter) -> Option<State> {
        self.next[state.index()][letter.index()]
    }

    /// Whether the property is broken in a state.
    #[must_use]
    pub fn is_violating(&self, state: State) -> bool {
        self.violating.contains(state)
    }

    /// Whether a run that ends in a state breaks the property by that.
    #[must_use]
    pub fn is_unfinished(&self, state: State) -> bool {
        self.unfinished.contains(state)
    }

    /// The states that break the property.
    #[must_use]
    pub fn violating(&self) -> StateSet {
        self.violating
    }

    /// The states from which an event leads into the set: a step of the reversed automaton.
    #[must_use]
    pub fn before(&self, letter: Letter, states: StateSet) -> StateSet {
        let leads = |state: &State| self.step(*state, letter).is_some_and(|to| states.contains(to));
        self.states().filter(leads).collect()
    }

    /// The events of a sequence that matter: those that do not leave the automaton where it is. Two
    /// sequences are equivalent if theirs are the same. The rest behind the first violation is left
    /// out, since no run goes on behind it.
    #[must_use]
    pub fn essence<P: Clone>(&self, events: &[(Letter, P)]) -> EventSequence<P> {
        let (mut state, mut kept) = (self.start(), Vec::new());
        for (letter, place) in events {
            let Some(to) = self.step(state, *letter) else { break };
            if to != state {
                kept.push((*letter, place.clone()));
            }
            if self.is_violating(to) {
                break;
            }
            state = to;
        }
        kept
    }

    /// The automaton in which a run must not end where one of these letters would break the property.
    pub(crate) fn ended_by(mut self, letters: &[Letter]) -> Automaton {
        let violating = self.violating;
        let breaks = |state: &State| {
            letters.iter().any(|letter| self.before(*letter, violating).contains(*state))
        };
        let ends: StateSet = self.states().filter(|state| breaks(state)).collect();
        self.unfinished = StateSet(self.unfinished.0 | ends.0);
        self
    }

    /// The automaton of what begins anywhere in a run. None if it has too many states.
    pub(crate) fn of_suffixes(&self, letters: usize) -> Option<Automaton> {
        let start: StateSet = [self.start()].into_iter().collect();
        let (mut sets, mut next) = (vec![start], Vec::new());
        while next.len() < sets.len() {
            let from = sets[next.len()];
            let mut row = Vec::new();
            for letter in (0..letters as u8).map(Letter) {
                let now = self.states().filter(|state| from.contains(*state));
                let to = now.filter_map(|state| self.step(state, letter));
                let to: StateSet = to.chain([self.start()]).collect();
                let at = sets.iter().position(|known| *known == to).unwrap_or(sets.len());
                if at == sets.len() {
                    sets.push(to);
                }
                row.push(Some(State(u8::try_from(at).ok()?)));
            }
            if sets.len() > Automaton::MOST_STATES {
                return None;
            }
            next.push(row);
        }
        let marked = |marks: StateSet| -> StateSet {
            let has = |(_, set): &(usize, &StateSet)| set.0 & marks.0 != 0;
            sets.iter().enumerate().filter(has).map(|(at, _)| State(at as u8)).collect()
        };
        let names = (0..sets.len()).map(|at| format!("q{at}")).collect();
        Some(Automaton::new(names, next, marked(self.violating), marked(self.unfinished)))
    }

    /// Drops what leads to states from which nothing can go wrong.
    fn forget_the_harmless(&mut self) {
        let mut harmful = StateSet(self.violating.0 | self.unfinished.0);
        loop {
            let reaches = |state: &State| {
                self.next[state.index()].iter().flatten().any(|to| harmful.contains(*to))
            };
            let found: StateSet = self.states().filter(reaches).collect();
            let grown = StateSet(harmful.0 | found.0);
            if grown == harmful {
                break;
            }
            harmful = grown;
        }
        for to in self.next.iter_mut().flatten() {
            *to = to.filter(|state| harmful.contains(*state));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USE: Letter = Letter(0);
    const CLOSE: Letter = Letter(1);

    /// Nothing may be used once it is closed; a third state is left for good.
    fn closed() -> Automaton {
        let names = ["open", "closed", "error", "gone"].map(str::to_owned).to_vec();
        let next = vec![
            vec![Some(State(0)), Some(State(1))],
            vec![Some(State(2)), Some(State(1))],
            vec![Some(State(2)), Some(State(2))],
            vec![Some(State(3)), Some(State(3))],
        ];
        Automaton::new(names, next, [State(2)].into_iter().collect(), StateSet::default())
    }

    #[test]
    fn harmless_states_are_forgotten() {
        assert_eq!(closed().step(State(3), USE), None);
        assert_eq!(closed().step(State(0), CLOSE), Some(State(1)));
    }

    #[test]
    fn steps_backwards_are_steps_forwards() {
        let automaton = closed();
        for letter in [USE, CLOSE] {
            for to in automaton.states() {
                let before = automaton.before(letter, [to].into_iter().collect());
                let expected =
                    automaton.states().filter(|from| automaton.step(*from, letter) == Some(to));
                assert_eq!(before, expected.collect());
            }
        }
    }

    #[test]
    fn events_that_change_nothing_do_not_matter() {
        let sequence = [(USE, 1), (CLOSE, 2), (CLOSE, 3), (USE, 4), (USE, 5)];
        assert_eq!(closed().essence(&sequence), vec![(CLOSE, 2), (USE, 4)]);
    }
}
