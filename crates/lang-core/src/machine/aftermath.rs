//! Effects of a call by contract that no contract covers.
//!
//! The body of the function is left aside, but not what it can do: write to mutable cells that the
//! caller sees, and raise an exception. What such cells hold afterwards is an input when it is looked
//! at. Whether an exception comes out of the call is an input, too, and then the body says which.

use machine::Input;
use rustc_hash::FxHashSet;
use source::Span;
use term::{Cases, Sort, Symbol, Term};

use super::Run;
use super::facet::{FacetCall, Way};
use super::heap::{Addr, Cell, Items, Left, OpenArray};
use super::state::{Awaited, Control, Frame, Outcome, Store};
use super::value::Value;
use crate::expr::{ExprId, GlobalId, OpId};
use crate::reach::Effects;
use crate::session::Facet;

/// What a loop is called that a proof does not go round.
const LOOP: &str = "the loop";

/// What functions can do that are called.
#[derive(Default)]
struct Called {
    writes: bool,
    performs: bool,
    /// Whether some of the state is not computed yet.
    waits: bool,
    state: FxHashSet<GlobalId>,
}

/// What is next to a value.
enum Parts {
    Values(Vec<Value>),
    Cell(Addr),
}

fn parts(value: &Value) -> Parts {
    Parts::Values(match value {
        Value::Term(_) | Value::Operation(_) => Vec::new(),
        Value::Data(object) => object.fields.to_vec(),
        Value::Closure(_, env) => env.values().collect(),
        Value::Partial(partial) => {
            std::iter::once(&partial.callee).chain(&partial.args).cloned().collect()
        }
        Value::Ref(addr) | Value::Array(addr) | Value::Thunk(addr) => return Parts::Cell(*addr),
    })
}

/// The values in a cell.
fn held(cell: &Cell) -> Vec<Value> {
    match cell {
        Cell::Suspended(_, env) => env.values().collect(),
        Cell::Done(value) | Cell::Ref(value) => vec![value.clone()],
        Cell::Raised(thrown) => vec![thrown.exception.clone()],
        Cell::Array(items) => items.iter().cloned().collect(),
        Cell::Busy | Cell::Left(_) | Cell::Open(_) => Vec::new(),
    }
}

impl Run<'_> {
    /// What the body can do that an operation stands for.
    fn effects(&self, op: OpId) -> Option<&Effects> {
        self.session.standing(op)?.effects.as_ref()
    }

    /// Asks whether a call by contract raises an exception, where that makes a difference.
    pub(super) fn ask_end(&self, call: FacetCall, store: &mut Store) -> Outcome {
        if !self.may_raise(call.op, store) {
            return self.face(call, Way::Return, store);
        }
        let name = format!("{} raises", self.name(call.op));
        let input = Input { name, sort: Sort::BOOL, span: call.span };
        Outcome::Ask(input, Control::Await(Awaited::Raises(Box::new(call))))
    }

    fn may_raise(&self, op: OpId, store: &Store) -> bool {
        let raises = self.effects(op).is_some_and(|effects| effects.raises);
        let handles = |frame: &Frame| matches!(frame, Frame::Catch(..));
        raises
            && match self.function(op) {
                Some((_, Facet::Returns)) => true,
                // An exception that nothing handles is found where the callee is checked.
                Some((_, Facet::Contract)) => store.stack.iter().any(handles),
                // Where the call is by its body, it raises what the body raises.
                Some((_, Facet::Either)) | None => false,
            }
    }

    /// Splits on whether a call by contract raises an exception.
    pub(super) fn choose_end(&self, call: Box<FacetCall>, raises: Term) -> Outcome {
        let (yes, no) = (call.clone(), call);
        self.split(Cases::branch(
            self.pool,
            raises,
            Control::Faced(yes, Way::Raise),
            Control::Faced(no, Way::Return),
        ))
    }

    /// Runs the body of a function for its exceptions, if it is to.
    pub(super) fn raise(&self, call: FacetCall, store: &mut Store) -> Outcome {
        if let Some((global, Facet::Returns)) = self.function(call.op) {
            store.stack.push_back(Frame::MustRaise(call.span));
            return self.face(call, Way::Body(global), store);
        }
        let name = self.name(call.op);
        let what = format!(
            "an exception out of `{name}`, of which its contract says nothing and which is handled"
        );
        Outcome::gap(what, call.span)
    }

    /// A global that the body of a function could change, and that is not computed yet.
    pub(super) fn state_to_compute(&self, op: OpId, store: &Store) -> Option<GlobalId> {
        let effects = self.effects(op).filter(|effects| effects.writes)?;
        let waits = |global: &&GlobalId| {
            matches!(store.heap.get(Addr::of_global(**global)), Cell::Suspended(..))
        };
        effects.state.iter().find(waits).copied()
    }

    /// Forgets what is in the cells that the body of a function can write to.
    pub(super) fn forget_written(&self, op: OpId, store: &mut Store) {
        let Some(effects) = self.effects(op).filter(|effects| effects.writes) else { return };
        let state = effects.state.iter().map(|global| Value::Thunk(Addr::of_global(*global)));
        self.forget_below(state.collect(), self.session.operation(op).name, store);
    }

    /// Forgets what is in the cells that can be got at through some values.
    fn forget_below(&self, mut todo: Vec<Value>, by: Symbol, store: &mut Store) {
        let mut seen = FxHashSet::default();
        while let Some(value) = todo.pop() {
            match parts(&value) {
                Parts::Values(parts) => todo.extend(parts),
                Parts::Cell(addr) => {
                    if seen.insert(addr) {
                        todo.extend(self.forget_cell(by, addr, store));
                    }
                }
            }
        }
    }

    /// Forgets what is in a cell if it is mutable; what was there before.
    fn forget_cell(&self, by: Symbol, addr: Addr, store: &mut Store) -> Vec<Value> {
        let held = held(store.heap.get(addr));
        let sort_of = |value: &Value| match store.heap.resolved(value) {
            Value::Term(term) => Some(self.pool.sort(term)),
            _ => None,
        };
        let left = match store.heap.get(addr) {
            Cell::Suspended(..) | Cell::Done(_) | Cell::Raised(_) | Cell::Busy => return held,
            Cell::Left(left) => Left { by, ..*left },
            Cell::Ref(value) => {
                let known = || store.sorts.as_ref()?.get(&addr).copied();
                Left { by, length: None, sort: sort_of(value).or_else(known) }
            }
            Cell::Array(items) => {
                let length = Some(self.pool.int(items.len() as i64));
                let mut sorts = items.iter().map(sort_of);
                let first = sorts.next().flatten();
                let sort = first.filter(|sort| sorts.all(|other| other == Some(*sort)));
                Left { by, length, sort: sort.filter(|_| self.session.knows_whole_lists()) }
            }
            Cell::Open(array) => Left { by, length: Some(array.length), sort: Some(array.item) },
        };
        store.heap.set(addr, Cell::Left(left));
        held
    }

    /// Forgets what is in a cell, or in the cells that are fields of a record.
    pub(super) fn forget(&self, value: &Value, store: &mut Store) -> Outcome {
        let by = self.pool.symbol(LOOP);
        let cells: Vec<Addr> = match store.heap.resolved(value) {
            Value::Ref(addr) | Value::Array(addr) => vec![addr],
            Value::Data(object) => {
                let fields = object.fields.iter().map(|field| match field {
                    Value::Ref(addr) | Value::Array(addr) => Some(*addr),
                    _ => None,
                });
                fields.flatten().collect()
            }
            _ => Vec::new(),
        };
        for addr in cells {
            self.forget_cell(by, addr, store);
        }
        Outcome::term(self.program.unit_value())
    }

    /// Forgets what is in all cells that can be got at through some values, and through the state of functions
    /// among them.
    pub(super) fn forget_all(&self, values: &[Value], store: &mut Store) -> Outcome {
        let mut called = Called::default();
        self.look_for_calls(values, &mut called, store);
        let state = called.state.iter().map(|global| Value::Thunk(Addr::of_global(*global)));
        let roots = values.iter().cloned().chain(state).collect();
        self.forget_below(roots, self.pool.symbol(LOOP), store);
        Outcome::term(self.program.unit_value())
    }

    /// Forgets what calls of functions among some values may write to.
    pub(super) fn forget_by(
        &self,
        values: &[Value],
        span: Option<Span>,
        store: &mut Store,
    ) -> Outcome {
        let mut roots = values.to_vec();
        let mut called = Called::default();
        self.look_for_calls(&roots, &mut called, store);
        if called.performs {
            return Outcome::gap("operations in a loop, which a proof does not follow", span);
        }
        if called.writes {
            if called.waits {
                return Outcome::gap("state that is not computed when a loop begins", span);
            }
            roots.extend(called.state.iter().map(|global| Value::Thunk(Addr::of_global(*global))));
            self.forget_below(roots, self.pool.symbol(LOOP), store);
        }
        Outcome::term(self.program.unit_value())
    }

    /// What the functions can do that can be got at through some values.
    fn look_for_calls(&self, roots: &[Value], called: &mut Called, store: &Store) {
        let (mut seen, mut lambdas) = (FxHashSet::default(), FxHashSet::default());
        let mut todo = roots.to_vec();
        while let Some(value) = todo.pop() {
            match &value {
                Value::Closure(lambda, env) => {
                    // The functions of a `let rec` call each other.
                    let group = env.groups().flat_map(|group| self.program.functions_of(group));
                    for lambda in group.chain([*lambda]) {
                        if lambdas.insert(lambda) {
                            todo.extend(self.look_into(lambda, called));
                        }
                    }
                }
                Value::Operation(_) => called.performs = true,
                _ => {}
            }
            match parts(&value) {
                Parts::Values(parts) => todo.extend(parts),
                Parts::Cell(addr) if seen.insert(addr) => {
                    let cell = store.heap.get(addr);
                    // What it would do is not known before it is computed.
                    called.waits |= matches!(cell, Cell::Suspended(..) | Cell::Busy);
                    called.writes |= matches!(cell, Cell::Suspended(..) | Cell::Busy);
                    todo.extend(held(cell));
                }
                Parts::Cell(_) => {}
            }
        }
    }

    /// What the code of a function can do; the state that it names and that was not seen before.
    fn look_into(&self, lambda: ExprId, called: &mut Called) -> Vec<Value> {
        let effects = self.program.effects_in(lambda);
        called.writes |= effects.writes;
        let is_faced = |global: &GlobalId| self.session.facet(*global).is_some();
        called.performs |= effects.performs || effects.globals.iter().any(is_faced);
        let state = effects.state.into_iter().filter(|global| called.state.insert(*global));
        state.map(|global| Value::Thunk(Addr::of_global(global))).collect()
    }

    /// Asks what a call by contract left in a cell, once that is read.
    pub(super) fn look_at_left(
        &self,
        (addr, left): (Addr, Left),
        span: Option<Span>,
        again: impl FnOnce() -> (ExprId, Vec<Value>),
        store: &mut Store,
    ) -> Outcome {
        let Some(sort) = left.sort else { return Outcome::gap(self.what_is_left(left), span) };
        let name = format!("state left by {}", self.pool.name(left.by));
        if left.length.is_some() {
            // A number that stands for all items, whatever they are.
            let input = Input { name, sort: Sort::INT, span };
            let (id, operands) = again();
            return Outcome::Ask(input, Control::Await(Awaited::LeftItems(addr, id, operands)));
        }
        if let Some(value) = self.unasked(&name, sort, store) {
            return Outcome::Go(self.leave_in_cell(addr, value, store));
        }
        Outcome::Ask(Input { name, sort, span }, Control::Await(Awaited::Left(addr)))
    }

    pub(super) fn leave_in_cell(&self, addr: Addr, value: Term, store: &mut Store) -> Control {
        store.heap.set(addr, Cell::Ref(Value::Term(value)));
        Control::Return(Value::Term(value))
    }

    /// Fills an array with the items that a value stands for, then goes on with what looked into it.
    pub(super) fn leave_items(
        &self,
        addr: Addr,
        (id, operands): (ExprId, Vec<Value>),
        items: Term,
        store: &mut Store,
    ) -> Control {
        let Cell::Left(Left { length: Some(length), sort: Some(item), .. }) = *store.heap.get(addr)
        else {
            unreachable!("only what is left in an array is asked for like this")
        };
        let (items, written) = (Items::Of(items), imbl::Vector::new());
        let array = OpenArray { length, item, items, written };
        store.heap.set(addr, Cell::Open(Box::new(array)));
        Control::Execute(id, operands)
    }

    pub(super) fn what_is_left(&self, left: Left) -> String {
        let name = self.pool.name(left.by);
        format!("what `{name}` leaves in mutable data, of which its contract says nothing")
    }

    fn name(&self, op: OpId) -> &str {
        self.pool.name(self.session.operation(op).name)
    }
}
