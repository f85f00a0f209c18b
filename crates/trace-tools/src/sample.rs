//! Concrete traces that have a property, and some that lack it.
//!
//! Random walks over the automaton give the shapes; values are drawn from a few small ones and, where
//! those do not fit, taken from the solver. Every sample is judged before it is shown. The same seed
//! gives the same samples.

use term::{Literal, Model, Sort, SortNode, Term};
use trace::{Automaton, Context, Formula, Regex, StateId, TooDeep};

use crate::facts::{Fact, Facts};
use crate::oracle::Oracle;
use crate::search::{concrete, ways};
use crate::witness::Witness;

/// Traces in and out of a language, the shorter ones first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    /// Traces that have the property.
    pub inside: Vec<Witness>,
    /// Traces that lack it.
    pub outside: Vec<Witness>,
}

/// How many events a sample has at most: samples are for reading.
pub const LONGEST_SAMPLE: usize = 6;
/// How many walks to try for each sample that is wanted.
const TRIES: usize = 60;

/// Up to `count` traces of each kind.
pub fn sample(
    ctx: Context<'_>,
    formula: &Formula,
    count: usize,
    seed: u64,
    oracle: &mut Oracle<'_>,
) -> Result<Samples, TooDeep> {
    let regex = ctx.regexes.of_formula(ctx.pool, formula)?;
    let mut walker = Walker {
        ctx,
        automaton: Automaton::new(regex),
        facts: Facts::default(),
        dice: Dice(seed),
        oracle,
    };
    let inside = walker.collect(count, true, |witness| witness.has(ctx, formula));
    let outside = walker.collect(count, false, |witness| witness.lacks(ctx, formula));
    Ok(Samples { inside, outside })
}

struct Walker<'a, 'o, 's> {
    ctx: Context<'a>,
    automaton: Automaton,
    facts: Facts,
    dice: Dice,
    oracle: &'o mut Oracle<'s>,
}

impl Walker<'_, '_, '_> {
    fn collect(
        &mut self,
        count: usize,
        accepted: bool,
        confirmed: impl Fn(&Witness) -> bool,
    ) -> Vec<Witness> {
        let mut found: Vec<(Vec<String>, Witness)> = Vec::new();
        for attempt in 0..count.saturating_mul(TRIES) {
            if found.len() == count || self.oracle.is_stopped() {
                break;
            }
            // Short walks come first, so that a small sample is among the samples.
            let longest = (attempt / count.max(1)).min(LONGEST_SAMPLE);
            let Some(way) = self.walk(longest, accepted) else { continue };
            let Some(witness) = self.with_values(&way) else { continue };
            let text = witness.lines(self.ctx);
            if confirmed(&witness) && !found.iter().any(|(known, _)| *known == text) {
                found.push((text, witness));
            }
        }
        found.sort_by_key(|(text, _)| text.len());
        found.into_iter().map(|(_, witness)| witness).collect()
    }

    /// A way through the automaton to a state that accepts or does not, whichever is wanted.
    fn walk(&mut self, longest: usize, accepted: bool) -> Option<Vec<Fact>> {
        let (mut state, mut way) = (StateId::START, Vec::new());
        loop {
            let good = self.ctx.regexes.nullable(self.automaton.regex(state)) == accepted;
            if way.len() == longest || (good && way.len() > 1 && self.dice.below(3) == 0) {
                return good.then_some(way);
            }
            let oracle = &mut *self.oracle;
            let mut feasible = |pool: &term::Pool, terms: &[Term]| oracle.feasible(pool, terms);
            let edges = self.automaton.edges(self.ctx, state, &mut feasible).to_vec();
            let alive = |to: StateId| !accepted || self.automaton.regex(to) != Regex::EMPTY;
            let open: Vec<_> = edges.into_iter().filter(|edge| alive(edge.to)).collect();
            let edge = *open.get(self.dice.below(open.len()))?;
            let ways = ways(self.ctx, edge);
            let (op, qualifier) = *ways.get(self.dice.below(ways.len()))?;
            way.push(self.facts.fact(self.ctx, op, qualifier));
            state = edge.to;
        }
    }

    /// Values for a way: small random ones if they fit, otherwise those of the solver.
    fn with_values(&mut self, way: &[Fact]) -> Option<Witness> {
        let conds: Vec<Term> = way.iter().map(|fact| self.facts.cond(*fact)).collect();
        for _ in 0..8 {
            let model = self.guess(way, &conds);
            if self.ctx.pool.satisfies(&model, &conds) {
                let event = |fact: &Fact| self.facts.event(self.ctx.pool, *fact, &model);
                return Some(Witness { trace: way.iter().map(event).collect(), model });
            }
        }
        concrete(self.ctx, &self.facts, way, self.oracle)
    }

    fn guess(&mut self, way: &[Fact], conds: &[Term]) -> Model {
        let pool = self.ctx.pool;
        let mut vars = pool.free_vars(conds);
        vars.extend(way.iter().flat_map(|fact| self.facts.values(*fact).iter().copied()));
        let mut model = Model::new();
        for var in vars {
            if let Some(value) = self.small(pool.sort(var)) {
                model.set(var, value);
            }
        }
        model
    }

    fn small(&mut self, sort: Sort) -> Option<Term> {
        let pool = self.ctx.pool;
        let number = self.dice.below(3);
        match pool.sort_node(sort) {
            SortNode::Bool => Some(pool.bool(number == 0)),
            SortNode::Int => Some(pool.int(number as i64)),
            SortNode::Elem(_) => Some(pool.literal(Literal::Elem(sort, number as u32))),
            SortNode::Text => Some(pool.text(["a", "b", "c"][number])),
            _ => None,
        }
    }
}

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}
