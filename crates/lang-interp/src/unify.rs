//! Making two values equal.
//!
//! Plain unification over an explicit stack: bindings are acyclic (occurs check) and respect kinds;
//! equalities of numbers become constraints for the solver; whatever disequality watches a variable
//! that gets bound is checked again before the answer is given.

use crate::heap::{Fault, Heap};
use crate::value::{Head, Node, Var};
use crate::{Kind, Symbol, Value};

impl Heap {
    /// Makes two values equal. On `false` the heap is left half changed; the caller undoes it.
    pub(crate) fn unify(&mut self, a: Value, b: Value) -> Result<bool, Fault> {
        self.equated.clear();
        Ok(self.unify_pair(a, b)? && self.tell_equated() && self.wake()?)
    }

    /// The pure part of unification: bindings and kinds, no constraints and no wake-up.
    pub(crate) fn unify_pair(&mut self, a: Value, b: Value) -> Result<bool, Fault> {
        let base = self.todo.len();
        self.todo.push((a, b));
        while self.todo.len() > base {
            let (a, b) = self.todo.pop().expect("it is longer than its base");
            if !self.unify_step(a, b)? {
                self.todo.truncate(base);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn unify_step(&mut self, a: Value, b: Value) -> Result<bool, Fault> {
        self.spend()?;
        let (a, b) = (self.resolve(a), self.resolve(b));
        if a == b {
            return self.compare_to_itself(a);
        }
        match (self.node(a), self.node(b)) {
            (Node::Var(var), Node::Var(other)) => Ok(self.alias(var, a, other, b)),
            (Node::Var(var), _) => self.bind(var, b),
            (_, Node::Var(var)) => self.bind(var, a),
            (Node::Con(left), Node::Con(right)) => Ok(self.unify_fields(left, right)),
            (Node::Fun(_), Node::Fun(_)) => Err(Fault::Functions),
            (Node::Int(left), Node::Int(right)) => Ok(left == right),
            (Node::Bool(left), Node::Bool(right)) => Ok(left == right),
            (Node::Sym(left), Node::Sym(right)) => Ok(left == right),
            (Node::Term(_), _) | (_, Node::Term(_)) => Ok(self.equate(a, b)),
            _ => Ok(false),
        }
    }

    /// The same handle twice: equal, unless there is a function inside.
    fn compare_to_itself(&mut self, value: Value) -> Result<bool, Fault> {
        match self.node(value) {
            _ if !self.has_functions() => {}
            Node::Fun(_) => return Err(Fault::Functions),
            Node::Con(head) => {
                let fields = head.start as usize..(head.start + head.len) as usize;
                self.todo.extend(self.args[fields].iter().map(|field| (*field, *field)));
            }
            _ => {}
        }
        Ok(true)
    }

    fn unify_fields(&mut self, left: Head, right: Head) -> bool {
        if left.name != right.name || left.len != right.len {
            return false;
        }
        // The last pushed is compared first: left to right.
        for number in (0..left.len).rev() {
            let pair = (self.arg(left, number), self.arg(right, number));
            self.todo.push(pair);
        }
        true
    }

    /// Two unbound variables become one.
    fn alias(&mut self, var: Var, value: Value, other: Var, other_value: Value) -> bool {
        let (left, right) = (self.vars[var.0 as usize], self.vars[other.0 as usize]);
        let Some(kind) = left.kind.meet(right.kind) else { return false };
        if left.numeric && right.numeric {
            let pair = (self.var_term(var), self.var_term(other));
            self.equated.push(pair);
        }
        // One that the solver knows stays; otherwise the older one does.
        let keep_left = if left.numeric == right.numeric { var.0 < other.0 } else { left.numeric };
        let (gone, kept, target) =
            if keep_left { (other, var, value) } else { (var, other, other_value) };
        self.vars[kept.0 as usize].placed |= left.placed || right.placed;
        self.set(gone, target);
        self.narrow_var(kept, kind);
        true
    }

    /// Binds an unbound variable to something that is no variable.
    pub(crate) fn bind(&mut self, var: Var, value: Value) -> Result<bool, Fault> {
        let state = self.vars[var.0 as usize];
        if matches!(self.node(value), Node::Fun(_)) && !excludes_functions(state.kind) {
            return Err(Fault::Functions);
        }
        if state.placed && self.occurs(var, value)? {
            return Ok(false);
        }
        if !self.has_kind(value, state.kind)? {
            return Ok(false);
        }
        if state.numeric {
            let pair = (self.var_term(var), self.known_term(value));
            self.equated.push(pair);
        }
        self.set(var, value);
        Ok(true)
    }

    /// Binds an unbound variable that may be anything to a new function.
    pub(crate) fn bind_function(
        &mut self,
        unknown: Value,
        name: Symbol,
        fields: &[Value],
    ) -> Result<bool, Fault> {
        let function = self.function(name, fields);
        let Node::Var(var) = self.node(self.resolve(unknown)) else { return Ok(false) };
        let state = self.vars[var.0 as usize];
        if state.kind != Kind::Any || (state.placed && self.occurs(var, function)?) {
            return Ok(false);
        }
        self.set(var, function);
        self.wake()
    }

    /// Binds a variable to a value of which it is known that it fits.
    pub(crate) fn set(&mut self, var: Var, value: Value) {
        let watch = self.vars[var.0 as usize].watch;
        self.touch(var).bound = Some(value);
        self.wake_later(watch);
    }

    pub(crate) fn wake_later(&mut self, watch: Option<u32>) {
        if let Some(link) = watch
            && !self.quiet
        {
            self.woken.push(link);
        }
    }

    /// Notes that a variable is of a kind, which must meet its own.
    pub(crate) fn narrow_var(&mut self, var: Var, kind: Kind) {
        let state = self.vars[var.0 as usize];
        if state.kind != kind {
            self.touch(var).kind = kind;
            self.wake_later(state.watch);
        }
    }

    /// Makes a value be of a kind: its variables are narrowed, its constructors compared.
    pub(crate) fn has_kind(&mut self, value: Value, kind: Kind) -> Result<bool, Fault> {
        if kind == Kind::Any {
            return Ok(true);
        }
        let base = self.kinds.len();
        self.kinds.push((value, kind));
        while self.kinds.len() > base {
            let (value, kind) = self.kinds.pop().expect("it is longer than its base");
            self.spend()?;
            if !self.kind_step(value, kind) {
                self.kinds.truncate(base);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn kind_step(&mut self, value: Value, kind: Kind) -> bool {
        let value = self.resolve(value);
        match self.node(value) {
            Node::Var(var) => match self.vars[var.0 as usize].kind.meet(kind) {
                Some(kind) => {
                    self.narrow_var(var, kind);
                    true
                }
                None => false,
            },
            Node::Con(head) | Node::Fun(head) => self.kind_of_fields(value, head, kind),
            Node::Int(_) => matches!(kind, Kind::Any | Kind::Int),
            Node::Bool(_) => matches!(kind, Kind::Any | Kind::Bool),
            Node::Sym(_) => matches!(kind, Kind::Any | Kind::Symbol),
            Node::Term(term) => self.kind_of_term(term).meet(kind).is_some(),
            Node::Wild(var) => self.vars[var.0 as usize].kind.meet(kind).is_some(),
        }
    }

    fn kind_of_fields(&mut self, value: Value, head: Head, kind: Kind) -> bool {
        let data = match kind {
            Kind::Any => return true,
            Kind::Data(data) => data,
            Kind::Int | Kind::Bool | Kind::Symbol => return false,
        };
        let Some(ctor) = data.find(head.name, head.len as usize) else { return false };
        if self.is_made_by(value, ctor) {
            return true;
        }
        for (number, kind) in (0..).zip(ctor.fields()) {
            if *kind != Kind::Any {
                let field = self.arg(head, number);
                self.kinds.push((field, *kind));
            }
        }
        true
    }

    /// Whether a variable occurs in a value.
    fn occurs(&mut self, var: Var, value: Value) -> Result<bool, Fault> {
        let base = self.todo.len();
        self.todo.push((value, value));
        self.begin_walk();
        while self.todo.len() > base {
            let (next, _) = self.todo.pop().expect("it is longer than its base");
            let next = self.resolve(next);
            match self.node(next) {
                Node::Var(other) if other == var => {
                    self.todo.truncate(base);
                    return Ok(true);
                }
                Node::Con(head) | Node::Fun(head) if self.visits_first(next) => {
                    self.spend()?;
                    let fields = head.start as usize..(head.start + head.len) as usize;
                    self.todo.extend(self.args[fields].iter().map(|field| (*field, *field)));
                }
                _ => {}
            }
        }
        Ok(false)
    }

    /// Counts one comparison.
    pub(crate) fn spend(&mut self) -> Result<(), Fault> {
        self.work += 1;
        if self.work > self.work_limit { Err(Fault::Work) } else { Ok(()) }
    }
}

fn excludes_functions(kind: Kind) -> bool {
    match kind {
        Kind::Any => false,
        Kind::Int | Kind::Bool | Kind::Symbol => true,
        Kind::Data(data) => !data.ctors().iter().any(|ctor| ctor.is_function()),
    }
}
