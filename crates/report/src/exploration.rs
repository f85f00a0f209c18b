//! What a run passed: the tree of its paths, as small as people read it, and how often each line was reached.

use std::collections::{BTreeMap, BTreeSet};

use explore::{CameTo, EndingKind, Fate, PathEnd, Run, Stretch};
use machine::Pruned;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use source::{Files, Span};
use term::Pool;

use crate::cond::cond_text;
use crate::{Finding, Place, limit_text};

/// A picture with more nodes is not read.
const MOST_NODES: usize = 200;

/// What a run passed, if it was observed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ExplorationText {
    /// The tree of paths, each node behind its parent; the first one is the start.
    pub tree: Vec<NodeText>,
    /// The lines of the program that paths reached, and those that none did as far as that is known.
    pub lines: Vec<LineText>,
    /// What this language cannot give, or what was too large, as sentences without a full stop.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub missing: Vec<String>,
}

/// A place in the tree of paths. A split that leaves one way only is no node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NodeText {
    /// The number of the node that it comes from, from zero.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub parent: Option<u32>,
    /// The condition under which it is reached from there.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub cond: String,
    /// What is there.
    pub kind: NodeKind,
    /// What is said of it, such as why it was not followed.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub note: String,
    /// Where in the program.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The finding that it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub finding: Option<String>,
    /// How many paths end here or behind it; ways that no input takes, and those that were left out, are none.
    pub paths: u64,
    /// How many splits that leave one way only lie between it and its parent.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub straight: u64,
    /// How many nodes behind it are not shown.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub hidden: u64,
}

/// What is at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NodeKind {
    /// Several ways go on.
    Split,
    /// The path ended and nothing was broken.
    Finished,
    /// An assumption excludes the path.
    Discarded,
    /// A property is broken.
    Violated,
    /// The path was cut off by a bound or a limit.
    CutOff,
    /// Something kept the path from being decided.
    Open,
    /// No input takes this way.
    Impossible,
    /// This way was left out for a reason.
    LeftOut,
    /// The path was waiting when the run ended.
    Waiting,
}

/// A line of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LineText {
    /// The file.
    pub file: String,
    /// The line, from one.
    pub line: u64,
    /// How many paths reached it.
    pub paths: u64,
    /// How many questions it put to the solver.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub queries: u64,
    /// How long the solver took for them; with `-v` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub solver_us: Option<u64>,
}

/// What an observed run is shown with.
#[derive(Clone, Copy)]
pub struct ExplorationScene<'a> {
    /// The pool of the run.
    pub pool: &'a Pool,
    /// The files of the run.
    pub files: &'a Files,
    /// The findings of the run.
    pub findings: &'a [Finding],
    /// Where there is code that paths can reach; none if the language does not know.
    pub code: Option<&'a [Span]>,
    /// Whether times are shown.
    pub times: bool,
}

impl ExplorationText {
    /// What an observed run passed.
    #[must_use]
    pub fn new(scene: ExplorationScene<'_>, run: &Run) -> ExplorationText {
        if run.stretches.is_empty() {
            return ExplorationText::absent("which paths a run took, only how many there were");
        }
        let raw = RawTree::new(scene, run);
        let mut missing = Vec::new();
        if run.not_observed > 0 {
            missing.push(format!(
                "{} parts of paths came after the first {} and are not shown",
                run.not_observed,
                run.stretches.len()
            ));
        }
        let lost = scene.findings.iter().filter(|finding| !raw.has_finding(&finding.id)).count();
        if lost > 0 {
            missing.push(
                "the smallest example comes from a further search, so no leaf of this tree is it"
                    .to_owned(),
            );
        }
        let lines = lines(scene, &run.stretches);
        if lines.is_empty() {
            missing.push("this language does not say which lines paths reach".to_owned());
        } else if scene.code.is_none() {
            missing.push("this language does not say which lines could be reached, so those that were not are not marked".to_owned());
        }
        ExplorationText { tree: raw.shown(), lines, missing }
    }

    /// What is said for a language that cannot give it.
    #[must_use]
    pub fn absent(what: &str) -> ExplorationText {
        let missing = vec![format!("this language does not say {what}")];
        ExplorationText { missing, ..ExplorationText::default() }
    }
}

/// All nodes, before anything is left out.
struct RawTree {
    nodes: Vec<NodeText>,
    children: Vec<Vec<usize>>,
}

impl RawTree {
    fn new(scene: ExplorationScene<'_>, run: &Run) -> RawTree {
        let mut tree = RawTree { nodes: Vec::new(), children: Vec::new() };
        let by_path: BTreeMap<&[u32], &Stretch> =
            run.stretches.iter().map(|stretch| (stretch.at.as_slice(), stretch)).collect();
        // A stretch with the node that it hangs on and the condition of the way to it.
        let mut todo: Vec<(Vec<u32>, Option<usize>, String)> =
            vec![(Vec::new(), None, String::new())];
        while let Some((at, parent, cond)) = todo.pop() {
            let Some(stretch) = by_path.get(at.as_slice()) else { continue };
            let place = stretch.last.map(|span| Place::new(scene.files, span));
            match &stretch.came_to {
                Some(CameTo::Split(ways)) => {
                    let node = tree.add(parent, cond, NodeKind::Split, place);
                    // The first one is taken from the end of the list.
                    for way in ways.iter().rev() {
                        let cond = cond_text(scene.pool, way.cond);
                        let child = [at.as_slice(), &[way.index]].concat();
                        let (kind, note) = match way.fate {
                            Fate::Followed => {
                                todo.push((child, Some(node), cond));
                                continue;
                            }
                            Fate::Impossible => (NodeKind::Impossible, "no input takes this way"),
                            Fate::Undecided => (
                                NodeKind::Open,
                                "the solver could not tell whether an input takes this way",
                            ),
                            Fate::LeftOut(why) => (NodeKind::LeftOut, left_out(why)),
                        };
                        let leaf = tree.add(Some(node), cond, kind, None);
                        note.clone_into(&mut tree.nodes[leaf].note);
                    }
                }
                Some(CameTo::End(end)) => {
                    let node = tree.add(parent, cond, NodeKind::Finished, place);
                    tree.end(scene, run, node, &at, *end);
                }
                None => {
                    tree.add(parent, cond, NodeKind::Waiting, place);
                }
            }
        }
        tree.count();
        tree
    }

    fn add(
        &mut self,
        parent: Option<usize>,
        cond: String,
        kind: NodeKind,
        place: Option<Place>,
    ) -> usize {
        let number = self.nodes.len();
        self.nodes.push(NodeText {
            parent: parent.map(short),
            cond,
            kind,
            note: String::new(),
            place,
            finding: None,
            paths: 0,
            straight: 0,
            hidden: 0,
        });
        self.children.push(Vec::new());
        if let Some(parent) = parent {
            self.children[parent].push(number);
        }
        number
    }

    /// Says how a path ended.
    fn end(
        &mut self,
        scene: ExplorationScene<'_>,
        run: &Run,
        node: usize,
        at: &[u32],
        end: PathEnd,
    ) {
        let node = &mut self.nodes[node];
        let found = run.endings.binary_search_by(|ending| ending.choices.as_slice().cmp(at));
        let (kind, note) = match (end, found.ok().map(|number| &run.endings[number].kind)) {
            (PathEnd::Finished, _) => (NodeKind::Finished, String::new()),
            (PathEnd::Discarded, _) => {
                (NodeKind::Discarded, "an assumption excludes it".to_owned())
            }
            (PathEnd::Impossible, _) => {
                (NodeKind::Impossible, "no input takes this way".to_owned())
            }
            (_, Some(EndingKind::Violated(failure, _))) => {
                (NodeKind::Violated, failure.text().to_owned())
            }
            (_, Some(EndingKind::Unconfirmed(failure, why))) => {
                (NodeKind::Open, format!("{}; {why}", failure.text()))
            }
            (_, Some(EndingKind::Unsupported(gap))) => {
                (NodeKind::Open, format!("{} is not modelled", gap.what))
            }
            (_, Some(EndingKind::Unknown(reason))) => (NodeKind::Open, reason.to_string()),
            (_, Some(EndingKind::CutOff(limit, _))) => {
                (NodeKind::CutOff, limit_text(*limit).message)
            }
            (PathEnd::AtBound, None) => (NodeKind::CutOff, "a bound was reached".to_owned()),
            (PathEnd::Open, None) => (NodeKind::Open, "not decided".to_owned()),
        };
        (node.kind, node.note) = (kind, note);
        if kind == NodeKind::Violated {
            let finding = scene.findings.iter().find(|finding| finding.choices == at);
            node.finding = finding.map(|finding| finding.id.clone());
        }
    }

    /// Counts the paths behind each node; children come after their parents.
    fn count(&mut self) {
        for number in (0..self.nodes.len()).rev() {
            let node = &self.nodes[number];
            let own = match node.kind {
                NodeKind::Split | NodeKind::Impossible | NodeKind::LeftOut => 0,
                NodeKind::Finished
                | NodeKind::Discarded
                | NodeKind::Violated
                | NodeKind::CutOff
                | NodeKind::Open
                | NodeKind::Waiting => 1,
            };
            self.nodes[number].paths = own
                + self.children[number].iter().map(|child| self.nodes[*child].paths).sum::<u64>();
        }
    }

    fn has_finding(&self, id: &str) -> bool {
        self.nodes.iter().any(|node| node.finding.as_deref() == Some(id))
    }

    /// The only way on from a split, if nothing else is to be seen there.
    fn only_way(&self, number: usize) -> Option<usize> {
        let is_impossible = |child: &&usize| self.nodes[**child].kind == NodeKind::Impossible;
        let mut ways = self.children[number].iter().filter(|child| !is_impossible(child));
        let only = ways.next().copied();
        only.filter(|_| ways.next().is_none() && self.nodes[number].kind == NodeKind::Split)
    }

    /// The node behind a straight chain, with the number of splits that are passed.
    fn behind(&self, mut number: usize) -> (usize, u64) {
        let mut passed = 0;
        while let Some(next) = self.only_way(number) {
            (number, passed) = (next, passed + 1);
        }
        (number, passed)
    }

    /// The nodes that are shown: those on the way to findings and their neighbours, then the ones nearest to the start.
    fn shown(&self) -> Vec<NodeText> {
        let chosen = self.chosen();
        let mut shown: Vec<NodeText> = Vec::new();
        let mut todo: Vec<(usize, Option<u32>, String)> = vec![(0, None, String::new())];
        while let Some((number, parent, cond)) = todo.pop() {
            let (end, straight) = self.behind(number);
            let own = short(shown.len());
            let children: Vec<usize> = self.children[end].clone();
            let (kept, left): (Vec<usize>, Vec<usize>) =
                children.into_iter().partition(|child| chosen.contains(child));
            let hidden = left.iter().map(|child| self.size(*child)).sum();
            shown.push(NodeText { parent, cond, straight, hidden, ..self.nodes[end].clone() });
            let more = kept.into_iter().rev();
            todo.extend(more.map(|child| (child, Some(own), self.nodes[child].cond.clone())));
        }
        shown
    }

    fn chosen(&self) -> BTreeSet<usize> {
        let mut chosen = BTreeSet::from([0]);
        let violated =
            (0..self.nodes.len()).filter(|at| self.nodes[*at].kind == NodeKind::Violated);
        let mut told: Vec<usize> = violated.collect();
        // Those that are reported come first.
        told.sort_by_key(|at| self.nodes[*at].finding.is_none());
        for leaf in told {
            let mut at = Some(leaf);
            while let Some(number) = at.filter(|_| chosen.len() < MOST_NODES) {
                chosen.insert(number);
                at = self.nodes[number].parent.map(|parent| parent as usize);
                chosen.extend(at.iter().flat_map(|parent| &self.children[*parent]).take(8));
            }
        }
        let mut row: Vec<usize> = vec![0];
        while !row.is_empty() && chosen.len() < MOST_NODES {
            let ends = row.iter().map(|number| self.behind(*number).0);
            let next: Vec<usize> =
                ends.flat_map(|end| self.children[end].iter().copied()).collect();
            let room = MOST_NODES.saturating_sub(chosen.len());
            chosen.extend(
                next.iter()
                    .copied()
                    .filter(|at| !chosen.contains(at))
                    .take(room)
                    .collect::<Vec<_>>(),
            );
            row = next.into_iter().filter(|at| chosen.contains(at)).collect();
        }
        self.close(chosen)
    }

    /// With every node the ones that lead to it.
    fn close(&self, chosen: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut closed = BTreeSet::new();
        for number in chosen {
            let mut at = Some(number);
            while let Some(number) = at.filter(|number| closed.insert(*number)) {
                at = self.nodes[number].parent.map(|parent| parent as usize);
            }
        }
        closed
    }

    /// How many nodes a subtree would show.
    fn size(&self, number: usize) -> u64 {
        let (mut count, mut todo) = (0, vec![number]);
        while let Some(number) = todo.pop() {
            let (end, _) = self.behind(number);
            count += 1;
            todo.extend(&self.children[end]);
        }
        count
    }
}

fn left_out(why: Pruned) -> &'static str {
    why.reason()
}

fn short(number: usize) -> u32 {
    u32::try_from(number).expect("observed stretches are counted in fewer digits")
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A line of a file by its name.
type LineKey = (String, u64);

/// How many paths reached each line.
fn lines(scene: ExplorationScene<'_>, stretches: &[Stretch]) -> Vec<LineText> {
    let mut known: BTreeMap<Span, LineKey> = BTreeMap::new();
    let mut key = |span: Span| {
        let key = || {
            let place = Place::new(scene.files, span);
            (place.file, place.line as u64)
        };
        known.entry(span).or_insert_with(key).clone()
    };
    let mut heat: BTreeMap<LineKey, LineText> = BTreeMap::new();
    let line = |(file, line): &LineKey| LineText {
        file: file.clone(),
        line: *line,
        paths: 0,
        queries: 0,
        solver_us: None,
    };
    // The stretches that lead to the one that is visited, with the lines that are new on each. Those that come later in the
    // order of paths hang on one of them.
    let ends = ends_behind(stretches);
    let mut way: Vec<(&[u32], BTreeSet<LineKey>)> = Vec::new();
    for (stretch, ends) in stretches.iter().zip(ends) {
        while way.last().is_some_and(|(at, _)| !stretch.at.starts_with(at)) {
            way.pop();
        }
        let mut new: BTreeSet<LineKey> = stretch.places.iter().map(|span| key(*span)).collect();
        new.retain(|line| !way.iter().any(|(_, lines)| lines.contains(line)));
        for reached in &new {
            heat.entry(reached.clone()).or_insert_with(|| line(reached)).paths += ends;
        }
        if let Some(last) = stretch.last.filter(|_| stretch.queries > 0) {
            let last = key(last);
            let entry = heat.entry(last.clone()).or_insert_with(|| line(&last));
            entry.queries += stretch.queries;
            let time = u64::try_from(stretch.solver_time.as_micros()).unwrap_or(u64::MAX);
            entry.solver_us =
                scene.times.then(|| entry.solver_us.unwrap_or(0).saturating_add(time));
        }
        way.push((&stretch.at, new));
    }
    if heat.is_empty() {
        return Vec::new();
    }
    for span in scene.code.unwrap_or_default() {
        let code = key(*span);
        heat.entry(code.clone()).or_insert_with(|| line(&code));
    }
    heat.into_values().collect()
}

/// Whether a path ends with a stretch: also where everything that could follow was left out.
fn is_end(stretch: &Stretch) -> bool {
    match &stretch.came_to {
        Some(CameTo::Split(ways)) => {
            let goes_on = ways.iter().any(|way| way.fate == Fate::Followed);
            !goes_on && ways.iter().any(|way| way.fate != Fate::Impossible)
        }
        Some(CameTo::End(end)) => *end != PathEnd::Impossible,
        None => true,
    }
}

/// How many paths end in or behind each stretch.
fn ends_behind(stretches: &[Stretch]) -> Vec<u64> {
    let mut counts: Vec<u64> = Vec::with_capacity(stretches.len());
    let mut way: Vec<usize> = Vec::new();
    for (number, stretch) in stretches.iter().enumerate() {
        while way.last().is_some_and(|at| !stretch.at.starts_with(&stretches[*at].at)) {
            way.pop();
        }
        let is_end = is_end(stretch);
        counts.push(u64::from(is_end));
        way.iter().for_each(|at| counts[*at] += u64::from(is_end));
        way.push(number);
    }
    counts
}
