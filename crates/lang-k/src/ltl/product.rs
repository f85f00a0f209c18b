//! Runs of a graph that satisfy a formula: cycles of their product that put off no `U` for ever.

use std::collections::{BTreeSet, VecDeque};

use explore::{Limit, Meter};
use rustc_hash::FxHashMap;

use super::formula::{Duty, FormulaId, Formulas};
use super::graph::Graph;

/// A configuration with what the rest of the path must satisfy.
type Pair = (usize, Duty);

struct Edge {
    to: usize,
    put_off: BTreeSet<FormulaId>,
}

/// A run that comes back to itself, as nodes of the graph.
pub(super) struct Loop {
    /// The nodes from the start on; the last one leads back.
    pub(super) nodes: Vec<usize>,
    /// Where the last node leads to.
    pub(super) back_to: usize,
}

/// A run that satisfies the formula, if there is one. Ends early when the meter says so.
pub(super) fn find_run(
    graph: &Graph,
    formulas: &Formulas,
    meter: &Meter,
) -> Result<Option<Loop>, Limit> {
    let product = Product::new(graph, formulas, meter)?;
    let untils = formulas.untils();
    for component in components(&product.edges) {
        let inside: BTreeSet<usize> = component.iter().copied().collect();
        let inner = || product.inner(&inside);
        let accepts = inner().next().is_some()
            && untils.iter().all(|until| inner().any(|(_, edge)| !edge.put_off.contains(until)));
        if accepts {
            return Ok(Some(product.unrolled(&inside, &untils)));
        }
    }
    Ok(None)
}

struct Product {
    pairs: Vec<Pair>,
    edges: Vec<Vec<Edge>>,
    /// The pair from which each one was reached first.
    before: Vec<Option<usize>>,
}

impl Product {
    fn new(graph: &Graph, formulas: &Formulas, meter: &Meter) -> Result<Product, Limit> {
        let mut product = Product { pairs: Vec::new(), edges: Vec::new(), before: Vec::new() };
        let mut index: FxHashMap<Pair, usize> = FxHashMap::default();
        for node in graph.resolved(0) {
            product.add(&mut index, (node, formulas.start()), None);
        }
        let mut at = 0;
        while at < product.pairs.len() {
            let (node, duty) = product.pairs[at].clone();
            let mut out = Vec::new();
            let atoms = graph.nodes[node].atoms.as_deref().unwrap_or_default();
            for way in formulas.ways(&duty, atoms, meter)? {
                for next in graph.after(node) {
                    let to = product.add(&mut index, (next, way.next.clone()), Some(at));
                    out.push(Edge { to, put_off: way.put_off.clone() });
                }
            }
            product.edges.push(out);
            at += 1;
        }
        Ok(product)
    }

    fn add(
        &mut self,
        index: &mut FxHashMap<Pair, usize>,
        pair: Pair,
        before: Option<usize>,
    ) -> usize {
        if let Some(known) = index.get(&pair) {
            return *known;
        }
        index.insert(pair.clone(), self.pairs.len());
        self.pairs.push(pair);
        self.before.push(before);
        self.pairs.len() - 1
    }

    /// The edges inside a component, with where they start.
    fn inner<'p>(&'p self, inside: &'p BTreeSet<usize>) -> impl Iterator<Item = (usize, &'p Edge)> {
        let from = inside.iter().flat_map(|pair| self.edges[*pair].iter().map(|e| (*pair, e)));
        from.filter(|(_, edge)| inside.contains(&edge.to))
    }

    /// A run into a component and around in it, along an edge that does not put off each `U`.
    fn unrolled(&self, inside: &BTreeSet<usize>, untils: &[FormulaId]) -> Loop {
        // The first one that was reached: closest to the start.
        let entry = *inside.first().expect("a component is not empty");
        let mut pairs = vec![entry];
        while let Some(before) = self.before[*pairs.last().expect("begins with the entry")] {
            pairs.push(before);
        }
        pairs.reverse();
        let back_to = pairs.len() - 1;
        let mut at = entry;
        for until in untils {
            let wanted = |(_, edge): &(usize, &Edge)| !edge.put_off.contains(until);
            let (from, edge) = self.inner(inside).find(wanted).expect("the component accepts");
            pairs.extend(self.way(inside, at, from));
            pairs.push(edge.to);
            at = edge.to;
        }
        if pairs.len() == back_to + 1 {
            let (from, edge) = self.inner(inside).next().expect("the component has a cycle");
            pairs.extend(self.way(inside, at, from));
            pairs.push(edge.to);
            at = edge.to;
        }
        pairs.extend(self.way(inside, at, entry));
        // The walk has come back to the entry, which stands there already.
        pairs.pop();
        Loop { nodes: pairs.into_iter().map(|pair| self.pairs[pair].0).collect(), back_to }
    }

    /// The shortest way inside a component, without where it starts.
    fn way(&self, inside: &BTreeSet<usize>, from: usize, to: usize) -> Vec<usize> {
        let mut before: FxHashMap<usize, usize> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            if at == to {
                break;
            }
            for edge in self.edges[at].iter().filter(|edge| inside.contains(&edge.to)) {
                if edge.to != from && !before.contains_key(&edge.to) {
                    before.insert(edge.to, at);
                    queue.push_back(edge.to);
                }
            }
        }
        let (mut way, mut at) = (Vec::new(), to);
        while at != from {
            way.push(at);
            at = before[&at];
        }
        way.reverse();
        way
    }
}

/// The strongly connected components, by Tarjan's algorithm with a stack of its own.
fn components(edges: &[Vec<Edge>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; edges.len()];
    let mut lowest = vec![0; edges.len()];
    let mut on_stack = vec![false; edges.len()];
    let (mut stack, mut count, mut found) = (Vec::new(), 0, Vec::new());
    for root in 0..edges.len() {
        if number[root] != NEW {
            continue;
        }
        let mut calls: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((node, nth)) = calls.pop() {
            if nth == 0 {
                (number[node], lowest[node]) = (count, count);
                count += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(edge) = edges[node].get(nth) {
                calls.push((node, nth + 1));
                if number[edge.to] == NEW {
                    calls.push((edge.to, 0));
                } else if on_stack[edge.to] {
                    lowest[node] = lowest[node].min(number[edge.to]);
                }
                continue;
            }
            if lowest[node] == number[node] {
                let start = stack.iter().position(|member| *member == node).expect("pushed above");
                let component = stack.split_off(start);
                component.iter().for_each(|member| on_stack[*member] = false);
                found.push(component);
            }
            if let Some((caller, _)) = calls.last() {
                lowest[*caller] = lowest[*caller].min(lowest[node]);
            }
        }
    }
    found
}
