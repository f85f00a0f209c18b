//! What has to be true for a tree to be a proof.
//!
//! The shape of the tree is checked here: it has one root, every alternative that leads on has its
//! place, and no place hangs in the air. What remains are goals, each of which says that some
//! conditions have no model: what a split leaves out, alternatives that no input takes, and paths
//! that no input takes.

use std::collections::BTreeMap;

use crate::course::BrokenHistories;
use crate::object::{BranchFate, NodeEnd, Proof, ProofNode, ProofStep};
use crate::verify;

/// Conditions that must have no model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofGoal<'a> {
    /// The place that it is about.
    pub at: &'a [u32],
    /// Which part of the proof it is.
    pub kind: GoalKind,
    /// Declarations of names that only this goal has.
    pub declarations: Vec<String>,
    /// What holds on the way to the place, and what must not hold there.
    pub conds: Vec<String>,
}

/// Which part of a proof a goal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalKind {
    /// One of the alternatives of a split always holds.
    Complete,
    /// The only alternative of a split always holds. If it does not, the front end takes it for
    /// granted: it is what the language says of its values.
    Granted,
    /// No input takes the alternative of this number.
    Impossible(u32),
    /// No input takes the path.
    PathImpossible,
    /// One of the cases that a refutation tells apart always holds.
    Cases,
    /// No event leads out of the states of a case of a refutation.
    Outside {
        /// The number of the case.
        case: usize,
        /// The item of the trace.
        item: usize,
    },
}

/// A tree that is no proof, whatever its conditions are.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BrokenTree {
    /// There is no first place.
    #[error("the tree has no root")]
    NoRoot,
    /// Two entries for one place.
    #[error("the tree has two entries for the place {0:?}")]
    Twice(Vec<u32>),
    /// An alternative leads to no place.
    #[error("the tree has no entry for the place {0:?}, to which an alternative leads")]
    Missing(Vec<u32>),
    /// No alternative leads to a place.
    #[error("no alternative leads to the place {0:?}")]
    Unreached(Vec<u32>),
    /// Two alternatives of one number.
    #[error("the split at {0:?} has two alternatives with the number {1}")]
    SameNumber(Vec<u32>, u32),
    /// A proof for every history meets a bound.
    #[error("the path {0:?} meets a bound, but the proof is about histories of any length")]
    Bound(Vec<u32>),
    /// What it says of histories does not go together.
    #[error(transparent)]
    Histories(#[from] BrokenHistories),
}

impl Proof {
    /// What a solver has to be asked; every goal must have no model.
    ///
    /// # Errors
    ///
    /// If the tree is no proof whatever a solver says.
    pub fn goals(&self) -> Result<Vec<ProofGoal<'_>>, BrokenTree> {
        let places = self.by_place()?;
        let mut goals = Vec::new();
        let mut reached = 0;
        let mut open: Vec<(&ProofNode, Vec<String>)> = Vec::new();
        let mut refuted: Vec<(&Vec<u32>, Vec<String>)> = Vec::new();
        let root = places.get(&[][..]).ok_or(BrokenTree::NoRoot)?;
        open.push((root, Vec::new()));
        while let Some((place, mut path)) = open.pop() {
            reached += 1;
            path.extend(place.assumed.iter().cloned());
            match &place.step {
                ProofStep::End(NodeEnd::AtBound) if self.histories.is_some() => {
                    return Err(BrokenTree::Bound(place.at.clone()));
                }
                ProofStep::End(NodeEnd::Finished | NodeEnd::Discarded | NodeEnd::AtBound) => {}
                ProofStep::End(NodeEnd::Refuted) => refuted.push((&place.at, path)),
                ProofStep::End(NodeEnd::Impossible) => {
                    goals.push(ProofGoal {
                        at: &place.at,
                        kind: GoalKind::PathImpossible,
                        declarations: Vec::new(),
                        conds: path,
                    });
                }
                ProofStep::Split(_) => {
                    for (next, path) in split(place, &path, &mut goals)? {
                        let place = places.get(&next[..]).ok_or(BrokenTree::Missing(next))?;
                        open.push((place, path));
                    }
                }
            }
        }
        if reached < places.len() {
            return Err(BrokenTree::Unreached(self.unreached()));
        }
        goals.extend(self.refutations(&refuted)?);
        goals.sort_by(|a, b| a.at.cmp(b.at));
        Ok(goals)
    }

    /// The goals of the paths that no history takes.
    fn refutations(
        &self,
        refuted: &[(&Vec<u32>, Vec<String>)],
    ) -> Result<Vec<ProofGoal<'_>>, BrokenHistories> {
        let all = self.histories.iter().flat_map(|histories| &histories.refutations);
        let all: Vec<_> = all.collect();
        for one in &all {
            let wanted = refuted.iter().any(|(at, _)| **at == one.at);
            let given = all.iter().filter(|other| other.at == one.at).count();
            if !wanted || given > 1 {
                return Err(BrokenHistories::Unwanted(one.at.clone()));
            }
        }
        let mut goals = Vec::new();
        for (at, path) in refuted {
            let given = all.iter().find(|one| one.at == **at);
            let (Some(histories), Some(one)) = (&self.histories, given) else {
                return Err(BrokenHistories::NotRefuted((*at).clone()));
            };
            let before = self.nodes.iter().filter(|node| at.starts_with(&node.at));
            let granted = before.flat_map(|node| node.given.iter().cloned());
            let path: Vec<String> = path.iter().cloned().chain(granted).collect();
            goals.extend(verify::goals(histories, one, &path, &self.declarations)?);
        }
        Ok(goals)
    }

    /// The proof itself and those of the functions that are taken by their contracts.
    pub fn all(&self) -> impl Iterator<Item = &Proof> {
        [self].into_iter().chain(&self.with)
    }

    /// Every function that is taken by its contract is proved beside it, for the same program.
    pub(crate) fn check_company(&self) -> Result<(), BrokenHistories> {
        for one in self.all() {
            if one.head.file != self.head.file || one.head.text != self.head.text {
                return Err(BrokenHistories::OtherProgram(one.head.target.clone()));
            }
            for callee in one.histories.iter().flat_map(|histories| &histories.by_contract) {
                let proves =
                    |other: &Proof| other.head.target == *callee && other.histories.is_some();
                if !self.all().any(proves) {
                    return Err(BrokenHistories::NotProved(callee.clone()));
                }
            }
        }
        Ok(())
    }

    fn by_place(&self) -> Result<BTreeMap<&[u32], &ProofNode>, BrokenTree> {
        let mut places = BTreeMap::new();
        for place in &self.nodes {
            if places.insert(&place.at[..], place).is_some() {
                return Err(BrokenTree::Twice(place.at.clone()));
            }
        }
        Ok(places)
    }

    /// A place to which nothing leads; there is one if not all were reached.
    fn unreached(&self) -> Vec<u32> {
        let leads_to = |place: &ProofNode, at: &[u32]| match (&place.step, at.split_last()) {
            (ProofStep::Split(ways), Some((last, before))) => {
                place.at == before
                    && ways.iter().any(|way| way.index == *last && way.then == BranchFate::Followed)
            }
            (ProofStep::Split(_), None) | (ProofStep::End(_), _) => false,
        };
        let mut places = self.nodes.iter().filter(|place| !place.at.is_empty());
        let free = places.find(|place| !self.nodes.iter().any(|from| leads_to(from, &place.at)));
        free.map_or_else(Vec::new, |place| place.at.clone())
    }
}

/// A place to which a split leads, and the conditions on the way there.
type Followed = (Vec<u32>, Vec<String>);

/// Adds the goals of a split, and says where it leads and under which conditions.
fn split<'a>(
    place: &'a ProofNode,
    path: &[String],
    goals: &mut Vec<ProofGoal<'a>>,
) -> Result<Vec<Followed>, BrokenTree> {
    let ProofStep::Split(ways) = &place.step else { return Ok(Vec::new()) };
    let with = |cond: String| path.iter().cloned().chain([cond]).collect::<Vec<String>>();
    let conds: Vec<&str> = ways.iter().map(|way| way.cond.as_str()).collect();
    let nothing = format!("(not (or false {}))", conds.join(" "));
    let mut conds = with(nothing);
    conds.extend(place.given.iter().cloned());
    let kind = if ways.len() == 1 { GoalKind::Granted } else { GoalKind::Complete };
    goals.push(ProofGoal { at: &place.at, kind, declarations: Vec::new(), conds });
    let (mut next, mut numbers) = (Vec::new(), Vec::new());
    for way in ways {
        if numbers.contains(&way.index) {
            return Err(BrokenTree::SameNumber(place.at.clone(), way.index));
        }
        numbers.push(way.index);
        let conds = with(way.cond.clone());
        match way.then {
            BranchFate::Followed => {
                let at = place.at.iter().copied().chain([way.index]).collect();
                next.push((at, conds));
            }
            BranchFate::Impossible => {
                goals.push(ProofGoal {
                    at: &place.at,
                    kind: GoalKind::Impossible(way.index),
                    declarations: Vec::new(),
                    conds,
                });
            }
        }
    }
    Ok(next)
}

impl ProofGoal<'_> {
    /// What it says, as a sentence without a full stop.
    #[must_use]
    pub fn describe(&self) -> String {
        match self.kind {
            GoalKind::Complete => format!("the alternatives at {:?} leave nothing out", self.at),
            GoalKind::Granted => format!("the condition at {:?} always holds", self.at),
            GoalKind::Impossible(way) => {
                format!("no input takes alternative {way} at {:?}", self.at)
            }
            GoalKind::PathImpossible => format!("no input takes the path {:?}", self.at),
            GoalKind::Cases => format!("the cases of the path {:?} leave nothing out", self.at),
            GoalKind::Outside { case, item } => format!(
                "nothing leads out of the states before item {item}, in case {case} of the path {:?}",
                self.at
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{ProofBranch, ProofHead};

    fn end(at: &[u32]) -> ProofNode {
        ProofNode {
            at: at.to_vec(),
            assumed: vec![],
            given: vec![],
            step: ProofStep::End(NodeEnd::Finished),
        }
    }

    fn split_at(at: &[u32], then: [BranchFate; 2]) -> ProofNode {
        let way = |index: u32, then| ProofBranch { index, cond: format!("c{index}"), then };
        let ways = vec![way(0, then[0]), way(1, then[1])];
        ProofNode {
            at: at.to_vec(),
            assumed: vec!["a".to_owned()],
            given: vec![],
            step: ProofStep::Split(ways),
        }
    }

    fn proof(nodes: Vec<ProofNode>) -> Proof {
        let (head, declarations, facts) = (ProofHead::default(), String::new(), Vec::new());
        Proof { head, declarations, facts, nodes, histories: None, with: Vec::new() }
    }

    #[test]
    fn split_has_goals_for_completeness_and_closed_alternatives() {
        let root = split_at(&[], [BranchFate::Followed, BranchFate::Impossible]);
        let proof = proof(vec![root, end(&[0])]);
        let goals = proof.goals().expect("the tree is whole");
        let kinds: Vec<GoalKind> = goals.iter().map(|goal| goal.kind).collect();
        assert_eq!(kinds, [GoalKind::Complete, GoalKind::Impossible(1)]);
        assert_eq!(goals[0].conds, ["a", "(not (or false c0 c1))"]);
        assert_eq!(goals[1].conds, ["a", "c1"]);
    }

    #[test]
    fn trees_with_holes_are_refused() {
        let root = || split_at(&[], [BranchFate::Followed, BranchFate::Impossible]);
        let error = |nodes: Vec<ProofNode>| proof(nodes).goals().expect_err("not a tree");
        assert_eq!(error(vec![]), BrokenTree::NoRoot);
        assert_eq!(error(vec![root()]), BrokenTree::Missing(vec![0]));
        assert_eq!(error(vec![root(), end(&[0]), end(&[1])]), BrokenTree::Unreached(vec![1]));
        assert_eq!(error(vec![root(), end(&[0]), end(&[0])]), BrokenTree::Twice(vec![0]));
    }

    #[test]
    fn alternatives_have_different_numbers() {
        let mut root = split_at(&[], [BranchFate::Followed, BranchFate::Followed]);
        if let ProofStep::Split(ways) = &mut root.step {
            ways[1].index = 0;
        }
        let error = proof(vec![root, end(&[0])]).goals().expect_err("two of one number");
        assert_eq!(error, BrokenTree::SameNumber(vec![], 0));
    }
}
