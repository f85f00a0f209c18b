//! Unknown histories: the inputs that choose one, and which of them count.
//!
//! A history counts if the libraries could have produced it. Each event was produced by its own
//! operation, which its contract allowed when it happened; or it is part of a *block*, the events of
//! one performance of an operation whose effect is longer. Which of them, and with which ghosts and
//! arguments, is chosen for each slot like the event itself.

use std::ops::Range;

use machine::Input;
use term::{Ctor, Model, Pool, Sort, Term};
use trace::{Context, Event, Item, OpId, Slots};

use crate::callee::Caller;
use crate::compile::{Asked, By};
use crate::library::{Act, Libraries, Library};
use crate::plan::{Effect, Operation, Plan};
use crate::question::{Belongs, Question, terms};

/// A history of bounded length, over variables.
pub(crate) struct History {
    slots: Slots,
    /// For each slot, who produced it; none if any history counts.
    sources: Vec<Source>,
}

/// Who produced the event of a slot.
#[derive(Clone)]
pub(crate) struct Source {
    /// A value of an enumeration; none if every operation has its own event only.
    segment: Option<Term>,
    /// Ghosts, and arguments of a block. Operations share them by sort, because only one operation
    /// is examined.
    shared: Vec<Term>,
}

/// The event was produced by its own operation.
const OWN: u32 = 0;
/// The event belongs to the block of the event before it. Block operation number `n`, which begins
/// with this event, is constructor `n + 2`.
const MORE: u32 = 1;

/// A history with terms in place of its variables.
pub(crate) struct Chosen {
    pub(crate) slots: Slots,
    sources: Vec<Source>,
}

impl History {
    /// A part of a trace whose variables begin with `prefix`, at most as long as a history.
    pub(crate) fn new(pool: &Pool, plan: &Plan, prefix: &str) -> History {
        let slots = Slots::new(pool, &plan.alphabet, &format!("{prefix}#"), plan.history);
        let known: Vec<&Operation> = in_histories(plan).collect();
        let blocks = known.iter().filter(|operation| operation.effect == Effect::Block).count();
        let segments = (blocks > 0).then(|| segment_sort(pool, blocks));
        let source = |slot: usize| Source {
            segment: segments.map(|sort| pool.var(&format!("{prefix}#segment#{slot}"), sort)),
            shared: shared_variables(pool, &known, &format!("{prefix}#{slot}")),
        };
        let count = if plan.any_history { 0 } else { plan.history };
        History { slots, sources: (0..count).map(source).collect() }
    }

    /// The part that has at most so many events.
    pub(crate) fn first(&self, count: usize) -> History {
        let sources = &self.sources[..count.min(self.sources.len())];
        History { slots: self.slots.first(count), sources: sources.to_vec() }
    }

    /// The inputs that choose a history, which people know by a name.
    pub(crate) fn inputs(&self, pool: &Pool, history: &str) -> Vec<Asked> {
        let asked = |name: String, var: Term| Asked {
            input: Input { name, sort: pool.sort(var), span: None },
            var,
        };
        let values = self.slots.variables().into_iter();
        let mut all: Vec<Asked> =
            values.map(|(slot, var)| asked(format!("{history} {}", slot + 1), var)).collect();
        for (slot, source) in self.sources.iter().enumerate() {
            let name = |what: &str| format!("{what} of {history} {}", slot + 1);
            all.extend(source.segment.map(|var| asked(name("source"), var)));
            all.extend(source.shared.iter().map(|var| asked(name("ghost"), *var)));
        }
        all
    }

    /// The history that some answers choose.
    pub(crate) fn choose(&self, pool: &Pool, by: &By) -> Chosen {
        let put = |var: &Term| pool.substitute(*var, by);
        let source = |source: &Source| Source {
            segment: source.segment.as_ref().map(put),
            shared: source.shared.iter().map(put).collect(),
        };
        Chosen {
            slots: self.slots.substitute(pool, by),
            sources: self.sources.iter().map(source).collect(),
        }
    }
}

/// The events that one operation added to a history, on values.
pub(crate) struct Past<'a> {
    pub(crate) operation: &'a Operation,
    /// Arguments, then perhaps the result.
    pub(crate) values: Vec<Term>,
    pub(crate) ghosts: Vec<Term>,
    /// Which of the events.
    pub(crate) events: Range<usize>,
}

impl History {
    /// The slots over variables.
    pub(crate) fn slots(&self) -> &Slots {
        &self.slots
    }

    /// The model in which the first inputs have these values.
    pub(crate) fn model(&self, pool: &Pool, functions: &Model, answers: &[Term]) -> Model {
        let mut model = functions.clone();
        let inputs = self.inputs(pool, "");
        inputs.iter().zip(answers).for_each(|(asked, value)| model.set(asked.var, *value));
        model
    }

    /// Who produced the events that a model chooses, as far as they have contracts. None if the
    /// model cuts the history into pieces that make no sense.
    pub(crate) fn past<'a>(
        &self,
        pool: &Pool,
        plan: &'a Plan,
        model: &Model,
        history: &[Event],
    ) -> Option<Vec<Past<'a>>> {
        let is = |source: &Source, ctor: u32| pool.eval(source.is(pool, ctor), model) == Term::TRUE;
        let blocks = in_histories(plan).filter(|operation| operation.effect == Effect::Block);
        let blocks: Vec<&Operation> = blocks.collect();
        let (mut past, mut at) = (Vec::new(), 0);
        let sources = &self.sources[..history.len().min(self.sources.len())];
        while let Some(source) = sources.get(at) {
            let more = sources[at + 1..].iter().take_while(|source| is(source, MORE)).count();
            let begun = (0..blocks.len()).find(|block| is(source, block_ctor(*block)));
            let (known, events) = match begun {
                Some(block) => (Some(blocks[block]), at..at + 1 + more),
                None if is(source, OWN) => (of_event(plan, &history[at]), at..at + 1),
                None => return None,
            };
            at = events.end;
            let Some(operation) = known else { continue };
            let picked = source.pick(pool, &needed_sorts(pool, operation));
            let mut values: Vec<Term> = picked.iter().map(|var| pool.eval(*var, model)).collect();
            let ghosts = match operation.effect {
                Effect::Own(_) => {
                    std::mem::replace(&mut values, history[events.start].values.clone())
                }
                Effect::Block => values.split_off(operation.places.len()),
            };
            past.push(Past { operation, values, ghosts, events });
        }
        Some(past)
    }
}

/// The contract of the operation of an event.
fn of_event<'a>(plan: &'a Plan, event: &Event) -> Option<&'a Operation> {
    let name = plan.alphabet.op(event.op?).name;
    plan.operations.iter().find(|operation| operation.name == name)
}

/// The operations that can have added to a history: those that the alphabet declares.
pub(crate) fn in_histories(plan: &Plan) -> impl Iterator<Item = &Operation> {
    plan.operations.iter().filter(|operation| plan.alphabet.find(operation.name).is_some())
}

impl Chosen {
    /// The condition under which the history counts: its events come first, and the libraries
    /// could have produced it.
    pub(crate) fn counts(&self, ctx: Context<'_>, plan: &Plan, libraries: &Libraries) -> Term {
        self.counts_after(ctx, plan, libraries, &[])
    }

    /// The same for a part of a trace that comes after another one.
    pub(crate) fn counts_after(
        &self,
        ctx: Context<'_>,
        plan: &Plan,
        libraries: &Libraries,
        earlier: &[Item],
    ) -> Term {
        let mut parts = vec![self.slots.in_order(ctx.pool)];
        let blocks: Vec<&Library> = in_histories(plan)
            .filter(|operation| operation.effect == Effect::Block)
            .map(|operation| &libraries[&operation.name])
            .collect();
        for number in 0..self.sources.len() {
            for op in ctx.alphabet.ops() {
                parts.extend(self.event_counts(ctx, earlier, (number, op), libraries));
            }
            if !blocks.is_empty() {
                parts.push(self.segment_counts(ctx, number));
                let each = blocks.iter().enumerate();
                parts.extend(
                    each.map(|(at, library)| {
                        self.block_counts(ctx, earlier, (number, at), library)
                    }),
                );
            }
        }
        ctx.pool.and(&parts)
    }

    /// If the slot is an event of this operation and of its own, the contract allowed it.
    fn event_counts(
        &self,
        ctx: Context<'_>,
        earlier: &[Item],
        (number, op): (usize, OpId),
        libraries: &Libraries,
    ) -> Option<Term> {
        let (pool, slot, source) = (ctx.pool, &self.slots.slots()[number], &self.sources[number]);
        let library = libraries.get(&ctx.alphabet.op(op).name)?;
        let is_own = pool.and(&[slot.is_op(pool, op), source.is(pool, OWN)]);
        if is_own == Term::FALSE {
            return None;
        }
        let allowed = match library.effect {
            Effect::Block => Term::FALSE,
            Effect::Own(_) => {
                let before = self.before(earlier, number);
                let added = Item::Event(slot.event(op).clone());
                self.event_allowed(ctx, number, op, library, &terms(ctx, &before, &added))
            }
        };
        Some(pool.implies(is_own, allowed))
    }

    /// Whether the contract allowed the event in a slot, if it is one of this operation and of its
    /// own.
    fn event_allowed(
        &self,
        ctx: Context<'_>,
        number: usize,
        op: OpId,
        library: &Library,
        belongs: &Belongs<'_>,
    ) -> Term {
        let source = &self.sources[number];
        let act = Act {
            belongs,
            values: &self.slots.slots()[number].event(op).values,
            ghosts: &source.pick(ctx.pool, &ghost_sorts(ctx.pool, library)),
            caller: &Caller::default(),
        };
        library.allows(ctx, &act)
    }

    /// What has to have happened before the event in a slot, if it is one of this operation and
    /// nothing but its contract tells; the events before it are the first item of a trace.
    pub(crate) fn event_question(
        &self,
        ctx: Context<'_>,
        number: usize,
        op: OpId,
        libraries: &Libraries,
    ) -> Option<Question> {
        let library = libraries.get(&ctx.alphabet.op(op).name)?;
        self.sources.get(number).filter(|source| source.segment.is_none())?;
        Some(Question::new(ctx.pool, 1, |belongs| {
            self.event_allowed(ctx, number, op, library, belongs)
        }))
    }

    /// Whether events may have been produced by blocks.
    pub(crate) fn has_blocks(&self) -> bool {
        self.sources.iter().any(|source| source.segment.is_some())
    }

    /// Only an event of a block is followed by more of it, and a slot without event has no caller.
    fn segment_counts(&self, ctx: Context<'_>, number: usize) -> Term {
        let (pool, source) = (ctx.pool, &self.sources[number]);
        let before = number.checked_sub(1).map(|before| &self.sources[before]);
        let in_block = before.map_or(Term::FALSE, |before| pool.not(before.is(pool, OWN)));
        let nothing = self.slots.slots()[number].is_none(pool);
        pool.and(&[
            pool.implies(source.is(pool, MORE), in_block),
            pool.implies(nothing, source.is(pool, OWN)),
        ])
    }

    /// What happened before a slot.
    fn before(&self, earlier: &[Item], number: usize) -> Vec<Item> {
        [earlier, &[Item::Block(self.slots.first(number))]].concat()
    }

    /// If a block of this operation begins at the slot, the contract allowed it.
    fn block_counts(
        &self,
        ctx: Context<'_>,
        earlier: &[Item],
        (number, block): (usize, usize),
        library: &Library,
    ) -> Term {
        let (pool, source) = (ctx.pool, &self.sources[number]);
        let begins = source.is(pool, block_ctor(block));
        if begins == Term::FALSE {
            return Term::TRUE;
        }
        let mut sorts: Vec<Sort> = library.places.iter().map(|place| pool.sort(*place)).collect();
        sorts.extend(ghost_sorts(pool, library));
        let picked = source.pick(pool, &sorts);
        let (values, ghosts) = picked.split_at(library.places.len());
        let (before, caller) = (self.before(earlier, number), &Caller::default());
        let more: Vec<Term> = self.sources.iter().map(|source| source.is(pool, MORE)).collect();
        let added = Item::Block(self.slots.while_true(pool, ctx.alphabet, number, &more));
        let act = Act { belongs: &terms(ctx, &before, &added), values, ghosts, caller };
        pool.implies(begins, library.allows(ctx, &act))
    }
}

impl Source {
    fn is(&self, pool: &Pool, ctor: u32) -> Term {
        self.segment.map_or_else(|| pool.bool(ctor == OWN), |segment| pool.is(ctor, segment))
    }

    /// The shared variables that stand for values of these sorts.
    fn pick(&self, pool: &Pool, sorts: &[Sort]) -> Vec<Term> {
        let mut left = self.shared.clone();
        let pick = |sort: &Sort| {
            let at = left.iter().position(|var| pool.sort(*var) == *sort);
            left.remove(at.expect("there are as many as any operation needs"))
        };
        sorts.iter().map(pick).collect()
    }
}

fn block_ctor(block: usize) -> u32 {
    u32::try_from(block).expect("fewer than 2^32 operations") + 2
}

fn segment_sort(pool: &Pool, blocks: usize) -> Sort {
    let name = |at: usize| match at {
        0 => "own".to_owned(),
        1 => "more".to_owned(),
        _ => format!("block {}", at - 2),
    };
    enumeration(pool, &format!("segments#{blocks}"), (0..blocks + 2).map(name))
}

/// A data type with these constructors, which have no fields.
pub(crate) fn enumeration(pool: &Pool, name: &str, ctors: impl Iterator<Item = String>) -> Sort {
    let ctors = ctors.map(|ctor| Ctor { name: pool.symbol(&ctor), fields: Vec::new() });
    let data = pool.declare_data(name, 0).expect("it has no parameters");
    pool.define_data(data, ctors.collect()).expect("the name tells the constructors");
    pool.data_sort(data, &[])
}

fn ghost_sorts(pool: &Pool, library: &Library) -> Vec<Sort> {
    library.ghosts().map(|ghost| pool.sort(ghost.var)).collect()
}

/// As many variables of each sort as the operation that needs most of them.
fn shared_variables(pool: &Pool, operations: &[&Operation], slot: &str) -> Vec<Term> {
    let mut needed: Vec<(Sort, usize)> = Vec::new();
    for operation in operations {
        let sorts = needed_sorts(pool, operation);
        for sort in &sorts {
            let count = sorts.iter().filter(|other| *other == sort).count();
            match needed.iter_mut().find(|(known, _)| known == sort) {
                Some((_, known)) => *known = count.max(*known),
                None => needed.push((*sort, count)),
            }
        }
    }
    let each = |(sort, count): (Sort, usize)| {
        (0..count).map(move |at| {
            let name = format!("{slot}#ghost.{at}.{}", pool.show_sort(sort));
            pool.var(&name, sort)
        })
    };
    needed.into_iter().flat_map(each).collect()
}

fn needed_sorts(pool: &Pool, operation: &Operation) -> Vec<Sort> {
    let ghosts = operation.cases.iter().flat_map(|case| &case.ghosts).map(|ghost| ghost.var);
    let places = match operation.effect {
        Effect::Own(_) => &[],
        Effect::Block => operation.places.as_slice(),
    };
    places.iter().copied().chain(ghosts).map(|var| pool.sort(var)).collect()
}
