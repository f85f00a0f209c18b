//! Maps, lists and sets on the left: taken apart once it is known which of their keys are known.
//!
//! An entry whose key has a value by then is looked up; the others are tried one by one. So lookups
//! come first, and each may give values to the keys of further ones.

use k_syntax::{Term, TermId};

use super::scope::Scope;
use super::{Problem, label_id};
use crate::pattern::{Key, Pattern, Reg, Step};
use crate::role::{Collection, Role};
use crate::signature::Builtin;

/// A collection in a register whose parts are not matched yet.
pub(crate) struct Waiting {
    reg: Reg,
    kind: Builtin,
    /// The parts that are left to match, in their order.
    parts: Vec<Part>,
    /// Keys or items found so far.
    found: Vec<Reg>,
    /// The cell's contents that this is, for changes in place.
    contents: Option<TermId>,
}

/// A part of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// An entry or item, by its term.
    Element(TermId),
    /// Any number of entries or items that look like a term: a variable, as a rule.
    Rest(TermId),
    /// The dots of a cell, which go to a register.
    Dots(Reg),
    /// The dots of a cell whose map is changed in place: they are not needed by themselves.
    Unseen,
}

/// A map in a cell that is changed in place.
#[derive(Clone, Debug)]
pub(crate) struct Patchable {
    /// The whole map.
    pub(super) map: Reg,
    /// The entries of the left, and where their keys are.
    pub(super) found: Vec<(TermId, Reg)>,
}

/// Which side of a rewrite is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Left,
    Right,
}

impl<'d> Scope<'_, 'd> {
    /// A register for a collection that is matched later.
    pub(super) fn await_collection(&mut self, id: TermId) -> Result<Reg, Problem> {
        let kind = self.collection_kind(id).expect("called for collections");
        let reg = self.new_reg();
        self.bind(reg);
        let parts = self.parts(id, Side::Left);
        self.waiting.push(Waiting { reg, kind, parts, found: Vec::new(), contents: None });
        Ok(reg)
    }

    /// The same for the contents of a cell, with its dots.
    pub(super) fn await_contents(
        &mut self,
        id: TermId,
        kind: Builtin,
        dots: (Option<Part>, Option<Part>),
    ) -> Reg {
        let reg = self.new_reg();
        self.bind(reg);
        let parts = self.parts(id, Side::Left);
        let parts = dots.0.into_iter().chain(parts).chain(dots.1).collect();
        if dots.0 == Some(Part::Unseen) {
            self.patches.insert(id, Patchable { map: reg, found: Vec::new() });
        }
        let (found, contents) = (Vec::new(), Some(id));
        self.waiting.push(Waiting { reg, kind, parts, found, contents });
        reg
    }

    fn collection_kind(&self, id: TermId) -> Option<Builtin> {
        match self.collection(id)? {
            Collection::Unit(kind) | Collection::Element(kind) | Collection::Concat(kind) => {
                Some(kind)
            }
        }
    }

    fn collection(&self, id: TermId) -> Option<Collection> {
        match self.term(id) {
            Term::Apply { label, .. } => match self.compiler.role(label_id(*label)) {
                Role::Collection(collection) => Some(*collection),
                _ => None,
            },
            _ => None,
        }
    }

    /// The parts of a collection on one side, in their order.
    pub(super) fn parts(&self, id: TermId, side: Side) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            match (self.term(id), self.collection(id)) {
                (Term::Rewrite { left, right }, _) => {
                    todo.push(if side == Side::Left { *left } else { *right });
                }
                (_, Some(Collection::Unit(_))) => {}
                (Term::Sequence(items), _) if items.is_empty() => {}
                (_, Some(Collection::Element(_))) => parts.push(Part::Element(id)),
                (Term::Apply { args, .. }, Some(Collection::Concat(_))) => {
                    todo.extend(args.iter().rev());
                }
                _ => parts.push(Part::Rest(id)),
            }
        }
        parts
    }

    /// Matches the collections that wait, as far as that takes no choice; with `open`, to the end.
    pub(super) fn settle(&mut self, open: bool) -> Result<(), Problem> {
        loop {
            if let Some((at, nth)) = self.find_known() {
                self.match_element(at, nth)?;
            } else if let Some(at) = self.find_finished() {
                let waiting = self.waiting.remove(at);
                self.match_rest(waiting)?;
            } else if let Some(at) = self.waiting.iter().position(|w| w.kind == Builtin::List) {
                let waiting = self.waiting.remove(at);
                self.match_list(waiting)?;
            } else if open && !self.waiting.is_empty() {
                let nth = self.waiting[0].parts.iter().position(|p| matches!(p, Part::Element(_)));
                self.match_element(0, nth.expect("a finished one is found above"))?;
            } else {
                return Ok(());
            }
        }
    }

    /// An element of a map or set whose key has a value.
    fn find_known(&self) -> Option<(usize, usize)> {
        for (at, waiting) in self.waiting.iter().enumerate() {
            if waiting.kind == Builtin::List {
                continue;
            }
            let known = |part: &Part| match part {
                Part::Element(id) => self.is_known(self.element_args(*id)[0]),
                Part::Rest(_) | Part::Dots(_) | Part::Unseen => false,
            };
            if let Some(nth) = waiting.parts.iter().position(known) {
                return Some((at, nth));
            }
        }
        None
    }

    /// A map or set of which only a rest is left.
    fn find_finished(&self) -> Option<usize> {
        self.waiting.iter().position(|waiting| {
            let element = |part: &Part| matches!(part, Part::Element(_));
            waiting.kind != Builtin::List && !waiting.parts.iter().any(element)
        })
    }

    pub(super) fn element_args(&self, id: TermId) -> &'d [TermId] {
        match self.term(id) {
            Term::Apply { args, .. } => args,
            _ => unreachable!("elements are applications"),
        }
    }

    fn match_element(&mut self, at: usize, nth: usize) -> Result<(), Problem> {
        let Part::Element(id) = self.waiting[at].parts.remove(nth) else {
            unreachable!("found as an element");
        };
        let args = self.element_args(id);
        let key = if self.is_known(args[0]) {
            Key::Known(self.expr_left(args[0])?)
        } else {
            Key::Open(self.pattern(args[0])?)
        };
        let (reg, kind) = (self.waiting[at].reg, self.waiting[at].kind);
        let others: Box<[Reg]> = self.waiting[at].found.clone().into();
        let found = self.new_reg();
        self.bind(found);
        self.waiting[at].found.push(found);
        if let Some(patch) = self.waiting[at].contents.and_then(|id| self.patches.get_mut(&id)) {
            patch.found.push((id, found));
        }
        let step = match kind {
            Builtin::Map => {
                let value = self.pattern(args[1])?;
                Step::Entry { map: reg, key, value, found, others }
            }
            _ => Step::Member { set: reg, item: key, found, others },
        };
        self.steps.push(step);
        Ok(())
    }

    /// What is left of a map or set when its elements are found.
    fn match_rest(&mut self, waiting: Waiting) -> Result<(), Problem> {
        let Waiting { reg, kind, parts, found, .. } = waiting;
        let is_map = kind == Builtin::Map;
        let into = match parts[..] {
            [] => {
                let size = found.len();
                let step = if is_map { Step::MapSize(reg, size) } else { Step::SetSize(reg, size) };
                self.steps.push(step);
                return Ok(());
            }
            [Part::Unseen] => return Ok(()),
            [Part::Dots(dots)] => {
                self.bind(dots);
                Pattern::Bind(dots)
            }
            [Part::Rest(rest)] => self.pattern(rest)?,
            [_, Part::Rest(second), ..] => {
                return self.problem("a map or set is split into two unknown parts", second);
            }
            _ => Pattern::Any,
        };
        let without = found.into();
        self.steps.push(if is_map {
            Step::MapRest { map: reg, without, into }
        } else {
            Step::SetRest { set: reg, without, into }
        });
        Ok(())
    }

    fn match_list(&mut self, waiting: Waiting) -> Result<(), Problem> {
        let Waiting { reg: list, parts, .. } = waiting;
        let is_rest = |part: &Part| !matches!(part, Part::Element(_));
        let rests: Vec<usize> = (0..parts.len()).filter(|at| is_rest(&parts[*at])).collect();
        let step = match rests[..] {
            [] => {
                let front = self.list_items(&parts)?;
                Step::List { list, front, rest: None, back: Box::default() }
            }
            [at] => {
                let front = self.list_items(&parts[..at])?;
                let back = self.list_items(&parts[at + 1..])?;
                let rest = Some(self.list_rest(parts[at])?);
                Step::List { list, front, rest, back }
            }
            [0, last] if last + 1 == parts.len() => {
                let items = self.list_items(&parts[1..last])?;
                let (before, after) = (self.list_rest(parts[0])?, self.list_rest(parts[last])?);
                Step::Infix { list, before, items, after }
            }
            [_, second, ..] => {
                let at = match parts[second] {
                    Part::Rest(id) | Part::Element(id) => id,
                    Part::Dots(_) | Part::Unseen => return Ok(()),
                };
                return self.problem("a list is split in more ways than are supported", at);
            }
        };
        self.steps.push(step);
        Ok(())
    }

    fn list_items(&mut self, parts: &[Part]) -> Result<Box<[Pattern]>, Problem> {
        let mut items = Vec::new();
        for part in parts {
            if let Part::Element(id) = part {
                items.push(self.pattern(self.element_args(*id)[0])?);
            }
        }
        Ok(items.into())
    }

    fn list_rest(&mut self, part: Part) -> Result<Pattern, Problem> {
        match part {
            Part::Rest(id) => self.pattern(id),
            Part::Dots(reg) => Ok(self.bind_pattern(reg)),
            Part::Unseen | Part::Element(_) => Ok(Pattern::Any),
        }
    }
}
