//! Queries of `corpus/terms`: by the whole chain of solvers, with each stage left out in turn, by the
//! bare back end and by the core alone. All give one answer, and a model that our evaluator accepts.

use solve::{Solver, Theory};
use solve_chain::{Backend, Config, Stage};
use solve_z3::Search;
use term::{Pool, Term, read_script};
use testbed::{Case, Verdict};

/// Asks a query in every setting.
pub(crate) fn check(case: &Case) -> Result<(), String> {
    let z3 = Backend::z3(&Search::default()).map_err(|error| format!("libz3: {error}"))?;
    let with_z3 = || Config::new(z3.clone());
    ask(case, &with_z3()).map_err(|what| format!("all stages: {what}"))?;
    for stage in Stage::ALL {
        ask(case, &with_z3().without(&[stage])).map_err(|what| format!("no {stage}: {what}"))?;
    }
    ask(case, &with_z3().without(&Stage::ALL)).map_err(|what| format!("bare Z3: {what}"))?;
    match ask(case, &Config::new(Backend::None)) {
        Err(what) if case.expected.core || !what.contains("Unknown") => {
            Err(format!("the core alone: {what}"))
        }
        _ => Ok(()),
    }
}

fn ask(case: &Case, config: &Config) -> Result<(), String> {
    let pool = Pool::new();
    let script = case.expected.script.as_deref().unwrap_or_default();
    let query = read_script(&pool, script).map_err(|error| error.to_string())?.asserts;
    let mut solver = config.build(&Theory::empty()).map_err(|error| error.to_string())?;
    let verdict = grow(&pool, &mut *solver, &query);
    let expected = match case.expected.verdict {
        Verdict::Sat => solve::Verdict::Sat,
        _ => solve::Verdict::Unsat,
    };
    if verdict != expected {
        return Err(format!("{verdict:?}"));
    }
    if verdict == solve::Verdict::Sat {
        let model = solver.model(&pool).ok_or("no model")?;
        return if pool.satisfies(&model, &query) {
            Ok(())
        } else {
            Err("a wrong model".to_owned())
        };
    }
    Ok(())
}

/// Asks prefix by prefix, as a path grows.
fn grow(pool: &Pool, solver: &mut dyn Solver, query: &[Term]) -> solve::Verdict {
    let mut last = solve::Verdict::Sat;
    for length in 1..=query.len() {
        last = solver.check(pool, &query[..length]);
        if last == solve::Verdict::Unsat {
            return last;
        }
    }
    last
}
