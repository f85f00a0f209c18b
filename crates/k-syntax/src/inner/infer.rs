//! The sorts of the variables of a rule.
//!
//! Every place of a tree asks for a sort. A variable gets the sort that a cast gives it, otherwise
//! the largest sort below what all its places ask for.

use rustc_hash::FxHashMap;

use super::tree::{TreeId, Trees};
use crate::definition::{ProductionId, SortId};
use crate::grammar::Op;
use crate::order::SortOrder;
use crate::signature::{Shape, Signature};

/// The sorts of variables: by name, and by occurrence for `_`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Typing {
    pub(crate) named: FxHashMap<String, SortId>,
    pub(crate) anonymous: FxHashMap<TreeId, SortId>,
}

/// Why a tree has no sorts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TypeFault {
    /// A variable whose places have no sort in common, with two of the sorts asked for.
    Clash { variable: TreeId, one: SortId, other: SortId },
    /// A variable that may have several sorts.
    Unclear { variable: TreeId, sorts: Vec<SortId> },
    /// A term of one sort where another one is asked for.
    Mismatch { tree: TreeId, found: SortId, wanted: SortId },
}

/// Why the parts of a function without a name are there.
const FUN: &str = "its line has three places";

/// What inference looks at.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) signature: &'a Signature,
    pub(crate) order: &'a SortOrder,
    pub(crate) trees: &'a Trees,
    pub(crate) text: &'a str,
    /// Whether the rule applies wherever its left-hand side is made.
    pub(crate) anywhere: bool,
    /// Whether what replaces a term in its place must have the sort of that. Old definitions do not
    /// always have it so.
    pub(crate) strict: bool,
}

/// An occurrence of a variable.
struct Use {
    tree: TreeId,
    wanted: SortId,
    given: Option<SortId>,
}

impl Context<'_> {
    pub(crate) fn text_of(&self, tree: TreeId) -> &str {
        let tree = self.trees.get(tree);
        &self.text[tree.start as usize..tree.end as usize]
    }

    /// The name behind `#as`, which is no tree of its own; none for `_`.
    pub(super) fn alias(&self, tree: TreeId) -> Option<&str> {
        let text = self.text_of(tree);
        let name = text[text.rfind("#as")? + "#as".len()..].split(':').next()?.trim();
        (name != "_").then_some(name)
    }

    /// The sort that is written behind that name.
    fn alias_sort(&self, tree: TreeId) -> Option<SortId> {
        let text = self.text_of(tree);
        let (_, sort) = text[text.rfind("#as")?..].split_once(':')?;
        self.signature.sort_ids.get(sort.trim_matches(':').trim()).copied()
    }

    /// The sorts of the variables in some trees, each with the sort that it must have.
    pub(crate) fn infer(&self, roots: &[(TreeId, SortId)]) -> Result<Typing, TypeFault> {
        let mut uses: FxHashMap<&str, Vec<Use>> = FxHashMap::default();
        let mut names: Vec<&str> = Vec::new();
        let mut typing = Typing::default();
        let mut stack: Vec<(TreeId, SortId, bool)> =
            roots.iter().rev().map(|(tree, sort)| (*tree, *sort, false)).collect();
        while let Some((tree, wanted, cast)) = stack.pop() {
            self.check(tree, wanted)?;
            let given = cast.then_some(wanted);
            let place = Use { tree, wanted, given };
            match (self.trees.get(tree).op, self.text_of(tree)) {
                (Op::Variable, "_") => {
                    typing.anonymous.insert(tree, wanted);
                }
                (Op::Variable | Op::ConfigVariable, name) => {
                    let list = uses.entry(name).or_insert_with(|| {
                        names.push(name);
                        Vec::new()
                    });
                    list.push(place);
                }
                (op, _) => {
                    if let (Op::As, Some(name)) = (op, self.alias(tree)) {
                        let list = uses.entry(name).or_insert_with(|| {
                            names.push(name);
                            Vec::new()
                        });
                        let given = self.alias_sort(tree).or(place.given);
                        list.push(Use { given, ..place });
                    }
                    self.children(tree, wanted, |child, sort, cast| {
                        stack.push((child, sort, cast));
                    });
                }
            }
        }
        for name in names {
            typing.named.insert(name.to_owned(), self.solve(&uses[name])?);
        }
        Ok(typing)
    }

    /// How many elements stand where lists are asked for.
    pub(super) fn lists_of_one(&self, mut todo: Vec<(TreeId, SortId)>, typing: &Typing) -> usize {
        let mut count = 0;
        while let Some((tree, wanted)) = todo.pop() {
            let own = match self.trees.get(tree).op {
                Op::Variable => typing.named.get(self.text_of(tree)).copied(),
                _ => self.own_sort(tree),
            };
            let order = &self.signature.order;
            count += usize::from(own.is_some_and(|own| !order.less_eq(own, wanted)));
            self.children(tree, wanted, |child, sort, _| todo.push((child, sort)));
        }
        count
    }

    /// Calls `each` with the children of a tree, the sorts that their places ask for, and whether
    /// a cast says so, from the last to the first.
    pub(super) fn children(
        &self,
        tree: TreeId,
        wanted: SortId,
        mut each: impl FnMut(TreeId, SortId, bool),
    ) {
        let node = self.trees.get(tree);
        let builtin = self.signature.builtin();
        let children = node.children.iter().enumerate().rev();
        match node.op {
            Op::Production(id) => {
                let poly = self.signature.extra(id).shape == Shape::Poly;
                let sorts: Vec<SortId> = self.signature.production(id).arguments().collect();
                for (at, child) in children {
                    let same = poly && sorts[at] == builtin.k;
                    each(*child, if same { wanted } else { sorts[at] }, false);
                }
            }
            Op::Rewrite => {
                each(node.children[1], self.result_sort(node.children[0], wanted), false);
                each(node.children[0], wanted, false);
            }
            Op::Cast(sort, crate::CastKind::Semantic) | Op::SyntacticCast(sort) => {
                each(node.children[0], sort, true);
            }
            Op::Cast(_, crate::CastKind::Projection) | Op::Sequence => {
                children.for_each(|(_, child)| each(*child, builtin.k, false));
            }
            // Dots may be all that stands in a cell.
            Op::Cell { cell, .. } => {
                let contents = self.signature.cells[cell].contents;
                children.for_each(|(_, child)| each(*child, contents, false));
            }
            Op::Cells => children.for_each(|(_, child)| each(*child, builtin.bag, false)),
            Op::As => each(node.children[0], wanted, false),
            Op::InContext => {
                each(node.children[1], builtin.bag, false);
                each(node.children[0], builtin.k, false);
            }
            Op::Or => children.for_each(|(_, child)| each(*child, wanted, false)),
            Op::Fun => {
                let [pattern, body, argument] = node.children[..] else { unreachable!("{FUN}") };
                let sort = self.own_sort(argument).unwrap_or(builtin.k);
                each(argument, sort, false);
                each(body, wanted, false);
                each(pattern, sort, false);
            }
            Op::Let => {
                let [pattern, argument, body] = node.children[..] else { unreachable!("{FUN}") };
                let sort = self.own_sort(argument).unwrap_or(builtin.k);
                each(body, wanted, false);
                each(argument, sort, false);
                each(pattern, sort, false);
            }
            Op::Named(_) => children.for_each(|(_, child)| each(*child, wanted, false)),
            Op::NamedOne(id, number) | Op::NamedMore(id, number) => {
                if let Some(rest) = node.children.get(1) {
                    each(*rest, wanted, false);
                }
                let sort = self.signature.production(id).arguments().nth(number);
                each(node.children[0], sort.expect("it is one of its arguments"), false);
            }
            Op::Transparent
            | Op::Token(_)
            | Op::ListNone(_)
            | Op::ListOne(_)
            | Op::ListMore(_)
            | Op::Variable
            | Op::ConfigVariable
            | Op::NoSequence
            | Op::NoCells
            | Op::InitCell(_)
            | Op::TokenLiteral => {}
        }
    }

    /// What may replace the left side of a rewrite: a function returns its own sort.
    fn result_sort(&self, left: TreeId, wanted: SortId) -> SortId {
        match self.trees.get(left).op {
            Op::Production(id) if self.keeps_sort(id) => {
                let own = self.signature.production(id).sort;
                let poly = self.signature.extra(id).shape == Shape::Poly;
                if poly || !self.order.less_eq(own, wanted) { wanted } else { own }
            }
            _ => wanted,
        }
    }

    /// Whether what replaces a term of a production must have its sort: it may stand anywhere.
    fn keeps_sort(&self, id: ProductionId) -> bool {
        const MARKS: [&str; 5] = ["anywhere", "macro", "macro-rec", "alias", "alias-rec"];
        let attributes = &self.signature.production(id).attributes;
        let in_place = self.anywhere || MARKS.iter().any(|mark| attributes.has(mark));
        attributes.has("function") || self.strict && in_place
    }

    fn check(&self, tree: TreeId, wanted: SortId) -> Result<(), TypeFault> {
        match self.own_sort(tree) {
            Some(found) if !self.order.less_eq(found, wanted) => {
                Err(TypeFault::Mismatch { tree, found, wanted })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The sort of a tree, unless it is that of its place.
    pub(super) fn own_sort(&self, tree: TreeId) -> Option<SortId> {
        let builtin = self.signature.builtin();
        match self.trees.get(tree).op {
            Op::Production(id) if self.signature.extra(id).shape == Shape::Poly => None,
            Op::Production(id) | Op::Token(id) | Op::Named(id) => {
                Some(self.signature.production(id).sort)
            }
            Op::ListNone(at) | Op::ListOne(at) | Op::ListMore(at) => {
                Some(self.signature.lists[at].sort)
            }
            Op::Sequence | Op::NoSequence => Some(builtin.k),
            Op::Cell { cell, .. } | Op::InitCell(cell) => Some(self.signature.cells[cell].sort),
            Op::Cast(sort, _) | Op::SyntacticCast(sort) => Some(sort),
            Op::TokenLiteral => self.literal_sort(tree),
            // The grammar lets cells stand side by side only where they may.
            Op::Cells | Op::NoCells => None,
            Op::Transparent
            | Op::Variable
            | Op::ConfigVariable
            | Op::Rewrite
            | Op::As
            | Op::Or
            | Op::Fun
            | Op::Let
            | Op::InContext
            | Op::NamedOne(..)
            | Op::NamedMore(..) => None,
        }
    }

    /// The sort that `#token("text", "Sort")` names.
    fn literal_sort(&self, tree: TreeId) -> Option<SortId> {
        let (_, sort) = token_literal(self.text_of(tree))?;
        self.signature.sort_ids.get(&sort).copied()
    }

    fn solve(&self, uses: &[Use]) -> Result<SortId, TypeFault> {
        let given: Vec<SortId> = uses.iter().filter_map(|place| place.given).collect();
        let wanted: Vec<SortId> = uses.iter().map(|place| place.wanted).collect();
        let below = |sort: SortId, all: &[SortId]| all.iter().all(|&s| self.order.less_eq(sort, s));
        let bounds = if given.is_empty() { &wanted } else { &given };
        let variable = uses[0].tree;
        let clash = |sort: SortId| {
            let other = wanted.iter().copied().find(|&s| !self.order.less_eq(sort, s));
            TypeFault::Clash { variable, one: sort, other: other.unwrap_or(sort) }
        };
        if let Some(&least) = bounds.iter().find(|&&sort| below(sort, bounds)) {
            return if below(least, &wanted) { Ok(least) } else { Err(clash(least)) };
        }
        let all = (0..self.signature.sorts.len()).map(SortId::new);
        let common: Vec<SortId> = all.filter(|&sort| below(sort, bounds)).collect();
        let largest = |sort: &SortId| {
            !common.iter().any(|other| other != sort && self.order.less_eq(*sort, *other))
        };
        let mut sorts: Vec<SortId> = common.iter().copied().filter(largest).collect();
        match sorts.len() {
            0 => Err(clash(bounds[0])),
            1 => Ok(sorts.remove(0)),
            _ => Err(TypeFault::Unclear { variable, sorts }),
        }
    }
}

/// Text and sort of `#token("text", "Sort")`.
pub(super) fn token_literal(text: &str) -> Option<(String, String)> {
    let inner = text.split_once('(')?.1.trim().trim_end_matches(')').trim_end();
    let rest = inner.strip_prefix('"')?;
    let mut escaped = false;
    let close = rest.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })?;
    let sort = rest[close + 1..].trim_start().strip_prefix(',')?.trim();
    let sort = sort.strip_prefix('"')?.strip_suffix('"')?;
    Some((crate::outer::unescape(&rest[..close]), sort.to_owned()))
}
