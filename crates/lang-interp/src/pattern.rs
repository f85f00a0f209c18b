//! Patterns, and how a value is matched without guessing.

use smallvec::SmallVec;

use crate::heap::{Fault, Heap};
use crate::value::{Node, Var};
use crate::{Ctor, Kind, Name, Symbol, Value};

/// A pattern. [`case!`](crate::case) writes them for you; interpreters of languages that have
/// patterns of their own build them at run time.
#[derive(Clone, Copy, Debug)]
pub enum Pat<'p> {
    /// Matches anything and forgets it.
    Any,
    /// Matches anything and keeps it.
    Bind,
    /// Matches what is of a kind, as far as its outermost constructor tells, and keeps it.
    Of(Kind),
    /// Matches a declared constructor.
    Con(&'p Ctor, &'p [Pat<'p>]),
    /// Matches a constructor that is known by its name alone.
    Named(Symbol, &'p [Pat<'p>]),
    /// Matches an integer.
    Int(i64),
    /// Matches a truth value.
    Bool(bool),
    /// Matches a symbol.
    Sym(&'p Name),
}

impl std::fmt::Debug for Ctor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The parts of a value that a pattern keeps, from left to right.
pub type Parts = SmallVec<[Value; 6]>;

/// Whether a value matches a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Match {
    /// Whatever the unknowns are.
    Yes,
    /// Whatever the unknowns are, not.
    No,
    /// It depends on the unknowns.
    Maybe,
}

type Stack<'p> = SmallVec<[(Value, Pat<'p>); 8]>;

/// The name and the fields of a constructor pattern.
fn con<'p>(pat: Pat<'p>) -> Option<(Symbol, &'p [Pat<'p>])> {
    match pat {
        Pat::Con(ctor, fields) => Some((ctor.symbol(), fields)),
        Pat::Named(name, fields) => Some((name, fields)),
        _ => None,
    }
}

impl Pat<'_> {
    /// How many unknowns come into being where an unknown is made to match.
    pub(crate) fn unknowns(self) -> u32 {
        let mut todo: SmallVec<[Pat<'_>; 8]> = SmallVec::from_slice(&[self]);
        let mut count = 0;
        while let Some(pat) = todo.pop() {
            if let Some((_, fields)) = con(pat) {
                count += fields.len() as u32;
                todo.extend_from_slice(fields);
            }
        }
        count
    }
}

impl Heap {
    /// Whether nothing is known of a value but its kind.
    pub(crate) fn is_free(&self, value: Value) -> bool {
        let Node::Var(var) = self.node(self.resolve(value)) else { return false };
        let state = &self.vars[var.0 as usize];
        state.watch.is_none() && !state.numeric
    }

    /// Looks whether a value matches; if it certainly does, `parts` holds what the pattern keeps.
    pub(crate) fn look(&self, value: Value, pat: Pat<'_>, parts: &mut Parts) -> Match {
        parts.clear();
        let value = self.resolve(value);
        if let Some(answer) = self.glance(value, pat) {
            return answer;
        }
        let mut answer = Match::Yes;
        let mut todo: Stack<'_> = SmallVec::new();
        todo.push((value, pat));
        while let Some((value, pat)) = todo.pop() {
            let value = self.resolve(value);
            match self.look_step(value, pat, &mut todo) {
                Match::No => return Match::No,
                Match::Maybe => answer = Match::Maybe,
                Match::Yes if matches!(pat, Pat::Bind | Pat::Of(_)) => parts.push(value),
                Match::Yes => {}
            }
        }
        answer
    }

    /// The answers that need no look into fields: most clauses are decided here.
    #[inline]
    fn glance(&self, value: Value, pat: Pat<'_>) -> Option<Match> {
        let (name, fields) = con(pat)?;
        match self.node(value) {
            Node::Con(head) | Node::Fun(head) => {
                let other = head.name != name || head.len as usize != fields.len();
                other.then_some(Match::No)
            }
            Node::Var(var) if self.may_match(var, pat) => Some(Match::Maybe),
            _ => Some(Match::No),
        }
    }

    fn look_step<'p>(&self, value: Value, pat: Pat<'p>, todo: &mut Stack<'p>) -> Match {
        let yes = |fits: bool| if fits { Match::Yes } else { Match::No };
        match (pat, self.node(value)) {
            (Pat::Any | Pat::Bind, _) => Match::Yes,
            (Pat::Of(kind), _) => self.is_kind(value, kind).map_or(Match::Maybe, yes),
            (Pat::Con(..) | Pat::Named(..), Node::Con(head) | Node::Fun(head)) => {
                let (name, fields) = con(pat).expect("it is a constructor");
                if head.name != name || head.len as usize != fields.len() {
                    return Match::No;
                }
                for (field, pat) in self.fields(head).iter().zip(fields).rev() {
                    todo.push((*field, *pat));
                }
                Match::Yes
            }
            (_, Node::Var(var)) => match self.may_match(var, pat) {
                true => Match::Maybe,
                false => Match::No,
            },
            (Pat::Int(wanted), Node::Int(int)) => yes(int == wanted),
            (Pat::Bool(wanted), Node::Bool(bool)) => yes(bool == wanted),
            (Pat::Sym(wanted), Node::Sym(symbol)) => yes(symbol == wanted.symbol()),
            (Pat::Int(_), Node::Term(term)) => yes_maybe(self.kind_of_term(term) == Kind::Int),
            (Pat::Bool(_), Node::Term(term)) => yes_maybe(self.kind_of_term(term) == Kind::Bool),
            _ => Match::No,
        }
    }

    /// Whether an unbound variable can be what a pattern asks for, as far as its kind tells.
    fn may_match(&self, var: Var, pat: Pat<'_>) -> bool {
        let kind = self.vars[var.0 as usize].kind;
        match pat {
            Pat::Any | Pat::Bind => true,
            Pat::Of(wanted) => kind.meet(wanted).is_some(),
            Pat::Int(_) => kind.meet(Kind::Int).is_some(),
            Pat::Bool(_) => kind.meet(Kind::Bool).is_some(),
            Pat::Sym(_) => kind.meet(Kind::Symbol).is_some(),
            Pat::Con(..) | Pat::Named(..) => {
                let (name, fields) = con(pat).expect("it is a constructor");
                match kind {
                    // An unknown that may be anything is not taken for a function.
                    Kind::Any => !matches!(pat, Pat::Con(ctor, _) if ctor.is_function()),
                    Kind::Data(data) => data.find(name, fields.len()).is_some(),
                    Kind::Int | Kind::Bool | Kind::Symbol => false,
                }
            }
        }
    }

    /// Whether an unbound variable can be a value, as far as its kind and the outermost constructor
    /// tell.
    pub(crate) fn may_be(&self, var: Var, value: Value) -> bool {
        match (self.vars[var.0 as usize].kind, self.node(value)) {
            (Kind::Data(data), Node::Con(head) | Node::Fun(head)) => {
                data.find(head.name, head.len as usize).is_some()
            }
            (kind, _) => self.is_kind(value, kind) != Some(false),
        }
    }

    /// Whether a value is of a kind, as far as its outermost constructor tells; none if that
    /// depends on unknowns.
    pub(crate) fn is_kind(&self, value: Value, kind: Kind) -> Option<bool> {
        if kind == Kind::Any {
            return Some(true);
        }
        match self.node(value) {
            Node::Var(var) | Node::Wild(var) => match self.vars[var.0 as usize].kind {
                Kind::Any => None,
                own => Some(own == kind),
            },
            Node::Con(head) | Node::Fun(head) => match kind {
                Kind::Data(data) => Some(data.find(head.name, head.len as usize).is_some()),
                _ => Some(false),
            },
            Node::Int(_) => Some(kind == Kind::Int),
            Node::Bool(_) => Some(kind == Kind::Bool),
            Node::Sym(_) => Some(kind == Kind::Symbol),
            Node::Term(term) => Some(self.kind_of_term(term) == kind),
        }
    }

    /// Makes a value match, binding its unknowns. False if it cannot. What the pattern keeps goes
    /// to `parts`.
    pub(crate) fn take(
        &mut self,
        value: Value,
        pat: Pat<'_>,
        parts: &mut Parts,
    ) -> Result<bool, Fault> {
        parts.clear();
        self.equated.clear();
        let mut todo: Stack<'_> = SmallVec::new();
        todo.push((value, pat));
        while let Some((value, pat)) = todo.pop() {
            self.spend()?;
            let value = self.resolve(value);
            if let Node::Var(var) = self.node(value)
                && con(pat).is_some()
            {
                self.open(var, pat);
                todo.push((value, pat));
            } else if !self.take_step(value, pat, &mut todo)? {
                return Ok(false);
            } else if matches!(pat, Pat::Bind | Pat::Of(_)) {
                parts.push(value);
            }
        }
        Ok(self.tell_equated() && self.wake()?)
    }

    fn take_step<'p>(
        &mut self,
        value: Value,
        pat: Pat<'p>,
        todo: &mut Stack<'p>,
    ) -> Result<bool, Fault> {
        let wanted = match (pat, self.node(value)) {
            (Pat::Of(kind), Node::Var(var)) => {
                let own = self.vars[var.0 as usize].kind;
                own.meet(kind).inspect(|kind| self.narrow_var(var, *kind));
                return Ok(own.meet(kind).is_some());
            }
            (Pat::Int(int), Node::Var(_) | Node::Term(_)) => self.int(int),
            (Pat::Bool(bool), Node::Var(_) | Node::Term(_)) => Value::from(bool),
            (Pat::Sym(name), Node::Var(_)) => self.sym(name.symbol()),
            _ => return Ok(self.look_step(value, pat, todo) == Match::Yes),
        };
        self.unify_pair(value, wanted)
    }

    /// Binds a variable to the constructor of a pattern over new unknowns. Its kind was checked.
    fn open(&mut self, var: Var, pat: Pat<'_>) {
        let (name, pats) = con(pat).expect("it is a constructor");
        let declared = match (self.vars[var.0 as usize].kind, pat) {
            (Kind::Data(data), _) => data.find(name, pats.len()),
            (_, Pat::Con(ctor, _)) => return self.open_as(var, ctor),
            _ => None,
        };
        match declared {
            Some(ctor) => self.open_as(var, ctor),
            None => {
                let fields: Parts = pats.iter().map(|_| self.new_var(Kind::Any)).collect();
                let value = self.con(name, &fields);
                self.set(var, value);
            }
        }
    }

    /// Binds a variable to a declared constructor over new unknowns.
    pub(crate) fn open_as(&mut self, var: Var, ctor: &Ctor) {
        let fields: Parts = ctor.fields().iter().map(|kind| self.new_var(*kind)).collect();
        let value = self.make(ctor, &fields);
        self.set(var, value);
    }

    /// Demands that a value does not match. False if it does whatever its unknowns are.
    pub(crate) fn refuse(&mut self, value: Value, pat: Pat<'_>) -> Result<bool, Fault> {
        match self.look(value, pat, &mut Parts::new()) {
            Match::No => Ok(true),
            Match::Yes => Ok(false),
            Match::Maybe => {
                let pattern = self.pattern(pat);
                self.mismatch(value, pattern)
            }
        }
    }

    /// A pattern as a value with wildcards. Fields are written after their constructor.
    fn pattern(&mut self, pat: Pat<'_>) -> Value {
        let root = self.args.len();
        self.args.push(Value::FALSE);
        let mut todo: SmallVec<[(usize, Pat<'_>); 8]> = SmallVec::new();
        todo.push((root, pat));
        while let Some((place, pat)) = todo.pop() {
            let value = match pat {
                Pat::Any | Pat::Bind => self.wild(Kind::Any),
                Pat::Of(kind) => self.wild(kind),
                Pat::Int(int) => self.int(int),
                Pat::Bool(bool) => Value::from(bool),
                Pat::Sym(name) => self.sym(name.symbol()),
                Pat::Con(..) | Pat::Named(..) => {
                    let (name, fields) = con(pat).expect("it is a constructor");
                    let start = self.args.len();
                    let blank: SmallVec<[Value; 6]> = fields.iter().map(|_| Value::FALSE).collect();
                    todo.extend((start..).zip(fields.iter().copied()));
                    self.con(name, &blank)
                }
            };
            self.args[place] = value;
        }
        self.args[root]
    }
}

fn yes_maybe(maybe: bool) -> Match {
    if maybe { Match::Maybe } else { Match::No }
}
