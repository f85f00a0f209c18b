//! Structural equality and order.
//!
//! Both walk two values side by side, left to right, and give a list of pairs of terms that decide:
//! the values are equal if all pairs are, and the first pair that differs orders them. Data is
//! long and shared, so the walk keeps its own stack and compares the same two objects once.
//!
//! The order of symbolic data depends on its constructors. Of a type whose constructors hold nothing it is a
//! term; else the path splits over the constructors, as where a `case` looks at the data.

use std::sync::Arc;

use machine::Exit;
use rustc_hash::FxHashSet;
use term::{Cases, Data, Op, Sort, SortNode, Term};

use super::Run;
use super::case::unroll;
use super::heap::{Addr, Cell};
use super::state::{Control, Outcome, Store};
use super::value::{Object, Value};
use crate::CtorOrder;
use crate::expr::ExprId;

/// What decides between two values, in order. Something that differs for certain comes last.
struct Comparison {
    order: CtorOrder,
    /// Pairs of terms of one sort.
    pairs: Vec<(Term, Term)>,
    /// Two constructors, or two lengths, that differ: first less than second.
    differs: Option<bool>,
    todo: Vec<(Value, Value)>,
    objects: FxHashSet<(usize, usize)>,
    cells: FxHashSet<(Addr, Addr)>,
}

impl Run<'_> {
    /// Structural equality of two values that are computed as a whole.
    pub(super) fn equal(&self, id: ExprId, values: &[Value], store: &Store) -> Outcome {
        match self.walk(values, CtorOrder::Declared, store) {
            Err(what) => Outcome::gap(format!("equality of {what}"), self.span(id)),
            Ok(Comparison { differs: Some(_), .. }) => Outcome::term(Term::FALSE),
            Ok(Comparison { pairs, .. }) => {
                let equal: Vec<Term> = pairs.iter().map(|(a, b)| self.pool.eq(*a, *b)).collect();
                Outcome::term(self.pool.and(&equal))
            }
        }
    }

    /// Structural order of two values that are computed as a whole: -1, 0 or 1.
    pub(super) fn compare(
        &self,
        id: ExprId,
        values: &[Value],
        order: CtorOrder,
        store: &mut Store,
    ) -> Outcome {
        let ordered = self
            .walk(values, order, store)
            .map_err(Unordered::Never)
            .and_then(|comparison| self.ordered(&comparison));
        match ordered {
            Ok(order) => Outcome::term(order),
            Err(Unordered::Closed(term)) => self.open(id, values, term, store),
            Err(Unordered::Never(what)) => {
                Outcome::gap(format!("the order of {what}"), self.span(id))
            }
        }
    }

    /// The order that pairs of terms decide: -1, 0 or 1.
    fn ordered(&self, comparison: &Comparison) -> Result<Term, Unordered> {
        let pool = self.pool;
        let rest = match comparison.differs {
            Some(true) => pool.int(-1),
            Some(false) => pool.int(1),
            None => pool.int(0),
        };
        // The first pair decides first, so what it needs to be opened is opened first.
        let less = comparison.pairs.iter().map(|(a, b)| self.less(*a, *b, comparison.order));
        let less = less.collect::<Result<Vec<Term>, Unordered>>()?;
        let pairs = comparison.pairs.iter().zip(less).rev();
        Ok(pairs.fold(rest, |rest, ((a, b), less)| {
            let differs = pool.ite(less, pool.int(-1), pool.int(1));
            pool.ite(pool.eq(*a, *b), rest, differs)
        }))
    }

    /// Splits the path over the constructors of a symbolic term, and compares again.
    fn open(&self, id: ExprId, values: &[Value], term: Term, store: &mut Store) -> Outcome {
        let pool = self.pool;
        let (data, _) = pool.as_data(pool.sort(term)).expect("only data is opened");
        let ctors = pool.ctors(data);
        let case = |(index, ctor): (usize, &term::Ctor)| {
            let index = u32::try_from(index).expect("fewer than 2^32 constructors");
            let fields = (0..ctor.fields.len()).map(|at| pool.field(index, at as u32, term));
            let known = fields.map(|field| self.session.values().holds(pool, field));
            let cond = pool.and(&known.chain([pool.is(index, term)]).collect::<Vec<Term>>());
            let again = Control::Execute(id, values.to_vec());
            (cond, Control::Shaped(term, index, Box::new(again)))
        };
        let cases: Vec<(Term, Control)> = ctors.iter().enumerate().map(case).collect();
        match self.session.unrolling().filter(|_| ctors.len() > 1) {
            Some(most) if !unroll(store, id, most) => Outcome::Stop(Exit::Unrolled(most.into())),
            _ => self.split(Cases::new(cases)),
        }
    }

    fn less(&self, a: Term, b: Term, order: CtorOrder) -> Result<Term, Unordered> {
        let pool = self.pool;
        match pool.sort_node(pool.sort(a)) {
            SortNode::Bool => Ok(pool.and(&[pool.not(a), b])),
            SortNode::Int | SortNode::Real => Ok(pool.lt(a, b)),
            SortNode::Text => Ok(pool.text_op(Op::TextLt, &[a, b])),
            SortNode::BitVec(_) => Ok(pool.word(Op::BvSlt, &[a, b])),
            SortNode::Data(..) if self.session.values().bytes == Some(pool.sort(a)) => {
                Ok(pool.lt(pool.field(0, 0, a), pool.field(0, 0, b)))
            }
            SortNode::Data(data, _)
                if pool.ctors(*data).iter().all(|one| one.fields.is_empty()) =>
            {
                Ok(pool.lt(self.rank(*data, a, order), self.rank(*data, b, order)))
            }
            SortNode::Data(..) => {
                let is_open = |term: &Term| matches!(pool.op(*term), Op::Construct(_));
                Err(Unordered::Closed(if is_open(&a) { b } else { a }))
            }
            SortNode::Elem(_) | SortNode::Array(..) | SortNode::Param(_) => {
                let sort = pool.show_sort(pool.sort(a));
                Err(Unordered::Never(format!("symbolic values of {sort}")))
            }
        }
    }

    /// The place of a constructor that holds nothing in the order of its type.
    fn rank(&self, data: Data, term: Term, order: CtorOrder) -> Term {
        let pool = self.pool;
        let ctors = (0..pool.ctors(data).len()).map(|index| index as u32);
        let mut ranked: Vec<u32> = ctors.collect();
        ranked.sort_by_key(|index| order.rank(*index, 0));
        let last = pool.int(ranked.len() as i64 - 1);
        let places = ranked.iter().enumerate().rev().skip(1);
        places.fold(last, |rest, (place, index)| {
            pool.ite(pool.is(*index, term), pool.int(place as i64), rest)
        })
    }

    /// Everything that decides between two values, or what cannot be compared.
    fn walk(
        &self,
        values: &[Value],
        order: CtorOrder,
        store: &Store,
    ) -> Result<Comparison, String> {
        let [a, b] = values else { unreachable!("arities were checked") };
        let mut comparison = Comparison::new(order, (a.clone(), b.clone()));
        while let Some((a, b)) = comparison.todo.pop() {
            let (a, b) = (store.heap.resolved(&a), store.heap.resolved(&b));
            self.visit(&mut comparison, &a, &b, store)?;
            if comparison.differs.is_some() {
                break;
            }
        }
        Ok(comparison)
    }

    fn visit(
        &self,
        comparison: &mut Comparison,
        a: &Value,
        b: &Value,
        store: &Store,
    ) -> Result<(), String> {
        match (a, b) {
            (Value::Term(a), Value::Term(b)) => self.visit_terms(comparison, *a, *b, store)?,
            (Value::Data(a), Value::Data(b)) => comparison.visit_objects(a, b),
            (Value::Data(object), Value::Term(term)) => {
                let parts = self.opened(object, *term, store)?;
                comparison.align(object, parts, Side::First);
            }
            (Value::Term(term), Value::Data(object)) => {
                let parts = self.opened(object, *term, store)?;
                comparison.align(object, parts, Side::Second);
            }
            (Value::Ref(a), Value::Ref(b)) | (Value::Array(a), Value::Array(b)) => {
                comparison.visit_cells(*a, *b, store);
            }
            (Value::Closure(..) | Value::Partial(_) | Value::Operation(_), _)
            | (_, Value::Closure(..) | Value::Partial(_) | Value::Operation(_)) => {
                return Err("functions".to_owned());
            }
            _ => return Err(format!("{} and {}", a.kind(), b.kind())),
        }
        Ok(())
    }

    /// Two terms; constructed ones are taken apart, because only their leaves have an order.
    fn visit_terms(
        &self,
        comparison: &mut Comparison,
        a: Term,
        b: Term,
        store: &Store,
    ) -> Result<(), String> {
        let pool = self.pool;
        if pool.sort(a) != pool.sort(b) {
            let sorts = [a, b].map(|term| pool.show_sort(pool.sort(term)));
            return Err(format!("values of {} and {}", sorts[0], sorts[1]));
        }
        let (a, b) = (self.as_constructed(a, store), self.as_constructed(b, store));
        match (pool.node(a), pool.node(b)) {
            ((Op::Construct(one), left), (Op::Construct(other), right)) if one != other => {
                comparison.differ((one, left.len()), (other, right.len()));
            }
            ((Op::Construct(_), left), (Op::Construct(_), right)) if a != b => {
                let pairs = left.iter().zip(right).rev();
                comparison.todo.extend(pairs.map(|(a, b)| (Value::Term(*a), Value::Term(*b))));
            }
            _ if a != b && self.program.arrow(pool.sort(a)).is_some() => {
                return Err("functions".to_owned());
            }
            _ if a != b => comparison.pairs.push((a, b)),
            _ => {}
        }
        Ok(())
    }

    /// A symbolic term whose constructor the path knows, as that constructor with its fields.
    fn as_constructed(&self, term: Term, store: &Store) -> Term {
        let pool = self.pool;
        let known = store.shapes.as_ref().and_then(|shapes| shapes.get(&term).copied());
        let Some(index) = known else { return term };
        let sort = pool.sort(term);
        let Some((data, _)) = pool.as_data(sort) else { return term };
        let count = pool.ctors(data)[index as usize].fields.len();
        let fields = (0..count).map(|at| pool.field(index, at as u32, term));
        pool.construct(sort, index, &fields.collect::<Vec<Term>>())
    }

    /// A term that is compared with an object, as far as it can be taken apart.
    fn opened(&self, object: &Arc<Object>, term: Term, store: &Store) -> Result<Opened, String> {
        match self.pool.node(self.as_constructed(term, store)) {
            (Op::Construct(index), fields) => Ok(Opened::Construct(index, fields.to_vec())),
            _ => {
                let sort: Sort = self.pool.sort(term);
                let whole = self.reify(&Value::Data(object.clone()), sort, store)?;
                Ok(Opened::Symbolic(whole, term))
            }
        }
    }
}

/// Why the order of two terms is not known.
enum Unordered {
    /// It depends on the constructor of this symbolic term.
    Closed(Term),
    /// Such values have no order that is known.
    Never(String),
}

/// A term that is compared with an object.
enum Opened {
    /// A constructor with its fields.
    Construct(u32, Vec<Term>),
    /// A symbolic term (second), with the term of the whole object (first).
    Symbolic(Term, Term),
}

/// The side on which an object stands that is compared with a term.
#[derive(Clone, Copy)]
enum Side {
    First,
    Second,
}

impl Side {
    fn arrange<T>(self, object: T, term: T) -> (T, T) {
        match self {
            Side::First => (object, term),
            Side::Second => (term, object),
        }
    }
}

impl Comparison {
    fn new(order: CtorOrder, pair: (Value, Value)) -> Comparison {
        Comparison {
            order,
            pairs: Vec::new(),
            differs: None,
            todo: vec![pair],
            objects: FxHashSet::default(),
            cells: FxHashSet::default(),
        }
    }

    /// Two different constructors, each with its number of fields.
    fn differ(&mut self, a: (u32, usize), b: (u32, usize)) {
        self.differs = Some(self.order.rank(a.0, a.1) < self.order.rank(b.0, b.1));
    }

    fn visit_objects(&mut self, a: &Arc<Object>, b: &Arc<Object>) {
        if a.ctor != b.ctor {
            self.differ((a.ctor.index, a.fields.len()), (b.ctor.index, b.fields.len()));
        } else if self.objects.insert((Arc::as_ptr(a).addr(), Arc::as_ptr(b).addr())) {
            let pairs = a.fields.iter().cloned().zip(b.fields.iter().cloned());
            self.todo.extend(pairs.rev());
        }
    }

    /// Compares an object with a term.
    fn align(&mut self, object: &Object, term: Opened, side: Side) {
        match term {
            Opened::Symbolic(whole, term) => {
                self.todo.push(side.arrange(Value::Term(whole), Value::Term(term)));
            }
            Opened::Construct(index, fields) if index != object.ctor.index => {
                let object = (object.ctor.index, object.fields.len());
                let (a, b) = side.arrange(object, (index, fields.len()));
                self.differ(a, b);
            }
            Opened::Construct(_, fields) => {
                let pairs = object.fields.iter().cloned().zip(fields).rev();
                let arranged = pairs.map(|(field, term)| side.arrange(field, Value::Term(term)));
                self.todo.extend(arranged);
            }
        }
    }

    /// Cells are compared by what is in them; the same cell equals itself.
    fn visit_cells(&mut self, a: Addr, b: Addr, store: &Store) {
        if a == b || !self.cells.insert((a, b)) {
            return;
        }
        match (store.heap.get(a), store.heap.get(b)) {
            (Cell::Ref(a), Cell::Ref(b)) => self.todo.push((a.clone(), b.clone())),
            (Cell::Array(a), Cell::Array(b)) if a.len() == b.len() => {
                let pairs: Vec<_> = a.iter().cloned().zip(b.iter().cloned()).collect();
                self.todo.extend(pairs.into_iter().rev());
            }
            (Cell::Array(a), Cell::Array(b)) => self.differs = Some(a.len() < b.len()),
            _ => unreachable!("a cell stays a cell"),
        }
    }
}
