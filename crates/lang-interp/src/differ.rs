//! Values that must stay different.
//!
//! A disequality of terms is a disjunction: of the pairs that a unifier would have to make equal, one
//! must stay different. It is kept as those pairs and watches the variables of the first one only:
//! as long as nothing happens to them, the disjunction can still be true. When they are bound, or
//! their kind gets narrower, the disequality is simplified again. "Does not match this pattern" is
//! the same with wildcards in place of the pattern's variables. "Does not occur in" is a disequality with each part of a value: those
//! that are there are compared at once, and an unknown is watched until more of it is known.

use smallvec::{SmallVec, smallvec};
use term::Term;

use crate::heap::{Fault, Heap};
use crate::value::{Node, Var};
use crate::{Kind, Value};

/// Pairs of which one must stay different.
pub(crate) type Pairs = SmallVec<[(Value, Value); 2]>;

/// A negative constraint.
#[derive(Clone)]
pub(crate) struct Unequal {
    pub(crate) pairs: Pairs,
    pub(crate) how: How,
}

/// How the two sides of a pair are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// By unification.
    Terms,
    /// By matching: the right side is a pattern with wildcards, in which no variable occurs twice.
    Pattern,
    /// The left side with each part of the right one, which is an unknown. There is one pair.
    Parts,
}

/// One entry of the list of disequalities that watch a variable.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    pub(crate) unequal: u32,
    pub(crate) next: Option<u32>,
}

/// What remains of a disequality.
enum Rest {
    /// It holds whatever happens.
    Holds,
    /// It can be true as long as one of these pairs is different, or one of the terms is false.
    Open(Pairs, SmallVec<[Term; 2]>),
}

impl Heap {
    /// Demands that two values differ. False if they are equal.
    pub(crate) fn differ(&mut self, a: Value, b: Value) -> Result<bool, Fault> {
        Ok(self.post(How::Terms, smallvec![(a, b)])? && self.wake()?)
    }

    /// Demands that a value does not match a pattern with wildcards. False if it does.
    pub(crate) fn mismatch(&mut self, value: Value, pattern: Value) -> Result<bool, Fault> {
        Ok(self.post(How::Pattern, smallvec![(value, pattern)])? && self.wake()?)
    }

    /// Demands that a value is no part of another, nor the same. False if it is.
    pub(crate) fn absent(&mut self, part: Value, whole: Value) -> Result<bool, Fault> {
        Ok(self.post_absent(part, whole)? && self.wake()?)
    }

    /// A value and those in which it does not occur, as far as that is open.
    pub(crate) fn open_absent(&self) -> Vec<(Value, Value)> {
        let absent = self.unequal.iter().filter(|unequal| unequal.how == How::Parts);
        let pairs = absent.map(|unequal| unequal.pairs[0]);
        let is_open = |value: Value| match self.node(self.resolve(value)) {
            Node::Var(var) => self.vars[var.0 as usize].kind.has_parts(),
            _ => false,
        };
        pairs.filter(|(_, whole)| is_open(*whole)).collect()
    }

    fn post_absent(&mut self, part: Value, whole: Value) -> Result<bool, Fault> {
        let mut todo = vec![whole];
        while let Some(next) = todo.pop() {
            self.spend()?;
            if !self.post(How::Terms, smallvec![(next, part)])? {
                return Ok(false);
            }
            let next = self.resolve(next);
            match self.node(next) {
                Node::Con(head) | Node::Fun(head) => todo.extend(self.fields(head)),
                // A number has no parts.
                Node::Var(var) if self.vars[var.0 as usize].kind.has_parts() => {
                    let id = self.unequal.len() as u32;
                    self.unequal.push(Unequal { pairs: smallvec![(part, next)], how: How::Parts });
                    self.watch(next, id);
                }
                _ => {}
            }
        }
        Ok(true)
    }

    /// Looks again at all disequalities whose variables were touched. False if one is violated.
    pub(crate) fn wake(&mut self) -> Result<bool, Fault> {
        while let Some(link) = self.woken.pop() {
            let mut next = Some(link);
            while let Some(link) = next {
                let Link { unequal, next: older } = self.links[link as usize];
                let Unequal { pairs, how } = self.unequal[unequal as usize].clone();
                if !self.post(how, pairs)? {
                    self.woken.clear();
                    return Ok(false);
                }
                next = older;
            }
        }
        Ok(true)
    }

    fn post(&mut self, how: How, pairs: Pairs) -> Result<bool, Fault> {
        let rest = match how {
            How::Terms => self.simplify_terms(&pairs)?,
            How::Pattern => self.simplify_patterns(&pairs)?,
            How::Parts => return self.post_absent(pairs[0].0, pairs[0].1),
        };
        match rest {
            Rest::Holds => Ok(true),
            Rest::Open(pairs, conds) if pairs.is_empty() => Ok(self.refute(&conds)),
            Rest::Open(pairs, conds) => self.keep(how, pairs, &conds),
        }
    }

    /// The pairs of a disequality that can still be equal; none if it holds whatever happens, or
    /// if it is left to the solver.
    pub(crate) fn still_open(&mut self, unequal: Unequal) -> Option<Pairs> {
        let rest = match unequal.how {
            How::Terms => self.simplify_terms(&unequal.pairs),
            How::Pattern => self.simplify_patterns(&unequal.pairs),
            How::Parts => return None,
        };
        match rest {
            Ok(Rest::Open(pairs, conds)) if !pairs.is_empty() && conds.is_empty() => Some(pairs),
            Ok(Rest::Open(..) | Rest::Holds) | Err(_) => None,
        }
    }

    /// The pairs that a unifier would bind. Nothing is changed.
    fn simplify_terms(&mut self, pairs: &Pairs) -> Result<Rest, Fault> {
        let (mark, outer) = (self.mark(), std::mem::replace(&mut self.quiet, true));
        self.equated.clear();
        let mut unified = Ok(true);
        for (a, b) in pairs {
            unified = self.unify_pair(*a, *b);
            if unified != Ok(true) {
                break;
            }
        }
        let bound: SmallVec<[(Var, Value); 4]> = self.bound_since(mark).collect();
        self.quiet = outer;
        self.undo(mark);
        if !unified? {
            return Ok(Rest::Holds);
        }
        // What the solver knows is said by the terms.
        let plain = |(var, value): &(Var, Value)| {
            let state = &self.vars[var.0 as usize];
            (!state.numeric).then_some((state.value, *value))
        };
        let open = bound.iter().filter_map(plain).collect();
        Ok(Rest::Open(open, self.equations()))
    }

    /// The parts of values that would have to match parts of patterns. Nothing is changed.
    fn simplify_patterns(&mut self, pairs: &Pairs) -> Result<Rest, Fault> {
        self.equated.clear();
        let mut open = Pairs::new();
        let base = self.todo.len();
        self.todo.extend(pairs.iter().rev());
        while self.todo.len() > base {
            let (value, pattern) = self.todo.pop().expect("it is longer than its base");
            self.spend()?;
            let value = self.resolve(value);
            if !self.match_step(value, pattern, &mut open) {
                self.todo.truncate(base);
                return Ok(Rest::Holds);
            }
        }
        Ok(Rest::Open(open, self.equations()))
    }

    /// One comparison of a value with a pattern. False if they cannot match.
    fn match_step(&mut self, value: Value, pattern: Value, open: &mut Pairs) -> bool {
        match (self.node(value), self.node(pattern)) {
            (_, Node::Wild(wild)) => match self.vars[wild.0 as usize].kind {
                Kind::Any => {}
                kind => match self.is_kind(value, kind) {
                    Some(true) => {}
                    Some(false) => return false,
                    None => open.push((value, pattern)),
                },
            },
            (Node::Var(var), node) => {
                if !self.may_be(var, pattern) {
                    return false;
                }
                if self.vars[var.0 as usize].numeric {
                    let pair = (self.var_term(var), self.known_term(pattern));
                    self.equated.push(pair);
                } else {
                    debug_assert!(!matches!(node, Node::Var(_)), "patterns have no variables");
                    open.push((value, pattern));
                }
            }
            (Node::Con(a) | Node::Fun(a), Node::Con(b) | Node::Fun(b)) => {
                if a.name != b.name || a.len != b.len {
                    return false;
                }
                for number in (0..a.len).rev() {
                    self.todo.push((self.arg(a, number), self.arg(b, number)));
                }
            }
            (Node::Int(a), Node::Int(b)) => return a == b,
            (Node::Bool(a), Node::Bool(b)) => return a == b,
            (Node::Sym(a), Node::Sym(b)) => return a == b,
            (Node::Term(_), Node::Int(_) | Node::Bool(_)) => return self.equate(value, pattern),
            _ => return false,
        }
        true
    }

    /// What the last simplification would tell the solver.
    fn equations(&mut self) -> SmallVec<[Term; 2]> {
        if self.equated.is_empty() {
            return SmallVec::new();
        }
        let pool = self.pool();
        self.equated.iter().map(|(a, b)| pool.eq(*a, *b)).collect()
    }

    /// Demands that not all of these terms hold.
    fn refute(&mut self, conds: &[Term]) -> bool {
        if conds.is_empty() {
            return false;
        }
        let pool = self.pool();
        let cond = pool.not(pool.and(conds));
        self.add_cond(cond)
    }

    /// Keeps a disequality that is neither certain nor violated.
    fn keep(&mut self, how: How, mut pairs: Pairs, conds: &[Term]) -> Result<bool, Fault> {
        if conds.contains(&Term::FALSE) {
            return Ok(true);
        }
        if pairs.len() == 1 && conds.is_empty() && self.is_truth(pairs[0].0) {
            return self.flip(pairs[0]);
        }
        let first = pairs[0];
        for cond in conds.iter().filter(|cond| **cond != Term::TRUE) {
            pairs.push((self.add(Node::Term(*cond)), Value::TRUE));
        }
        let (single, id) = (pairs.len() == 1, self.unequal.len() as u32);
        self.unequal.push(Unequal { pairs, how });
        self.watch(first.0, id);
        if how == How::Terms {
            self.watch(first.1, id);
        }
        Ok(!single || self.has_room(first.0))
    }

    fn is_truth(&self, value: Value) -> bool {
        let node = self.node(value);
        matches!(node, Node::Var(var) if self.vars[var.0 as usize].kind == Kind::Bool)
    }

    /// Of two truth values, to differ is to be the opposite.
    fn flip(&mut self, (a, b): (Value, Value)) -> Result<bool, Fault> {
        match (self.node(a), self.node(b)) {
            (Node::Var(var), Node::Bool(value)) => {
                self.set(var, Value::from(!value));
                Ok(true)
            }
            _ => {
                let (Some(left), Some(right)) = (self.term_of(a), self.term_of(b)) else {
                    return Ok(true);
                };
                let pool = self.pool();
                Ok(self.add_cond(pool.not(pool.eq(left, right))))
            }
        }
    }

    fn watch(&mut self, value: Value, unequal: u32) {
        let value = self.resolve(value);
        if let Node::Var(var) = self.node(value) {
            let link = self.links.len() as u32;
            let next = self.vars[var.0 as usize].watch;
            self.links.push(Link { unequal, next });
            self.touch(var).watch = Some(link);
        }
    }

    /// Whether some constructor of the variable's type is left. Only constructors that are excluded
    /// as a whole are seen; what else is wrong shows when the value is looked into.
    fn has_room(&self, value: Value) -> bool {
        let Node::Var(var) = self.node(value) else { return true };
        let Kind::Data(data) = self.vars[var.0 as usize].kind else { return true };
        let free = |ctor: &&crate::Ctor| {
            let mut next = self.vars[var.0 as usize].watch;
            while let Some(link) = next {
                let Link { unequal, next: older } = self.links[link as usize];
                if self.excludes(var, &self.unequal[unequal as usize], ctor) {
                    return false;
                }
                next = older;
            }
            true
        };
        data.ctors().iter().any(free)
    }

    fn excludes(&self, var: Var, unequal: &Unequal, ctor: &crate::Ctor) -> bool {
        let [(left, right)] = unequal.pairs[..] else { return false };
        let own = matches!(self.node(left), Node::Var(watched) if watched == var);
        let head = match self.node(right) {
            Node::Con(head) | Node::Fun(head) if own => head,
            _ => return false,
        };
        let any = |field: &Value| match self.node(*field) {
            Node::Wild(wild) => self.vars[wild.0 as usize].kind == Kind::Any,
            _ => false,
        };
        head.name == ctor.symbol()
            && head.len as usize == ctor.fields().len()
            && self.fields(head).iter().all(any)
    }
}
