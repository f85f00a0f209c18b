//! Why a rule does not apply: the first part of its left-hand side that does not match, with what
//! stands there and what was asked for; a side condition that does not hold, with the values of its
//! variables; a rule that comes first.
//!
//! The rule is tried as the machine tries it, one step of its match after the other, so what is
//! reported is what kept it from applying. For a configuration that is stuck, the rule that came
//! furthest is reported.

mod condition;
mod mismatch;
mod text;

use source::Files;
use term::{Pool, Term};

use crate::context::{Ctx, Known};
use crate::language::Language;
use crate::machine::{Done, computations};
use crate::matcher::Subject;
use crate::pattern::{FrameId, Key, Pattern, Step};
use crate::program::{Rule, RuleId};
use crate::signature::LabelId;
use crate::state::State;
use crate::value::Value;

use mismatch::{Mismatch, mismatch};

/// So much of the text of a rule tells it from others.
const LONGEST_TEXT: usize = 64;

/// A configuration that is asked about.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The language.
    pub language: &'a Language,
    /// The files of its definition.
    pub files: &'a Files,
    /// Where symbolic terms live.
    pub pool: &'a Pool,
    /// The configuration.
    pub state: &'a State,
    /// What holds on the path to it.
    pub known: &'a Known,
}

/// Says whether a condition can hold on the path.
pub type Possible<'p> = &'p mut dyn FnMut(Term) -> bool;

/// How far a rule came, the furthest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Progress {
    /// Steps of its match that succeeded.
    steps: usize,
    /// Constructors that fit in the step that failed.
    depth: usize,
}

/// An attempt to apply a rule.
struct Attempt {
    progress: Progress,
    why: String,
}

/// What kept some rules from applying: those with this label, the one at `FILE:LINE`, or the one of
/// this number. None if there is no such rule.
#[must_use]
pub fn why_not(asked: Asked<'_>, wanted: &str, possible: Possible<'_>) -> Option<String> {
    let rules = select(asked, wanted);
    if rules.is_empty() {
        return text::function_rule(asked, wanted);
    }
    let told = rules.into_iter().map(|id| {
        let title = rule_title(asked.language, asked.files, id);
        match attempt(asked, id, possible) {
            Some(attempt) => format!("{title} does not apply: {}", attempt.why),
            None => format!("{title} {}", order(asked, id)),
        }
    });
    Some(told.collect::<Vec<_>>().join("\n"))
}

/// The rule that came nearest to applying, and what kept it from that: only rules that begin with
/// what is to be done count.
#[must_use]
pub fn nearest_rule(asked: Asked<'_>, possible: Possible<'_>) -> Option<(RuleId, String)> {
    let mut best: Option<(Progress, RuleId, String)> = None;
    for at in 0..asked.language.compiled.program.rules.len() {
        let id = RuleId(u32::try_from(at).expect("rules are numbered so"));
        let Some(Attempt { progress, why }) = attempt(asked, id, possible) else { continue };
        let begins = progress.depth > 0 || progress.steps > 0;
        if begins && best.as_ref().is_none_or(|(known, ..)| progress > *known) {
            best = Some((progress, id, why));
        }
    }
    best.map(|(_, id, why)| (id, why))
}

/// What a rule is called: its label if it has one, and its place.
#[must_use]
pub fn rule_title(language: &Language, files: &Files, id: RuleId) -> String {
    let info = &language.compiled.program.rules[id.index()].info;
    let place = info.span.map(|span| files.describe(span)).unwrap_or_default();
    match info.name.as_str() {
        "" => format!("rule {place}"),
        name => format!("rule {name} ({place})"),
    }
}

/// The beginning of the text of a rule, on one line.
#[must_use]
pub fn rule_text(language: &Language, files: &Files, id: RuleId) -> String {
    let info = &language.compiled.program.rules[id.index()].info;
    let text = info.span.map(|span| files.excerpt(span)).unwrap_or_default();
    let line = text.lines().next().unwrap_or_default().trim();
    match line.char_indices().nth(LONGEST_TEXT) {
        Some((cut, _)) => format!("{}…", line[..cut].trim_end()),
        None => line.to_owned(),
    }
}

/// The rules that a user means.
fn select(asked: Asked<'_>, wanted: &str) -> Vec<RuleId> {
    let rules = &asked.language.compiled.program.rules;
    let place = wanted.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    let number = wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let means = |at: usize, rule: &Rule| {
        let stands = place.is_some_and(|(file, line)| stands_at(asked.files, rule, file, line));
        stands || number == Some(at) || (!wanted.is_empty() && rule.info.name == wanted)
    };
    let found = rules.iter().enumerate().filter(|(at, rule)| means(*at, rule));
    found.map(|(at, _)| RuleId(u32::try_from(at).expect("rules are numbered so"))).collect()
}

fn stands_at(files: &Files, rule: &Rule, file: &str, line: usize) -> bool {
    let Some(span) = rule.info.span else { return false };
    let own = files.get(span.file);
    // The text of a rule reaches to the next sentence.
    let length =
        u32::try_from(files.excerpt(span).trim_end().len()).expect("files are under 4 GiB");
    let lines = own.position(span.start).line..=own.position(span.start + length).line;
    let named = own.name() == file || own.name().ends_with(&format!("/{file}"));
    named && lines.contains(&line)
}

/// Tries a rule wherever it could apply. None if it does apply somewhere, or could under a condition;
/// otherwise how far it came at best.
fn attempt(asked: Asked<'_>, id: RuleId, possible: Possible<'_>) -> Option<Attempt> {
    let program = &asked.language.compiled.program;
    let rule = &program.rules[id.index()];
    let places = match rule.anchor {
        FrameId::TOP => 1,
        _ => computations(program, asked.state).len(),
    };
    let mut best = Attempt {
        progress: Progress { steps: 0, depth: 0 },
        why: "there is no cell that it could apply to".to_owned(),
    };
    for number in 0..places {
        let found = Trial { asked, rule, number }.run(possible)?;
        if number == 0 || found.progress > best.progress {
            best = found;
        }
    }
    Some(best)
}

/// What keeps a rule that could apply from being applied.
fn order(asked: Asked<'_>, id: RuleId) -> String {
    let program = &asked.language.compiled.program;
    let mut ctx = Ctx::new(program, asked.pool, asked.known);
    let own = program.rules[id.index()].info.priority;
    match ctx.step(&mut asked.state.clone()) {
        Ok(Some(Done::Rule(first))) if first != id => {
            let title = rule_title(asked.language, asked.files, first);
            let theirs = program.rules[first.index()].info.priority;
            if theirs < own {
                format!(
                    "matches, but {title} applies as well and comes first: its priority is \
                     {theirs}, that of this rule is {own}"
                )
            } else {
                format!("applies, but {title} applies as well and is tried first")
            }
        }
        Ok(Some(Done::Heat(_))) => "applies, but an argument is evaluated first".to_owned(),
        Ok(Some(Done::Cool(_))) => "applies, but a value is put back first".to_owned(),
        Ok(Some(Done::Rule(_)) | None) => "applies".to_owned(),
        Err(halt) => text::halted(asked, "applies", &halt),
    }
}

/// A rule tried with the computation of one frame.
struct Trial<'a> {
    asked: Asked<'a>,
    rule: &'a Rule,
    number: usize,
}

impl<'a> Trial<'a> {
    /// What keeps the rule from applying; none if nothing does.
    fn run(&self, possible: Possible<'_>) -> Option<Attempt> {
        let program = &self.asked.language.compiled.program;
        let mut ctx = Ctx::new(program, self.asked.pool, self.asked.known);
        let steps = self.longest_match(&mut ctx);
        let Some(step) = self.rule.steps.get(steps) else {
            let why = self.guard(&mut ctx, possible)?;
            return Some(Attempt { progress: Progress { steps, depth: 0 }, why });
        };
        let matched = self.matches(&mut ctx, steps);
        debug_assert!(matched, "it matched before");
        let (depth, why) = self.failed_step(&mut ctx, step);
        Some(Attempt { progress: Progress { steps, depth }, why })
    }

    /// How many steps succeed, one after the other.
    fn longest_match(&self, ctx: &mut Ctx<'a>) -> usize {
        (1..=self.rule.steps.len()).take_while(|count| self.matches(ctx, *count)).count()
    }

    /// Whether the first steps succeed; if so, the registers are filled by them.
    fn matches(&self, ctx: &mut Ctx<'a>, count: usize) -> bool {
        self.prepare(ctx);
        matches!(ctx.run_steps(self.subject(count), 0, &mut |_| Ok(true)), Ok(true))
    }

    fn subject(&self, count: usize) -> Subject<'a> {
        let Rule { frames, steps, .. } = self.rule;
        Subject { top: &self.asked.state.slots, frames, steps: &steps[..count] }
    }

    fn prepare(&self, ctx: &mut Ctx<'_>) {
        ctx.base = 0;
        ctx.regs.clear();
        ctx.regs.resize(self.rule.regs, Value::Empty);
        ctx.pending.clear();
        if self.rule.anchor != FrameId::TOP {
            let index = self.rule.frames[self.rule.anchor.index() - 1].index;
            ctx.set(index, Value::int(self.number as i64));
        }
    }

    /// Why a step fails when those before it have filled the registers, and how deep it came.
    fn failed_step(&self, ctx: &mut Ctx<'a>, step: &Step) -> (usize, String) {
        match step {
            Step::Slot(frame, slot, pattern) => {
                let value = ctx.frame(self.subject(0), *frame)[*slot].clone();
                let cell = self.leaf(*frame, *slot);
                match mismatch(ctx, pattern, &value) {
                    Some(found) => (found.depth, self.cell_differs(&cell, &value, &found)),
                    None => (0, format!("the cell <{cell}> does not match")),
                }
            }
            Step::Reg(reg, pattern) => {
                let value = ctx.reg(*reg).clone();
                match mismatch(ctx, pattern, &value) {
                    Some(found) => (found.depth, self.differs(&found)),
                    None => (0, "a part of the configuration does not match".to_owned()),
                }
            }
            Step::Entry { map, key: Key::Known(key), value, .. } => {
                let cell = self.cell_of(*map);
                let Ok(key) = ctx.eval(key) else {
                    return (0, format!("a key that it asks of {cell} has no value"));
                };
                let shown = self.show(&key);
                let there = match ctx.reg(*map) {
                    Value::Map(entries) => entries.entries.get(&key).cloned(),
                    _ => None,
                };
                let found = there.and_then(|there| mismatch(ctx, value, &there));
                match found {
                    Some(found) => {
                        let differs = self.differs(&found);
                        (found.depth + 1, format!("the entry of `{shown}` in {cell}: {differs}"))
                    }
                    None => (0, format!("{cell} has no entry for `{shown}`")),
                }
            }
            Step::Entry { map, .. } => (0, format!("no entry of {} fits", self.cell_of(*map))),
            Step::MapRest { map, .. } | Step::MapSize(map, _) => {
                (0, format!("{} has other entries than it asks for", self.cell_of(*map)))
            }
            Step::Member { set, item: Key::Known(item), .. } => {
                let item = ctx.eval(item).map(|item| self.show(&item)).unwrap_or_default();
                (0, format!("`{item}` is not in {}", self.cell_of(*set)))
            }
            Step::Member { set, .. } => (0, format!("no item of {} fits", self.cell_of(*set))),
            Step::SetRest { set, .. } | Step::SetSize(set, _) => {
                (0, format!("{} has other items than it asks for", self.cell_of(*set)))
            }
            Step::List { list, front, rest, back } => {
                let asked = (front.len() + back.len(), rest.is_some());
                (0, self.list_differs(ctx.reg(*list), &self.cell_of(*list), asked))
            }
            Step::Infix { list, .. } => {
                (0, format!("{} does not hold such items", self.cell_of(*list)))
            }
            Step::Pick { frame, .. } => {
                (0, format!("no other cell <{}> fits what it asks for", self.root(*frame)))
            }
            Step::Count { .. } | Step::OtherFrames { .. } => {
                (0, "there are more or fewer repeated cells than it asks for".to_owned())
            }
            Step::Capture(..) => (0, "some cells do not match".to_owned()),
            Step::Never => (0, "its left-hand side contradicts itself".to_owned()),
        }
    }

    fn list_differs(&self, list: &Value, cell: &str, (count, more): (usize, bool)) -> String {
        let length = match list {
            Value::List(items) => items.len(),
            _ => return format!("{cell} holds no list"),
        };
        if length < count {
            return format!("{cell} has {length} items, and it asks for {count}");
        }
        if !more && length != count {
            return format!("{cell} has {length} items, and it asks for exactly {count}");
        }
        format!("the items of {cell} are not those that it asks for: `{}`", self.show(list))
    }
}

/// The conditions of a match that are not known on a path, and a side condition, as one.
fn all(pool: &Pool, pending: &[Term], cond: Option<Term>) -> Term {
    let terms: Vec<Term> = pending.iter().copied().chain(cond).collect();
    pool.and(&terms)
}

impl Mismatch {
    /// Whether the constructor around could evaluate the part, and does not.
    fn never_evaluated(&self, asked: Asked<'_>) -> bool {
        let program = &asked.language.compiled.program;
        let Some((label, position)) = self.around else { return false };
        let Some(result) = program.signature.sort("KResult") else { return false };
        let is_value = program.signature.has_sort(asked.pool, &self.value, result);
        let strict = program
            .strictness
            .iter()
            .any(|strict| (strict.label, strict.position) == (label, position));
        let in_context = program.rules.iter().any(|rule| heats(rule, label));
        !is_value && !strict && !in_context
    }
}

/// Whether a rule takes arguments of a constructor out for evaluation, as a context asks for it.
fn heats(rule: &Rule, label: LabelId) -> bool {
    let begins = |step: &Step| match step {
        Step::Slot(_, _, Pattern::Seq(items, _)) => {
            matches!(items.first(), Some(Pattern::Node(own, _)) if *own == label)
        }
        _ => false,
    };
    rule.info.name == "heat" && rule.steps.iter().any(begins)
}
