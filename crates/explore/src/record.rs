//! What an exploration decided, place by place: enough for others to decide it again.
//!
//! A run that is recorded says of every split which alternatives there were and which of them no
//! input can take, and of every path how it ended. Together these are the tree of paths. It proves
//! that nothing else can happen if the alternatives of each split leave nothing out, if those that
//! were given up have no model, and if every path ended well; each of these is a question to a
//! solver, and any solver can be asked.

use machine::Pruned;
use term::Term;

/// What was decided at one place in the tree of paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The alternatives that lead there, from the start.
    pub at: Vec<u32>,
    /// What is true of the inputs that were asked for since the split before.
    pub assumed: Vec<Term>,
    /// What is true of the parts of inputs that the conditions of a split mention, because inputs are
    /// values of the language: its integers have a range.
    pub given: Vec<Term>,
    /// What was decided.
    pub what: Decided,
}

/// What was decided about a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decided {
    /// It goes on in one of these ways, one of which holds for all inputs.
    Split(Vec<Alternative>),
    /// It ends.
    End(PathEnd),
}

/// One way in which a path can go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// Its number, the next one in [`Decision::at`].
    pub index: u32,
    /// The condition under which it is taken.
    pub cond: Term,
    /// What became of it.
    pub fate: Fate,
}

/// What became of an alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It was followed.
    Followed,
    /// No input takes it.
    Impossible,
    /// The solver could not tell, and it was not followed.
    Undecided,
    /// It was left out for this reason, possible or not. Never in a run that is recorded.
    LeftOut(Pruned),
}

/// How a path ended, as far as a proof is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// The program ran to its end and nothing was broken.
    Finished,
    /// An assumption of the program excludes it.
    Discarded,
    /// It performed more events than the question is about.
    AtBound,
    /// The path as a whole has no input.
    Impossible,
    /// In any other way: it proves nothing.
    Open,
}
