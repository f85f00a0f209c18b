//! Why a rule does not apply: the first part of its left-hand side that does not match.

use term::Pool;

use crate::context::{Ctx, Halt, Known};
use crate::language::Language;
use crate::layout::Layout;
use crate::matcher::Subject;
use crate::notation::show_term;
use crate::pattern::{FrameId, Step};
use crate::program::{Program, Rule};
use crate::signature::CellId;
use crate::state::State;
use crate::value::Value;

/// What kept the rules with this label from applying in a state; none if there is no such rule.
#[must_use]
pub fn why_not(language: &Language, pool: &Pool, state: &State, label: &str) -> Option<String> {
    let program = &language.compiled.program;
    let rules: Vec<&Rule> = program.rules.iter().filter(|rule| rule.info.name == label).collect();
    if rules.is_empty() {
        return None;
    }
    let told = rules.into_iter().map(|rule| explain(language, program, pool, state, rule));
    Some(told.collect::<Vec<_>>().join("\n"))
}

fn explain(
    language: &Language,
    program: &Program,
    pool: &Pool,
    state: &State,
    rule: &Rule,
) -> String {
    let known = Known::default();
    let mut ctx = Ctx::new(program, pool, &known);
    let name = &rule.info.name;
    let mut furthest = (0, None);
    for number in 0..places(program, state, rule) {
        let steps = longest_match(&mut ctx, state, rule, number);
        if steps >= furthest.0 {
            furthest = (steps, Some(number));
        }
    }
    let (steps, Some(number)) = furthest else {
        return format!("rule {name}: there is no cell that it could apply to");
    };
    match rule.steps.get(steps) {
        Some(step) => {
            let what = describe(language, pool, state, rule, number, step);
            format!("rule {name} does not apply: {what}")
        }
        None => side_condition(&mut ctx, state, rule, number),
    }
}

/// In how many frames the rule could find its computation.
fn places(program: &Program, state: &State, rule: &Rule) -> usize {
    if rule.anchor == FrameId::TOP { 1 } else { crate::machine::computations(program, state).len() }
}

/// How many steps match, one after the other.
fn longest_match(ctx: &mut Ctx<'_>, state: &State, rule: &Rule, number: usize) -> usize {
    let matches = |ctx: &mut Ctx<'_>, count: usize| {
        prepare(ctx, rule, number);
        let subject =
            Subject { top: &state.slots, frames: &rule.frames, steps: &rule.steps[..count] };
        matches!(ctx.run_steps(subject, 0, &mut |_| Ok(true)), Ok(true))
    };
    (1..=rule.steps.len()).take_while(|count| matches(ctx, *count)).count()
}

fn prepare(ctx: &mut Ctx<'_>, rule: &Rule, number: usize) {
    ctx.base = 0;
    ctx.regs.clear();
    ctx.regs.resize(rule.regs, Value::Empty);
    ctx.pending.clear();
    if rule.anchor != FrameId::TOP {
        ctx.set(rule.frames[rule.anchor.index() - 1].index, Value::int(number as i64));
    }
}

fn side_condition(ctx: &mut Ctx<'_>, state: &State, rule: &Rule, number: usize) -> String {
    prepare(ctx, rule, number);
    let name = &rule.info.name;
    let pool = ctx.pool;
    let mut told = format!("rule {name} matches and applies");
    let requires = rule.requires.as_ref();
    // What a match in vain says last is told.
    let outcome = ctx.run_steps(state.subject(rule), 0, &mut |ctx| {
        let Some(requires) = requires else { return Ok(true) };
        told = match ctx.eval(requires) {
            Ok(Value::Bool(true)) => return Ok(true),
            Ok(Value::Sym(cond)) => {
                format!("rule {name} applies if {} holds", show_term(pool, cond))
            }
            Ok(_) => format!("rule {name} matches, but its side condition does not hold"),
            Err(Halt::Undefined(what)) => {
                format!("rule {name} matches, but its side condition has no value: {what}")
            }
            Err(halt) => return Err(halt),
        };
        Ok(false)
    });
    match outcome {
        Ok(true) => format!("rule {name} matches and applies"),
        Ok(false) => told,
        Err(_) => format!("rule {name} matches, but its side condition could not be computed"),
    }
}

fn describe(
    language: &Language,
    pool: &Pool,
    state: &State,
    rule: &Rule,
    number: usize,
    step: &Step,
) -> String {
    let layout = &language.compiled.program.layout;
    match step {
        Step::Slot(frame, slot, _) => {
            let cell = leaf_at(language, layout, rule, *frame, *slot);
            let value = value_at(state, rule, *frame, *slot, number);
            let held = value.map(|value| language.show_value(pool, &front(&value)));
            let held = held.map(|held| format!(" It begins with `{held}`.")).unwrap_or_default();
            format!("the cell <{cell}> does not match.{held}")
        }
        Step::Entry { .. } | Step::MapRest { .. } | Step::MapSize(..) => {
            "an entry that it asks of a map is not there, or does not match".to_owned()
        }
        Step::Member { .. } | Step::SetRest { .. } | Step::SetSize(..) => {
            "an item that it asks of a set is not there".to_owned()
        }
        Step::List { .. } | Step::Infix { .. } => "a list does not match".to_owned(),
        Step::Pick { .. } | Step::Count { .. } | Step::OtherFrames { .. } => {
            "a repeated cell that it asks for is not there".to_owned()
        }
        Step::Reg(..) | Step::Capture(..) => "a part of a value does not match".to_owned(),
        Step::Never => "its left-hand side contradicts itself".to_owned(),
    }
}

/// The first item of a computation, or the value itself.
fn front(value: &Value) -> Value {
    value.uncons().map_or(Value::Empty, |(first, _)| first.clone())
}

fn root_of(language: &Language, rule: &Rule, frame: FrameId) -> CellId {
    let layout = &language.compiled.program.layout;
    if frame == FrameId::TOP {
        return layout.top();
    }
    let reference = rule.frames[frame.index() - 1];
    let outer = root_of(language, rule, reference.outer);
    let found = layout.iter().find(|(_, info)| {
        let inside = info.parent.is_some_and(|parent| layout.cell(parent).frame == outer);
        inside && info.many.as_ref().is_some_and(|many| many.slot == reference.slot)
    });
    found.map_or(layout.top(), |(id, _)| id)
}

fn leaf_at<'l>(
    language: &Language,
    layout: &'l Layout,
    rule: &Rule,
    frame: FrameId,
    slot: usize,
) -> &'l str {
    let root = root_of(language, rule, frame);
    let found = layout.iter().find(|(_, info)| {
        info.frame == root && info.children.is_empty() && info.slots.start == slot
    });
    found.map_or("?", |(_, info)| &info.name)
}

/// What stands in a slot, as far as it can be told without a match.
fn value_at(
    state: &State,
    rule: &Rule,
    frame: FrameId,
    slot: usize,
    number: usize,
) -> Option<Value> {
    if frame == FrameId::TOP {
        return state.slots.get(slot).cloned();
    }
    let reference = rule.frames[frame.index() - 1];
    match crate::matcher::bag(state.slots.get(reference.slot)?).get(number)? {
        Value::Cells(_, slots) => slots.get(slot).cloned(),
        _ => None,
    }
}
