//! Runs of a graph that satisfy a formula: cycles of their product that put off no `U` for ever.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::formula::{Duty, FormulaId, Formulas};
use super::graph::Graph;

/// A configuration with what the rest of the path must satisfy.
type Pair = (usize, Duty);

struct Edge {
    to: usize,
    put_off: BTreeSet<FormulaId>,
}

/// The last configuration before a cycle that satisfies the formula, if there is one.
pub(super) fn find_run(graph: &Graph, formulas: &Formulas) -> Option<usize> {
    let (pairs, edges) = product(graph, formulas);
    let untils = formulas.untils();
    let accepting = components(&edges).into_iter().find(|component| {
        let inside: BTreeSet<usize> = component.iter().copied().collect();
        let inner = || {
            let from = component.iter().flat_map(|pair| &edges[*pair]);
            from.filter(|edge| inside.contains(&edge.to))
        };
        inner().next().is_some()
            && untils.iter().all(|until| inner().any(|edge| !edge.put_off.contains(until)))
    })?;
    // The first one that was reached: closest to the start.
    accepting.into_iter().min().map(|pair| pairs[pair].0)
}

fn product(graph: &Graph, formulas: &Formulas) -> (Vec<Pair>, Vec<Vec<Edge>>) {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut index: FxHashMap<Pair, usize> = FxHashMap::default();
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    for node in graph.resolved(0) {
        index.insert((node, formulas.start()), pairs.len());
        pairs.push((node, formulas.start()));
    }
    let mut at = 0;
    while at < pairs.len() {
        let (node, duty) = pairs[at].clone();
        let mut out = Vec::new();
        let atoms = graph.nodes[node].atoms.as_deref().unwrap_or_default();
        for way in formulas.ways(&duty, atoms) {
            for next in graph.nodes[node].next.iter().flat_map(|next| graph.resolved(*next)) {
                let pair = (next, way.next.clone());
                let to = *index.entry(pair.clone()).or_insert_with(|| {
                    pairs.push(pair);
                    pairs.len() - 1
                });
                out.push(Edge { to, put_off: way.put_off.clone() });
            }
        }
        edges.push(out);
        at += 1;
    }
    (pairs, edges)
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
