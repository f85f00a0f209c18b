//! Partial-order reduction: which process may go first.
//!
//! Processes that do not touch each other's cells come to the same states in whatever order they
//! are run, and most of the states in between are of no interest. A machine says which cells the
//! steps of a process read and write ([`Footprint`]). If nothing that a process can do next is in
//! conflict with anything that others can ever do, its steps are enough ([`first_alone`]): every run
//! that comes to an end has one of them somewhere, and it may as well come first. So exactly the
//! states without successors stay reachable (the conditions C0 and C1 of ample sets).
//!
//! What a run goes through in between is not the same. A search for such states, and a property
//! that sees the steps, must not be reduced. A process that never comes to an end would put the
//! others off for ever. So a state counts with all its steps where a step that is made alone leads
//! back to a state that was met no later, and every [`FULL_EVERY`] steps of a path.
//!
//! ```
//! use explore::independence::{Footprint, first_alone};
//!
//! // Two processes with a cell each, and a third cell that both write.
//! let (mut left, mut right) = (Footprint::default(), Footprint::default());
//! left.write(0);
//! right.write(1);
//! assert!(left.is_independent_of(&right));
//! left.read(2);
//! right.write(2);
//! assert!(!left.is_independent_of(&right));
//!
//! let steps = |process: &Footprint| Ok::<_, ()>(vec![process.clone()]);
//! let first = first_alone([left, right].iter(), |process| !process.reads(2), steps);
//! assert_eq!(first.map(|steps| steps.map_or(0, |steps| steps.len())), Ok(1));
//! ```

/// After so many steps of a path all processes count, whether or not one of them is independent.
pub const FULL_EVERY: u64 = 64;

/// The cells that something reads and writes. A cell is whatever the machine tells apart, by its
/// number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    reads: Vec<bool>,
    writes: Vec<bool>,
}

impl Footprint {
    /// Reads a cell.
    pub fn read(&mut self, cell: usize) {
        mark(&mut self.reads, cell);
    }

    /// Writes a cell.
    pub fn write(&mut self, cell: usize) {
        mark(&mut self.writes, cell);
    }

    /// Whether it reads a cell.
    #[must_use]
    pub fn reads(&self, cell: usize) -> bool {
        self.reads.get(cell) == Some(&true)
    }

    /// Does what another one does, too.
    pub fn absorb(&mut self, other: &Footprint) {
        for (mine, more) in [(&mut self.reads, &other.reads), (&mut self.writes, &other.writes)] {
            more.iter().enumerate().filter(|(_, is)| **is).for_each(|(cell, _)| mark(mine, cell));
        }
    }

    /// Whether neither writes what the other reads or writes: then both may come in any order.
    #[must_use]
    pub fn is_independent_of(&self, other: &Footprint) -> bool {
        let apart = |a: &[bool], b: &[bool]| !a.iter().zip(b).any(|(a, b)| *a && *b);
        apart(&self.writes, &other.writes)
            && apart(&self.writes, &other.reads)
            && apart(&self.reads, &other.writes)
    }
}

fn mark(cells: &mut Vec<bool>, cell: usize) {
    if cells.len() <= cell {
        cells.resize(cell + 1, false);
    }
    cells[cell] = true;
}

/// The steps of the first process that is independent of all others and has a step; none if there
/// is no such process.
///
/// A process is independent if whatever it can do next, now or after steps of others, is in conflict
/// with nothing that others can do, now or later.
pub fn first_alone<P, S, E>(
    processes: impl IntoIterator<Item = P>,
    is_independent: impl Fn(&P) -> bool,
    mut steps: impl FnMut(P) -> Result<Vec<S>, E>,
) -> Result<Option<Vec<S>>, E> {
    for process in processes {
        if is_independent(&process) {
            let steps = steps(process)?;
            if !steps.is_empty() {
                return Ok(Some(steps));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn footprint(reads: &[usize], writes: &[usize]) -> Footprint {
        let mut footprint = Footprint::default();
        reads.iter().for_each(|cell| footprint.read(*cell));
        writes.iter().for_each(|cell| footprint.write(*cell));
        footprint
    }

    #[test]
    fn only_writes_are_in_conflict() {
        let reader = footprint(&[0, 3], &[]);
        assert!(reader.is_independent_of(&footprint(&[0, 3], &[])));
        assert!(reader.is_independent_of(&footprint(&[3], &[1, 2])));
        assert!(!reader.is_independent_of(&footprint(&[], &[3])));
        assert!(!footprint(&[], &[3]).is_independent_of(&reader));
        assert!(!footprint(&[], &[3]).is_independent_of(&footprint(&[], &[3])));
    }

    #[test]
    fn absorbing_adds_both_kinds() {
        let mut all = footprint(&[1], &[]);
        all.absorb(&footprint(&[2], &[5]));
        assert_eq!(all, footprint(&[1, 2], &[5]));
    }

    #[test]
    fn processes_without_steps_are_passed_over() {
        let steps = |process: usize| Ok::<_, ()>(vec![process; process]);
        assert_eq!(first_alone(0..4, |_| true, steps), Ok(Some(vec![1])));
        assert_eq!(first_alone(0..4, |process| *process == 3, steps), Ok(Some(vec![3; 3])));
        assert_eq!(first_alone(0..4, |process| *process == 0, steps), Ok(None));
    }
}
