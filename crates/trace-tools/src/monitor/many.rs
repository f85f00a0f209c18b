//! Parameters that stand for every value.
//!
//! Combinations are sorted by which of their values are equal (`part.rs`), so that within a part values of different
//! parameters differ, and a value that has not occurred is different from all others. An event visits the combinations that it
//! names; all others move by groups. What is in the state of values that have not occurred is forgotten.

mod cells;
mod ids;
mod part;

use smallvec::SmallVec;
use term::Sort;
use trace::OpId;

use super::{Class, Core, Instance, MonitorError};
use crate::log::{Logged, Value};
use crate::monitor::code::Plain;
use crate::oracle::Oracle;
use ids::Ids;
use part::{Block, Changed, Happening, Part};

/// More parameters than these are not followed for every value.
const MAX_PARAMS: usize = 8;

/// Equalities among more parameters of one sort are too many to be told apart.
const MAX_PARTS: usize = 1_000;

type Seen<'x, 'v> = SmallVec<[(Sort, &'x Value<'v>); 4]>;

pub(super) struct Many {
    ids: Ids,
    parts: Vec<Part>,
    sorts: Vec<Sort>,
    most: usize,
}

impl Many {
    pub(super) fn new(core: &Core<'_>) -> Result<Many, MonitorError> {
        let sort = |at: usize| core.ctx.pool.sort(core.params[at].var);
        let every: Vec<(usize, Sort)> = core.every().into_iter().map(|at| (at, sort(at))).collect();
        if every.len() > MAX_PARAMS {
            return Err(MonitorError::TooManyParams(MAX_PARAMS));
        }
        let blocks = partitions(&every);
        if blocks.len() > MAX_PARTS {
            return Err(MonitorError::TooManyParams(MAX_PARAMS));
        }
        let mut ids = Ids::default();
        let parts = blocks.into_iter().map(|blocks| Part::new(core, &mut ids, blocks)).collect();
        let sorts = every.iter().map(|(_, sort)| *sort).collect();
        let mut many = Many { ids, parts, sorts, most: 0 };
        many.most = many.len();
        Ok(many)
    }

    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    /// The most combinations that were kept at a time.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Every kind of combination that the property tells apart, before anything happens.
    pub(super) fn kinds(&self, core: &Core<'_>) -> Vec<(Vec<Class>, Instance)> {
        self.parts.iter().flat_map(|part| part.kinds(core, &self.ids)).collect()
    }

    /// Moves every combination. Those for which the event breaks the property, with the values that occur first.
    pub(super) fn read(
        &mut self,
        core: &mut Core<'_>,
        op: Option<OpId>,
        event: &Logged<'_>,
        (places, now): (&[Plain<'_>], u64),
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<Instance>, MonitorError> {
        let (seen, has_equal_values) = self.seen(core, op, event);
        let event = Happening { op, places, seen: &seen, has_equal_values, now };
        let mut changed: SmallVec<[Changed; 2]> = SmallVec::new();
        for part in &mut self.parts {
            changed.push(part.step(core, &mut self.ids, &event, oracle)?);
        }
        self.most = self.most.max(self.len());
        let broken = changed.iter().enumerate();
        let broken = broken.flat_map(|(at, part)| part.broken.iter().map(move |cell| (at, *cell)));
        let instances = self.in_order(core, broken.collect());
        for (part, changed) in self.parts.iter_mut().zip(changed) {
            part.forget(&mut self.ids, changed);
        }
        Ok(instances)
    }

    /// The values of an event that parameters may have, each once, and whether some of them are equal.
    fn seen<'x, 'v>(
        &self,
        core: &Core<'_>,
        op: Option<OpId>,
        event: &'x Logged<'v>,
    ) -> (Seen<'x, 'v>, bool) {
        let (mut seen, mut has_equal) = (Seen::new(), false);
        let Some(op) = op else { return (seen, has_equal) };
        let places = core.ctx.alphabet.op(op).places();
        for (place, value) in places.iter().zip(event.args.iter().chain(&event.result)) {
            if self.sorts.contains(&place.sort) {
                match seen.contains(&(place.sort, value)) {
                    true => has_equal = true,
                    false => seen.push((place.sort, value)),
                }
            }
        }
        (seen, has_equal)
    }

    fn in_order(&self, core: &Core<'_>, mut cells: Vec<(usize, u32)>) -> Vec<Instance> {
        let key = |(part, cell): &(usize, u32)| self.parts[*part].key(&self.ids, *cell);
        cells.sort_by(|a, b| key(a).cmp(&key(b)));
        let instance =
            |(part, cell): (usize, u32)| self.parts[part].instance(core, &self.ids, cell);
        cells.into_iter().map(instance).collect()
    }

    pub(super) fn end(&self, core: &Core<'_>) -> Option<Instance> {
        let ends = self.parts.iter().enumerate();
        let ends = ends.filter_map(|(at, part)| Some((at, part.end(core, &self.ids)?)));
        self.in_order(core, ends.collect()).into_iter().next()
    }
}

/// All ways to say which parameters are equal.
fn partitions(every: &[(usize, Sort)]) -> Vec<Vec<Block>> {
    let mut all: Vec<Vec<Block>> = vec![Vec::new()];
    for (at, sort) in every {
        let mut longer = Vec::new();
        for blocks in &all {
            for number in (0..blocks.len()).filter(|number| blocks[*number].sort == *sort) {
                let mut joined = blocks.clone();
                joined[number].params.push(*at);
                longer.push(joined);
            }
            let mut apart = blocks.clone();
            apart.push(Block { sort: *sort, params: vec![*at] });
            longer.push(apart);
        }
        all = longer;
    }
    all
}

#[cfg(test)]
mod tests {
    use solve::NoSolver;
    use source::Files;
    use term::Pool;
    use trace::{Context, RegexPool, Spec};

    use crate::log::{Logged, Value};
    use crate::monitor::{LogMonitor, Step};
    use crate::oracle::Oracle;

    const FILES: &str = "sort File\nop open(f: File)\nop close(f: File)\nop tick()\nghost f: File\n
        property p := G (<open f> implies X (~<open f> W (<close f> || <tick>)))";
    const LOCKS: &str = "sort Thread, Lock\nop lock(t: Thread, l: Lock)\nop unlock(t: Thread, l: Lock)\n
        ghost t: Thread, l: Lock\nproperty p := G (<lock t l> implies X (~<lock t l> W <unlock t l>))";
    const ITERATORS: &str = "sort Coll, Iter\nop create(c: Coll, i: Iter)\nop update(c: Coll)\nop next(i: Iter)\n
        ghost c: Coll, i: Iter\nproperty p := G (<create c i> implies N !(F (<update c> && F <next i>)))";
    const ACCESS: &str = "sort User, File\nop login(u: User)\nop logout(u: User)\nop open(f: File)\nop close(f: File)\n
        op read(u: User, f: File)\nghost u: User, f: File\n
        property p := G ((<logout u> || <close f>) implies N (~<read u f> W (<login u> || <open f>)))";

    /// Follows a log in which nothing is broken, and returns how many combinations there were at most and at the end.
    fn sizes<'e>(text: &str, log: impl IntoIterator<Item = (&'e str, Vec<i64>)>) -> (usize, usize) {
        let pool = Pool::new();
        let (spec, faults) = Spec::read(&pool, &Files::new().add("a.trace", text));
        let spec = spec.unwrap_or_else(|| panic!("{faults:?}"));
        let regexes = RegexPool::new(&pool);
        let ctx = Context { pool: &pool, alphabet: &spec.alphabet, regexes: &regexes };
        let (formula, ghosts) = (&spec.properties[0].formula, spec.ghosts.len());
        let monitor = LogMonitor::new(ctx, formula, &spec.ghosts, ghosts, vec![None; ghosts]);
        let mut monitor = monitor.expect("only equations");
        let mut solver = NoSolver::new();
        let mut oracle = Oracle::new(&mut solver);
        for (op, args) in log {
            let args = args.into_iter().map(Value::Int).collect();
            let event = Logged { op: op.to_owned().into(), args, result: None };
            assert_eq!(monitor.read(&event, &mut oracle), Ok(Step::Open));
        }
        (monitor.most_instances(), monitor.instances())
    }

    #[test]
    fn values_fall_back() {
        let most = |ops: [&'static str; 2], tick: bool| {
            let log = (0..20_000).flat_map(|round| {
                let ends = tick.then(|| ("tick", Vec::new()));
                ops.map(|op| (op, vec![round])).into_iter().chain(ends)
            });
            sizes(FILES, log).0
        };
        assert!(most(["open", "close"], false) < 10, "values fall back one by one");
        assert!(most(["open", "close"], true) < 10);
        assert!(most(["close", "open"], true) < 1_100, "whole groups fall back");
    }

    #[test]
    fn pairs_fall_back() {
        let log =
            (0..20_000).flat_map(|n| ["lock", "unlock"].map(|op| (op, vec![n % 100, n % 70])));
        assert_eq!(sizes(LOCKS, log), (2, 1));
    }

    #[test]
    fn only_pairs_that_were_created_are_kept() {
        let created = (0..100).map(|n| ("create", vec![n % 10, 1_000 + n]));
        let used = (0..5_000)
            .flat_map(|n| [("next", vec![1_000 + n % 100]), ("update", vec![500 + n % 10])]);
        assert_eq!(sizes(ITERATORS, created.chain(used)), (101, 101));
    }

    #[test]
    fn pairs_of_values_that_fell_back_are_forgotten() {
        let come = (0..30).flat_map(|n| [("logout", vec![n]), ("close", vec![100 + n])]);
        let go = (0..30).flat_map(|n| [("login", vec![n]), ("open", vec![100 + n])]);
        let (most, end) = sizes(ACCESS, come.chain(go));
        assert!(most > 30 && end == 1, "{most} combinations, then {end}");
    }
}
