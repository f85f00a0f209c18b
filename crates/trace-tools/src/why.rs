//! Why a log breaks a property: a table of sub-formulas by events.
//!
//! The truth of a formula at a position depends only on what follows, so the independent judge can
//! be asked about the last events alone and still says what is true of the whole log up to there.

use rustc_hash::FxHashMap;
use term::{Model, Sort};
use trace::{Context, Event, Formula, Judge, Param, TooDeep};

use crate::log::{Logged, Value};
use crate::monitor::{Instance, literal};
use crate::text::show_formula;

/// A sub-formula with its truth from each event on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The sub-formula.
    pub text: String,
    /// How deep it stands in the property.
    pub depth: usize,
    /// Whether it holds from each event of the window on, if the log ended with the window.
    pub holds: Vec<bool>,
}

/// Sub-formulas by events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The property first, then its parts.
    pub rows: Vec<Row>,
    /// How many sub-formulas were left out.
    pub left_out: usize,
}

/// Longer tables are not read.
const MAX_ROWS: usize = 12;

/// The table of a property over the last events of a log, for values of its parameters. Events of
/// operations that are not declared count as such.
pub fn why(
    ctx: Context<'_>,
    formula: &Formula,
    params: &[Param],
    instance: &Instance,
    window: &[Logged<'static>],
) -> Result<Table, TooDeep> {
    let mut terms = Terms { ctx, elements: FxHashMap::default() };
    let trace: Vec<Event> = window.iter().map(|event| terms.event(event)).collect();
    let mut model = Model::new();
    for (at, (param, value)) in params.iter().zip(&instance.values).enumerate() {
        let sort = ctx.pool.sort(param.var);
        let value = match value {
            Some(value) => terms.value(sort, value.clone()),
            // Nothing in the log is equal to a value that does not occur.
            None => terms.value(sort, absent(sort, at)),
        };
        model.set(param.var, value);
    }
    let judge = Judge { pool: ctx.pool, alphabet: ctx.alphabet, model: &model, trace: &trace };
    table(ctx, formula, judge)
}

/// The table of a property over a trace of values.
pub fn table(ctx: Context<'_>, formula: &Formula, judge: Judge<'_>) -> Result<Table, TooDeep> {
    let mut table = Table { rows: Vec::new(), left_out: 0 };
    let mut todo = vec![(formula, 0)];
    while let Some((part, depth)) = todo.pop() {
        todo.extend(part.parts().into_iter().rev().map(|part| (part, depth + 1)));
        let text = show_formula(ctx, part);
        if table.rows.iter().any(|row| row.text == text) {
            continue;
        }
        if table.rows.len() == MAX_ROWS {
            table.left_out += 1;
            continue;
        }
        let truth = judge.truth(part)?;
        let holds = (0..judge.trace.len()).map(|at| truth.from(at)).collect();
        table.rows.push(Row { text, depth, holds });
    }
    Ok(table)
}

fn absent(sort: Sort, at: usize) -> Value<'static> {
    match sort {
        Sort::INT => Value::Int(i64::MAX - at as i64),
        Sort::BOOL => Value::Bool(false),
        _ => Value::Text(format!("\u{10ffff}{at}").into()),
    }
}

struct Terms<'a> {
    ctx: Context<'a>,
    elements: FxHashMap<Sort, Vec<Value<'static>>>,
}

impl Terms<'_> {
    fn value(&mut self, sort: Sort, value: Value<'static>) -> term::Term {
        literal(self.ctx.pool, sort, value, self.elements.entry(sort).or_default())
    }

    fn event(&mut self, event: &Logged<'static>) -> Event {
        let alphabet = self.ctx.alphabet;
        let Some(op) = alphabet.find(self.ctx.pool.symbol(&event.op)) else {
            return Event { op: None, values: Vec::new() };
        };
        let values = event.args.iter().chain(&event.result).cloned();
        let places = alphabet.op(op).places().iter();
        let values = places.zip(values).map(|(place, value)| self.value(place.sort, value));
        Event { op: Some(op), values: values.collect() }
    }
}
