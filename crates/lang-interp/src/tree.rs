//! Values that outlive their run.
//!
//! A tree is a table of nodes, children before parents, so that values of any depth are copied,
//! printed and dropped without recursion, and shared parts stay shared.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{Infix, Int, Literal, Term};

use crate::heap::Heap;
use crate::value::{Node, Var};
use crate::{Symbol, Value};

/// What is nested deeper is shown as solvers read it.
const DEEPEST_FORMULA: usize = 100;

/// A value taken out of a heap. To clone it costs nothing.
#[derive(Clone)]
pub struct Tree {
    pub(crate) nodes: Arc<[Stored]>,
    pub(crate) children: Arc<[u32]>,
}

/// A tree that is being built. Kept by the heap from one to the next, for its memory.
#[derive(Default)]
pub(crate) struct Sketch {
    nodes: Vec<Stored>,
    children: Vec<u32>,
    /// For each value of the heap, the tree in which it was met last and its place there.
    places: Vec<(u32, u32)>,
    tree: u32,
    todo: Vec<(Value, bool)>,
}

impl Sketch {
    /// Begins a tree of values that have handles up to this.
    fn begin(&mut self, handles: usize) {
        self.tree = self.tree.wrapping_add(1);
        if self.tree == 0 {
            self.places.clear();
            self.tree = 1;
        }
        if self.places.len() < handles {
            self.places.resize(handles, (0, 0));
        }
    }

    fn place(&self, value: Value) -> Option<u32> {
        let (tree, place) = self.places[value.0 as usize];
        (tree == self.tree).then_some(place)
    }

    fn finish(&mut self) -> Tree {
        let nodes = self.nodes.drain(..).collect();
        Tree { nodes, children: self.children.drain(..).collect() }
    }
}

/// A node of a tree; fields are the places of children.
#[derive(Clone, PartialEq)]
pub(crate) enum Stored {
    Unknown(u32),
    Con(Symbol, u32, u32),
    Fun(Symbol, u32, u32),
    Int(Int),
    Bool(bool),
    Symbol(Symbol),
    Constrained(String),
    Wildcard,
}

/// A part of a tree.
#[derive(Clone, Copy)]
pub struct View<'t> {
    tree: &'t Tree,
    index: u32,
}

/// What the root of a [`View`] is.
#[derive(Clone, PartialEq, Debug)]
pub enum Form<'t> {
    /// Any value that respects the constraints of the answer; equal numbers are equal values.
    Unknown(u32),
    /// A constructor; its fields are the [`View::children`].
    Con(Symbol),
    /// A function; what it captures are the [`View::children`].
    Fun(Symbol),
    /// An integer.
    Int(&'t Int),
    /// A truth value.
    Bool(bool),
    /// A symbol.
    Symbol(Symbol),
    /// An integer or truth value that depends on unknowns, as a formula.
    Constrained(&'t str),
    /// In negative constraints: anything.
    Wildcard,
}

impl Tree {
    /// The whole tree.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View { tree: self, index: self.nodes.len() as u32 - 1 }
    }

    /// The number of nodes: a measure of size in which shared parts count once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many constructors, numbers and names stand in it, shared parts counted each time. What is
    /// unknown counts as one.
    #[must_use]
    pub fn size(&self) -> u64 {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes.iter() {
            let parts = match node {
                Stored::Con(_, start, len) | Stored::Fun(_, start, len) => {
                    &self.children[*start as usize..(start + len) as usize]
                }
                _ => &[],
            };
            let parts = parts.iter().map(|part| sizes[*part as usize]);
            sizes.push(parts.fold(1, u64::saturating_add));
        }
        *sizes.last().expect("a tree has a root")
    }

    /// Never true: the smallest tree is one node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether nothing in it is unknown.
    #[must_use]
    pub fn is_ground(&self) -> bool {
        let open = |node: &Stored| {
            matches!(node, Stored::Unknown(_) | Stored::Constrained(_) | Stored::Wildcard)
        };
        !self.nodes.iter().any(open)
    }
}

impl<'t> View<'t> {
    /// What stands at its root.
    #[must_use]
    pub fn form(self) -> Form<'t> {
        match &self.tree.nodes[self.index as usize] {
            Stored::Unknown(number) => Form::Unknown(*number),
            Stored::Con(name, ..) => Form::Con(*name),
            Stored::Fun(name, ..) => Form::Fun(*name),
            Stored::Int(int) => Form::Int(int),
            Stored::Bool(value) => Form::Bool(*value),
            Stored::Symbol(symbol) => Form::Symbol(*symbol),
            Stored::Constrained(text) => Form::Constrained(text),
            Stored::Wildcard => Form::Wildcard,
        }
    }

    /// The fields of a constructor or function; nothing for all else.
    pub fn children(self) -> impl DoubleEndedIterator<Item = View<'t>> + ExactSizeIterator {
        let (start, len) = match self.tree.nodes[self.index as usize] {
            Stored::Con(_, start, len) | Stored::Fun(_, start, len) => (start, len),
            _ => (0, 0),
        };
        let children = &self.tree.children[start as usize..(start + len) as usize];
        children.iter().map(move |index| View { tree: self.tree, index: *index })
    }

    /// One field.
    #[must_use]
    pub fn child(self, number: usize) -> Option<View<'t>> {
        self.children().nth(number)
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut todo = vec![(self.view(), other.view())];
        while let Some((a, b)) = todo.pop() {
            if a.form() != b.form() || a.children().len() != b.children().len() {
                return false;
            }
            todo.extend(a.children().zip(b.children()));
        }
        true
    }
}

/// As the heap shows values: `Cons(1, _0)`.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.view(), f)
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Task<'t> {
            Show(View<'t>),
            Text(&'static str),
        }
        let mut todo = vec![Task::Show(*self)];
        while let Some(task) = todo.pop() {
            let view = match task {
                Task::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Task::Show(view) => view,
            };
            write_root(view, f)?;
            if view.children().len() == 0 {
                continue;
            }
            todo.push(Task::Text(")"));
            for (number, child) in view.children().enumerate().rev() {
                todo.push(Task::Show(child));
                todo.push(Task::Text(if number == 0 { "(" } else { ", " }));
            }
        }
        Ok(())
    }
}

fn write_root(view: View<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match view.form() {
        Form::Unknown(number) => write!(f, "_{number}"),
        Form::Con(name) | Form::Symbol(name) => f.write_str(name.text()),
        Form::Fun(name) => write!(f, "#{name}"),
        Form::Int(int) => write!(f, "{int}"),
        Form::Bool(value) => write!(f, "{value}"),
        Form::Constrained(text) => f.write_str(text),
        Form::Wildcard => f.write_str("_"),
    }
}

/// Numbers for the unknowns of one answer, in the order in which they are met.
#[derive(Default)]
pub(crate) struct Numbers {
    known: FxHashMap<Var, u32>,
}

impl Numbers {
    pub(crate) fn of(&mut self, var: Var) -> u32 {
        let next = self.known.len() as u32;
        *self.known.entry(var).or_insert(next)
    }

    pub(crate) fn contains(&self, var: Var) -> bool {
        self.known.contains_key(&var)
    }
}

impl Heap {
    /// A value as text: `Cons(1, _0)`.
    #[must_use]
    pub fn show(&self, value: Value) -> String {
        self.mark_read();
        self.shown(value)
    }

    pub(crate) fn shown(&self, value: Value) -> String {
        self.export(value, &mut Numbers::default()).to_string()
    }

    /// Whether a tree is equal to a value up to what is unknown in the value.
    pub(crate) fn covers(&self, value: Value, tree: &Tree) -> bool {
        let mut todo = vec![(value, tree.view())];
        while let Some((value, view)) = todo.pop() {
            let value = self.resolve(value);
            let same = match (self.node(value), view.form()) {
                (Node::Var(_), _) => continue,
                (Node::Con(head), Form::Con(name)) | (Node::Fun(head), Form::Fun(name)) => {
                    todo.extend(self.fields(head).iter().copied().zip(view.children()));
                    head.name == name && head.len as usize == view.children().len()
                }
                (Node::Int(own), Form::Int(int)) => int.to_i64() == Some(own),
                (Node::Bool(own), Form::Bool(value)) => own == value,
                (Node::Sym(own), Form::Symbol(symbol)) => own == symbol,
                (Node::Term(_), _) => self.tree(value).view().form() == view.form(),
                _ => false,
            };
            if !same {
                return false;
            }
        }
        true
    }

    /// A value that outlives the run.
    #[must_use]
    pub fn tree(&self, value: Value) -> Tree {
        self.mark_read();
        self.export(value, &mut Numbers::default())
    }

    pub(crate) fn export(&self, value: Value, numbers: &mut Numbers) -> Tree {
        let mut sketch = self.sketch.take();
        sketch.begin(self.nodes.len());
        sketch.todo.push((value, false));
        while let Some((value, opened)) = sketch.todo.pop() {
            let value = self.resolve(value);
            if sketch.place(value).is_some() {
                continue;
            }
            if let Node::Con(head) | Node::Fun(head) = self.node(value)
                && !opened
            {
                sketch.todo.push((value, true));
                let fields = self.fields(head).iter().rev();
                sketch.todo.extend(fields.map(|field| (*field, false)));
                continue;
            }
            let stored = self.store(value, &mut sketch, numbers);
            sketch.places[value.0 as usize] = (sketch.tree, sketch.nodes.len() as u32);
            sketch.nodes.push(stored);
        }
        let tree = sketch.finish();
        self.sketch.replace(sketch);
        tree
    }

    fn store(&self, value: Value, sketch: &mut Sketch, numbers: &mut Numbers) -> Stored {
        match self.node(value) {
            Node::Var(var) => Stored::Unknown(numbers.of(var)),
            Node::Con(head) | Node::Fun(head) => {
                let start = sketch.children.len() as u32;
                for field in self.fields(head) {
                    let place = sketch.place(self.resolve(*field));
                    sketch.children.push(place.expect("fields come before what they are of"));
                }
                match self.node(value) {
                    Node::Fun(_) => Stored::Fun(head.name, start, head.len),
                    _ => Stored::Con(head.name, start, head.len),
                }
            }
            Node::Int(value) => Stored::Int(Int::from(value)),
            Node::Bool(value) => Stored::Bool(value),
            Node::Sym(symbol) => Stored::Symbol(symbol),
            Node::Term(term) => self.store_term(term, numbers),
            Node::Wild(_) => Stored::Wildcard,
        }
    }

    fn store_term(&self, term: Term, numbers: &mut Numbers) -> Stored {
        match self.made_pool().as_literal(term) {
            Some(Literal::Int(int)) => Stored::Int(int.clone()),
            _ => Stored::Constrained(self.show_term(term, numbers)),
        }
    }

    /// A constraint as text, with its variables named like the unknowns of the answer.
    pub(crate) fn show_term(&self, term: Term, numbers: &mut Numbers) -> String {
        let pool = self.made_pool();
        let mut names = FxHashMap::default();
        for var in pool.free_vars(&[term]) {
            // Others, such as parameters of a spec, keep their names.
            if let Some(own) = self.var_of_term(var) {
                let shown = format!("_{}", numbers.of(own));
                names.insert(var, pool.var(&shown, pool.sort(var)));
            }
        }
        let shown = pool.substitute(term, &names);
        let infix = Infix {
            differs: "/=",
            at_most: "<=",
            and: "and",
            or: "or",
            division: ["/", "%"],
            literal: &|pool, term| pool.show(term),
            deepest: DEEPEST_FORMULA,
        };
        infix.show(pool, shown).unwrap_or_else(|| pool.show(shown))
    }

    /// A tree as a value of this heap. Its unknowns become new unknowns that may be anything.
    pub fn plant(&mut self, tree: &Tree) -> Value {
        let mut values: Vec<Value> = Vec::with_capacity(tree.nodes.len());
        let mut unknowns: FxHashMap<u32, Value> = FxHashMap::default();
        for node in tree.nodes.iter() {
            let fields = |start: &u32, len: &u32| -> Vec<Value> {
                let children = &tree.children[*start as usize..(start + len) as usize];
                children.iter().map(|child| values[*child as usize]).collect()
            };
            let value = match node {
                Stored::Unknown(number) => {
                    *unknowns.entry(*number).or_insert_with(|| self.new_var(crate::Kind::Any))
                }
                Stored::Con(name, start, len) => {
                    let fields = fields(start, len);
                    self.con(*name, &fields)
                }
                Stored::Fun(name, start, len) => {
                    let fields = fields(start, len);
                    self.function(*name, &fields)
                }
                Stored::Int(int) => self.plant_int(int),
                Stored::Bool(value) => Value::from(*value),
                Stored::Symbol(symbol) => self.sym(*symbol),
                Stored::Constrained(_) | Stored::Wildcard => self.new_var(crate::Kind::Any),
            };
            values.push(value);
        }
        *values.last().expect("a tree has a root")
    }

    fn plant_int(&mut self, int: &Int) -> Value {
        match int.to_i64() {
            Some(small) => self.int(small),
            None => {
                let term = self.pool().int(int.clone());
                self.of_term(term)
            }
        }
    }
}
