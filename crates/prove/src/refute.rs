//! Whether some history takes a path.

use harness::{Allowance, Membership};
use machine::EventNames;
use rustc_hash::{FxHashMap, FxHashSet};
use solve::{Solver, Verdict};
use term::{Op, Pool, Sort, Term};
use trace::{Context, Event, Item, OpId, formal_events};

use crate::course::{Asked, Course};
use crate::product::Derivatives;
use crate::realize::{Constraint, is_allowed};
use crate::walk::{MOST_STATES, Means, Passed, Walk, Walked, needed};
use crate::word::{Concrete, Word, concrete};

/// So many looks are taken at a path, each of which follows more than the one before.
const MOST_LOOKS: usize = 1_000;

/// What showed that no history takes a path.
#[derive(Clone)]
pub struct Refutation {
    /// What was followed.
    pub(crate) course: Course,
    /// The conditions of the cases that were told apart, beside those of the path.
    pub(crate) cases: Vec<Vec<Term>>,
    /// The operations of the edges that ways remembered.
    pub(crate) remembered: Vec<OpId>,
}

/// Why a path was not shown to be impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unrefuted {
    /// This history takes it, as far as is known of histories.
    Possible(Box<Word>),
    /// The solver could not tell whether some history does.
    Unknown,
    /// There were too many states.
    TooManyStates(usize),
    /// The time was over.
    Late,
    /// What the path says of its trace does not go together: a mistake of this program.
    Confused,
}

/// What is followed for a path, whichever of its cases is examined.
struct Followed {
    course: Course,
    /// Conditions of edges that ways remember.
    remembered: FxHashSet<Term>,
    /// The operations of these edges.
    operations: Vec<OpId>,
    /// How many more looks may be taken.
    looks: usize,
}

/// Shows that paths are impossible, one after the other.
pub struct Refuter<'a> {
    means: Means<'a>,
    memberships: &'a FxHashMap<Term, Membership>,
    allowances: Vec<Allowance>,
}

impl<'a> Refuter<'a> {
    /// A refuter of paths whose questions on the trace are these. `allowances` are the contracts that
    /// histories obey.
    pub fn new(
        ctx: Context<'a>,
        memberships: &'a FxHashMap<Term, Membership>,
        allowances: Vec<Allowance>,
        solver: &'a mut dyn Solver,
        is_late: &'a dyn Fn() -> bool,
    ) -> Refuter<'a> {
        let events = formal_events(ctx.alphabet, &EventNames::Any).unwrap_or_default();
        let derivatives = Derivatives::new(ctx);
        let means = Means { ctx, solver, is_late, derivatives, events };
        Refuter { means, memberships, allowances }
    }

    /// Whether no history takes a path on which these conditions hold.
    ///
    /// # Errors
    ///
    /// If that was not shown.
    pub fn refute(&mut self, conditions: &[Term]) -> Result<Refutation, Unrefuted> {
        let asked = Asked::new(self.means.ctx.pool, self.memberships, conditions);
        let asked = asked.ok_or(Unrefuted::Confused)?;
        let mut followed = Followed {
            course: Course::new(asked.trace.clone()),
            remembered: FxHashSet::default(),
            operations: Vec::new(),
            looks: MOST_LOOKS,
        };
        let (mut cases, mut todo) = (Vec::new(), vec![Vec::new()]);
        while let Some(case) = todo.pop() {
            let known = [conditions, &case].concat();
            match self.refute_case(&asked, &mut followed, &known)? {
                None => cases.push(case),
                Some(cond) => {
                    let not = self.means.ctx.pool.not(cond);
                    todo.extend([not, cond].map(|part| [case.as_slice(), &[part]].concat()));
                }
            }
        }
        let Followed { course, operations: remembered, .. } = followed;
        Ok(Refutation { course, cases, remembered })
    }

    /// Shows that no history takes a path on which these conditions hold, or says by which further condition
    /// the question is to be split.
    fn refute_case(
        &mut self,
        asked: &Asked<'_>,
        followed: &mut Followed,
        conditions: &[Term],
    ) -> Result<Option<Term>, Unrefuted> {
        let pool = self.means.ctx.pool;
        loop {
            followed.looks = followed.looks.checked_sub(1).ok_or(Unrefuted::Unknown)?;
            let Followed { course, remembered, operations, .. } = &mut *followed;
            let mut walk = Walk::new(&mut self.means, course, conditions, remembered);
            let walked = walk.run();
            let (way, answers) = match walked {
                Walked::Impossible => return Ok(None),
                Walked::TooManyStates => return Err(Unrefuted::TooManyStates(MOST_STATES)),
                Walked::Late => return Err(Unrefuted::Late),
                Walked::Way(way, answers) => (way, answers),
            };
            let answered = answers.iter().map(|(var, answer)| match answer {
                true => *var,
                false => pool.not(*var),
            });
            let known: Vec<Term> = conditions.iter().copied().chain(answered).collect();
            let Means { ctx, solver, .. } = &mut self.means;
            match concrete(*ctx, &mut **solver, &known, &asked.trace, &way) {
                Concrete::Word(word) => {
                    if !self.refine(course, asked, conditions, &word) {
                        return Err(Unrefuted::Possible(word));
                    }
                }
                Concrete::Impossible(blamed) => {
                    if let Some(cond) = self.undecided(conditions, &blamed) {
                        return Ok(Some(cond));
                    }
                    let before = remembered.len();
                    remembered.extend(blamed.iter().map(|passed| passed.cond));
                    operations.extend(blamed.iter().filter_map(|passed| passed.event.op));
                    if remembered.len() == before {
                        return Err(Unrefuted::Unknown);
                    }
                }
                Concrete::Unknown => return Err(Unrefuted::Unknown),
            }
        }
    }

    /// A condition on the values of the path that some edges need and that may or may not hold.
    fn undecided(&mut self, conditions: &[Term], edges: &[Passed]) -> Option<Term> {
        let pool = self.means.ctx.pool;
        for edge in edges {
            let needed = needed(pool, &edge.event, edge.cond);
            for atom in atoms(pool, needed) {
                let is_possible = |solver: &mut dyn Solver, cond| {
                    let query = [conditions, &[cond]].concat();
                    solver.check(pool, &query) != Verdict::Unsat
                };
                let solver = &mut *self.means.solver;
                if is_possible(solver, atom) && is_possible(solver, pool.not(atom)) {
                    return Some(atom);
                }
            }
        }
        None
    }

    /// Follows one thing more that a history contradicts; false if it contradicts nothing.
    fn refine(
        &self,
        course: &mut Course,
        asked: &Asked<'_>,
        conditions: &[Term],
        word: &Word,
    ) -> bool {
        let ctx = self.means.ctx;
        let wrong = asked.memberships.iter().find(|(var, membership)| {
            let items = word.items(membership.start..membership.trace.len());
            let belongs = word.is_true(ctx.pool, ctx.accept_items(&items, membership.regex));
            belongs != word.is_true(ctx.pool, *var)
        });
        if let Some((var, membership)) = wrong {
            let before = course.questions.len();
            let is_asked = |course: &Course| course.questions.iter().any(|q| q.var == *var);
            if !is_asked(course) {
                course.ask(*var, membership);
            }
            return course.questions.len() > before;
        }
        self.realize(course, conditions, word)
    }

    /// Follows the contract of an event that no library would have produced; false if there is none.
    fn realize(&self, course: &mut Course, conditions: &[Term], word: &Word) -> bool {
        let ctx = self.means.ctx;
        let is_true = |cond: Term| word.is_true(ctx.pool, cond);
        for (at, item) in course.trace.clone().iter().enumerate() {
            if matches!(item, Item::Event(_)) {
                continue;
            }
            for (number, event) in word.events[at].iter().enumerate() {
                let mut own = self.allowances.iter().filter(|one| Some(one.op) == event.op);
                let Some(allowance) = own.next() else { continue };
                let mut before = word.items(0..at);
                before.extend(word.events[at][..number].iter().cloned().map(Item::Event));
                if is_allowed(ctx, allowance, &before, event, is_true) {
                    continue;
                }
                let given: Vec<Option<Term>> = event
                    .values
                    .iter()
                    .map(|value| self.named(course, conditions, word, *value))
                    .collect();
                let constraint = Constraint::new(ctx, course, allowance, &given);
                if !course.constraints.contains(&constraint) {
                    course.constraints.push(constraint);
                    return true;
                }
            }
        }
        false
    }

    /// What the path calls a value.
    fn named(
        &self,
        course: &Course,
        conditions: &[Term],
        word: &Word,
        value: Term,
    ) -> Option<Term> {
        let pool = self.means.ctx.pool;
        let sort = pool.sort(value);
        if sort == Sort::BOOL {
            return Some(value);
        }
        let known = course.trace.iter().filter_map(|item| match item {
            Item::Event(Event { values, .. }) => Some(values.clone()),
            Item::Block(_) => None,
        });
        let vars = pool.free_vars(conditions).into_iter();
        let mut all = vars.chain(known.flatten()).filter(|term| pool.sort(*term) == sort);
        all.find(|term| pool.eval(*term, &word.model) == value)
    }
}

/// The conditions that a condition is made of, without those on values that only its edge has.
fn atoms(pool: &Pool, cond: Term) -> Vec<Term> {
    let (mut all, mut todo) = (Vec::new(), vec![cond]);
    while let Some(cond) = todo.pop() {
        match pool.op(cond) {
            Op::And | Op::Or | Op::Not => todo.extend(pool.args(cond)),
            _ if cond == Term::TRUE || cond == Term::FALSE => {}
            _ => all.push(cond),
        }
    }
    all
}
