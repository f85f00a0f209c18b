//! What can become of an expression by events of which only the operations are known.
//!
//! Conditions on the values of events are taken to be possible, so whatever is said to be out of reach
//! is, for every program that performs these operations.

use machine::EventNames;
use rustc_hash::{FxHashMap, FxHashSet};
use term::Term;

use crate::alphabet::{Alphabet, Event};
use crate::context::Context;
use crate::regex::{Node, Regex};

/// From more expressions than this nothing is said.
const MOST_STATES: usize = 256;

/// One event for each of some operations, with variables as its values. None if an operation is not one
/// of the alphabet, which is closed.
#[must_use]
pub fn formal_events(alphabet: &Alphabet, names: &EventNames) -> Option<Vec<Event>> {
    let other = || Event { op: None, values: Vec::new() };
    match names {
        EventNames::Any => {
            let declared = alphabet.ops().map(|op| alphabet.formal_event(op));
            Some(declared.chain(alphabet.is_open().then(other)).collect())
        }
        EventNames::Of(names) => {
            let mut ops: Vec<_> = names.iter().map(|name| alphabet.find(*name)).collect();
            ops.sort_unstable();
            ops.dedup();
            let event = |op| match op {
                Some(op) => Some(alphabet.formal_event(op)),
                None => alphabet.is_open().then(other),
            };
            ops.into_iter().map(event).collect()
        }
    }
}

/// The expressions that one more event can leave.
pub(crate) fn successors(ctx: Context<'_>, regex: Regex, events: &[Event]) -> Vec<Regex> {
    let next = events.iter().flat_map(|event| {
        let cases = ctx.regexes.derivative(ctx.pool, ctx.alphabet, regex, event);
        cases.into_iter().filter(|(cond, _)| *cond != Term::FALSE).map(|(_, next)| next)
    });
    next.collect()
}

/// Whether some events like these, perhaps none, can lead from one of some expressions to one that does
/// not accept. True if that is not known.
pub fn can_break(
    ctx: Context<'_>,
    starts: impl IntoIterator<Item = Regex>,
    events: &[Event],
) -> bool {
    let mut todo: Vec<Regex> = starts.into_iter().collect();
    let mut met: FxHashSet<Regex> = todo.iter().copied().collect();
    while let Some(regex) = todo.pop() {
        if !ctx.regexes.nullable(regex) || met.len() > MOST_STATES {
            return true;
        }
        todo.extend(successors(ctx, regex, events).into_iter().filter(|next| met.insert(*next)));
    }
    false
}

/// For each of some events, whether reading it can change what is left of an expression, at once or after
/// other events like these. True if that cannot be told.
#[must_use]
pub fn affected_by(ctx: Context<'_>, regex: Regex, events: &[Event]) -> Vec<bool> {
    let (mut todo, mut met) = (vec![regex], FxHashSet::from_iter([regex]));
    let mut affected = vec![false; events.len()];
    while let Some(regex) = todo.pop() {
        if met.len() > MOST_STATES {
            return vec![true; events.len()];
        }
        for (event, affected) in events.iter().zip(&mut affected) {
            let next = successors(ctx, regex, std::slice::from_ref(event));
            *affected |= next.iter().any(|next| *next != regex);
            todo.extend(next.into_iter().filter(|next| met.insert(*next)));
        }
    }
    affected
}

/// For each pair of some events, whether reading them one after the other leaves the same in both orders, at once or
/// after other events like these. False if that cannot be told. The events have different variables.
#[must_use]
pub fn commuting(ctx: Context<'_>, regex: Regex, events: &[Event]) -> Vec<Vec<bool>> {
    let (mut todo, mut met) = (vec![regex], FxHashSet::from_iter([regex]));
    let mut commute = vec![vec![true; events.len()]; events.len()];
    let derive =
        |regex, event: &Event| ctx.regexes.derivative(ctx.pool, ctx.alphabet, regex, event);
    let both = |regex, first, second| {
        let after = derive(regex, first).then(ctx.pool, |regex| derive(regex, second));
        let cases = after.merged(ctx.pool).into_iter().filter(|(cond, _)| *cond != Term::FALSE);
        cases.map(|(cond, regex)| (regex, cond)).collect::<FxHashMap<Regex, Term>>()
    };
    while let Some(regex) = todo.pop() {
        if met.len() > MOST_STATES {
            return vec![vec![false; events.len()]; events.len()];
        }
        // What is left of these is left of their operands, each by itself.
        let operands: &[Regex] = match ctx.regexes.node(regex) {
            Node::And(operands) | Node::Or(operands) => operands,
            Node::Not(operand) => std::slice::from_ref(operand),
            Node::Empty
            | Node::Epsilon
            | Node::All
            | Node::Letter(_)
            | Node::Concat(_)
            | Node::Star(_)
            | Node::Until(..)
            | Node::Run(..) => &[],
        };
        if !operands.is_empty() {
            todo.extend(operands.iter().copied().filter(|operand| met.insert(*operand)));
            continue;
        }
        for (i, first) in events.iter().enumerate() {
            for (j, second) in events.iter().enumerate().skip(i + 1) {
                let same = both(regex, first, second) == both(regex, second, first);
                commute[i][j] &= same;
                commute[j][i] &= same;
            }
        }
        let next = successors(ctx, regex, events);
        todo.extend(next.into_iter().filter(|next| met.insert(*next)));
    }
    commute
}

/// The expressions that histories can leave of `regex` that `before` accepts as a whole. None if there
/// are too many.
#[must_use]
pub fn left_by_histories(
    ctx: Context<'_>,
    regex: Regex,
    before: Regex,
    events: &[Event],
) -> Option<Vec<Regex>> {
    let start = (regex, before);
    let (mut todo, mut met) = (vec![start], FxHashSet::from_iter([start]));
    let mut left = Vec::new();
    while let Some((regex, before)) = todo.pop() {
        if met.len() > MOST_STATES {
            return None;
        }
        if ctx.regexes.nullable(before) && !left.contains(&regex) {
            left.push(regex);
        }
        for event in events {
            let derive = |regex| ctx.regexes.derivative(ctx.pool, ctx.alphabet, regex, event);
            let both = derive(regex)
                .then(ctx.pool, |regex| derive(before).map(move |before| (regex, before)));
            let both = both
                .into_iter()
                .filter(|(cond, (_, before))| *cond != Term::FALSE && *before != Regex::EMPTY);
            todo.extend(both.map(|(_, next)| next).filter(|next| met.insert(*next)));
        }
    }
    Some(left)
}
