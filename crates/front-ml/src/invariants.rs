//! Invariants of what modules keep.
//!
//! A proof begins with any state that the types allow. Where that is too much, conditions are looked for that
//! hold once the program is initialised and that every function keeps which can be called from outside, whatever
//! its arguments are and however it ends ([`prove::Invariants`]).

use explore::Run;
use frontend::Histories;
use lang_core::{Session, WholeLists};
use lang_ml::{Keeping, Kept, Method};
use prove::{Candidate, Invariants, StatePart, StateSteps, Transition, candidates, open_paths};
use term::{Pool, Term};

use crate::smallest::Search;

/// More numbers of a program than this are not compared with what it keeps.
const MOST_NUMBERS: usize = 8;
/// So deep are parts of parts of data explored.
const DEPTH: usize = 4;

/// Invariants with the steps that keep them.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) all: Vec<Candidate>,
    pub(crate) steps: StateSteps,
    /// What they rest on besides.
    pub(crate) rests_on: Option<String>,
}

impl Search<'_> {
    /// The conditions that always hold of what the method can get at.
    pub(crate) fn invariants(&self, histories: Histories) -> Option<Found> {
        let target = self.ready.target(self.target);
        let kept = target.kept().ok().filter(|kept| !kept.is_empty())?;
        let keeping = self.ready.module.outline.keeping.as_ref()?;
        let steps = self.steps(keeping, &kept, histories)?;
        let parts = self.parts(keeping, &kept);
        let numbers = self.numbers();
        let guessed = candidates(self.job.pool, &parts, &numbers);
        let (mut solver, is_late) = (self.proof_solver(), || self.is_late());
        let lists = WholeLists(self.job.pool);
        let (expanded, facts) =
            (|cond| lists.expanded(cond), |conditions: &[Term]| lists.facts(conditions));
        let (pool, solver) = (self.job.pool, &mut *solver);
        let mut invariants =
            Invariants { pool, solver, is_late: &is_late, expanded: &expanded, facts: &facts };
        let all = invariants.among(&steps, guessed);
        let rests_on = self.is_exposed(keeping, &kept).then(|| {
            let names: Vec<String> = kept.iter().map(|kept| format!("`{}`", kept.name)).collect();
            format!("only functions of the module change {}", names.join(", "))
        });
        Some(Found { all, steps, rests_on })
    }

    /// Numbers of invariants among which are these, and which are invariants by themselves.
    pub(crate) fn closed(&self, found: &Found, used: &[usize]) -> Vec<usize> {
        let (mut solver, is_late) = (self.proof_solver(), || self.is_late());
        let lists = WholeLists(self.job.pool);
        let (expanded, facts) =
            (|cond| lists.expanded(cond), |conditions: &[Term]| lists.facts(conditions));
        let (pool, solver) = (self.job.pool, &mut *solver);
        let mut invariants =
            Invariants { pool, solver, is_late: &is_late, expanded: &expanded, facts: &facts };
        invariants.closed(&found.steps, &found.all, used)
    }

    /// Everything that can become of what is kept; none if that is not known.
    fn steps(&self, keeping: &Keeping, kept: &[&Kept], histories: Histories) -> Option<StateSteps> {
        let mut steps = StateSteps::default();
        let target = self.ready.target(self.target);
        steps.first =
            self.paths(keeping, target.state_at_first(self.job.pool, keeping), histories)?;
        for method in self.changing(keeping, kept) {
            let keeper = keeping.keepers.iter().find(|keeper| keeper.name == method.name)?;
            let is_whole = keeper.params.len() == method.ty.params.len();
            let gives_functions = keeping.give_functions.contains(&method.global);
            if !keeper.is_simple || !is_whole || gives_functions {
                return None;
            }
            let session = target.state_after(self.job.pool, keeping, keeper);
            steps.later.extend(self.paths(keeping, session, histories)?);
        }
        Some(steps)
    }

    /// The functions that can be called from outside and may change what is kept.
    fn changing<'k>(
        &'k self,
        keeping: &'k Keeping,
        kept: &'k [&Kept],
    ) -> impl Iterator<Item = &'k Method> {
        let outline = &self.ready.module.outline;
        let public = outline.methods.iter().filter(|method| !outline.hidden.contains(&method.name));
        let values = keeping.values.iter().map(|value| value.global).collect::<Vec<_>>();
        public.filter(move |method| {
            !values.contains(&method.global)
                && self.reaches(method, kept)
                && self.ready.module.program.writes(method.global)
        })
    }

    fn reaches(&self, method: &Method, kept: &[&Kept]) -> bool {
        let state = self.ready.module.program.stateful(method.global);
        kept.iter().any(|kept| state.contains(&kept.global))
    }

    /// Whether others may get at what is kept: by its name, or because a function hands it out.
    fn is_exposed(&self, keeping: &Keeping, kept: &[&Kept]) -> bool {
        let outline = &self.ready.module.outline;
        let is_hidden = |kept: &&Kept| outline.hidden.contains(&kept.name);
        let public = outline.methods.iter().filter(|method| !outline.hidden.contains(&method.name));
        let mut hand_out = public.filter(|method| keeping.give_cells.contains(&method.global));
        !kept.iter().all(is_hidden) || hand_out.any(|method| self.reaches(method, kept))
    }

    /// The conditions of all ways in which a run ends.
    fn paths(
        &self,
        keeping: &Keeping,
        session: Session,
        histories: Histories,
    ) -> Option<Vec<Vec<Term>>> {
        let session = crate::with_integers(session, histories).with_unrolling(histories.unrolling);
        let session = match histories.cuts {
            true => self.ready.target(self.target).cut(session),
            false => session,
        };
        let event = self.job.pool.symbol(keeping.event);
        let machine = Transition { machine: session, event, sort: keeping.sort };
        let solvers = || self.proof_solver();
        let Run { limits, record, .. } = explore::explore(
            self.job.pool,
            &machine,
            &self.proof_options(),
            &solvers,
            self.job.watcher,
        );
        let paths = || open_paths(&record).into_iter().map(|path| path.conditions).collect();
        limits.is_empty().then(paths)
    }

    /// The parts of what is kept, before and after a step.
    fn parts(&self, keeping: &Keeping, kept: &[&Kept]) -> Vec<StatePart> {
        let pool = self.job.pool;
        let after = Transition::<Session>::after(pool, keeping.sort);
        let mut all = Vec::new();
        for (number, value) in keeping.filled().enumerate() {
            if !kept.iter().any(|kept| kept.global == value.global) {
                continue;
            }
            let part = StatePart {
                name: value.name.clone(),
                before: pool.var(&value.input, value.sort),
                after: pool.field(0, u32::try_from(number).expect("few values"), after),
                shapes: Vec::new(),
                given: None,
            };
            self.add_parts(part, DEPTH, &mut all);
        }
        all
    }

    fn add_parts(&self, part: StatePart, depth: usize, all: &mut Vec<StatePart>) {
        let pool = self.job.pool;
        let sort = pool.sort(part.before);
        let Some((data, _)) = pool.as_data(sort).filter(|_| depth > 0) else {
            all.push(part);
            return;
        };
        let ctors = pool.ctors(data);
        // Before a call the items of a queue are all in front, but not after it.
        if pool.name(pool.data_name(data)).starts_with(lang_ml::QUEUE) {
            all.extend(self.length_of_queue(&part));
            return;
        }
        if part.given.is_none() {
            all.extend(self.whole_list(&part));
        }
        let shapes: Vec<String> = ctors.iter().map(|ctor| shape(pool, ctor).to_owned()).collect();
        if ctors.len() > 1 && part.given.is_none() {
            all.push(StatePart { shapes: shapes.clone(), ..part.clone() });
        }
        for (ctor, known) in (0..).zip(ctors) {
            let given = match (ctors.len(), &part.given) {
                (1, given) => given.clone(),
                (_, None) => Some(Candidate {
                    before: pool.is(ctor, part.before),
                    after: pool.is(ctor, part.after),
                    text: format!("{} is {}", part.name, shapes[ctor as usize]),
                }),
                // A part of a part that may not be there either.
                (_, Some(_)) => continue,
            };
            let names = self.ready.module.outline.notation.fields(data, ctor);
            for field in 0..u32::try_from(known.fields.len()).expect("few fields") {
                let name = match names.map(|names| names[field as usize].as_str()) {
                    Some("contents") => format!("!{}", part.name),
                    Some(name) => format!("{}.{name}", part.name),
                    None => format!("part {} of {}", field + 1, part.name),
                };
                let inner = StatePart {
                    name,
                    before: pool.field(ctor, field, part.before),
                    after: pool.field(ctor, field, part.after),
                    shapes: Vec::new(),
                    given: given.clone(),
                };
                if pool.sort(inner.before) != sort {
                    self.add_parts(inner, depth - 1, all);
                }
            }
        }
    }

    /// What is known of a list as a whole: its length and, if it is that of a table, whether each key is bound once.
    fn whole_list(&self, part: &StatePart) -> Vec<StatePart> {
        let lists = WholeLists(self.job.pool);
        let sort = self.job.pool.sort(part.before);
        if !lists.is_list(sort) {
            return Vec::new();
        }
        let table = part.name.strip_suffix(".bindings");
        let length = match table {
            Some(table) => format!("Hashtbl.length {table}"),
            None => format!("List.length {}", part.name),
        };
        let whole = |name: String, of: &dyn Fn(Term) -> Term| StatePart {
            name,
            before: of(part.before),
            after: of(part.after),
            shapes: Vec::new(),
            given: None,
        };
        let mut all = vec![whole(length, &|list| lists.length(list))];
        if let Some(table) = table.filter(|_| lists.is_table(sort)) {
            let name = format!("{table} binds each key once");
            all.push(whole(name, &|list| lists.binds_once(list)));
        }
        all
    }

    fn length_of_queue(&self, part: &StatePart) -> Option<StatePart> {
        let (pool, lists) = (self.job.pool, WholeLists(self.job.pool));
        let [front, back] = [0, 1].map(|field| (field, pool.field(0, field, part.after)));
        if part.given.is_some() || !lists.is_list(pool.sort(front.1)) {
            return None;
        }
        Some(StatePart {
            name: format!("Queue.length {}", part.name),
            before: lists.length(pool.field(0, front.0, part.before)),
            after: pool.add(&[lists.length(front.1), lists.length(back.1)]),
            shapes: Vec::new(),
            given: None,
        })
    }

    /// The numbers that the program mentions.
    fn numbers(&self) -> Vec<i64> {
        let mut all = vec![0, 1];
        for file in &self.ready.module.outline.sources {
            let words =
                file.text().split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''));
            for number in words.filter_map(|word| word.parse::<i64>().ok()) {
                if all.len() < MOST_NUMBERS && !all.contains(&number) {
                    all.push(number);
                }
            }
        }
        all
    }
}

fn shape<'p>(pool: &'p Pool, ctor: &term::Ctor) -> &'p str {
    pool.name(ctor.name)
}
