//! A second opinion on a violation.
//!
//! The program is run again on the values of its inputs, so that no term and no solver is involved,
//! and its events are judged by the definition of parametric properties: of all events those count
//! whose objects are among the ones concerned, and the automaton reads them one after the other. The
//! monitors of the search are not used for that.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use explore::Meter;
use explore::concolic::{Concolic, Stop};
use lang_jvm::{Follower, ObjectId, SeenCall, SharedFollower, Subject, Vm};
use machine::{Halt, Host};
use term::{Model, Pool};
use typestate::{Instance, Object, Property, When};

use crate::guard;
use crate::outcome::{Met, Replayed};
use crate::seen::{Dictionary, Named, Now};

/// An event of a run on values: its declaration, its objects, its place.
pub(crate) type Plain = (usize, Instance, Met);

/// Keeps the events of one property.
struct Notebook {
    /// The property, alone.
    property: [Property; 1],
    dictionary: Dictionary,
    events: Vec<Plain>,
    open: Vec<bool>,
    /// How many events are enough; none if the end of the run matters.
    enough: Option<usize>,
}

impl Notebook {
    /// Notes events. The run ends where there are enough: what comes later may take forever.
    fn note(
        &mut self,
        vm: &Vm,
        host: &mut dyn Host,
        named: &Named,
        call: &SeenCall,
        when: When,
    ) -> Result<(), Halt> {
        if !self.open.contains(&true) {
            let property = (0, &self.property[0]);
            let mut now = Now { vm, host, chooses: None, halted: None };
            let events = self.dictionary.events(&mut now, property, named, call, when);
            // On values nothing is undecided, but for numbers that no property looks at.
            let events = events.unwrap_or_default();
            let plain = |(decl, objects)| (decl, objects, Met::at(vm, call.at));
            self.events.extend(events.into_iter().map(plain));
        }
        match self.enough.is_some_and(|enough| self.events.len() >= enough) {
            true => Err(Halt::by_host()),
            false => Ok(()),
        }
    }
}

impl Follower for Notebook {
    fn starts(&mut self) {
        self.events.clear();
        self.open.clear();
    }

    fn enters(&mut self, _: &[(usize, ObjectId)]) {}

    fn calls(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) -> Result<(), Halt> {
        let named = self.dictionary.named(vm, &self.property, call);
        if let Some(named) = &named {
            self.note(vm, host, named, call, When::Before)?;
        }
        self.open.push(named.is_some_and(|named| named.is_event(0)));
        Ok(())
    }

    fn returns(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) -> Result<(), Halt> {
        self.open.pop();
        if let Some(named) = self.dictionary.named(vm, &self.property, call) {
            self.note(vm, host, &named, call, When::After)?;
        }
        Ok(())
    }

    fn fails(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) {
        self.open.pop();
        if let Some(named) = self.dictionary.named(vm, &self.property, call) {
            // The next call ends the run if that was enough.
            let _ = self.note(vm, host, &named, call, When::Throwing);
        }
    }

    fn chooses(&mut self, _: &Vm) {}
}

/// What a run on values is held to.
pub(crate) struct SecondRun {
    pub(crate) max_steps: u64,
    pub(crate) meter: Arc<Meter>,
}

impl SecondRun {
    /// The message about a run that was cut off.
    pub(crate) const CUT: &str = "running it on the values takes much longer than finding it did";

    /// The limits for a run that repeats one which took so long.
    pub(crate) fn of(took: Duration, max_steps: u64) -> SecondRun {
        SecondRun { max_steps, meter: Arc::new(guard::of_replay(took)) }
    }
}

/// Runs a program on values and compares with what the search says: events of the property, as many
/// as it has seen, break it for these objects.
pub(crate) fn replay(
    pool: &Pool,
    subject: &Subject,
    property: &Property,
    claim: &Claim<'_>,
    second: &SecondRun,
) -> Replayed {
    let notebook = Notebook {
        property: [property.clone()],
        dictionary: Dictionary::default(),
        events: Vec::new(),
        open: Vec::new(),
        enough: (!claim.at_end).then_some(claim.events.len()),
    };
    let notebook = Arc::new(Mutex::new(notebook));
    let follower: SharedFollower = Arc::<Mutex<Notebook>>::clone(&notebook);
    let mut host = Concolic::replay(pool, claim.values.clone(), second.max_steps, &second.meter);
    let ended = subject.run_followed(&mut host, follower);
    if let (Err(_), Some(Stop::Gap(gap))) = (&ended, &host.stop) {
        return Replayed::Not(format!("it came to {}", gap.what));
    }
    if host.choices.iter().any(Option::is_some) {
        return Replayed::Not("a condition was not decided by the values".to_owned());
    }
    let notebook = notebook.lock().unwrap_or_else(PoisonError::into_inner);
    if claim.at_end && ended.is_err() {
        return Replayed::Not(SecondRun::CUT.to_owned());
    }
    // One call may be several events, of which the search read those up to the violation.
    let events = &notebook.events[..notebook.events.len().min(claim.events.len())];
    let (mut here, mut there) = (Names::default(), Names::default());
    if here.all(events) != there.all(claim.events) {
        return Replayed::Not("it did other things when it was run on the values".to_owned());
    }
    // Known values make fewer objects than unknown ones, so the same object has another number.
    let objects = here.back(&there.instance(claim.objects));
    match breaks(property, events, &objects, claim.at_end) {
        true => Replayed::Confirmed,
        false => Replayed::Not("its events do not break the property by its definition".to_owned()),
    }
}

/// Objects by the order in which events mention them.
#[derive(Default)]
struct Names(Vec<Object>);

impl Names {
    fn all(&mut self, events: &[Plain]) -> Vec<Plain> {
        let named =
            events.iter().map(|(decl, objects, at)| (*decl, self.instance(objects), at.clone()));
        named.collect()
    }

    fn instance(&mut self, objects: &Instance) -> Instance {
        renamed(objects, |object| {
            let known = self.0.iter().position(|known| *known == object);
            let place = known.unwrap_or_else(|| {
                self.0.push(object);
                self.0.len() - 1
            });
            Object(place as u64)
        })
    }

    /// The objects that have these names; a name that no object has stands for itself.
    fn back(&self, names: &Instance) -> Instance {
        renamed(names, |name| self.0.get(name.0 as usize).copied().unwrap_or(name))
    }
}

fn renamed(objects: &Instance, mut name: impl FnMut(Object) -> Object) -> Instance {
    let mut renamed = Instance::default();
    for (param, object) in objects.objects() {
        renamed.bind(param, name(object)).expect("each parameter is bound once");
    }
    renamed
}

/// What a search says of a run.
pub(crate) struct Claim<'a> {
    /// The values of inputs.
    pub(crate) values: &'a Model,
    /// The events of the property up to the violation.
    pub(crate) events: &'a [Plain],
    /// The objects for which it is broken.
    pub(crate) objects: &'a Instance,
    /// Whether it is broken because nothing more happened.
    pub(crate) at_end: bool,
}

/// Whether events break a property for some objects, by definition.
pub(crate) fn breaks(
    property: &Property,
    events: &[Plain],
    objects: &Instance,
    at_end: bool,
) -> bool {
    let automaton = &property.automaton;
    let concerns = |part: &Instance| {
        part.objects().all(|(param, object)| objects.object(param) == Some(object))
    };
    let creates = property.events.iter().any(|decl| decl.creation);
    let own = events.iter().filter(|(_, part, _)| concerns(part));
    let own = own.map(|(decl, ..)| &property.events[*decl]);
    let followed = own.skip_while(|decl| creates && !decl.creation);
    let mut state = automaton.start();
    for decl in followed {
        match automaton.step(state, decl.letter) {
            Some(next) if automaton.is_violating(next) => return true,
            Some(next) => state = next,
            None => return false,
        }
    }
    at_end && automaton.is_unfinished(state)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use typestate::Monitors;

    use super::*;

    /// The property of collections that must not change.
    fn unchanged() -> Property {
        let properties = typestate::built_in("iterator", &mut source::Files::new());
        properties.expect("it is there").swap_remove(1)
    }

    /// An event: its declaration, a collection and an iterator.
    fn event() -> impl Strategy<Value = (usize, u64, u64)> {
        (0..3usize, 0..2u64, 10..12u64)
    }

    fn plain(property: &Property, (decl, collection, iterator): (usize, u64, u64)) -> Plain {
        let mut objects = Instance::default();
        for param in property.events[decl].params() {
            let object = Object(if param == 0 { collection } else { iterator });
            objects.bind(param, object).expect("it is bound once");
        }
        let [class, method, descriptor] = ["A", "f", "()V"].map(str::to_owned);
        (decl, objects, Met { class, method, descriptor, index: 0 })
    }

    proptest! {
        #[test]
        fn the_definition_and_the_monitors_agree(events in prop::collection::vec(event(), 0..14)) {
            let property = unchanged();
            let events: Vec<Plain> =
                events.into_iter().map(|event| plain(&property, event)).collect();
            let mut monitors = Monitors::new(&property.automaton, true);
            for (at, (decl, objects, _)) in events.iter().enumerate() {
                let decl = &property.events[*decl];
                let moved = monitors.read(decl.letter, objects, decl.creation);
                let broken = |moved: &typestate::Moved| property.automaton.is_violating(moved.to);
                for moved in &moved {
                    let seen = breaks(&property, &events[..=at], &moved.objects, false);
                    prop_assert_eq!(broken(moved), seen, "{:?}", moved);
                }
                // A run ends where a property is broken.
                if moved.iter().any(broken) {
                    break;
                }
            }
        }
    }
}
