//! Unknown histories: the inputs that choose one, and which of them count.

use machine::Input;
use rustc_hash::FxHashMap;
use term::{Pool, Term};
use trace::{Context, OpId, Slots};

use crate::compile::{Asked, By, Library, pick_ghosts, slot_ghosts};
use crate::plan::Plan;
use crate::question::Question;

/// A history of bounded length, over variables.
pub(crate) struct History {
    slots: Slots,
    /// The ghosts of the contracts, for each slot; none if any history counts.
    ghosts: Vec<Vec<Term>>,
}

/// A history with terms in place of its variables.
pub(crate) struct Chosen {
    pub(crate) slots: Slots,
    ghosts: Vec<Vec<Term>>,
}

impl History {
    pub(crate) fn new(pool: &Pool, plan: &Plan) -> History {
        let slots = Slots::new(pool, &plan.alphabet, "history#", plan.history);
        let ghosts = |slot| slot_ghosts(pool, plan, slot);
        let ghosts =
            if plan.any_history { Vec::new() } else { (0..plan.history).map(ghosts).collect() };
        History { slots, ghosts }
    }

    /// The slots over variables.
    pub(crate) fn slots(&self) -> &Slots {
        &self.slots
    }

    /// The inputs that choose a history.
    pub(crate) fn inputs(&self, pool: &Pool) -> Vec<Asked> {
        let asked = |name: String, var: Term| Asked {
            input: Input { name, sort: pool.sort(var), span: None },
            var,
        };
        let values = self.slots.variables().into_iter();
        let mut all: Vec<Asked> =
            values.map(|(slot, var)| asked(format!("history {}", slot + 1), var)).collect();
        for (slot, ghosts) in self.ghosts.iter().enumerate() {
            let name = || format!("ghost of history {}", slot + 1);
            all.extend(ghosts.iter().map(|var| asked(name(), *var)));
        }
        all
    }

    /// The history that some answers choose.
    pub(crate) fn choose(&self, pool: &Pool, by: &By) -> Chosen {
        let put = |vars: &Vec<Term>| vars.iter().map(|var| pool.substitute(*var, by)).collect();
        Chosen {
            slots: self.slots.substitute(pool, by),
            ghosts: self.ghosts.iter().map(put).collect(),
        }
    }
}

impl Chosen {
    /// The condition under which the history counts: its events come first, and the libraries
    /// could have produced it, because each event was allowed by its contract when it happened.
    pub(crate) fn counts(&self, ctx: Context<'_>, libraries: &FxHashMap<OpId, Library>) -> Term {
        let mut parts = vec![self.slots.in_order(ctx.pool)];
        for (number, slot) in self.slots.slots().iter().enumerate() {
            let before = self.slots.first(number);
            for op in ctx.alphabet.ops() {
                let is_op = slot.is_op(ctx.pool, op);
                if is_op == Term::FALSE {
                    continue;
                }
                if let Some(question) = self.allowed(ctx, libraries, number, op) {
                    parts.push(ctx.pool.implies(is_op, question.term(ctx, &before, &[])));
                }
            }
        }
        ctx.pool.and(&parts)
    }

    /// What has to have happened before a slot if its event is one of this operation; none if
    /// anything may.
    pub(crate) fn allowed(
        &self,
        ctx: Context<'_>,
        libraries: &FxHashMap<OpId, Library>,
        slot: usize,
        op: OpId,
    ) -> Option<Question> {
        let (library, ghosts) = (libraries.get(&op)?, self.ghosts.get(slot)?);
        let ghosts = pick_ghosts(ctx.pool, library, ghosts);
        Some(library.allows(ctx, self.slots.slots()[slot].event(op), &ghosts))
    }
}
