//! Which of several readings of a rule is meant.
//!
//! Only readings that have sorts count. Readings that differ by overloading alone make the same
//! term: the one with the largest sorts is taken. Otherwise `prefer` and `avoid` decide, at the
//! outermost place where two readings differ.

use super::infer::{Context, TypeFault, Typing};
use super::resolve::{first_of, rank};
use super::tree::TreeId;
use crate::assemble::below;
use crate::definition::{ProductionId, SortId};
use crate::grammar::Op;

/// How many combinations of the readings of body and conditions are tried at most.
const MOST: usize = 20_000;

/// One reading of each part of a rule: the body, then its conditions.
pub(crate) type Parts = Vec<TreeId>;

/// Why there is no choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ChooseFault {
    /// No reading has sorts; this is what is wrong with the first.
    Sorts(TypeFault),
    /// Two readings are equally good.
    Ambiguous(TreeId, TreeId),
    /// There are too many.
    TooMany,
}

/// The reading that is meant: of each part one of the trees given for it.
pub(crate) fn choose(
    context: &Context<'_>,
    parts: &[(Vec<TreeId>, SortId)],
) -> Result<(Parts, Typing), ChooseFault> {
    let (mut typed, mut fault) = (Vec::new(), None);
    for trees in combinations(parts)? {
        let roots: Vec<(TreeId, SortId)> =
            trees.iter().zip(parts).map(|(tree, (_, sort))| (*tree, *sort)).collect();
        match context.infer(&roots) {
            Ok(typing) => typed.push((trees, typing)),
            Err(reason) => fault = fault.or(Some(reason)),
        }
    }
    let mut left = best_typed(context, typed);
    keep_largest(context, &mut left);
    let beaten: Vec<bool> = left
        .iter()
        .map(|(one, _)| left.iter().any(|(other, _)| beats(context, other, one)))
        .collect();
    let mut beaten = beaten.into_iter();
    left.retain(|_| !beaten.next().expect("one flag per reading"));
    keep_plainest(context, parts, &mut left);
    match (left.pop(), left.pop()) {
        (Some(only), None) => Ok(only),
        (Some((one, _)), Some((other, _))) => {
            let (one, other) = difference(context, &one, &other);
            Err(ChooseFault::Ambiguous(other, one))
        }
        (None, _) => Err(ChooseFault::Sorts(fault.expect("no reading has sorts"))),
    }
}

fn combinations(parts: &[(Vec<TreeId>, SortId)]) -> Result<Vec<Parts>, ChooseFault> {
    let mut all: Vec<Parts> = vec![Vec::new()];
    for (trees, _) in parts {
        if all.len() * trees.len() > MOST {
            return Err(ChooseFault::TooMany);
        }
        all = all
            .iter()
            .flat_map(|chosen| trees.iter().map(|tree| [&chosen[..], &[*tree]].concat()))
            .collect();
    }
    Ok(all)
}

/// Of the readings that make one term, those with the largest sorts of variables.
fn best_typed(context: &Context<'_>, typed: Vec<(Parts, Typing)>) -> Vec<(Parts, Typing)> {
    let mut best: Vec<(Parts, Typing)> = Vec::new();
    for (parts, typing) in typed {
        match best.iter_mut().find(|(known, _)| same_term(context, known, &parts)) {
            Some(known) => {
                let (is_larger, was_larger) =
                    (larger(context, &typing, &known.1), larger(context, &known.1, &typing));
                let is_special = || is_more_special(context, &parts, &known.0);
                if is_larger && (!was_larger || is_special()) {
                    *known = (parts, typing);
                }
            }
            None => best.push((parts, typing)),
        }
    }
    best
}

/// Drops readings in which all variables have sorts that are not larger than in another one, and some
/// have smaller ones: variables are as general as they can be.
fn keep_largest(context: &Context<'_>, readings: &mut Vec<(Parts, Typing)>) {
    let is_smaller = |(_, one): &(Parts, Typing)| {
        readings
            .iter()
            .any(|(_, other)| larger(context, other, one) && !larger(context, one, other))
    };
    let drop: Vec<bool> = readings.iter().map(is_smaller).collect();
    let mut drop = drop.into_iter();
    readings.retain(|_| !drop.next().expect("one flag per reading"));
}

/// Where several readings are left, those in which the fewest elements stand for lists of one.
fn keep_plainest(
    context: &Context<'_>,
    parts: &[(Vec<TreeId>, SortId)],
    readings: &mut Vec<(Parts, Typing)>,
) {
    if readings.len() < 2 {
        return;
    }
    let count = |(trees, typing): &(Parts, Typing)| -> usize {
        let roots = trees.iter().zip(parts).map(|(tree, (_, sort))| (*tree, *sort));
        context.lists_of_one(roots.collect(), typing)
    };
    let counts: Vec<usize> = readings.iter().map(count).collect();
    let fewest = counts.iter().copied().min();
    let mut counts = counts.into_iter();
    readings.retain(|_| counts.next() == fewest);
}

/// Whether all named variables of the first have the sort of the second or a larger one.
fn larger(context: &Context<'_>, one: &Typing, other: &Typing) -> bool {
    let mut names: Vec<&String> = one.named.keys().collect();
    names.sort_unstable();
    names.into_iter().all(|name| {
        let theirs = other.named.get(name);
        theirs.is_some_and(|theirs| context.order.less_eq(*theirs, one.named[name]))
    })
}

fn same_term(context: &Context<'_>, one: &[TreeId], other: &[TreeId]) -> bool {
    let mut stack: Vec<(TreeId, TreeId)> = pairs(one, other).collect();
    while let Some((one, other)) = stack.pop() {
        if one == other {
            continue;
        }
        let (a, b) = (context.trees.get(one), context.trees.get(other));
        if !same_op(context, a.op, b.op) || a.children.len() != b.children.len() {
            return false;
        }
        stack.extend(pairs(&a.children, &b.children));
    }
    true
}

/// Whether the first of two readings that differ by overloading alone has the smaller productions.
fn is_more_special(context: &Context<'_>, one: &[TreeId], other: &[TreeId]) -> bool {
    let mut stack: Vec<(TreeId, TreeId)> = pairs(one, other).collect();
    while let Some((one, other)) = stack.pop() {
        let (a, b) = (context.trees.get(one), context.trees.get(other));
        if let (Op::Production(one), Op::Production(other)) = (a.op, b.op)
            && one != other
            && !below(context.signature, one, other)
        {
            return false;
        }
        stack.extend(pairs(&a.children, &b.children));
    }
    true
}

/// Whether two productions may stand for each other: the writer says that they are overloaded.
fn are_overloaded(context: &Context<'_>, one: ProductionId, other: ProductionId) -> bool {
    let name = |id| context.signature.production(id).attributes.value("overload");
    name(one).is_some() && name(one) == name(other)
}

fn same_op(context: &Context<'_>, one: Op, other: Op) -> bool {
    match (one, other) {
        (Op::Production(one), Op::Production(other)) | (Op::Token(one), Op::Token(other)) => {
            first_of(context.signature, one) == first_of(context.signature, other)
                || are_overloaded(context, one, other)
        }
        (one, other) => one == other,
    }
}

/// Whether the writer prefers the first reading wherever the two differ first.
fn beats(context: &Context<'_>, one: &[TreeId], other: &[TreeId]) -> bool {
    let mut better = false;
    for (one, other) in differences(context, one, other) {
        let rank = |tree: TreeId| rank(context.signature, context.trees.get(tree).op);
        if rank(one) < rank(other) {
            return false;
        }
        better |= rank(one) > rank(other);
    }
    better
}

/// The place of a reading without the parentheses and the white space around it.
fn core(context: &Context<'_>, tree: TreeId) -> (usize, usize) {
    let tree = context.trees.get(tree);
    let (mut start, mut end) = (tree.start as usize, tree.end as usize);
    loop {
        let text = &context.text[start..end];
        let inner = text.trim();
        start += text.len() - text.trim_start().len();
        end = start + inner.len();
        if inner.len() < 2 || !inner.starts_with('(') || !inner.ends_with(')') {
            return (start, end);
        }
        (start, end) = (start + 1, end - 1);
    }
}

/// The outermost places where two readings differ.
fn differences(context: &Context<'_>, one: &[TreeId], other: &[TreeId]) -> Vec<(TreeId, TreeId)> {
    let mut found = Vec::new();
    let mut stack: Vec<(TreeId, TreeId)> = pairs(one, other).collect();
    while let Some((one, other)) = stack.pop() {
        if one == other {
            continue;
        }
        let (a, b) = (context.trees.get(one), context.trees.get(other));
        let aligned = a.children.len() == b.children.len()
            && pairs(&a.children, &b.children).all(|(x, y)| core(context, x) == core(context, y));
        if same_op(context, a.op, b.op) && aligned {
            stack.extend(pairs(&a.children, &b.children));
        } else {
            found.push((one, other));
        }
    }
    found
}

/// The first such place, to be shown.
fn difference(context: &Context<'_>, one: &[TreeId], other: &[TreeId]) -> (TreeId, TreeId) {
    let first = differences(context, one, other).into_iter();
    first.min_by_key(|(tree, _)| context.trees.get(*tree).start).unwrap_or((one[0], other[0]))
}

fn pairs<'a>(
    one: &'a [TreeId],
    other: &'a [TreeId],
) -> impl Iterator<Item = (TreeId, TreeId)> + 'a {
    one.iter().copied().zip(other.iter().copied())
}
