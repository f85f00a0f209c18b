//! Making the closed set of states of a refutation.

use std::collections::{BTreeMap, BTreeSet};

use crate::condition::{CondLiteral, Conditions};
use crate::course::{BrokenHistories, Reader};
use crate::histories::{HistoryProof, LeftOutEdge, PathRefutation, ProductStateText, RefutedCase};
use crate::product::{Course, CourseItem, Memory, Question, Rows, State, Store, Way, follows};
use crate::sexp::Sexp;

/// States of one case, at most.
const MOST_STATES: usize = 5_000;

/// Why a refutation was not written down.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotClosed {
    /// The texts do not go together.
    #[error(transparent)]
    Texts(#[from] BrokenHistories),
    /// The naive construction finds a way to the end.
    #[error("a second construction of the states does not exclude the path {0:?}")]
    Possible(Vec<u32>),
    /// There are too many states.
    #[error("the path {0:?} takes too many states to be written down")]
    TooManyStates(Vec<u32>),
}

/// A question about one case of a path.
pub struct CaseQuestion<'a> {
    /// The number of the case.
    pub case: usize,
    /// What is known of the memberships that are followed.
    pub answers: &'a [Option<bool>],
    /// What is remembered, each under a number of its own: its formals are others than those of `literals`.
    pub remembered: Vec<(usize, &'a Rows)>,
    /// Further conditions.
    pub literals: &'a [CondLiteral],
    /// What the conditions say.
    pub conditions: &'a Conditions,
}

/// Says whether the solver of the one who makes a proof leaves a question open.
pub type CaseSolver<'p> = dyn FnMut(&CaseQuestion<'_>) -> bool + 'p;

/// HistoryProof whose refutations are being made.
pub struct Closing {
    histories: HistoryProof,
    store: Store,
}

/// A state that was reached, with the edges that it has not.
struct Reached {
    state: State,
    left_out: BTreeSet<(Option<usize>, Vec<CondLiteral>)>,
}

impl Closing {
    /// HistoryProof without refutations yet.
    #[must_use]
    pub fn new(histories: HistoryProof) -> Closing {
        Closing { histories, store: Store::new() }
    }

    /// The text of SMT-LIB as conditions of a proof write it; none if it is not one expression.
    #[must_use]
    pub fn plain(text: &str) -> Option<String> {
        Some(Sexp::parse(text)?.to_string())
    }

    /// Adds the states of each case to a refutation. Ways remember what events of some operations in unknown parts need.
    ///
    /// # Errors
    ///
    /// If the states do not exclude the path, or are too many.
    pub fn refute(
        &mut self,
        mut refutation: PathRefutation,
        remember: &[usize],
        is_possible: &mut CaseSolver<'_>,
    ) -> Result<(), NotClosed> {
        let histories = std::mem::take(&mut self.histories);
        let reader = Reader::new(&histories);
        let course = reader.course(&mut self.store, &refutation);
        let operations = reader.all_operations();
        self.histories = histories;
        let course = course?;
        for case in 0..refutation.cases.len() {
            let maker = Maker {
                at: &refutation.at,
                course: &course,
                operations: &operations,
                remember,
                store: &mut self.store,
                layers: (0..=course.items.len()).map(|_| Vec::new()).collect(),
                case,
                is_possible: &mut *is_possible,
            };
            let layers = maker.close()?;
            let layers =
                layers.iter().map(|layer| layer.iter().map(|one| self.state(one)).collect());
            refutation.cases[case].layers = layers.collect::<Vec<Vec<ProductStateText>>>();
        }
        self.histories.refutations.push(refutation);
        Ok(())
    }

    /// The histories with all refutations.
    #[must_use]
    pub fn finish(self) -> HistoryProof {
        self.histories
    }

    fn state(&mut self, reached: &Reached) -> ProductStateText {
        let operations: Vec<String> =
            self.histories.operations.iter().map(|operation| operation.name.clone()).collect();
        let texts =
            reached.state.rests.iter().map(|rest| {
                self.store.expressions.show(&self.store.conditions, &operations, *rest)
            });
        let texts: Vec<String> = texts.collect();
        let rests = texts.into_iter().map(|text| number(&mut self.histories.expressions, text));
        let rests = rests.collect();
        let remembers = reached.state.remembers.iter().map(|memory| {
            let rows = self.store.memories[memory.0].clone();
            let rows: Vec<Vec<i64>> = rows.iter().map(|row| self.row(row)).collect();
            number(&mut self.histories.remembered, rows)
        });
        let remembers = remembers.collect();
        let left_out = reached
            .left_out
            .iter()
            .map(|(operation, row)| LeftOutEdge { operation: *operation, when: self.row(row) });
        let left_out = left_out.collect();
        ProductStateText { rests, answers: reached.state.answers.clone(), remembers, left_out }
    }

    fn row(&mut self, row: &[CondLiteral]) -> Vec<i64> {
        let each = row.iter().map(|literal| {
            let text = self.store.conditions.show(literal.cond);
            let number = number(&mut self.histories.conditions, text) as i64 + 1;
            if literal.holds { number } else { -number }
        });
        each.collect()
    }
}

/// The number of an entry, which is added if it is not there.
fn number<T: PartialEq>(all: &mut Vec<T>, wanted: T) -> usize {
    all.iter().position(|known| *known == wanted).unwrap_or_else(|| {
        all.push(wanted);
        all.len() - 1
    })
}

struct Maker<'m, 'p> {
    at: &'m [u32],
    course: &'m Course,
    operations: &'m [Option<usize>],
    remember: &'m [usize],
    store: &'m mut Store,
    layers: Vec<Vec<Reached>>,
    case: usize,
    is_possible: &'m mut CaseSolver<'p>,
}

impl Maker<'_, '_> {
    fn close(mut self) -> Result<Vec<Vec<Reached>>, NotClosed> {
        let start = self.course.start(self.store);
        self.reach(0, start, &BTreeSet::new(), &[])?;
        for at in 0..self.course.items.len() {
            let mut next = 0;
            while next < self.layers[at].len() {
                self.expand(at, next)?;
                next += 1;
            }
        }
        Ok(self.layers)
    }

    fn expand(&mut self, at: usize, number: usize) -> Result<(), NotClosed> {
        let course = self.course;
        let state = self.layers[at][number].state.clone();
        match &course.items[at] {
            CourseItem::Event(op, values) => {
                let ways = self.ways(at, number, &state, *op, values)?;
                for (to, rows) in grouped(ways) {
                    let remembers = self.remembering(&state, &rows);
                    self.reach_one(at + 1, State { remembers, ..to }, &state, rows)?;
                }
            }
            CourseItem::Unknown => {
                for op in self.operations {
                    let ways = self.ways(at, number, &state, *op, &[])?;
                    for (to, rows) in grouped(ways) {
                        let remembers = match op.is_some_and(|op| self.remember.contains(&op)) {
                            true => self.remembering(&state, &rows),
                            false => state.remembers.clone(),
                        };
                        self.reach_one(at, State { remembers, ..to }, &state, rows)?;
                    }
                }
                let to = course.arrive(self.store, at + 1, &state);
                self.reach(at + 1, to, &state.remembers, &[])?;
            }
        }
        Ok(())
    }

    fn remembering(&mut self, state: &State, rows: &Rows) -> BTreeSet<Memory> {
        let mut remembers = state.remembers.clone();
        if !rows.iter().any(Vec::is_empty) {
            remembers.insert(self.store.memory(rows.clone()));
        }
        remembers
    }

    fn ways(
        &mut self,
        at: usize,
        number: usize,
        state: &State,
        op: Option<usize>,
        values: &[(String, Sexp)],
    ) -> Result<Vec<Way>, NotClosed> {
        let Maker { course, store, case, is_possible, .. } = self;
        let mut left_out = BTreeSet::new();
        let mut none = |store: &mut Store, question: &Question| {
            let possible = ask(store, *case, question, &mut **is_possible);
            if !possible {
                left_out.insert((op, question.literals.clone()));
            }
            !possible
        };
        let ways = course.ways(store, (at, state), (op, values), &mut none);
        self.layers[at][number].left_out.extend(left_out);
        ways.map_err(|_| NotClosed::TooManyStates(self.at.to_vec()))
    }

    /// Reaches a state by one of some rows of conditions.
    fn reach_one(
        &mut self,
        at: usize,
        to: State,
        from: &State,
        rows: Rows,
    ) -> Result<(), NotClosed> {
        for row in rows {
            self.reach(at, to.clone(), &from.remembers, &row)?;
        }
        Ok(())
    }

    fn reach(
        &mut self,
        at: usize,
        to: State,
        before: &BTreeSet<Memory>,
        literals: &[CondLiteral],
    ) -> Result<(), NotClosed> {
        let covers = |known: &&Reached| {
            known.state.rests == to.rests
                && known.state.answers == to.answers
                && follows(self.store, &known.state.remembers, before, literals)
        };
        if self.layers[at].iter().any(|known| covers(&known)) {
            return Ok(());
        }
        let question = Question {
            answers: self.course.foreseen(at, &to),
            remembers: before.clone(),
            literals: literals.to_vec(),
        };
        if !ask(self.store, self.case, &question, &mut *self.is_possible) {
            return Ok(());
        }
        if at == self.course.items.len() {
            return Err(NotClosed::Possible(self.at.to_vec()));
        }
        if self.layers.iter().map(Vec::len).sum::<usize>() > MOST_STATES {
            return Err(NotClosed::TooManyStates(self.at.to_vec()));
        }
        self.layers[at].push(Reached { state: to, left_out: BTreeSet::new() });
        Ok(())
    }
}

fn ask(store: &Store, case: usize, question: &Question, is_possible: &mut CaseSolver<'_>) -> bool {
    let remembered = question.remembers.iter().map(|memory| (memory.0, &store.memories[memory.0]));
    is_possible(&CaseQuestion {
        case,
        answers: &question.answers,
        remembered: remembered.collect(),
        literals: &question.literals,
        conditions: &store.conditions,
    })
}

/// The ways to each state, as few rows of conditions.
fn grouped(ways: Vec<Way>) -> Vec<(State, Rows)> {
    let mut by_state: BTreeMap<State, Rows> = BTreeMap::new();
    for way in ways {
        by_state.entry(way.to).or_default().push(way.literals);
    }
    by_state.into_iter().map(|(state, rows)| (state, joined(rows))).collect()
}

/// Rows that differ in one condition only, which holds in one and not in the other, are one row without it.
fn joined(mut rows: Rows) -> Rows {
    loop {
        rows.sort();
        rows.dedup();
        let mut found = None;
        'search: for (first, a) in rows.iter().enumerate() {
            for (second, b) in rows.iter().enumerate().skip(first + 1) {
                if let Some(both) = without_difference(a, b) {
                    found = Some((first, second, both));
                    break 'search;
                }
            }
        }
        let Some((first, second, both)) = found else { return rows };
        rows.remove(second);
        rows[first] = both;
    }
}

fn without_difference(a: &[CondLiteral], b: &[CondLiteral]) -> Option<Vec<CondLiteral>> {
    if a.len() != b.len() {
        return None;
    }
    let differ: Vec<&CondLiteral> = a.iter().filter(|literal| !b.contains(literal)).collect();
    let [only] = differ[..] else { return None };
    let opposite = CondLiteral { holds: !only.holds, ..*only };
    let rest = a.iter().copied().filter(|literal| literal != only);
    b.contains(&opposite).then(|| rest.collect())
}

impl RefutedCase {
    /// A case whose states are not known yet.
    #[must_use]
    pub fn new(when: Vec<String>) -> RefutedCase {
        RefutedCase { when, layers: Vec::new() }
    }
}
