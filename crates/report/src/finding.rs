//! Findings of a target, and doubts about it.

use check::{Exchanged, Variation};
use machine::{Facets, Input};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stdx::hash;
use term::{Pool, Term};

use crate::message::{Message, Note, Tone};
use crate::plain_value;
use crate::{Accepted, Place, WhyText};

/// A property that does not hold, with the inputs that show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The code and a short hash; the same as long as target, message and the text at the place stay,
    /// wherever the lines move, and whatever values and events show it.
    pub id: String,
    /// Stable code with a page under `tracehound explain`.
    pub code: String,
    /// The message: what is wrong.
    pub message: String,
    /// Where it shows.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The inputs in the order in which the program asks for them.
    pub inputs: Vec<InputText>,
    /// The events of the replay.
    pub events: Vec<EventText>,
    /// The call, if the target is one that is made after a history of events: those events are the
    /// first ones, without a place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub call: Option<CallText>,
    /// The functions whose contracts are too weak, if they are to blame and not the code: the
    /// property breaks only where they do no more than they promise.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub weak_specs: Vec<String>,
    /// The part of the property that is broken, and where in the events.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub broken: Option<BrokenText>,
    /// Why the events break it, if it is a property of traces.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<WhyText>,
    /// The property that is broken, where several can be asked about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub property: Option<PropertyText>,
    /// Values that were exchanged for others, after which the same was found again.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub exchanged: Vec<ExchangedText>,
    /// Further facts, as sentences without a full stop.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
    /// A change of a contract with which the counterexample is gone.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub suggestion: Option<SuggestedEdit>,
    /// Inputs and tables of undefined functions as SMT-LIB: what `tracehound replay` reads.
    #[serde(default)]
    pub witness: String,
    /// The alternative taken at each split: the identity of the path.
    pub choices: Vec<u32>,
    /// How many further paths break the same property at the same place.
    pub more_paths: u64,
    /// Why it does not make the call fail, if it does not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub accepted: Option<Accepted>,
}

/// A change of the text of a program. That it helps was tried, as far as paths were explored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuggestedEdit {
    /// What the change does, lower case, no full stop.
    pub title: String,
    /// The text that goes.
    pub place: Place,
    /// The text that comes in its place.
    pub text: String,
}

/// A call that was made after a history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CallText {
    /// The call in the syntax of the program.
    pub text: String,
    /// The values of the ghosts of its contract, as `name = value`.
    pub ghosts: Vec<String>,
    /// How many of the events are the history.
    #[serde(default)]
    pub history: u64,
    /// Whether it was decided that no shorter history breaks the property within the bound on the
    /// events of the call.
    #[serde(default)]
    pub shortest: bool,
    /// The bounds under which it was found.
    #[serde(default)]
    pub bounds: CallBounds,
    /// The calls within it that were run by the contract of the callee, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub by_contract: Vec<ByContract>,
    /// Whether it cannot be kept as a test, so that no help line suggests one.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub untestable: bool,
}

/// A call that was run by the contract of the callee: result and events are invented, but such that
/// the contract allows them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ByContract {
    /// The function.
    pub callee: String,
    /// The call and its result, in the syntax of the program.
    pub text: String,
    /// Whether the function has a body, which was left aside.
    pub has_body: bool,
}

/// Which calls of functions with a body are run by contract.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Facets", rename_all = "kebab-case")]
enum ContractCalls {
    /// None.
    #[serde(rename = "none")]
    Concrete,
    /// All.
    #[serde(rename = "all")]
    Abstract,
    /// Up to so many on a path, as inputs choose.
    AtMost(u32),
    /// All, in a proof.
    #[serde(rename = "proof")]
    Modular,
    /// Those of functions that may call themselves, in a proof.
    #[serde(rename = "recursive-proof")]
    Recursive,
}

/// The bounds of the question whether a call can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CallBounds {
    /// How many events a history has at most.
    pub history: u64,
    /// How many events a call has at most.
    pub events: u64,
    /// Whether histories count that the libraries could not have produced.
    pub any_history: bool,
    /// Which calls were run by contract.
    #[serde(rename = "contract_calls", with = "ContractCalls", default)]
    pub facets: Facets,
    /// Whether integers have no bound, instead of wrapping around as those of the machine do.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub ideal_int: bool,
}

/// The part of a property that is broken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BrokenText {
    /// The part in the syntax of the property.
    pub part: String,
    /// How it is broken, such as `fails at event 7`.
    pub how: String,
    /// The event at which it shows, counted from one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub event: Option<u64>,
    /// Where the part is written.
    pub place: Place,
    /// The code that breaks it, if that stands elsewhere and no event shows it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<Place>,
}

/// A property by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PropertyText {
    /// Its own name.
    pub name: String,
    /// The request for it: the name of a group of properties, or a file.
    pub from: String,
}

/// A value that is arbitrary as far as was tried: it was exchanged for others wherever it occurs,
/// the program was run again, and the same was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExchangedText {
    /// The value in the syntax of the program.
    pub value: String,
    /// Values that were tried in its place with the same result.
    pub same_with: Vec<String>,
    /// Values that were tried in its place with another result.
    pub not_with: Vec<String>,
}

impl ExchangedText {
    /// An input of a violation that was exchanged by itself.
    #[must_use]
    pub fn of_input(pool: &Pool, inputs: &[(Input, Term)], exchanged: &Exchanged) -> ExchangedText {
        let shown =
            |all: &[Variation]| all.iter().map(|one| plain_value(pool, one.other)).collect();
        let at = exchanged.same_with[0].input.expect("inputs are exchanged one by one");
        let (input, value) = &inputs[at];
        let is_alone = inputs.iter().filter(|(other, _)| other.name == input.name).count() == 1;
        let name = match is_alone {
            true => input.name.clone(),
            false => format!("{} = {}", input.name, plain_value(pool, *value)),
        };
        let (same_with, not_with) = (shown(&exchanged.same_with), shown(&exchanged.not_with));
        ExchangedText { value: name, same_with, not_with }
    }
}

/// An input with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct InputText {
    /// The name in the program.
    pub name: String,
    /// The value in the syntax of the program.
    pub value: String,
    /// The value as an SMT-LIB term.
    pub term: String,
    /// The sort of that term.
    pub sort: String,
    /// Where the program asks for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// An event of a replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EventText {
    /// The event in the syntax of the program.
    #[serde(default)]
    pub text: String,
    /// The operation.
    pub op: String,
    /// Its arguments in the syntax of the program.
    pub args: Vec<String>,
    /// The returned value.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<String>,
    /// The state of the property before it and after it, where that is an automaton.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub state: Option<(String, String)>,
    /// Where it was performed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// Something that keeps a target from being decided, with the number of paths that met it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Doubt {
    /// Stable code, `ENG0xx` or `SPC0xx`.
    pub code: String,
    /// The message: what is undecided and why.
    pub message: String,
    /// Where it shows.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// How many paths met it; none if it is not about paths.
    pub paths: u64,
    /// Advice: what the user can do.
    pub helps: Vec<String>,
}

/// The stable name of a finding.
#[must_use]
pub fn id(code: &str, target: &str, message: &str, events: &[EventText]) -> String {
    let words = [code, target, message].into_iter().chain(events.iter().map(|e| e.op.as_str()));
    let all = words.fold(0, |seed, word| hash::mix(seed, hash::bytes(word.as_bytes())));
    // Twenty-four bits: short enough to type, and a report rarely has more than a few findings.
    format!("{code}-{:06x}", all & 0xff_ffff)
}

impl CallText {
    fn to_notes(&self) -> Vec<String> {
        let ghosts = match self.ghosts.is_empty() {
            true => String::new(),
            false => format!(" where {}", self.ghosts.join(", ")),
        };
        let then = if self.history > 0 { "then the call" } else { "the call" };
        let call = format!("{then}: {}{ghosts}", self.text);
        let shortest = match (self.shortest, self.history) {
            (true, 2..) => {
                let events = self.bounds.events;
                Some(format!("no shorter history does this within events ≤ {events}"))
            }
            (true, 0 | 1) | (false, _) => None,
        };
        [call].into_iter().chain(shortest).collect()
    }
}

impl ExchangedText {
    /// Whether it helps people: a value that only a new one can replace is what it looks like.
    fn is_telling(&self) -> bool {
        self.not_with.is_empty() || self.same_with.len() > 1
    }

    fn to_text(&self) -> String {
        let but = match self.not_with.is_empty() {
            true => String::new(),
            false => format!("; not {}", self.not_with.join(", ")),
        };
        format!("{} ({}{but})", self.value, self.same_with.join(", "))
    }
}

impl ByContract {
    fn to_note(&self) -> String {
        format!("this relies on the specification of `{}`: {}", self.callee, self.text)
    }
}

fn stronger(name: &str) -> String {
    format!("strengthen the specification of `{name}`, as far as its body keeps it")
}

impl Finding {
    /// All places that it shows.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        let inputs = self.inputs.iter().filter_map(|input| input.place.as_ref());
        let events = self.events.iter().filter_map(|event| event.place.as_ref());
        let broken = self.broken.iter();
        let broken = broken.flat_map(|broken| broken.code.iter().chain([&broken.place]));
        self.place.iter().chain(broken).chain(inputs).chain(events)
    }

    pub(crate) fn to_message(&self) -> Message<'_> {
        let mut labels: Vec<Note> = self.main_label().into_iter().collect();
        labels.extend(self.event_labels());
        labels.extend(self.code_label());
        let mut helps: Vec<String> = self.weak_specs.iter().map(|name| stronger(name)).collect();
        let id = &self.id;
        helps.push(match &self.call {
            Some(call) if self.weak_specs.is_empty() && !call.untestable => {
                format!("tracehound explain {id} | tracehound test {id} --write")
            }
            Some(_) | None => format!("tracehound explain {id}"),
        });
        let (code, mut notes) = (Some(self.code.as_str()), self.all_notes());
        notes.extend(self.accepted.iter().map(Accepted::to_note));
        let tone = if self.is_new() { Tone::Error } else { Tone::Note };
        let (id, text) = (Some(id.as_str()), self.message.clone());
        Message { tone, code, id, text, labels, notes, helps }
    }

    fn main_label(&self) -> Option<Note> {
        if let Some(broken) = &self.broken {
            return Some(Note { place: broken.place.clone(), text: broken.how.clone() });
        }
        self.place.clone().map(|place| Note { place, text: String::new() })
    }

    /// The code that breaks a type which is written elsewhere.
    fn code_label(&self) -> Option<Note> {
        let place = self.broken.as_ref()?.code.clone()?;
        Some(Note { place, text: "the code".to_owned() })
    }

    /// Everything that is known of it besides its message and places, as sentences without a full stop.
    #[must_use]
    pub fn all_notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        if !self.inputs.is_empty() && self.call.is_none() {
            let inputs = self.inputs.iter().map(|i| format!("{} = {}", i.name, i.value));
            notes.push(format!("inputs: {}", inputs.collect::<Vec<_>>().join(", ")));
        }
        notes.extend(self.placeless_events());
        notes.extend(self.call.iter().flat_map(CallText::to_notes));
        notes.extend(self.call.iter().flat_map(|call| &call.by_contract).map(ByContract::to_note));
        let exchanged = self.exchanged.iter().filter(|exchanged| exchanged.is_telling());
        let exchanged: Vec<String> = exchanged.map(ExchangedText::to_text).collect();
        if !exchanged.is_empty() {
            let exchanged = exchanged.join(", ");
            notes.push(format!("the same happens with other values for {exchanged}"));
        }
        notes.extend(self.notes.iter().cloned());
        if self.more_paths > 0 {
            let paths = if self.more_paths == 1 { "path breaks" } else { "paths break" };
            notes.push(format!("{} more {paths} it too", self.more_paths));
        }
        notes
    }

    /// One label for each place at which events were performed: a loop performs many at one place.
    fn event_labels(&self) -> Vec<Note> {
        let mut labels: Vec<(&Place, Vec<String>)> = Vec::new();
        for (at, event) in self.events.iter().enumerate() {
            let Some(place) = &event.place else { continue };
            let text = numbered(at, event);
            match labels.iter_mut().find(|(known, _)| *known == place) {
                Some((_, texts)) => texts.push(text),
                None => labels.push((place, vec![text])),
            }
        }
        let label = |(place, texts): (&Place, Vec<String>)| Note {
            place: place.clone(),
            text: shortened(&texts).join("; "),
        };
        labels.into_iter().map(label).collect()
    }

    fn placeless_events(&self) -> Vec<String> {
        let events = self.events.iter().enumerate().filter(|(_, event)| event.place.is_none());
        let texts: Vec<String> = events.map(|(at, event)| numbered(at, event)).collect();
        shortened(&texts)
    }
}

fn numbered(at: usize, event: &EventText) -> String {
    format!("event {}: {}", at + 1, event.text)
}

/// The first few and the last few; the JSON format has them all.
fn shortened(texts: &[String]) -> Vec<String> {
    const ENDS: usize = 3;
    if texts.len() <= 2 * ENDS + 1 {
        return texts.to_vec();
    }
    let (first, last) = (&texts[..ENDS], &texts[texts.len() - ENDS..]);
    let between = format!("… {} more …", texts.len() - 2 * ENDS);
    [first, &[between], last].concat()
}

impl Doubt {
    pub(crate) fn to_message(&self, target: &str) -> Message<'_> {
        let labels = self.place.iter();
        let labels = labels.map(|place| Note { place: place.clone(), text: String::new() });
        let notes = match self.paths {
            0 => Vec::new(),
            1 => vec![format!("met on 1 path of `{target}`")],
            paths => vec![format!("met on {paths} paths of `{target}`")],
        };
        Message {
            tone: Tone::Warning,
            code: Some(&self.code),
            id: None,
            text: self.message.clone(),
            labels: labels.collect(),
            notes,
            helps: self.helps.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(op: &str, arg: &str) -> EventText {
        let text = format!("{op}({arg})");
        EventText {
            text,
            op: op.into(),
            args: vec![arg.into()],
            result: None,
            state: None,
            place: None,
        }
    }

    #[test]
    fn ids_follow_the_skeleton_and_not_the_values() {
        let first = id("TOY001", "a.toy:main", "assertion can fail", &[event("open", "1")]);
        let other_value = id("TOY001", "a.toy:main", "assertion can fail", &[event("open", "2")]);
        let other_event = id("TOY001", "a.toy:main", "assertion can fail", &[event("shut", "1")]);
        let other_target = id("TOY001", "a.toy:side", "assertion can fail", &[event("open", "1")]);
        assert_eq!(first, other_value);
        assert_ne!(first, other_event);
        assert_ne!(first, other_target);
        assert!(first.starts_with("TOY001-"), "{first}");
    }

    #[test]
    fn long_lists_of_events_keep_their_ends() {
        let texts: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        assert_eq!(shortened(&texts), ["0", "1", "2", "… 94 more …", "97", "98", "99"]);
        assert_eq!(shortened(&texts[..7]), texts[..7]);
    }
}
