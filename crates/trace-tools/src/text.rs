//! Events, values and formulas as people read them.

use serde_json::{Value as Json, json};
use solve::Theory;
use term::{Literal, Pool, Term};
use trace::syntax::tree::Mode;
use trace::{Context, Event, Formula, Spec};

/// The axioms of a spec as the solver takes them.
#[must_use]
pub fn theory_of(pool: &Pool, spec: &Spec) -> Theory {
    let axiom = |axiom: &trace::Axiom| solve::Axiom {
        name: axiom.name.clone(),
        vars: axiom.vars.clone(),
        body: axiom.body,
        triggers: Vec::new(),
    };
    Theory::new(pool, spec.axioms.iter().map(axiom).collect())
}

/// An event as a call: `put(Key#0, 3)`, `get(Key#0) = 3`.
#[must_use]
pub fn show_event(ctx: Context<'_>, event: &Event) -> String {
    let Some(op) = event.op else { return "(an operation that is not declared)".to_owned() };
    let declared = ctx.alphabet.op(op);
    let values: Vec<String> =
        event.values.iter().map(|value| show_value(ctx.pool, *value)).collect();
    let (args, result) = values.split_at(declared.params().len().min(values.len()));
    let call = format!("{}({})", ctx.pool.name(declared.name), args.join(", "));
    match result.first() {
        Some(result) => format!("{call} = {result}"),
        None => call,
    }
}

/// An event in the form of logs. Elements of declared sorts are strings such as `Key#0`.
#[must_use]
pub fn event_json(ctx: Context<'_>, event: &Event) -> Json {
    let Some(op) = event.op else { return json!({ "op": null }) };
    let declared = ctx.alphabet.op(op);
    let values: Vec<Json> = event.values.iter().map(|value| value_json(ctx.pool, *value)).collect();
    let (args, result) = values.split_at(declared.params().len().min(values.len()));
    json!({ "op": ctx.pool.name(declared.name), "args": args, "result": result.first() })
}

fn value_json(pool: &Pool, value: Term) -> Json {
    match pool.as_literal(value) {
        Some(Literal::Bool(value)) => json!(value),
        Some(Literal::Int(int)) => int.to_i64().map_or_else(|| json!(int.to_string()), Json::from),
        Some(Literal::Text(text)) => json!(text.to_string()),
        Some(Literal::Elem(..) | Literal::Real(_) | Literal::BitVec(_)) | None => {
            json!(show_value(pool, value))
        }
    }
}

/// A literal; anything else in the printed form of terms.
pub(crate) fn show_value(pool: &Pool, value: Term) -> String {
    match pool.as_literal(value) {
        Some(Literal::Bool(value)) => value.to_string(),
        Some(Literal::Int(int)) => int.to_string(),
        Some(Literal::Text(text)) => format!("{text:?}"),
        Some(Literal::Elem(sort, number)) => format!("{}#{number}", pool.show_sort(*sort)),
        Some(Literal::Real(_) | Literal::BitVec(_)) | None => pool.show(value),
    }
}

/// A formula in the syntax of specs, predicates expanded. Automata are named by their states.
#[must_use]
pub fn show_formula(ctx: Context<'_>, formula: &Formula) -> String {
    Shown { ctx, mode: mode_of(formula) }.show(formula, 0)
}

/// How the events of a formula are read where nothing else is said: as in a regular expression if
/// every event of it is meant so.
#[must_use]
pub fn mode_of(formula: &Formula) -> Mode {
    let (mut begins, mut single) = (false, false);
    let mut todo = vec![formula];
    while let Some(formula) = todo.pop() {
        begins |= matches!(formula, Formula::Event(_));
        single |= matches!(formula, Formula::One(_));
        todo.extend(formula.parts());
    }
    if single && !begins { Mode::Regex } else { Mode::Ltl }
}

struct Shown<'a> {
    ctx: Context<'a>,
    mode: Mode,
}

impl Shown<'_> {
    /// `around`: how tightly the operator around binds; 0 is nothing around. The numbers are those
    /// of the grammar: `;` 1, `iff` 2, `implies` 3, `||` 4, `&&` 5, `U W R` 6, prefixes 7,
    /// postfixes 8.
    fn show(&self, formula: &Formula, around: u8) -> String {
        let prefix = |word: &str, inner: &Formula| (format!("{word}{}", self.show(inner, 7)), 7);
        let many = |word: &str, parts: &[Formula], own: u8| {
            let parts: Vec<String> = parts.iter().map(|part| self.show(part, own + 1)).collect();
            (parts.join(word), if parts.len() == 1 { 9 } else { own })
        };
        let binary = |word: &str, a: &Formula, b: &Formula, own: u8| {
            (format!("{} {word} {}", self.show(a, own + 1), self.show(b, own + 1)), own)
        };
        let (text, own) = match formula {
            Formula::True => ("true".to_owned(), 9),
            Formula::False => ("false".to_owned(), 9),
            Formula::Event(set) => self.events(set, Mode::Ltl, "ltl"),
            Formula::One(set) => self.events(set, Mode::Regex, "re"),
            Formula::Last => ("last".to_owned(), 9),
            Formula::Empty => ("eps".to_owned(), 9),
            Formula::Not(a) => prefix("!", a),
            Formula::Next(a) => prefix("X ", a),
            Formula::WeakNext(a) => prefix("N ", a),
            Formula::Finally(a) => prefix("F ", a),
            Formula::Globally(a) => prefix("G ", a),
            Formula::Star(a) => (format!("{}*", self.show(a, 9)), 8),
            Formula::And(parts) => many(" && ", parts, 5),
            Formula::Or(parts) => many(" || ", parts, 4),
            Formula::Then(parts) => many(" ; ", parts, 1),
            Formula::Implies(a, b) => binary("implies", a, b, 3),
            Formula::Iff(a, b) => binary("iff", a, b, 2),
            Formula::Until(a, b) => binary("U", a, b, 6),
            Formula::WeakUntil(a, b) => binary("W", a, b, 6),
            Formula::Release(a, b) => binary("R", a, b, 6),
            Formula::Machine(machine) => (format!("automaton({})", machine.states.join(" ")), 9),
        };
        if own < around { format!("({text})") } else { text }
    }

    /// Sets of events, marked where they are meant in another way than the rest.
    fn events(&self, set: &trace::EventSet, mode: Mode, word: &str) -> (String, u8) {
        let text = self.ctx.show_letter(self.ctx.regexes.of_events(self.ctx.pool, set));
        if mode != self.mode {
            return (format!("{word}({text})"), 9);
        }
        let binds = match text.starts_with('~') {
            true => 7,
            false => 9,
        };
        let compound = has_connective(&text);
        (text, if compound { 0 } else { binds })
    }
}

/// Whether `&&` or `||` stands between events, outside of all parentheses.
fn has_connective(text: &str) -> bool {
    let mut depth = 0usize;
    text.char_indices().any(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let rest = &text[at + c.len_utf8()..];
        let joined = rest.starts_with(" || ") || rest.starts_with(" && ");
        depth == 0 && matches!(c, '>' | ')' | 'y') && joined
    })
}
