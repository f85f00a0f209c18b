//! From a forest to its trees.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::tree::{Tree, TreeId, Trees};
use crate::definition::{ProductionId, SortId};
use crate::grammar::{Child, ClassId, Forest, LineId, Mode, Op};
use crate::order::SortOrder;
use crate::signature::{Shape, Signature};
use crate::stop::Stop;

/// With more combinations than this, those in which a variable has no sort are left out at once.
const MOST_TRIED: usize = 64;

/// How many readings of one place are tried at most.
const MOST_READINGS: usize = 4000;

/// Why there is no usable tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ResolveFault {
    /// A part of a program can be read in two ways.
    Ambiguous(TreeId, TreeId),
    /// There are more readings than we look at, over these bytes.
    TooMany(u32, u32),
    /// Every reading contains itself.
    Endless(u32, u32),
}

/// The trees of a whole text: exactly one for a program, at least one for a part of a rule.
pub(crate) fn resolve(
    forest: &Forest<'_>,
    signature: &Signature,
    mode: Mode,
    hints: Option<&Hints<'_>>,
    trees: &mut Trees,
    stop: &Stop,
) -> Result<Vec<TreeId>, ResolveFault> {
    let (known, places) = (FxHashMap::default(), FxHashMap::default());
    let mut resolver = Resolver { forest, signature, mode, hints, trees, stop, known, places };
    let Child::Node(class, from, to) = forest.root() else { unreachable!("a root is a class") };
    let found = resolver.run((class, from, to))?;
    if found.is_empty() {
        let (start, end) = resolver.bytes(from, to);
        return Err(ResolveFault::Endless(start, end));
    }
    Ok(found)
}

/// What other parts of a rule say of its variables.
pub(crate) struct Hints<'a> {
    pub(crate) text: &'a str,
    pub(crate) order: &'a SortOrder,
    /// The sorts of variables as those parts see them: they can only get smaller.
    pub(crate) named: FxHashMap<String, SortId>,
    pub(crate) sorts: usize,
}

impl Hints<'_> {
    /// Whether a variable may stand where a sort is asked for.
    fn allows(&self, tree: &Tree, place: SortId) -> bool {
        let name = &self.text[tree.start as usize..tree.end as usize];
        let known = self.named.get(name).filter(|_| tree.op == Op::Variable);
        known.is_none_or(|known| self.have_common(*known, place))
    }

    /// Whether some sort is below both.
    fn have_common(&self, one: SortId, other: SortId) -> bool {
        let below = |sort: SortId| self.order.less_eq(sort, one) && self.order.less_eq(sort, other);
        below(one) || below(other) || (0..self.sorts).map(SortId::new).any(below)
    }
}

type Node = (ClassId, u32, u32);

/// Variables with the sorts that their places ask for.
type Places<'f> = Rc<Vec<(&'f str, SortId)>>;

struct Resolver<'f, 'g> {
    forest: &'f Forest<'g>,
    signature: &'f Signature,
    mode: Mode,
    hints: Option<&'f Hints<'f>>,
    trees: &'f mut Trees,
    stop: &'f Stop,
    /// The trees of each node; `None` while they are being looked for.
    known: FxHashMap<Node, Option<Vec<TreeId>>>,
    /// The variables in each tree with the sorts that their places ask for, where that was asked.
    places: FxHashMap<TreeId, Places<'f>>,
}

struct Frame {
    node: Node,
    readings: Vec<(LineId, Vec<Child>)>,
}

impl<'f> Resolver<'f, '_> {
    fn run(&mut self, root: Node) -> Result<Vec<TreeId>, ResolveFault> {
        let mut stack = vec![self.open(root)?];
        while let Some(frame) = stack.last() {
            if self.stop.is_due() {
                let (start, end) = self.bytes(root.1, root.2);
                return Err(ResolveFault::TooMany(start, end));
            }
            let missing = frame.readings.iter().flat_map(|(_, parts)| parts).find_map(|part| {
                match *part {
                    Child::Node(class, from, to) => Some((class, from, to)),
                    Child::Token(_) => None,
                }
                .filter(|node| !self.known.contains_key(node))
            });
            if let Some(node) = missing {
                let frame = self.open(node)?;
                stack.push(frame);
                continue;
            }
            let Frame { node, readings } = stack.pop().expect("the loop saw one");
            let found = self.combine(node, &readings)?;
            self.known.insert(node, Some(found));
        }
        Ok(self.known.remove(&root).flatten().unwrap_or_default())
    }

    fn open(&mut self, node: Node) -> Result<Frame, ResolveFault> {
        self.known.insert(node, None);
        let (class, from, to) = node;
        let mut readings = Vec::new();
        for (line, item) in self.forest.lines_over(class, from, to) {
            let found = self.forest.readings(item, MOST_READINGS);
            readings.extend(found.into_iter().map(|parts| (line, parts)));
        }
        if readings.len() > MOST_READINGS {
            let (start, end) = self.bytes(from, to);
            return Err(ResolveFault::TooMany(start, end));
        }
        Ok(Frame { node, readings })
    }

    fn combine(
        &mut self,
        node: Node,
        readings: &[(LineId, Vec<Child>)],
    ) -> Result<Vec<TreeId>, ResolveFault> {
        let mut found: Vec<(i8, TreeId)> = Vec::new();
        for (line, parts) in readings {
            let op = self.forest.grammar.line(*line).op;
            let rank = rank(self.signature, op);
            for tree in self.trees_of(node, op, parts)? {
                match found.iter_mut().find(|(_, known)| *known == tree) {
                    Some((known, _)) => *known = rank.max(*known),
                    None => found.push((rank, tree)),
                }
            }
        }
        if self.mode == Mode::Program && found.len() > 1 {
            let best = found.iter().map(|(rank, _)| *rank).max();
            found.retain(|(rank, _)| Some(*rank) == best);
            if let [(_, one), (_, other), ..] = found[..] {
                return Err(ResolveFault::Ambiguous(one, other));
            }
        }
        Ok(found.into_iter().map(|(_, tree)| tree).collect())
    }

    /// The trees of one reading: one for every choice of trees for its parts.
    fn trees_of(
        &mut self,
        (_, from, to): Node,
        op: Op,
        parts: &[Child],
    ) -> Result<Vec<TreeId>, ResolveFault> {
        let (start, end) = self.bytes(from, to);
        let mut choices: Vec<Vec<TreeId>> = vec![Vec::new()];
        for part in parts {
            let &Child::Node(class, from, to) = part else { continue };
            // A part that is still being looked for contains itself; such a reading is dropped.
            let trees = self.known[&(class, from, to)].as_deref().unwrap_or_default();
            let trees = trees.to_vec();
            choices = match self.hints {
                Some(hints) if choices.len() * trees.len() > MOST_TRIED => {
                    self.compatible(hints, &choices, &trees)
                }
                _ => choices
                    .iter()
                    .flat_map(|chosen| trees.iter().map(|tree| [chosen, &[*tree][..]].concat()))
                    .collect(),
            };
            if choices.len() > MOST_READINGS {
                return Err(ResolveFault::TooMany(start, end));
            }
        }
        if op == Op::Transparent {
            return Ok(choices.into_iter().flatten().collect());
        }
        if let (Some(hints), Op::Production(id)) = (self.hints, op)
            && self.signature.extra(id).shape != Shape::Poly
        {
            let sorts: Vec<SortId> = self.signature.production(id).arguments().collect();
            choices.retain(|children| {
                let mut pairs = children.iter().zip(&sorts);
                pairs.all(|(child, sort)| hints.allows(self.trees.get(*child), *sort))
            });
        }
        let op = if self.mode == Mode::Program { canonical(self.signature, op) } else { op };
        // The value of a token is its text, whatever it was read from.
        let is_token = matches!(op, Op::Token(_));
        let parts = |children: Vec<TreeId>| if is_token { Box::default() } else { children.into() };
        let tree = |children: Vec<TreeId>| Tree { op, children: parts(children), start, end };
        Ok(choices.into_iter().map(|children| self.trees.add(tree(children))).collect())
    }

    /// The choices with a further tree each, without those in which a variable cannot have a sort.
    fn compatible(
        &mut self,
        hints: &'f Hints<'f>,
        choices: &[Vec<TreeId>],
        trees: &[TreeId],
    ) -> Vec<Vec<TreeId>> {
        let places: Vec<Places<'f>> = trees.iter().map(|tree| self.places(hints, *tree)).collect();
        let mut found = Vec::new();
        for chosen in choices {
            let before: Vec<Places<'f>> =
                chosen.iter().map(|tree| self.places(hints, *tree)).collect();
            for (tree, own) in trees.iter().zip(&places) {
                let fits = |(name, sort): &(&str, SortId)| {
                    let mut known = before.iter().flat_map(|places| places.iter());
                    known.all(|(other, place)| other != name || hints.have_common(*place, *sort))
                };
                if own.iter().all(fits) {
                    found.push([&chosen[..], &[*tree]].concat());
                }
            }
            if found.len() > MOST_READINGS {
                break;
            }
        }
        found
    }

    /// The variables in a tree with the sorts that their places ask for.
    fn places(&mut self, hints: &'f Hints<'f>, root: TreeId) -> Places<'f> {
        if let Some(known) = self.places.get(&root) {
            return Rc::clone(known);
        }
        let (mut found, mut todo) = (Vec::new(), vec![root]);
        while let Some(id) = todo.pop() {
            let tree = self.trees.get(id);
            if let Op::Production(production) = tree.op
                && self.signature.extra(production).shape != Shape::Poly
            {
                let sorts = self.signature.production(production).arguments();
                for (child, sort) in tree.children.iter().zip(sorts) {
                    let child = self.trees.get(*child);
                    let name = &hints.text[child.start as usize..child.end as usize];
                    if child.op == Op::Variable && name != "_" {
                        found.push((name, sort));
                    }
                }
            }
            todo.extend(tree.children.iter());
        }
        found.sort_unstable();
        found.dedup();
        let found = Rc::new(found);
        self.places.insert(root, Rc::clone(&found));
        found
    }

    /// The bytes from one token up to another.
    fn bytes(&self, from: u32, to: u32) -> (u32, u32) {
        let tokens = &self.forest.tokens;
        let end_of = |at: u32| tokens.get(at as usize).map(|token| token.end);
        let start = tokens.get(from as usize).map(|token| token.start);
        let start = start.or_else(|| tokens.last().map(|token| token.end)).unwrap_or(0);
        let end = if to > from { end_of(to - 1) } else { None };
        (start, end.unwrap_or(start))
    }
}

/// What the writer prefers: more is better.
pub(super) fn rank(signature: &Signature, op: Op) -> i8 {
    let attributes = match op {
        // Variables side by side are cells only where they can be nothing else.
        Op::Cells => return -2,
        Op::Production(id) | Op::Token(id) | Op::Named(id) => &signature.production(id).attributes,
        Op::Transparent
        | Op::ListNone(_)
        | Op::ListOne(_)
        | Op::ListMore(_)
        | Op::Variable
        | Op::ConfigVariable
        | Op::Rewrite
        | Op::Sequence
        | Op::NoSequence
        | Op::Cell { .. }
        | Op::NoCells
        | Op::Cast(..)
        | Op::SyntacticCast(_)
        | Op::As
        | Op::TokenLiteral
        | Op::Or
        | Op::Fun
        | Op::Let
        | Op::InContext
        | Op::InitCell(_)
        | Op::NamedOne(..)
        | Op::NamedMore(..) => return 0,
    };
    i8::from(attributes.has("prefer")) - i8::from(attributes.has("avoid"))
}

/// One operator for all overloaded ones: without variables they make the same term.
fn canonical(signature: &Signature, op: Op) -> Op {
    let list = |list: usize| {
        let same = |other: &crate::definition::UserList| other.cons == signature.lists[list].cons;
        signature.lists.iter().position(same).unwrap_or(list)
    };
    match op {
        Op::Production(id) => Op::Production(first_of(signature, id)),
        Op::Token(id) => Op::Token(first_of(signature, id)),
        Op::ListNone(at) => Op::ListNone(list(at)),
        Op::ListOne(at) => Op::ListOne(list(at)),
        Op::ListMore(at) => Op::ListMore(list(at)),
        other => other,
    }
}

/// The production that speaks for all that make the same of a text: those that are overloaded with
/// this one, or the tokens of its sort.
pub(super) fn first_of(signature: &Signature, id: ProductionId) -> ProductionId {
    let (label, sort) = (signature.production(id).label, signature.production(id).sort);
    if let Some(label) = label {
        return signature.labels[label.index()].productions[0];
    }
    let same = |other: &ProductionId| {
        let token = signature.extra(*other).shape == signature.extra(id).shape;
        token && signature.production(*other).sort == sort
    };
    signature.production_ids().find(same).unwrap_or(id)
}
