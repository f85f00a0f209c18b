//! All paths of any script.

use std::sync::Arc;

use machine::{Exit, Failure, Gap, Guide, Halt, Pruned, Script};
use solve::Reason;
use term::{Model, Pool, Term};

use super::branch::Branch;
use super::host::{Concolic, Stop};
use super::offer::{BranchGuide, Looked, MetChoice, offers};
use super::runs::{Done, NoModel, Record, Runner, Runs};
use crate::decide::witness::{self, Judgement, Past};
use crate::decide::worker::Solvers;
use crate::replay::replay_script;
use crate::schedule::{self, Ledger, Room};
use crate::{Ending, EndingKind, Limit, Meter, Options, Run, Watcher};

/// Explores a script by running it on values.
///
/// The first run is on the default values of all inputs. The result is the same for any number of
/// threads, if the models of the solvers depend on nothing but the query; limits that depend on the
/// world are the exception. A branch that no solver decides cannot be followed without values, so it
/// is reported as unknown whatever the bias is. Runs go on to their end also beyond the limit of
/// depth; it is the branches behind it that are cut off.
///
/// A script that does other things when it is run again along the same choices is reported as
/// unsupported.
///
/// # Panics
///
/// If the script or a solver panics, with the same payload, once all workers have stopped.
pub fn explore_script<S: Script>(
    pool: &Pool,
    script: &S,
    options: &Options,
    solvers: Solvers<'_>,
    watcher: &dyn Watcher,
) -> Run {
    let meter = Arc::new(Meter::new(options.budget, options.interrupt.clone()));
    let plain = Plain { script, meter: &meter };
    let max_steps = options.budget.steps.unwrap_or(u64::MAX);
    let runs = Runs::new(pool, plain, solvers, &meter, max_steps);
    let room = Room::of(&options.budget);
    let mut account = Account { options, run: Run::default(), runs: 0, room, meter: &meter };
    let start = vec![Branch::first(&Model::new())];
    let rest = schedule::run(&runs, &mut account, start, options, &meter, watcher);
    let mut run = account.run;
    run.stats.left += rest.left();
    run.limits.extend(rest.limit);
    run.endings.sort_by(|a, b| a.choices.cmp(&b.choices));
    run.stats.absorb_stages(&runs.into_stages());
    run
}

/// Runs a script and looks for the plainest values of a failure.
struct Plain<'a, S> {
    script: &'a S,
    meter: &'a Meter,
}

impl<S: Script> Runner for Plain<'_, S> {
    type Scratch = ();
    /// What is known of the failure, if the run failed.
    type Seen = Option<Judgement>;
    type Mark = Turned;

    fn run(&self, (): &mut (), host: &mut Concolic<'_>) -> (Result<Exit, Halt>, Option<Judgement>) {
        let ended = self.script.run(host);
        let judgement = match &ended {
            Ok(Exit::Failed(failure)) if host.stop.is_none() => Some(self.judge(host, failure)),
            Ok(_) | Err(_) => None,
        };
        (ended, judgement)
    }
}

impl<S: Script> Plain<'_, S> {
    fn judge(&self, host: &Concolic<'_>, failure: &Failure) -> Judgement {
        let pool = machine::Host::pool(host);
        let past = Past {
            cond: host.decisions().map(|choice| choice.cond()).collect(),
            asked: host.inputs.clone(),
            ops: host.events.iter().map(|event| event.op).collect(),
            steps: host.steps(),
        };
        let replay = |answers: &_, max_steps| replay_script(pool, self.script, answers, max_steps);
        witness::confirm(pool, self.meter, &replay, &past, failure.clone(), &host.model)
    }
}

/// The choice that a branch turns over.
struct Turned {
    /// The alternatives that the run took at each choice with several answers.
    taken: Arc<[u32]>,
    /// Which of these choices it is.
    nth: usize,
    /// The alternative, and its condition.
    at: u32,
    cond: Term,
    /// How many steps the run had made, with this choice.
    steps: u64,
    /// What the run had done before.
    past: u64,
    /// Whether the choice is about a number that a program goes on with as it is: another value has
    /// another condition.
    pins: bool,
}

impl Turned {
    fn identity(&self) -> Vec<u32> {
        self.taken[..self.nth].iter().copied().chain([self.at]).collect()
    }

    /// Whether a run came to the choice by the same way, and took the branch.
    fn is_taken_by(&self, host: &Concolic<'_>) -> bool {
        let same = |choice: &super::Decision| {
            let takes = (choice.taken, choice.cond()) == (self.at as usize, self.cond);
            choice.past == self.past && (takes || self.pins && choice.pins.is_some())
        };
        host.decisions().nth(self.nth).is_some_and(same)
    }
}

/// Takes every branch.
struct Everywhere {
    taken: Arc<[u32]>,
}

impl Guide for Everywhere {
    type Way = Turned;

    fn prune(&mut self, _: &Pool, _: &Turned) -> Option<Pruned> {
        None
    }
}

impl BranchGuide for Everywhere {
    fn meet(&mut self, met: &MetChoice<'_>) -> Option<Looked<Turned>> {
        let nth = usize::try_from(met.splits - 1).expect("there are fewer choices than addresses");
        let choice = met.choice;
        let turned = |at: &usize| {
            let (taken, pins) = (Arc::clone(&self.taken), choice.pins.is_some());
            let (cond, steps, past) = (choice.conds[*at], choice.steps, choice.past);
            (*at, Turned { taken, nth, at: index(*at), cond, steps, past, pins })
        };
        Some(Looked { marks: met.open.iter().map(turned).collect(), matters: true })
    }
}

fn index(at: usize) -> u32 {
    u32::try_from(at).expect("a choice has fewer than 2^32 alternatives")
}

/// The run so far.
struct Account<'a> {
    options: &'a Options,
    run: Run,
    runs: u64,
    room: Room,
    meter: &'a Meter,
}

impl<'a, S: Script> Ledger<Runs<'a, Plain<'_, S>>> for Account<'_> {
    fn commit(&mut self, done: Done<'a, Plain<'_, S>>, waiting: &mut Vec<Branch<Turned>>) {
        match done {
            Done::Left(branch) => waiting.push(branch),
            Done::Ran(record, branch) if matches!(record.host.stop, Some(Stop::Limit(_))) => {
                waiting.push(branch);
            }
            Done::Ran(record, branch) => {
                self.run.stats.queries += u64::from(branch.mark.is_some());
                self.commit_run(*record, &branch, waiting);
            }
            Done::Without(why, branch) => {
                self.run.stats.queries += 1;
                self.commit_without(why, &branch);
            }
        }
    }

    fn room(&self) -> Room {
        self.room
    }
}

impl Account<'_> {
    fn commit_without(&mut self, why: NoModel, branch: &Branch<Turned>) {
        let reason = match why {
            NoModel::Infeasible => return self.run.stats.infeasible += 1,
            NoModel::Undecided(reason) => reason,
            NoModel::NotTold => Reason::Failed("it gave no model".to_owned()),
        };
        self.run.stats.unknown += 1;
        let choices = branch.mark.as_ref().map(Turned::identity).unwrap_or_default();
        self.run.endings.push(Ending { choices, kind: EndingKind::Unknown(reason) });
    }

    fn commit_run(
        &mut self,
        record: Record<'_, Option<Judgement>>,
        branch: &Branch<Turned>,
        waiting: &mut Vec<Branch<Turned>>,
    ) {
        self.runs += 1;
        let host = &record.host;
        // What is done again on the way to the branch was counted the first time.
        let again = branch.mark.as_ref().map_or(0, |turned| turned.steps);
        self.run.stats.steps += host.steps().saturating_sub(again);
        if let Some(turned) = branch.mark.as_ref().filter(|turned| !turned.is_taken_by(host)) {
            return self.tell_gap(turned.identity(), differs());
        }
        let taken: Arc<[u32]> = host.decisions().map(|choice| index(choice.taken)).collect();
        let offers = offers(
            &mut Everywhere { taken: Arc::clone(&taken) },
            self.options,
            self.runs,
            host,
            &branch.region,
        );
        self.run.stats.depth = self.run.stats.depth.max(offers.splits);
        self.meter.reach(offers.splits);
        // The last one is the deepest, and the nearest to the run.
        waiting.extend(offers.branches.into_iter().rev());
        let findings = self.commit_end(record, taken.to_vec());
        self.room.use_up(1, findings);
        self.meter.count_path(1, findings);
        for turned in offers.untried {
            self.tell_gap(turned.identity(), untried());
        }
        if let Some(limit) = self.options.budget.depth {
            for turned in offers.too_deep {
                self.cut_off(turned.identity(), Limit::Depth(limit));
            }
        }
    }

    /// Books the end of a run. How many violations were confirmed.
    fn commit_end(&mut self, record: Record<'_, Option<Judgement>>, choices: Vec<u32>) -> u64 {
        let Record { seen, host, ended, .. } = record;
        let stats = &mut self.run.stats;
        match (host.stop, ended) {
            (Some(Stop::Gap(gap)), _) => self.tell_gap(choices, gap),
            (Some(Stop::Steps(limit)), _) => self.cut_off(choices, Limit::Steps(limit)),
            (Some(Stop::Stuck), _) => self.tell_gap(choices, stuck()),
            (Some(Stop::Limit(_)), _) => unreachable!("such a run is not committed"),
            (None, Err(_)) => self.tell_gap(choices, halts_itself()),
            (None, Ok(Exit::Finished(_))) => stats.finished += 1,
            (None, Ok(Exit::Discarded)) => stats.discarded += 1,
            (None, Ok(Exit::TooManyEvents(events))) => self.cut_off(choices, Limit::Events(events)),
            (None, Ok(Exit::Unrolled(times))) => self.cut_off(choices, Limit::Unrolling(times)),
            (None, Ok(Exit::Failed(_))) => {
                let (kind, findings) = seen.expect("a failure is judged").into_kind();
                stats.count_failure(&kind);
                self.run.endings.push(Ending { choices, kind });
                return findings;
            }
        }
        0
    }

    fn tell_gap(&mut self, choices: Vec<u32>, gap: Gap) {
        self.run.stats.unsupported += 1;
        self.run.endings.push(Ending { choices, kind: EndingKind::Unsupported(gap) });
    }

    fn cut_off(&mut self, choices: Vec<u32>, limit: Limit) {
        self.run.stats.cut_off += 1;
        self.run.endings.push(Ending { choices, kind: EndingKind::CutOff(limit, None) });
    }
}

fn gap(what: &str) -> Gap {
    Gap { what: what.to_owned(), span: None }
}

fn differs() -> Gap {
    gap("a program that does other things when it is run again on the same choices")
}

fn halts_itself() -> Gap {
    gap("a script that halted without being told to")
}

fn stuck() -> Gap {
    gap("a choice of which no alternative can hold")
}

fn untried() -> Gap {
    gap("a number that the program goes on with as it is, of which only some values were tried")
}
