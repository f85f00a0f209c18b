//! What a search in a Java program found, as a report.

use explore::Limit;
use host::project;
use jvm_srv::{
    InputSeen, Replayed, SearchOutcome, Step, Uncaught, Unseen, Violation, Weight, bits,
};
use lang_jvm::{ASSERTION, Shape, SourceLine};
use machine::Pruned;
use report::{
    Answer, AutomatonText, CallText, Doubt, EventText, Finding, InputText, MoveText, Place,
    PropertyText, StateKindText, StateText, StatsText, StepText, TargetReport, WhyText, finding_id,
    limit_text,
};
use term::{Pool, Term};
use typestate::{Property, State};

use super::Question;
use super::lengths;
use super::places::Places;
use super::properties::{ASSERTIONS, EXCEPTIONS};
use super::values::{call, input_type, shown_value, text};

/// The code of a property that is broken.
const BROKEN: &str = "JVM003";
/// The code of a property of which nothing is an event.
const WITHOUT_EVENTS: &str = "JVM004";
/// The code of something that was not explored.
const NOT_EXPLORED: &str = "ENG001";
/// The code of something that a second run did not show.
const NOT_CONFIRMED: &str = "ENG004";

/// What reports are made with.
pub(super) struct Telling<'a, 'f> {
    pub(super) pool: &'a Pool,
    pub(super) question: &'a Question,
    pub(super) outcome: &'a SearchOutcome,
    pub(super) places: Places<'f>,
}

impl Telling<'_, '_> {
    /// The report on a method.
    pub(super) fn report(&mut self) -> TargetReport {
        let (question, outcome) = (self.question, self.outcome);
        let mut findings = Vec::new();
        for found in outcome.violations.iter().filter(|v| v.replay == Replayed::Confirmed) {
            findings.push(self.violation(found));
        }
        for found in outcome.uncaught.iter().filter(|u| u.replay == Replayed::Confirmed) {
            findings.push(self.uncaught(found));
        }
        let mut doubts = doubts(outcome);
        doubts.extend(question.without_events().iter().map(|name| without_events(question, name)));
        let vacuous = outcome.runs == outcome.discarded;
        let assumed = outcome.assumed.iter().map(ToString::to_string);
        let bounds: Vec<String> =
            lengths::bounds(&question.entry).into_iter().chain(assumed).collect();
        let is_complete = doubts.is_empty() && outcome.is_complete();
        let answer = match (findings.is_empty(), is_complete) {
            (false, _) => Answer::Violation,
            (true, true) if vacuous => Answer::Vacuous,
            (true, true) if bounds.is_empty() => Answer::Holds,
            (true, true) => Answer::HoldsWithinBounds,
            (true, false) => Answer::Inconclusive,
        };
        let name = question.entry.to_string();
        TargetReport {
            bounds,
            stats: stats(outcome, findings.len() as u64),
            findings,
            doubts,
            limits: outcome.limits.iter().map(|limit| limit_text(*limit)).collect(),
            vacuous,
            ..TargetReport::plain(&question.classes, &name, super::LANGUAGE, answer)
        }
    }

    fn violation(&mut self, found: &Violation) -> Finding {
        let properties = &self.question.properties;
        let property = &properties.typestate[found.property];
        let events: Vec<EventText> = found.events.iter().map(|step| self.event(step)).collect();
        let name = property.name.clone();
        let from = properties.origin(found.property).to_owned();
        let place = events.last().and_then(|event| event.place.clone());
        let lines: Vec<String> =
            events.iter().filter_map(|event| self.places.text(event.place.as_ref()?)).collect();
        let fault = Fault { code: BROKEN, what: &name, at: &lines.join("\n") };
        Finding {
            message: message(property, found),
            why: Some(why(property, &found.events)),
            ..self.finding(&fault, from, place, events, &found.inputs, found.run)
        }
    }

    fn uncaught(&mut self, found: &Uncaught) -> Finding {
        let failure = &found.failure;
        let what = found.what();
        let message = match failure.code {
            ASSERTION => "an assertion fails".to_owned(),
            _ => format!("{what} and not caught"),
        };
        let place = found
            .lines
            .first()
            .and_then(|line| self.places.line(&line.class, line.file.as_deref(), line.line));
        let from = if failure.code == ASSERTION { ASSERTIONS } else { EXCEPTIONS };
        let at = match found.lines.first() {
            Some(line) => format!("{}.{}", line.class, line.method),
            None => String::new(),
        };
        let text = place.as_ref().and_then(|place| self.places.text(place)).unwrap_or_default();
        let fault = Fault { code: failure.code, what, at: &format!("{at}\n{text}") };
        let from = from.to_owned();
        let told = self.finding(&fault, from, place, Vec::new(), &found.inputs, found.run);
        let notes = way(&found.lines).into_iter().chain(told.notes).collect();
        Finding { message, notes, more_paths: found.more_runs, ..told }
    }

    fn finding(
        &self,
        fault: &Fault<'_>,
        from: String,
        place: Option<Place>,
        events: Vec<EventText>,
        inputs: &[InputSeen],
        run: u64,
    ) -> Finding {
        // Names and lengths of parameters are the user's choice for one call.
        let member = self.question.subject.member();
        let path = place.as_ref().map(|place| project::path_in_project(&place.file));
        let path = path.unwrap_or_default();
        let target = format!("{path}:{}.{}{}", member.class, member.name, member.descriptor);
        let Fault { code, what, at } = *fault;
        Finding {
            id: finding_id(code, &target, &format!("{what}\n{at}"), &events),
            code: code.to_owned(),
            message: String::new(),
            place,
            inputs: inputs.iter().map(|seen| self.input(seen)).collect(),
            events,
            call: Some(self.call(inputs)),
            weak_specs: Vec::new(),
            broken: None,
            why: None,
            property: Some(PropertyText { name: what.to_owned(), from }),
            exchanged: Vec::new(),
            notes: self.notes(inputs, run),
            suggestion: None,
            witness: super::saved::witness(self.pool, inputs),
            choices: Vec::new(),
            more_paths: 0,
            accepted: None,
        }
    }

    fn call(&self, inputs: &[InputSeen]) -> CallText {
        let values: Vec<_> = inputs.iter().map(|seen| seen.value).collect();
        let mut text = call(self.pool, &self.question.entry, &values);
        let used: usize = self.question.entry.params.iter().map(|p| p.shape.unknowns()).sum();
        let asked = self.asked(inputs.get(used..).unwrap_or_default());
        if !asked.is_empty() {
            text = format!("{text} where {}", asked.join(", "));
        }
        CallText {
            text,
            ghosts: Vec::new(),
            history: 0,
            shortest: false,
            bounds: report::CallBounds::default(),
            by_contract: Vec::new(),
            untestable: false,
        }
    }

    /// What a program asked for by itself, with texts as such: a length and so many characters.
    fn asked(&self, mut inputs: &[InputSeen]) -> Vec<String> {
        let mut asked = Vec::new();
        while let Some((seen, rest)) = inputs.split_first() {
            inputs = rest;
            let name = &seen.input.name;
            let text = name.strip_suffix(".length").and_then(|name| {
                let (chars, behind) = rest.split_at_checked(bits(self.pool, seen.value) as usize)?;
                let chars: Vec<Term> = chars.iter().map(|seen| seen.value).collect();
                inputs = behind;
                Some(format!("{name} = {}", text(self.pool, &chars)))
            });
            asked.push(text.unwrap_or_else(|| format!("{name} = {}", self.shown(seen))));
        }
        asked
    }

    fn shown(&self, seen: &InputSeen) -> String {
        if let Some(Shape::Constant { names, .. }) = self.question.entry.shape_of(&seen.input.name)
            && let Some(name) = names.get(bits(self.pool, seen.value) as usize)
        {
            return name.clone();
        }
        match input_type(&self.question.entry, &seen.input.name) {
            Some(kind) => shown_value(self.pool, kind, seen.value),
            None => report::plain_value(self.pool, seen.value),
        }
    }

    fn input(&self, seen: &InputSeen) -> InputText {
        InputText {
            name: seen.input.name.clone(),
            value: self.shown(seen),
            term: self.pool.show(seen.value).to_string(),
            sort: self.pool.show_sort(self.pool.sort(seen.value)).to_string(),
            place: None,
        }
    }

    fn event(&mut self, step: &Step) -> EventText {
        let object = |(name, class): &(String, String)| format!("{name}: {class}");
        let args: Vec<String> = step.objects.iter().map(object).collect();
        let moved = format!("{} → {}", step.from, step.to);
        let class = step.method.rsplit_once('.').map_or("", |(class, _)| class);
        let place = self.places.line(class, step.file.as_deref(), step.line);
        let at = if place.is_some() { String::new() } else { format!(" in {}", step.method) };
        let text = format!("{}({}){at}, {moved}", step.event, args.join(", "));
        let state = Some((step.from.clone(), step.to.clone()));
        let result = None;
        EventText { text, op: step.event.clone(), args, result, state, place }
    }

    fn notes(&self, inputs: &[InputSeen], run: u64) -> Vec<String> {
        let outcome = self.outcome;
        let mut notes: Vec<String> = self.matter(inputs).into_iter().collect();
        notes.push(format!("found in run {run} of {}; {}", outcome.runs, left_out(outcome)));
        notes.push(match outcome.is_complete() {
            true => "the whole path space was explored".to_owned(),
            false => "the path space was not fully explored".to_owned(),
        });
        let assumed: Vec<String> = outcome.assumed.iter().map(ToString::to_string).collect();
        if !assumed.is_empty() {
            notes.push(format!("assumed: {}", assumed.join(", ")));
        }
        let believed =
            |why: &String| format!("no branch was left out by reading the classes: {why}");
        notes.extend(outcome.distrust.iter().map(believed));
        notes
    }

    /// Which inputs matter.
    fn matter(&self, inputs: &[InputSeen]) -> Option<String> {
        let name = |seen: &InputSeen| match seen.weight {
            Weight::Nothing => None,
            Weight::Unclear => Some(format!("perhaps {}", seen.input.name)),
            Weight::Decides(other) => {
                let other = InputSeen { value: other, ..seen.clone() };
                Some(format!("{} (not with {})", seen.input.name, self.shown(&other)))
            }
        };
        let matter: Vec<String> = inputs.iter().filter_map(name).collect();
        match (inputs.is_empty(), matter.is_empty()) {
            (true, _) => None,
            (false, true) => Some("no input matters by itself".to_owned()),
            (false, false) => Some(format!("inputs that matter: {}", matter.join(", "))),
        }
    }
}

/// The automaton of a property with the events of a violation on it.
fn why(property: &Property, events: &[Step]) -> WhyText {
    let automaton = &property.automaton;
    let kind = |state: State| match () {
        () if automaton.is_violating(state) => StateKindText::Dead,
        () if automaton.is_unfinished(state) => StateKindText::Rejecting,
        () => StateKindText::Accepting,
    };
    let state = |state: State| StateText {
        name: automaton.name(state).to_owned(),
        kind: kind(state),
        note: automaton.name(state).to_owned(),
    };
    let mut edges: Vec<MoveText> = Vec::new();
    for from in automaton.states() {
        for (letter, to) in property
            .all_letters()
            .filter_map(|letter| Some((letter, automaton.step(from, letter)?)))
        {
            let ends = (from.index() as u32, to.index() as u32);
            let name = property.letter_name(letter);
            match edges.iter_mut().find(|edge| (edge.from, edge.to) == ends) {
                Some(edge) => edge.label = format!("{} | {name}", edge.label),
                None => edges.push(MoveText { from: ends.0, to: ends.1, label: name.to_owned() }),
            }
        }
    }
    let number = |name: &str| {
        automaton
            .states()
            .find(|state| automaton.name(*state) == name)
            .map(|state| state.index() as u32)
    };
    let mut path = vec![StepText { states: vec![0], edges: Vec::new() }];
    for step in events {
        let ends = (number(&step.from), number(&step.to));
        let taken = (0..).zip(&edges).filter(|(_, edge)| (Some(edge.from), Some(edge.to)) == ends);
        let edges = taken.map(|(at, _)| at).collect();
        path.push(StepText { states: ends.1.into_iter().collect(), edges });
    }
    let states = automaton.states().map(state).collect();
    WhyText {
        property: property.name.clone(),
        events: (1..=events.len() as u64).collect(),
        rows: Vec::new(),
        left_out: 0,
        automaton: Some(AutomatonText { states, edges, path }),
    }
}

/// What makes a finding what it is, whatever the values are with which it was found.
struct Fault<'a> {
    code: &'a str,
    /// The property, or the exception.
    what: &'a str,
    /// The lines of the program, as they are written.
    at: &'a str,
}

fn message(property: &Property, found: &Violation) -> String {
    match found.at_end {
        true => format!("{} is broken, because nothing more happens", property.name),
        false => format!("{} is broken", property.name),
    }
}

/// The calls that lead to where an exception was made, outermost first.
fn way(lines: &[SourceLine]) -> Option<String> {
    let place = |line: &SourceLine| match (&line.file, line.line) {
        (Some(file), Some(at)) => format!("{}.{} ({file}:{at})", line.class, line.method),
        _ => format!("{}.{}", line.class, line.method),
    };
    /// How many calls are shown at most, at either end.
    const SHOWN: usize = 8;
    let mut calls: Vec<String> = lines.iter().rev().map(place).collect();
    if calls.len() > 2 * SHOWN {
        let hidden = calls.len() - 2 * SHOWN;
        calls.splice(SHOWN..SHOWN + hidden, [format!("… {hidden} more …")]);
    }
    (calls.len() > 1).then(|| format!("on the way: {}", calls.join(", ")))
}

fn left_out(outcome: &SearchOutcome) -> String {
    let counts = [
        (outcome.pruned.of(Pruned::Harmless), "behind which nothing can go wrong"),
        (outcome.pruned.of(Pruned::Equivalent), "with violations like those found"),
        (outcome.pruned.of(Pruned::Irrelevant), "that no event depends on"),
        (outcome.infeasible, "that no input takes"),
    ];
    let told = counts.iter().filter(|(count, _)| *count > 0);
    let told: Vec<String> = told.map(|(count, why)| format!("{count} {why}")).collect();
    match told.is_empty() {
        true => "no branch was left out".to_owned(),
        false => format!("branches left out: {}", told.join(", ")),
    }
}

/// The report on a method that was not begun with, since a limit was met while classes were compiled
/// or read.
pub(super) fn cut_off(classes: &str, method: &str, limit: Limit) -> TargetReport {
    TargetReport {
        limits: vec![limit_text(limit)],
        stats: stats(&SearchOutcome::default(), 0),
        ..TargetReport::plain(classes, method, super::LANGUAGE, Answer::Inconclusive)
    }
}

/// What keeps the answer from being certain.
fn doubts(outcome: &SearchOutcome) -> Vec<Doubt> {
    let gap = |gap: &Unseen| Doubt {
        helps: helps(gap),
        ..doubt(NOT_EXPLORED, format!("not everything was explored: {gap}"))
    };
    let unconfirmed = not_confirmed(outcome)
        .map(|why| doubt(NOT_CONFIRMED, format!("a violation was not confirmed: {why}")));
    outcome.gaps.iter().map(gap).chain(unconfirmed).collect()
}

/// Why some violations were not confirmed.
fn not_confirmed(outcome: &SearchOutcome) -> impl Iterator<Item = &str> {
    let violations = outcome.violations.iter().map(|found| &found.replay);
    let replays = violations.chain(outcome.uncaught.iter().map(|found| &found.replay));
    replays.filter_map(|replay| match replay {
        Replayed::Confirmed => None,
        Replayed::Not(why) => Some(why.as_str()),
    })
}

/// What the user can do about something that was not explored.
fn helps(gap: &Unseen) -> Vec<String> {
    match gap {
        Unseen::TooLong(_) => vec!["a larger --max-steps lets runs go on".to_owned()],
        Unseen::Undecided(_)
        | Unseen::NoValues
        | Unseen::NotModelled(_)
        | Unseen::Stuck
        | Unseen::Events(_)
        | Unseen::Simplified(_) => Vec::new(),
    }
}

fn without_events(question: &Question, name: &str) -> Doubt {
    let message = format!(
        "nothing that `{}` calls is an event of `{name}`, so this says nothing about it",
        question.entry
    );
    let unknown_type = |(text, meant): (String, Option<String>)| match meant {
        Some(class) => format!(
            "there is no class `{text}`; `{class}` may be meant: write its full name, or import it"
        ),
        None => format!("there is no class `{text}`"),
    };
    let mut helps: Vec<String> =
        question.unknown_types(name).into_iter().map(unknown_type).collect();
    if helps.is_empty() {
        let usual = "name a method that uses such objects, or check the names in the property";
        helps.push(usual.to_owned());
    }
    Doubt { helps, ..doubt(WITHOUT_EVENTS, message) }
}

/// What a run on the real machine did not show.
pub(super) fn not_native(finding: &Finding, why: &str) -> Doubt {
    doubt(NOT_CONFIRMED, format!("possible {}: {}; {why}", finding.code, finding.message))
}

fn doubt(code: &str, message: String) -> Doubt {
    Doubt { code: code.to_owned(), message, place: None, paths: 0, helps: Vec::new() }
}

fn stats(outcome: &SearchOutcome, violated: u64) -> StatsText {
    StatsText {
        finished: outcome.runs - outcome.discarded.min(outcome.runs),
        violated,
        unconfirmed: not_confirmed(outcome).count() as u64,
        discarded: outcome.discarded,
        pruned: outcome.pruned.total(),
        pruned_because: report::pruned_because(outcome.pruned),
        infeasible: outcome.infeasible,
        unsupported: outcome.gaps.len() as u64,
        unknown: 0,
        cut_off: outcome.cut_off,
        left: outcome.left,
        steps: outcome.runs,
        depth: 0,
        solver: None,
    }
}
