//! What a search has found so far, in the order in which it is reported.
//!
//! In a search by size an answer waits until no path is left that could lead to a smaller one: the
//! ledger knows of all paths that are on their way, waiting or carried on at this moment.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use explore::Limit;
use explore::schedule::{Ledger, Rest, Room};

use crate::account::Account;
use crate::answer::{Answer, Ended, Summary};
use crate::branches::{Prefix, Waiting};
use crate::pending_answers::PendingAnswers;
use crate::search::Unifying;
use crate::worker::{Done, Segment};
use crate::{Options, Order};

/// Takes an answer whose turn has come.
pub(crate) type Tell<'t> = &'t mut dyn FnMut(Answer) -> ControlFlow<()>;

/// What was found so far.
pub(crate) struct Answers<'t> {
    options: &'t Options,
    tell: Tell<'t>,
    account: Account,
    room: Room,
    held: PendingAnswers,
    /// In a search by size, how many paths are on their way, by turn and size.
    under_way: BTreeMap<(u32, u32), u64>,
    /// How big the answers are that were reported.
    told: u64,
    /// Whether the search is to stop.
    refused: bool,
}

impl<'t> Answers<'t> {
    /// Nothing was found yet; this path is on its way.
    pub(crate) fn new(options: &'t Options, tell: Tell<'t>, start: &Prefix) -> Answers<'t> {
        let mut answers = Answers {
            options,
            tell,
            account: Account::default(),
            room: Room::of(&options.explore.budget),
            held: PendingAnswers::default(),
            under_way: BTreeMap::new(),
            told: 0,
            refused: false,
        };
        answers.set_out(&start.waiting);
        answers
    }

    /// One more path is on its way.
    fn set_out(&mut self, path: &Waiting) {
        if self.options.order == Order::Smallest {
            *self.under_way.entry((path.turn(self.options), path.size)).or_default() += 1;
        }
    }

    /// What became of a path is known.
    fn arrive(&mut self, path: &Waiting) {
        let key = (path.turn(self.options), path.size);
        if let Some(count) = self.under_way.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.under_way.remove(&key);
            }
        }
    }

    fn book(&mut self, segment: Segment) {
        let ended = segment.account.ended;
        if self.is_over() {
            self.account.stats.left += ended;
            self.account.cut_sizes.push(segment.size);
            return;
        }
        self.room.use_up(ended, 0);
        self.account.absorb(segment.account);
        if let Some(answer) = segment.answer {
            self.held.put(self.options.order, answer);
        }
        if self.options.order == Order::Found {
            self.tell_until(None);
        }
    }

    /// Books what happened after the last path that has an account of its own.
    fn book_rest(&mut self, rest: Account) {
        match self.is_over() {
            true => self.account.stats.left += rest.ended,
            false => self.account.absorb(rest),
        }
    }

    /// Tells the answers that are small enough if the next path has this turn.
    fn tell_until(&mut self, turn: Option<u32>) {
        while !self.has_enough() {
            let Some(answer) = self.held.take(turn) else { return };
            self.account.stats.answers += 1;
            self.room.use_up(0, 1);
            if self.options.order == Order::Smallest {
                self.told = self.told.max(answer.size());
            }
            self.refused = (self.tell)(*answer).is_break();
        }
    }

    fn has_enough(&self) -> bool {
        self.refused || self.room.findings == Some(0)
    }

    fn is_over(&self) -> bool {
        self.refused || self.room.is_used_up()
    }

    /// What the search comes to. What was found is reported now, however small the rest may be.
    pub(crate) fn finish(mut self, rest: &Rest<Prefix>) -> Summary {
        self.tell_until(None);
        self.account.stats.left += rest.left();
        let budget = &self.options.explore.budget;
        let paths = budget.paths.filter(|_| self.room.paths == Some(0)).map(Limit::Paths);
        let ended = match self.account.stats.left {
            _ if self.has_enough() => Ended::Enough,
            0 => Ended::Exhausted,
            _ => Ended::Limit(rest.limit.or(paths).unwrap_or(Limit::Interrupted)),
        };
        let is_smaller = |size: u32| u64::from(size) < self.told;
        let waiting = self.under_way.iter().filter(|((_, size), _)| is_smaller(*size));
        let cut = self.account.cut_sizes.iter().filter(|size| is_smaller(**size)).count();
        Summary {
            ended,
            smaller: waiting.map(|(_, count)| count).sum::<u64>() + cut as u64,
            stats: self.account.stats,
            profile: self.account.profile(),
            cuts: self.account.cuts,
            failure: self.account.failure,
            broken: self.account.broken,
            unknown: self.account.unknown,
        }
    }
}

impl Ledger<Unifying<'_>> for Answers<'_> {
    fn commit(&mut self, done: Done, waiting: &mut Vec<Prefix>) {
        self.arrive(&done.start);
        for path in &done.waiting {
            self.set_out(&path.waiting);
        }
        for segment in done.segments {
            self.book(segment);
        }
        self.book_rest(done.rest);
        if self.options.order == Order::Smallest {
            let next = self.under_way.keys().next().map(|(turn, _)| *turn);
            self.tell_until(next);
        }
        waiting.extend(done.waiting);
    }

    fn room(&self) -> Room {
        self.room
    }

    fn is_full(&self) -> bool {
        self.is_over()
    }
}
