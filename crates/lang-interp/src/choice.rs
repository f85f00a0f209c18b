//! Making a choice: the one place where paths fork.
//!
//! A run first follows the choices recorded for it, without trying anything. Behind them it finds
//! out by trial which options are possible. One: it is taken, free of charge. Several: the first is
//! taken at once if the path is still among the cheap ones, and the others wait.

use explore::Bias;
use smallvec::SmallVec;
use solve::Verdict;

use crate::branches::Waiting;
use crate::heap::{Fault, Heap};
use crate::stop::{Cut, Failure, FailureKind, Halt, Site};
use crate::{Cx, Order, Stop, Wanted};

/// An option that is possible.
#[derive(Clone, Copy)]
struct Possible {
    option: u8,
    cost: u32,
    /// How big the unknowns then are, if that counts.
    size: u32,
}

type Options = SmallVec<[Possible; 8]>;

/// Options with numbers below this can come in turn.
const MOST_IN_TURN: u8 = 64;

/// What is known of the options of a choice before they are tried.
#[derive(Clone, Copy)]
pub(crate) struct Known<'k> {
    pub(crate) count: usize,
    /// Of the first options, how many unknowns they bring into being, if there is nothing that could
    /// speak against them: such an option need not be tried before its turn.
    pub(crate) likely: &'k [u32],
    /// Whether the last option is that the program fails.
    pub(crate) fails: bool,
}

impl Cx<'_> {
    /// Picks one of `count` options and applies it. `apply` does what an option means for the
    /// heap, or says that it is impossible; at least one option must be possible, or the path is
    /// discarded.
    pub(crate) fn decide(
        &mut self,
        site: Site,
        count: usize,
        apply: impl FnMut(&mut Heap, usize) -> Result<bool, Fault>,
    ) -> Result<usize, Stop> {
        self.decide_among(site, Known { count, likely: &[], fails: false }, apply)
    }

    /// The same, where something is known of the options.
    pub(crate) fn decide_among(
        &mut self,
        site: Site,
        known: Known<'_>,
        mut apply: impl FnMut(&mut Heap, usize) -> Result<bool, Fault>,
    ) -> Result<usize, Stop> {
        self.tick()?;
        let count = known.count;
        if count > 256 {
            return Err(self.halt(Halt::CutOff(Cut::Options(count as u64))));
        }
        if self.made < self.engine.prefix.len() {
            return self.decide_recorded(site, count, apply);
        }
        let mut possible = self.possible(known, site, &mut apply)?;
        self.engine.account.stats.choices += 1;
        self.leave_out_failure(site, known, &mut possible);
        let Some(&first) = possible.first() else {
            return Err(self.halt(Halt::Discarded));
        };
        let before = self.path;
        self.note(site, first.option);
        self.path.size = first.size;
        if possible.len() > 1 {
            self.fork(site, before, &possible)?;
        }
        Ok(usize::from(first.option))
    }

    /// Follows a recorded choice.
    fn decide_recorded(
        &mut self,
        site: Site,
        count: usize,
        mut apply: impl FnMut(&mut Heap, usize) -> Result<bool, Fault>,
    ) -> Result<usize, Stop> {
        let choice = self.engine.prefix[self.made];
        self.digest(site, choice);
        self.made += 1;
        let arrived = self.made == self.engine.prefix.len();
        let strayed = arrived && self.target.is_some_and(|target| target.sites != self.path.sites);
        if strayed || usize::from(choice) >= count {
            return Err(self.strayed(site));
        }
        if let Some(target) = self.target.filter(|_| arrived) {
            self.path = Waiting { rest: 0, ..target };
            self.in_turn = target;
            // What led here was compared before, by this thread or by another.
            self.heap.begin_work(self.engine.options.work_limit());
        }
        match apply(self.heap, usize::from(choice)) {
            Ok(true) => Ok(usize::from(choice)),
            // It was put off without being tried.
            Ok(false) if arrived => Err(self.halt(Halt::Discarded)),
            Ok(false) => Err(self.strayed(site)),
            Err(fault) => Err(self.compared(fault, site)),
        }
    }

    /// Where failures are not wanted, they are counted and not followed.
    fn leave_out_failure(&mut self, site: Site, known: Known<'_>, possible: &mut Options) {
        let fails = |last: &Possible| usize::from(last.option) + 1 == known.count;
        if known.fails
            && possible.len() > 1
            && possible.last().is_some_and(fails)
            && self.catching == 0
            && self.engine.options.wanted == Wanted::Values
        {
            possible.pop();
            self.engine.account.stats.failures += 1;
            let failure = || Failure {
                kind: FailureKind::NoMatch,
                message: "no clause matches".to_owned(),
                site: Some(site),
            };
            self.engine.account.failure.get_or_insert_with(failure);
        }
    }

    pub(crate) fn strayed(&mut self, site: Site) -> Stop {
        let message = "the interpreter does other things when it is run again along the same \
                       choices: does it read a clock, random numbers or a mutable cell?";
        self.fault(FailureKind::NotRepeatable, message.to_owned(), Some(site))
    }

    /// The options that are possible, with the first one applied.
    fn possible(
        &mut self,
        known: Known<'_>,
        site: Site,
        apply: &mut impl FnMut(&mut Heap, usize) -> Result<bool, Fault>,
    ) -> Result<Options, Stop> {
        let mark = self.heap.mark();
        let mut possible = Options::new();
        // The first option comes last, because it can then stay as it is.
        for option in (0..known.count).rev() {
            if let Some(unknowns) = known.likely.get(option).filter(|_| option > 0) {
                let cost = self.cost(option, *unknowns);
                possible.push(Possible { option: option as u8, cost, size: 0 });
                continue;
            }
            let fits = apply(self.heap, option).map_err(|fault| self.compared(fault, site))?;
            if fits && self.is_solvable(mark.conds()) {
                let unknowns = (self.heap.vars.len() - mark.vars()) as u32;
                let (cost, size) = (self.cost(option, unknowns), self.size());
                possible.push(Possible { option: option as u8, cost, size });
                if option == 0 {
                    break;
                }
            }
            self.heap.undo(mark);
            self.heap.woken.clear();
        }
        possible.reverse();
        if let Some(first) = possible.first()
            && first.option != 0
        {
            let fits = apply(self.heap, usize::from(first.option));
            let fits = fits.map_err(|fault| self.compared(fault, site))?;
            if !fits {
                // Only one that was not tried can be impossible after all.
                self.heap.undo(mark);
                self.heap.woken.clear();
                return self.possible(Known { likely: &[], ..known }, site, apply);
            }
        }
        Ok(possible)
    }

    fn cost(&self, option: usize, unknowns: u32) -> u32 {
        let costs = &self.engine.options.costs;
        let order = costs.order.saturating_mul(option as u32);
        let unknowns = costs.unknown.saturating_mul(unknowns);
        costs.choice.max(1).saturating_add(order).saturating_add(unknowns)
    }

    /// How big the unknowns are at least, if that counts.
    fn size(&self) -> u32 {
        match self.engine.options.order {
            Order::Found => 0,
            Order::Smallest => self.heap.least_size(&self.unknowns),
        }
    }

    /// Whether the solver sees no contradiction in the constraints. Asked only if there are new
    /// ones.
    pub(crate) fn is_solvable(&mut self, known: usize) -> bool {
        if self.heap.conds.len() == known {
            return true;
        }
        match self.engine.decide(self.heap) {
            Verdict::Sat => true,
            Verdict::Unsat => false,
            Verdict::Unknown(reason) if self.engine.options.explore.bias == Bias::FindBugs => {
                self.engine.account.note_unknown(&reason);
                false
            }
            // Followed, so that nothing real is missed; what comes of it must be confirmed.
            Verdict::Unknown(reason) => {
                self.doubt.get_or_insert(reason);
                true
            }
        }
    }

    /// Lets the alternatives wait, and the path itself if it has become too expensive.
    fn fork(&mut self, site: Site, before: Waiting, possible: &Options) -> Result<(), Stop> {
        self.engine.account.count_fork(site);
        self.went_on();
        let depth = before.depth + 1;
        let too_deep = |limit: &u64| u64::from(depth) > *limit;
        if let Some(limit) = self.engine.options.explore.budget.depth.filter(too_deep) {
            return Err(self.halt(Halt::CutOff(Cut::Depth(limit))));
        }
        self.path.depth = depth;
        if self.engine.options.takes_turns() && possible.iter().all(|one| one.option < MOST_IN_TURN)
        {
            return self.fork_in_turn(site, before, possible);
        }
        // The newest comes first where nothing else is decided: let that be the first option.
        for Possible { option, cost, size } in possible[1..].iter().rev() {
            let link = Some(self.engine.branches.extend(before.link, *option));
            let sites = step(place_of(before.sites, site), *option);
            let cost = before.cost.saturating_add(*cost);
            let (paid, size) = (self.path.paid, *size);
            self.engine.push(Waiting {
                link,
                cost,
                depth,
                paid,
                size,
                sites,
                ..Waiting::default()
            });
        }
        self.charge(possible[0].cost)
    }

    /// The same where the options come in turn: what the second one costs depends on whether the first one leads anywhere.
    fn fork_in_turn(
        &mut self,
        site: Site,
        before: Waiting,
        possible: &Options,
    ) -> Result<(), Stop> {
        let bits = possible[1..].iter().map(|one| 1 << one.option);
        self.path.fork = place_of(before.sites, site);
        self.path.rest = bits.fold(0, |all, bit: u64| all | bit);
        self.path.cost = self.path.cost.saturating_add(self.cost(0, 0));
        if self.path.cost > self.bound {
            self.engine.push(self.path);
            self.path.rest = 0;
            return Err(self.halt(Halt::Suspended));
        }
        self.in_turn = self.path;
        self.path.rest = 0;
        Ok(())
    }

    /// The option that was taken last has led to another choice or to an end that counts, so that the next one costs more.
    pub(crate) fn went_on(&mut self) {
        let order = self.engine.options.costs.order;
        self.in_turn.cost = self.in_turn.cost.saturating_add(order);
        self.next_in_turn();
    }

    /// The option that was taken last has led nowhere: the next one takes its place.
    pub(crate) fn next_in_turn(&mut self) {
        let last = std::mem::take(&mut self.in_turn);
        if last.rest == 0 {
            return;
        }
        let option = last.rest.trailing_zeros() as u8;
        let parent = self.engine.branches.parent(last.link);
        let link = Some(self.engine.branches.extend(parent, option));
        let (sites, rest) = (step(last.fork, option), last.rest & (last.rest - 1));
        self.engine.push(Waiting { link, sites, rest, ..last });
    }

    /// Charges a path, and lets it wait if it has become too expensive.
    fn charge(&mut self, cost: u32) -> Result<(), Stop> {
        self.path.cost = self.path.cost.saturating_add(cost);
        if self.path.cost <= self.bound && self.path.size <= self.size_bound {
            return Ok(());
        }
        self.engine.push(self.path);
        Err(self.halt(Halt::Suspended))
    }

    /// Charges a run for being long.
    pub(crate) fn pay(&mut self) -> Result<(), Stop> {
        self.path.paid += 1;
        self.quota = self.quota.saturating_mul(2);
        self.charge(self.engine.options.costs.long)
    }

    /// Records a choice that was just made.
    fn note(&mut self, site: Site, choice: u8) {
        self.digest(site, choice);
        self.path.link = Some(self.engine.branches.extend(self.path.link, choice));
        self.engine.prefix.push(choice);
        self.made += 1;
    }

    fn digest(&mut self, site: Site, choice: u8) {
        self.path.sites = step(place_of(self.path.sites, site), choice);
    }

    /// What a comparison without an answer means for the run.
    pub(crate) fn compared(&mut self, fault: Fault, site: Site) -> Stop {
        match fault {
            Fault::Functions => {
                let message = "functions cannot be compared".to_owned();
                self.fault(FailureKind::Functions, message, Some(site))
            }
            Fault::Work => {
                let limit = self.heap.work_limit;
                self.halt(Halt::CutOff(Cut::Steps(limit)))
            }
        }
    }

    pub(crate) fn fault(&mut self, kind: FailureKind, message: String, site: Option<Site>) -> Stop {
        self.halt(Halt::Failed(Failure { kind, message, site }))
    }

    /// Ends the run. The first reason counts.
    pub(crate) fn halt(&mut self, halt: Halt) -> Stop {
        self.halted.get_or_insert(halt);
        Stop::token()
    }
}

/// The digest of a path that has come to a site. Sites are told apart by line and column: their
/// addresses differ between builds, and a path may come from another machine.
fn place_of(digest: u64, site: Site) -> u64 {
    let place = u64::from(site.line()) << 16 | u64::from(site.column());
    digest ^ place << 8
}

/// The digest of a path with one more choice.
fn step(place: u64, choice: u8) -> u64 {
    (place ^ u64::from(choice)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}
