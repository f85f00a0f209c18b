//! Which variable to decide next: the one that took part in a conflict most recently.
//!
//! A doubly linked list in which variables of a conflict move to the end, searched from there
//! (Biere and Fröhlich, "Evaluating CDCL variable scoring schemes", 2015).

/// No variable.
const NONE: u32 = u32::MAX;

/// All variables in the order of their last conflict.
#[derive(Default)]
pub(super) struct Queue {
    links: Vec<Link>,
    last: Option<u32>,
    /// All variables after this one are assigned.
    search: Option<u32>,
    clock: u64,
}

#[derive(Clone, Copy)]
struct Link {
    before: u32,
    after: u32,
    moved_at: u64,
}

impl Queue {
    pub(super) fn clear(&mut self) {
        self.links.clear();
        self.last = None;
        self.search = None;
        self.clock = 0;
    }

    /// Adds the next variable at the end.
    pub(super) fn add(&mut self) {
        let var = self.links.len() as u32;
        self.links.push(Link { before: NONE, after: NONE, moved_at: 0 });
        self.append(var);
        self.search = Some(var);
    }

    /// Moves a variable to the end.
    pub(super) fn touch(&mut self, var: u32, is_assigned: bool) {
        if self.last == Some(var) {
            return;
        }
        self.unlink(var);
        self.append(var);
        if !is_assigned {
            self.search = Some(var);
        }
    }

    /// Tells that a variable has lost its value.
    pub(super) fn release(&mut self, var: u32) {
        let moved_at = |var: u32| self.links[var as usize].moved_at;
        if self.search.is_none_or(|search| moved_at(search) < moved_at(var)) {
            self.search = Some(var);
        }
    }

    /// The last variable that is not assigned.
    pub(super) fn next(&mut self, is_assigned: impl Fn(u32) -> bool) -> Option<u32> {
        while let Some(var) = self.search {
            if !is_assigned(var) {
                return Some(var);
            }
            let before = self.links[var as usize].before;
            self.search = (before != NONE).then_some(before);
        }
        None
    }

    fn append(&mut self, var: u32) {
        self.clock += 1;
        let before = self.last.unwrap_or(NONE);
        self.links[var as usize] = Link { before, after: NONE, moved_at: self.clock };
        if before != NONE {
            self.links[before as usize].after = var;
        }
        self.last = Some(var);
    }

    fn unlink(&mut self, var: u32) {
        let Link { before, after, .. } = self.links[var as usize];
        if self.search == Some(var) {
            self.search = if before != NONE { Some(before) } else { None };
        }
        if before != NONE {
            self.links[before as usize].after = after;
        }
        if after != NONE {
            self.links[after as usize].before = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touched_variables_come_first() {
        let mut queue = Queue::default();
        (0..4).for_each(|_| queue.add());
        assert_eq!(queue.next(|_| false), Some(3));
        queue.touch(1, false);
        assert_eq!(queue.next(|_| false), Some(1));
        assert_eq!(queue.next(|var| var == 1), Some(3));
        assert_eq!(queue.next(|var| var != 0), Some(0));
        assert_eq!(queue.next(|_| true), None);
        queue.release(2);
        assert_eq!(queue.next(|var| var != 2), Some(2));
    }

    #[test]
    fn touched_variable_is_found_after_release() {
        let mut queue = Queue::default();
        (0..3).for_each(|_| queue.add());
        assert_eq!(queue.next(|var| var == 2), Some(1));
        queue.touch(0, true);
        assert_eq!(queue.next(|var| var == 0 || var == 2), Some(1));
        queue.release(0);
        assert_eq!(queue.next(|var| var == 2), Some(0));
    }
}
