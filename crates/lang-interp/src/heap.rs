//! The arena of values, with the variables and what is known about them.
//!
//! Everything is an append-only table of small records; a run leaves by cutting the tables back, and
//! an option that does not fit is undone by a trail of the variables it touched. There is no
//! sharing between runs, so nothing has to be cloned when a path forks; each thread of a search has a
//! copy of what was there before it.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use term::{Pool, Term};

use crate::differ::{Link, Unequal};
use crate::tree::Sketch;
use crate::value::{Head, Node, Var};
use crate::{Ctor, Kind, Shape, Symbol, Value};

/// Where values live.
///
/// What is built before a search (programs, expected results) stays; what a run builds is gone when
/// it ends.
///
/// ```
/// use lang_interp::{Heap, Symbol};
///
/// let mut heap = Heap::new();
/// let (a, nil) = (heap.symbol("a"), heap.con(Symbol::new("nil"), &[]));
/// let list = heap.con(Symbol::new("cons"), &[a, nil]);
/// assert_eq!(heap.show(list), "cons(a, nil)");
/// ```
pub struct Heap {
    pub(crate) nodes: Vec<Node>,
    /// For each node, the declaration (by its address) whose kinds its fields are known to have;
    /// zero if that is not known. Kinds only get narrower, so it stays true.
    declared: Vec<usize>,
    /// For each node, the last walk that visited it.
    visits: Vec<u32>,
    visit: u32,
    pub(crate) args: Vec<Value>,
    pub(crate) vars: Vec<VarState>,
    trail: Vec<(Var, VarState)>,
    /// All disequalities posted on this run; only those that a variable watches matter.
    pub(crate) unequal: Vec<Unequal>,
    pub(crate) links: Vec<Link>,
    /// Constraints on integers and truth values, for the solver.
    pub(crate) conds: Vec<Term>,
    /// Numbers that the current unification makes equal.
    pub(crate) equated: Vec<(Term, Term)>,
    pub(crate) todo: Vec<(Value, Value)>,
    pub(crate) kinds: Vec<(Value, Kind)>,
    /// Watch lists of variables that were bound and not processed yet.
    pub(crate) woken: Vec<u32>,
    /// Whether some value is a function: otherwise equal handles need no second look.
    has_functions: bool,
    /// Set while a disequality is tried: it must not wake others.
    pub(crate) quiet: bool,
    /// Comparisons done on this run since they count.
    pub(crate) work: u64,
    /// Where [`Heap::work`] ends the run.
    pub(crate) work_limit: u64,
    pool: Option<Arc<Pool>>,
    /// While a run gets ahead: how much of what is here has been built by it, as it sees things.
    ahead: Option<Lens>,
    /// Memory for trees that are taken out.
    pub(crate) sketch: RefCell<Sketch>,
    /// Whether the heap was read on this run behind the back of the context.
    read: Cell<bool>,
}

/// How much was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lens {
    nodes: u32,
    args: u32,
    vars: u32,
}

/// What is known about a variable.
#[derive(Clone, Copy)]
pub(crate) struct VarState {
    /// Its own handle.
    pub(crate) value: Value,
    pub(crate) bound: Option<Value>,
    pub(crate) kind: Kind,
    /// The newest link of the disequalities that watch it.
    pub(crate) watch: Option<u32>,
    /// Whether it may be a part of some value: otherwise nothing it is bound to can contain it.
    /// Never taken back, which costs time and no more.
    pub(crate) placed: bool,
    /// Whether the solver knows it: from then on, what it is bound to is passed to the solver.
    pub(crate) numeric: bool,
}

/// A state of the heap to come back to.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    nodes: usize,
    args: usize,
    vars: usize,
    trail: usize,
    unequal: usize,
    links: usize,
    conds: usize,
    functions: bool,
}

impl Mark {
    /// How much was built.
    pub(crate) fn lens(&self) -> Lens {
        Lens { nodes: number(self.nodes), args: number(self.args), vars: number(self.vars) }
    }

    /// How many variables there were.
    pub(crate) fn vars(&self) -> usize {
        self.vars
    }

    /// How many constraints the solver had.
    pub(crate) fn conds(&self) -> usize {
        self.conds
    }
}

/// Why a comparison has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// It met functions.
    Functions,
    /// It took more work than the run may do.
    Work,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}

impl Heap {
    /// A heap with nothing in it but the truth values.
    #[must_use]
    pub fn new() -> Heap {
        Heap {
            nodes: vec![Node::Bool(false), Node::Bool(true)],
            declared: vec![0; 2],
            visits: vec![0; 2],
            visit: 0,
            args: Vec::new(),
            vars: Vec::new(),
            trail: Vec::new(),
            unequal: Vec::new(),
            links: Vec::new(),
            conds: Vec::new(),
            equated: Vec::new(),
            todo: Vec::new(),
            kinds: Vec::new(),
            woken: Vec::new(),
            has_functions: false,
            quiet: false,
            work: 0,
            work_limit: u64::MAX,
            pool: None,
            ahead: None,
            sketch: RefCell::default(),
            read: Cell::new(false),
        }
    }

    /// A heap with nothing in it but the truth values, whose constraints live in this pool.
    #[must_use]
    pub fn with_pool(pool: Arc<Pool>) -> Heap {
        Heap { pool: Some(pool), ..Heap::new() }
    }

    /// A heap with the same values, for another thread. Nothing in it can be undone.
    pub(crate) fn copy(&self) -> Heap {
        Heap {
            nodes: self.nodes.clone(),
            declared: self.declared.clone(),
            args: self.args.clone(),
            vars: self.vars.clone(),
            unequal: self.unequal.clone(),
            links: self.links.clone(),
            conds: self.conds.clone(),
            has_functions: self.has_functions,
            pool: self.pool.clone(),
            ..Heap::new()
        }
    }

    /// A constructor over its fields.
    ///
    /// # Panics
    ///
    /// If the number of fields is not that of the constructor: a mistake in the interpreter.
    pub fn make(&mut self, ctor: &Ctor, fields: &[Value]) -> Value {
        let (name, own) = (ctor.name(), ctor.fields().len());
        assert_eq!(own, fields.len(), "constructor `{name}` takes {own} fields");
        if self.ahead.is_some() {
            return self.con(ctor.symbol(), fields);
        }
        let mut fits = fields.iter().zip(ctor.fields());
        let declared = fits.all(|(field, kind)| self.is_declared(*field, *kind));
        let value = if ctor.is_function() {
            self.function(ctor.symbol(), fields)
        } else {
            self.con(ctor.symbol(), fields)
        };
        if declared {
            self.declared[value.0 as usize] = address(ctor);
        }
        value
    }

    /// A constructor that is known by its name alone.
    pub fn con(&mut self, name: Symbol, fields: &[Value]) -> Value {
        let head = self.head(name, fields);
        self.add(Node::Con(head))
    }

    /// A function that is known by its name alone: as [`Heap::con`], but it cannot be compared.
    pub fn function(&mut self, name: Symbol, fields: &[Value]) -> Value {
        self.has_functions = true;
        let head = self.head(name, fields);
        self.add(Node::Fun(head))
    }

    /// An integer.
    pub fn int(&mut self, value: i64) -> Value {
        self.add(Node::Int(value))
    }

    /// A symbol by its text.
    pub fn symbol(&mut self, text: &str) -> Value {
        self.sym(Symbol::new(text))
    }

    /// A symbol.
    pub fn sym(&mut self, symbol: Symbol) -> Value {
        self.add(Node::Sym(symbol))
    }

    /// What is known of a value.
    #[must_use]
    pub fn shape(&self, value: Value) -> Shape {
        self.mark_read();
        self.known_shape(value)
    }

    pub(crate) fn known_shape(&self, value: Value) -> Shape {
        match self.nodes[self.resolve(value).0 as usize] {
            Node::Var(_) | Node::Wild(_) => Shape::Unknown,
            Node::Con(head) => Shape::Con(head.name, head.len as usize),
            Node::Fun(head) => Shape::Fun(head.name, head.len as usize),
            Node::Int(value) => Shape::Int(value),
            Node::Bool(value) => Shape::Bool(value),
            Node::Sym(symbol) => Shape::Symbol(symbol),
            Node::Term(_) => Shape::Constrained,
        }
    }

    /// A field of a constructor or function; none if the value has no such field.
    #[must_use]
    pub fn field(&self, value: Value, number: usize) -> Option<Value> {
        self.mark_read();
        self.known_field(value, number)
    }

    pub(crate) fn known_field(&self, value: Value, number: usize) -> Option<Value> {
        match self.nodes[self.resolve(value).0 as usize] {
            Node::Con(head) | Node::Fun(head) => self.fields(head).get(number).copied(),
            _ => None,
        }
    }

    /// The pool in which constraints on integers and truth values live. Made when first needed.
    pub fn pool(&mut self) -> Arc<Pool> {
        Arc::clone(self.pool.get_or_insert_default())
    }

    /// The pool, of which it is known that there is one because a term is at hand.
    pub(crate) fn made_pool(&self) -> &Pool {
        self.pool.as_deref().expect("a term lives in a pool")
    }

    /// Whether a value is known to be of a kind without looking into its fields.
    fn is_declared(&self, value: Value, kind: Kind) -> bool {
        let value = self.resolve(value);
        match (kind, self.node(value)) {
            (Kind::Any, _) => true,
            (Kind::Data(data), Node::Con(head) | Node::Fun(head)) => {
                let ctor = data.find(head.name, head.len as usize);
                ctor.is_some_and(|ctor| self.is_made_by(value, ctor))
            }
            (_, Node::Var(var)) => self.vars[var.0 as usize].kind == kind,
            _ => self.is_kind(value, kind) == Some(true),
        }
    }

    /// Whether the fields of a value are known to have the kinds that a constructor declares.
    pub(crate) fn is_made_by(&self, value: Value, ctor: &Ctor) -> bool {
        self.declared[value.0 as usize] == address(ctor)
    }

    /// Begins a walk that visits each node once.
    pub(crate) fn begin_walk(&mut self) {
        self.visit = self.visit.wrapping_add(1);
        self.visits.resize(self.nodes.len(), 0);
    }

    /// Whether the walk comes here for the first time.
    pub(crate) fn visits_first(&mut self, value: Value) -> bool {
        std::mem::replace(&mut self.visits[value.0 as usize], self.visit) != self.visit
    }

    pub(crate) fn node(&self, value: Value) -> Node {
        self.nodes[value.0 as usize]
    }

    pub(crate) fn fields(&self, head: Head) -> &[Value] {
        &self.args[head.start as usize..(head.start + head.len) as usize]
    }

    pub(crate) fn arg(&self, head: Head, number: u32) -> Value {
        self.args[(head.start + number) as usize]
    }

    /// The value itself, or what the variable is bound to.
    #[inline]
    pub(crate) fn resolve(&self, mut value: Value) -> Value {
        while let Node::Var(var) = self.nodes[value.0 as usize] {
            match self.vars[var.0 as usize].bound {
                Some(bound) => value = bound,
                None => break,
            }
        }
        value
    }

    /// A variable that nothing is known of but its kind.
    #[inline]
    pub(crate) fn new_var(&mut self, kind: Kind) -> Value {
        let var = self.new_state(kind);
        self.add(Node::Var(var))
    }

    /// A pattern for any value of a kind.
    pub(crate) fn wild(&mut self, kind: Kind) -> Value {
        let var = self.new_state(kind);
        self.add(Node::Wild(var))
    }

    /// The state of a variable whose handle is added next.
    fn new_state(&mut self, kind: Kind) -> Var {
        if let Some(ahead) = &mut self.ahead {
            ahead.vars += 1;
            return Var(ahead.vars - 1);
        }
        let var = Var(number(self.vars.len()));
        let value = Value(number(self.nodes.len()));
        self.vars.push(VarState {
            value,
            bound: None,
            kind,
            watch: None,
            placed: false,
            numeric: false,
        });
        var
    }

    pub(crate) fn add(&mut self, node: Node) -> Value {
        if let Some(ahead) = &mut self.ahead {
            ahead.nodes += 1;
            return Value(ahead.nodes - 1);
        }
        self.nodes.push(node);
        self.declared.push(0);
        Value(number(self.nodes.len() - 1))
    }

    pub(crate) fn head(&mut self, name: Symbol, fields: &[Value]) -> Head {
        if let Some(ahead) = &mut self.ahead {
            let start = ahead.args;
            ahead.args += number(fields.len());
            return Head { name, start, len: number(fields.len()) };
        }
        let start = number(self.args.len());
        self.args.extend_from_slice(fields);
        for field in fields {
            let field = self.resolve(*field);
            if let Node::Var(var) = self.node(field) {
                self.vars[var.0 as usize].placed = true;
            }
        }
        Head { name, start, len: number(fields.len()) }
    }

    /// Gets ready for a run.
    pub(crate) fn begin(&mut self) {
        self.begin_work(None);
        self.todo.clear();
        self.kinds.clear();
        self.woken.clear();
        self.quiet = false;
        self.read.set(false);
    }

    /// From now on comparisons count, and the run may do so many.
    pub(crate) fn begin_work(&mut self, limit: Option<u64>) {
        self.work = 0;
        self.work_limit = limit.unwrap_or(u64::MAX);
    }

    /// How much was built, as the run sees it.
    pub(crate) fn lens(&self) -> Lens {
        self.ahead.unwrap_or(Lens {
            nodes: number(self.nodes.len()),
            args: number(self.args.len()),
            vars: number(self.vars.len()),
        })
    }

    /// The run gets ahead and has built so much, all of which is here already.
    pub(crate) fn get_ahead(&mut self, lens: Lens) {
        self.ahead = Some(lens);
    }

    /// From now on what is built is new.
    pub(crate) fn end_ahead(&mut self) {
        self.ahead = None;
    }

    /// Notes that values are read without an operation.
    pub(crate) fn mark_read(&self) {
        self.read.set(true);
    }

    /// Whether values were read on this run without an operation.
    pub(crate) fn was_read(&self) -> bool {
        self.read.get()
    }

    /// As it is now.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            nodes: self.nodes.len(),
            args: self.args.len(),
            vars: self.vars.len(),
            trail: self.trail.len(),
            unequal: self.unequal.len(),
            links: self.links.len(),
            conds: self.conds.len(),
            functions: self.has_functions,
        }
    }

    /// As it was at `mark`.
    pub(crate) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail {
            let (var, state) = self.trail.pop().expect("it is longer than the mark");
            self.vars[var.0 as usize] = state;
        }
        self.nodes.truncate(mark.nodes);
        self.declared.truncate(mark.nodes);
        self.args.truncate(mark.args);
        self.vars.truncate(mark.vars);
        self.unequal.truncate(mark.unequal);
        self.links.truncate(mark.links);
        self.conds.truncate(mark.conds);
        self.has_functions = mark.functions;
    }

    /// Whether nothing was learnt about any variable since `mark`.
    pub(crate) fn is_unchanged(&self, mark: Mark) -> bool {
        self.trail.len() == mark.trail && self.conds.len() == mark.conds
    }

    /// The variables bound since `mark`, with what they are bound to, in order.
    pub(crate) fn bound_since(&self, mark: Mark) -> impl Iterator<Item = (Var, Value)> {
        let touched = self.trail[mark.trail..].iter();
        touched.filter_map(|(var, old)| {
            let now = self.vars[var.0 as usize].bound?;
            old.bound.is_none().then_some((*var, now))
        })
    }

    /// Whether there may be functions in values.
    pub(crate) fn has_functions(&self) -> bool {
        self.has_functions
    }

    /// The state of a variable, to be changed; how it was goes on the trail.
    pub(crate) fn touch(&mut self, var: Var) -> &mut VarState {
        let state = &mut self.vars[var.0 as usize];
        self.trail.push((var, *state));
        state
    }
}

/// Tells declarations apart. Those without fields need not be.
fn address(ctor: &Ctor) -> usize {
    ctor.fields().as_ptr().addr()
}

fn number(len: usize) -> u32 {
    u32::try_from(len).expect("a run is cut off long before four thousand million values")
}
