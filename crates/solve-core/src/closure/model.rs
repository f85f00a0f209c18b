//! From a settled closure to a model.
//!
//! Classes without a value get one that no other class has, as far as their sort allows; values of
//! constructors follow from those of their fields; classes that nothing uses come last and take any
//! value that their disequalities leave.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Func, Model, Op, Pool, Sort, Term};

use super::Closure;
use super::kind::Kind;
use super::node::Node;
use super::order::Graph;
use super::value::Fresh;

/// Values of classes, by their roots.
type Values = FxHashMap<Node, Term>;

impl Closure {
    /// A model of all that was assumed, after [`Closure::settle`] found it consistent.
    ///
    /// Some new values of recursive types are told apart by their depth. The first attempt makes
    /// them shallow and may fail; the second one cannot.
    pub(crate) fn model(&self, pool: &Pool, fits: impl Fn(&Model) -> bool) -> Option<Model> {
        let safe = self.nodes.len() as u64 + 2;
        [1, safe].into_iter().filter_map(|spacing| self.spaced_model(pool, spacing)).find(fits)
    }

    fn spaced_model(&self, pool: &Pool, spacing: u64) -> Option<Model> {
        let mut fresh = Fresh::new(pool, spacing);
        let literals = self.nodes.all().filter_map(|node| self.nodes[node].term);
        literals.filter(|term| pool.as_literal(*term).is_some()).for_each(|lit| fresh.take(lit));
        let integers = self.classes_of_numbers().filter_map(|class| self.integer_term(pool, class));
        integers.for_each(|integer| fresh.take(integer));
        let mut values = Values::default();
        self.choose_values(pool, &mut fresh, &mut values)?;
        self.build_values(pool, &mut values);
        self.choose_last(&fresh, &mut values)?;
        let mut model = Model::new();
        self.tell_leaves(&values, &mut model);
        for &order in &self.orders {
            let line = self.line_of_values(pool, order, &values, fresh.made());
            tell_order(order, &line, &mut model);
        }
        for (number, &order) in self.partial_orders.iter().enumerate() {
            self.tell_partial_order(order, Graph::partial(number), &values, &mut model);
        }
        Some(model)
    }

    fn roots(&self) -> impl Iterator<Item = Node> {
        self.nodes.all().filter(|node| self.nodes.root(*node) == *node)
    }

    /// Values for the classes that have none and are used or are free to be new.
    fn choose_values(&self, pool: &Pool, fresh: &mut Fresh, values: &mut Values) -> Option<()> {
        for root in self.roots().filter(|root| self.nodes[*root].value.is_none()) {
            let slot = &self.nodes[root];
            let value = match slot.kind {
                Kind::Endless | Kind::Word(_) => match self.integer_term(pool, root) {
                    Some(integer) => integer,
                    None => fresh.literal(slot.sort)?,
                },
                Kind::Data { endless, .. } if slot.mask & endless != 0 => {
                    fresh.data(slot.sort, (slot.mask & endless).trailing_zeros())?
                }
                Kind::Bool | Kind::Data { .. } if slot.uses.is_empty() => continue,
                Kind::Bool => Term::FALSE,
                Kind::Data { .. } => fresh.plain(slot.sort, slot.mask.trailing_zeros())?,
                Kind::Opaque => return None,
            };
            values.insert(root, value);
        }
        Some(())
    }

    /// Values of literals, and of constructors over the values of their fields.
    fn build_values(&self, pool: &Pool, values: &mut Values) {
        for root in self.roots() {
            let mut todo = vec![root];
            while let Some(&class) = todo.last() {
                let Some(value) = self.nodes[class].value.filter(|_| !values.contains_key(&class))
                else {
                    todo.pop();
                    continue;
                };
                let fields = self.nodes.args(value).iter().map(|field| self.nodes.root(*field));
                let missing = fields.clone().find(|field| !values.contains_key(field));
                match missing {
                    Some(field) => todo.push(field),
                    None => {
                        let fields: Vec<Term> = fields.map(|field| values[&field]).collect();
                        values.insert(class, self.term_of(pool, value, &fields));
                    }
                }
            }
        }
    }

    fn term_of(&self, pool: &Pool, value: Node, fields: &[Term]) -> Term {
        let slot = &self.nodes[value];
        match slot.op {
            Op::Construct(ctor) => pool.construct(slot.sort, ctor, fields),
            _ => slot.term.expect("a literal was made from a term"),
        }
    }

    /// Values for classes that nothing uses, away from those they must differ from.
    fn choose_last(&self, fresh: &Fresh, values: &mut Values) -> Option<()> {
        for root in self.roots() {
            if values.contains_key(&root) {
                continue;
            }
            let slot = &self.nodes[root];
            let others = slot.apart.iter().flat_map(|number| {
                let apart = self.apart[*number as usize];
                [self.nodes.root(apart.a), self.nodes.root(apart.b)]
            });
            let forbidden: Vec<Term> =
                others.filter_map(|root| values.get(&root).copied()).collect();
            let candidates: Vec<Term> = match slot.kind {
                Kind::Bool => vec![Term::FALSE, Term::TRUE],
                _ => (0..64)
                    .filter(|ctor| slot.mask & (1 << ctor) != 0)
                    .filter_map(|ctor| fresh.plain(slot.sort, ctor))
                    .collect(),
            };
            let value = candidates.into_iter().find(|value| !forbidden.contains(value))?;
            values.insert(root, value);
        }
        Some(())
    }

    fn tell_leaves(&self, values: &Values, model: &mut Model) {
        let value = |node: Node| values[&self.nodes.root(node)];
        for node in self.nodes.all() {
            let slot = &self.nodes[node];
            match (slot.op, slot.term) {
                (Op::Var(_), Some(var)) => model.set(var, value(node)),
                (Op::Apply(func), _) if !self.is_order(func) => {
                    let args: Vec<Term> =
                        self.nodes.args(node).iter().map(|arg| value(*arg)).collect();
                    model.func_mut(func).insert(&args, value(node));
                }
                _ => {}
            }
        }
    }

    /// The elements of an ordered sort from first to last: those of classes as they must be, then
    /// those that stand inside other values or for whatever the model does not mention. Without
    /// them the order would not be total for terms that are evaluated later.
    fn line_of_values(
        &self,
        pool: &Pool,
        order: Func,
        values: &Values,
        made: &[Term],
    ) -> Vec<Term> {
        let sort = pool.signature(order).0[0];
        let mut line: Vec<Term> = self.line_up(sort).iter().map(|class| values[class]).collect();
        let mut met: FxHashSet<Term> = line.iter().copied().collect();
        let others = made.iter().copied().filter(|element| pool.sort(*element) == sort);
        line.extend(others.chain(pool.default_value(sort)).filter(|element| met.insert(*element)));
        line
    }

    /// Says what comes after what in a partial order: what its edges lead to. Everything else, which
    /// includes all that the model does not mention, is not related.
    fn tell_partial_order(&self, order: Func, graph: Graph, values: &Values, model: &mut Model) {
        let after = |class: Node| {
            let edges = self.nodes[class].above.iter().map(|number| self.edges[*number as usize]);
            edges.filter(|edge| edge.graph == graph).map(|edge| self.nodes.root(edge.to))
        };
        let table = model.func_mut(order);
        table.set_otherwise(Term::FALSE);
        for class in self.roots() {
            let mut todo: Vec<Node> = after(class).collect();
            let mut met: FxHashSet<Node> = FxHashSet::default();
            while let Some(next) = todo.pop() {
                if met.insert(next) {
                    table.insert(&[values[&class], values[&next]], Term::TRUE);
                    todo.extend(after(next));
                }
            }
        }
    }

    /// The classes of a sort, none before one that is below it in the graph.
    pub(super) fn line_up(&self, sort: Sort) -> Vec<Node> {
        let classes: Vec<Node> =
            self.roots().filter(|root| self.nodes[*root].sort == sort).collect();
        let above = |class: Node| {
            let edges = self.nodes[class].above.iter().map(|number| self.edges[*number as usize]);
            let edges = edges.filter(|edge| edge.graph == Graph::TOTAL);
            edges.map(|edge| self.nodes.root(edge.to)).filter(move |to| *to != class)
        };
        let mut waiting: FxHashMap<Node, usize> = FxHashMap::default();
        for to in classes.iter().flat_map(|class| above(*class)) {
            *waiting.entry(to).or_default() += 1;
        }
        let mut ready: VecDeque<Node> =
            classes.iter().copied().filter(|class| !waiting.contains_key(class)).collect();
        let mut line = Vec::new();
        while let Some(class) = ready.pop_front() {
            line.push(class);
            for to in above(class) {
                let left = waiting.get_mut(&to).expect("counted above");
                *left -= 1;
                if *left == 0 {
                    ready.push_back(to);
                }
            }
        }
        line
    }
}

/// Says who is before whom.
fn tell_order(order: Func, line: &[Term], model: &mut Model) {
    let table = model.func_mut(order);
    table.set_otherwise(Term::FALSE);
    for (at, before) in line.iter().enumerate() {
        for after in &line[at + 1..] {
            table.insert(&[*before, *after], Term::TRUE);
        }
    }
}
