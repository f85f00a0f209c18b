//! Paths whose events are followed by a monitor.
//!
//! Nothing is checked but the events, and perhaps how the program ends: a path ends where they break
//! the property, where they cannot break it any more, and with the program.

use std::num::NonZeroU32;
use std::sync::Arc;

use explore::Strategy;
use machine::{Failure, Guide, Pruned};

use super::job::{Job, Next, POLL_EVERY, Search, Stepped, Successors, Violation};
use super::path::Path;
use super::trail::Choice;
use crate::context::{Ctx, Halt};
use crate::events::{Follow, Followed, WatchId};

impl Job<'_, '_> {
    /// Takes all steps of a configuration, and reads their events.
    pub(super) fn take_all_following(&mut self, path: Path, follow: &dyn Follow) -> Option<Path> {
        match self.followed_successors(&path, follow) {
            Ok(None) => self.ended(path),
            Ok(Some(successors)) => {
                self.looked.stepped =
                    Some(Stepped { from: path.into_origin(), successors, again: None });
                None
            }
            Err(halt) => self.halted(path, halt),
        }
    }

    /// The steps on which nothing is broken yet; none if there is no step at all.
    fn followed_successors(
        &mut self,
        path: &Path,
        follow: &dyn Follow,
    ) -> Result<Option<Vec<Next>>, Halt> {
        let Successors { steps, args, .. } = self.successors(path)?;
        if steps.is_empty() {
            return Ok(None);
        }
        let (count, ctx) = (steps.len(), self.ctx(path));
        let printed = follow.events().printed(&path.state);
        // Nothing is counted before all steps are known to be decided: they may be made again.
        let mut followed = Vec::new();
        for (number, ((done, state), args)) in (1..).zip(steps.into_iter().zip(args)) {
            let events = follow.events().shown(&ctx, done, &args, printed, &state)?;
            let choice = NonZeroU32::new(number).filter(|_| count > 1);
            followed.push((done, choice, state, follow.read(&ctx, path.watch, &events)?));
        }
        self.looked.stats.steps += count as u64;
        let mut successors = Vec::new();
        for (done, choice, state, followed) in followed {
            match followed {
                Followed::On(watch) => match self.guided(follow, watch) {
                    Ok(promise) => {
                        let fingerprint = self.search.fingerprint(&state, &path.past.conds, watch);
                        successors.push(Next { done, choice, fingerprint, state, watch, promise });
                    }
                    Err(why) => self.looked.stats.pruned.count(why),
                },
                Followed::Broken(failure) => self.broken(path, *failure, choice, 1),
            }
        }
        Ok(Some(successors))
    }

    /// How promising a path is on which a monitor has seen this, or why it is left out.
    fn guided(&self, mut follow: &dyn Follow, watch: WatchId) -> Result<u64, Pruned> {
        let Search { pool, options, .. } = *self.search;
        if let Some(why) = Guide::prune(&mut follow, pool, &watch) {
            return Err(why);
        }
        Ok(match options.engine.strategy {
            Strategy::Priority => Guide::rank(&mut follow, pool, &watch),
            _ => 0,
        })
    }

    /// Follows the first rules and their events for as long as nothing splits.
    pub(super) fn take_first_following(
        &mut self,
        mut path: Path,
        follow: &dyn Follow,
    ) -> Option<Path> {
        let past = Arc::clone(&path.past);
        let Search { program, pool, options, .. } = *self.search;
        let ctx = Ctx::new(program, pool, &past.known).metered(&options.meter);
        let mut ctx = ctx.following(Some(follow.events()));
        loop {
            if let Some(reason) = self.is_long(&path) {
                return self.cut_off(path, reason);
            }
            if path.depth.is_multiple_of(POLL_EVERY) && self.must_stop() {
                self.wait(path);
                return None;
            }
            let mut next = path.state.clone();
            let followed = match ctx.step(&mut next) {
                Ok(Some(done)) => {
                    let args = std::mem::take(&mut ctx.event_args);
                    let printed = follow.events().printed(&path.state);
                    let events = follow.events().shown(&ctx, done, &args, printed, &next);
                    events.and_then(|events| match events.is_empty() {
                        true => Ok(None),
                        false => follow.read(&ctx, path.watch, &events).map(Some),
                    })
                }
                Ok(None) => return self.ended(path),
                Err(halt) => Err(halt),
            };
            match followed {
                Ok(None) => {}
                Ok(Some(Followed::On(watch))) => match self.guided(follow, watch) {
                    Ok(promise) => (path.watch, path.promise) = (watch, promise),
                    Err(why) => {
                        self.looked.stats.pruned.count(why);
                        return None;
                    }
                },
                Ok(Some(Followed::Broken(failure))) => {
                    self.broken(&path, *failure, None, 1);
                    return None;
                }
                Err(halt) => return self.halted(path, halt),
            }
            path.state = next;
            path.depth += 1;
            self.looked.stats.steps += 1;
        }
    }

    /// Takes in that a property is broken, so many steps further.
    fn broken(&mut self, path: &Path, failure: Failure, choice: Choice, more: u64) {
        let (past, steps) = (Arc::clone(&path.past), path.depth + more);
        self.looked.violations.push(Violation { failure, past, choice, steps });
    }

    /// The end of a path whose events are followed.
    pub(super) fn ended_following(
        &mut self,
        path: &Path,
        follow: &dyn Follow,
        undefined: Option<&str>,
    ) {
        match follow.broken_at_end(path.watch, &path.state, undefined) {
            Some(failure) => self.broken(path, failure, None, 0),
            None => self.looked.stats.paths += 1,
        }
    }
}
