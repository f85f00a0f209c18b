//! What is followed along the trace of a path.

use std::sync::Arc;

use harness::Membership;
use rustc_hash::FxHashMap;
use term::{Op, Pool, Term};
use trace::{Item, Regex};

use crate::realize::Constraint;

/// The trace of a path, with the expressions that are followed along it.
#[derive(Clone)]
pub(crate) struct Course {
    pub(crate) trace: Arc<[Item]>,
    pub(crate) tracks: Vec<Track>,
    pub(crate) questions: Vec<Question>,
    /// What the events of unknown parts have to obey.
    pub(crate) constraints: Vec<Constraint>,
}

/// An expression that is followed from some item on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Track {
    pub(crate) start: usize,
    /// The last item before which it is read.
    pub(crate) last: usize,
    pub(crate) regex: Regex,
}

/// Whether a track accepts what comes before an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// The variable that stands for it in the conditions of the path.
    pub(crate) var: Term,
    pub(crate) track: usize,
    pub(crate) end: usize,
}

impl Course {
    /// A trace along which nothing is followed yet.
    pub(crate) fn new(trace: Arc<[Item]>) -> Course {
        let (tracks, questions, constraints) = (Vec::new(), Vec::new(), Vec::new());
        Course { trace, tracks, questions, constraints }
    }

    /// Follows an expression at least up to an item.
    pub(crate) fn follow(&mut self, start: usize, regex: Regex, last: usize) -> usize {
        let known = self.tracks.iter().position(|t| t.start == start && t.regex == regex);
        let track = known.unwrap_or_else(|| {
            self.tracks.push(Track { start, last, regex });
            self.tracks.len() - 1
        });
        self.tracks[track].last = self.tracks[track].last.max(last);
        track
    }

    /// Answers a question by the trace.
    pub(crate) fn ask(&mut self, var: Term, membership: &Membership) {
        let end = membership.trace.len();
        let track = self.follow(membership.start, membership.regex, end);
        self.questions.push(Question { var, track, end });
    }
}

/// All that the conditions of a path ask about its trace.
pub(crate) struct Asked<'a> {
    pub(crate) trace: Arc<[Item]>,
    /// By the variables that stand for them. Those whose answer the conditions give come first.
    pub(crate) memberships: Vec<(Term, &'a Membership)>,
}

impl<'a> Asked<'a> {
    /// None if the traces of the conditions do not go together.
    pub(crate) fn new(
        pool: &Pool,
        known: &'a FxHashMap<Term, Membership>,
        conditions: &[Term],
    ) -> Option<Asked<'a>> {
        let mut vars = settled(pool, conditions);
        vars.retain(|var| known.contains_key(var));
        for var in pool.free_vars(conditions) {
            if !vars.contains(&var) {
                vars.push(var);
            }
        }
        let memberships: Vec<(Term, &Membership)> =
            vars.iter().filter_map(|var| Some((*var, known.get(var)?))).collect();
        let longest = memberships.iter().max_by_key(|(_, membership)| membership.trace.len());
        let trace = longest.map_or_else(|| Arc::from([]), |(_, longest)| longest.trace.clone());
        let fits = |(_, one): &(Term, &Membership)| trace.starts_with(&one.trace);
        memberships.iter().all(fits).then_some(Asked { trace, memberships })
    }
}

/// The variables that some conditions give a value to, as they are written, each once.
fn settled(pool: &Pool, conditions: &[Term]) -> Vec<Term> {
    let (mut vars, mut todo) = (Vec::new(), conditions.to_vec());
    while let Some(cond) = todo.pop() {
        let var = match pool.op(cond) {
            Op::And => {
                todo.extend(pool.args(cond));
                continue;
            }
            Op::Not => pool.args(cond)[0],
            _ => cond,
        };
        if !vars.contains(&var) {
            vars.push(var);
        }
    }
    vars
}
