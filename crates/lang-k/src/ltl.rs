//! Properties of all runs of a program, in linear temporal logic.
//!
//! The configurations that a program can reach form a graph; a run is a path in it, and one that
//! ends stays where it is. The negated formula is read along the paths: a set of formulas says what
//! the rest of a path must satisfy, and each configuration turns it into sets for the next one. The
//! property is broken if some cycle of this product keeps putting off none of its `U`s.

mod atom;
mod formula;
mod graph;
mod names;
mod product;
mod syntax;

use solve::{Solver, Verdict};
use term::{Pool, Term};

use crate::explorer::{Options, Solution};
use crate::given_up::GivenUp;
use crate::language::Language;
use crate::machine::Done;
use crate::state::State;

pub use names::{UnknownName, check_names};
pub use syntax::{Comparison, Number, PlacedName, Property, parse};

/// What is known of a property.
#[derive(Clone, Debug)]
pub enum Checked {
    /// It holds on all runs.
    Holds,
    /// It holds on all runs that were explored; some were not, for these reasons.
    HoldsWithin(Vec<GivenUp>),
    /// It is broken by this run.
    Broken(Box<Lasso>),
}

/// A run without end: it comes to a configuration, and from there to the same one again and again.
#[derive(Clone, Debug)]
pub struct Lasso {
    /// The configurations, each with what led to it; the start has nothing before it.
    pub moments: Vec<(Option<Done>, State)>,
    /// The configuration that the run comes back to, as a number among these.
    pub back_to: usize,
    /// The step from the last one back to it; none if the program has ended there, and stays.
    pub back_by: Option<Done>,
    /// That configuration with the conditions of the run, and inputs that take it.
    pub end: Solution,
}

/// Checks a property of all runs from a state.
pub fn check(
    language: &Language,
    pool: &Pool,
    start: State,
    assumed: &[Term],
    property: &Property,
    options: &Options,
    solver: &mut dyn Solver,
) -> Checked {
    if !assumed.is_empty() && solver.check(pool, assumed) == Verdict::Unsat {
        return Checked::HoldsWithin(vec![GivenUp::NoInput]);
    }
    let graph = graph::build(language, pool, start, assumed, property, options, solver);
    let formulas = formula::Formulas::negated(property);
    let mut given_up: Vec<GivenUp> = graph.given_up.0.iter().map(|(why, _)| why.clone()).collect();
    match product::find_run(&graph, &formulas, &options.meter) {
        Ok(Some(run)) => {
            let lasso = lasso(&graph, &run, pool, solver);
            if lasso.end.sure {
                return Checked::Broken(Box::new(lasso));
            }
            given_up.push(GivenUp::Unsure);
        }
        Ok(None) => {}
        Err(limit) if given_up.contains(&GivenUp::Limit(limit)) => {}
        Err(limit) => given_up.push(GivenUp::Limit(limit)),
    }
    if given_up.is_empty() { Checked::Holds } else { Checked::HoldsWithin(given_up) }
}

fn lasso(graph: &graph::Graph, run: &product::Loop, pool: &Pool, solver: &mut dyn Solver) -> Lasso {
    let back_to = run.back_to;
    let target = run.nodes[back_to];
    let last = *run.nodes.last().expect("a run has a start");
    Lasso {
        moments: graph.moments(run),
        back_to,
        back_by: graph.step_between(last, target),
        end: graph.solution(pool, target, solver),
    }
}
