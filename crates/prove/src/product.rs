//! What is left of several expressions at once.

use rustc_hash::FxHashMap;
use term::{Pool, Term};
use trace::{Context, Event, Regex};

/// What is left of each track; the empty expression where it is not followed.
pub(crate) type Rests = Vec<Regex>;

/// The conditions under which an event leaves something of an expression.
type Ways = Vec<(Term, Regex)>;

/// Derivatives by the events of a path, each taken once.
pub(crate) struct Derivatives<'a> {
    ctx: Context<'a>,
    known: FxHashMap<(Regex, Event), Ways>,
}

impl<'a> Derivatives<'a> {
    pub(crate) fn new(ctx: Context<'a>) -> Derivatives<'a> {
        Derivatives { ctx, known: FxHashMap::default() }
    }

    /// The same, and none left here.
    pub(crate) fn take(&mut self) -> Derivatives<'a> {
        std::mem::replace(self, Derivatives::new(self.ctx))
    }

    fn of(&mut self, regex: Regex, event: &Event) -> &Ways {
        let Context { pool, alphabet, regexes } = self.ctx;
        self.known.entry((regex, event.clone())).or_insert_with(|| {
            let cases = regexes.derivative(pool, alphabet, regex, event);
            cases.into_iter().filter(|(cond, _)| *cond != Term::FALSE).collect()
        })
    }

    /// What an event can leave of all tracks that are followed, with the condition. `is_possible` says
    /// whether a condition is worth looking at.
    pub(crate) fn after(
        &mut self,
        rests: &[Regex],
        event: &Event,
        mut is_possible: impl FnMut(Term) -> bool,
    ) -> Vec<(Term, Rests)> {
        let mut ways: Vec<(Term, Rests)> = vec![(Term::TRUE, Vec::new())];
        for rest in rests {
            let each = self.of(*rest, event).clone();
            let several = each.len() > 1;
            let pool = self.ctx.pool;
            let mut longer: Vec<(Term, Rests)> = Vec::new();
            for (cond, rests) in &ways {
                for (own, next) in &each {
                    let both = pool.and(&[*cond, *own]);
                    if both == Term::FALSE || (several && !is_possible(both)) {
                        continue;
                    }
                    add(pool, &mut longer, both, [rests.as_slice(), &[*next]].concat());
                }
            }
            ways = longer;
        }
        ways
    }
}

/// Adds a way, or joins it with the one that leads to the same.
fn add(pool: &Pool, ways: &mut Vec<(Term, Rests)>, cond: Term, rests: Rests) {
    match ways.iter_mut().find(|(_, known)| *known == rests) {
        Some((known, _)) => *known = pool.or(&[*known, cond]),
        None => ways.push((cond, rests)),
    }
}
