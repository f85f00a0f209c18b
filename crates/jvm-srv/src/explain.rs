//! A violation for people: its events with their places and states, its inputs, a second opinion.

use std::time::Duration;

use check::Weight;
use explore::concolic::Concolic;
use lang_jvm::Subject;
use rustc_hash::FxHashSet;
use term::{Pool, Term};
use typestate::{Object, Property};

use crate::judge::Judge;
use crate::outcome::{InputSeen, Step, Violation};
use crate::recorder::{Broken, EventSeen, Recorder};
use crate::replay::{Claim, Plain, SecondRun, replay};

/// The explanation of the violation that ended a run.
pub(crate) fn explain(
    pool: &Pool,
    subject: &Subject,
    judge: &mut Judge<'_>,
    run: &Recorder,
    host: &Concolic<'_>,
    second: &SecondRun,
) -> Violation {
    let broken = run.broken.as_ref().expect("the run broke a property");
    let property = judge.analysis.properties()[broken.property].clone();
    let own = run.events.iter().filter(|event| event.property == broken.property);
    let plain: Vec<Plain> =
        own.map(|event| (event.decl, event.objects.clone(), run.met(event.at))).collect();
    let claim = Claim {
        values: &host.model,
        events: &plain,
        objects: &broken.objects,
        at_end: broken.at_end,
    };
    let matter = inputs_that_matter(pool, judge, run, host);
    let unless = |var: &Term| match matter.contains(var) {
        true => Weight::Unclear,
        false => Weight::Nothing,
    };
    Violation {
        property: broken.property,
        run: 0,
        after: Duration::ZERO,
        inputs: inputs_of(pool, host, unless),
        events: steps(judge, run, &property, broken),
        at_end: broken.at_end,
        replay: replay(pool, subject, &property, &claim, second),
    }
}

/// The inputs of a run, with what is known of their weight before anything is tried.
pub(crate) fn inputs_of(
    pool: &Pool,
    host: &Concolic<'_>,
    weight: impl Fn(&Term) -> Weight,
) -> Vec<InputSeen> {
    let seen = |(input, var): &(machine::Input, Term)| {
        let value = host.model.value(pool, *var).expect("every input got a value");
        InputSeen { input: input.clone(), value, weight: weight(var) }
    };
    host.inputs.iter().map(seen).collect()
}

/// The events of the objects for which a property is broken.
fn steps(judge: &mut Judge<'_>, run: &Recorder, property: &Property, broken: &Broken) -> Vec<Step> {
    let concerns = |event: &&EventSeen| {
        let mut parts = event.objects.objects();
        event.property == broken.property
            && parts.all(|(param, object)| broken.objects.object(param) == Some(object))
    };
    let automaton = &property.automaton;
    let creates = property.events.iter().any(|decl| decl.creation);
    let own = run.events.iter().filter(concerns);
    let followed = own.skip_while(|event| creates && !property.events[event.decl].creation);
    let (mut steps, mut state) = (Vec::new(), automaton.start());
    for event in followed {
        let letter = property.events[event.decl].letter;
        let Some(next) = automaton.step(state, letter) else { break };
        let (file, line, method) = match judge.spot(run, event.at) {
            Some(spot) => judge.analysis.place(spot),
            None => (None, None, String::new()),
        };
        let object = |(param, object): (usize, Object)| {
            let class = run.objects.get(&object).map_or("", |seen| &*seen.class);
            (property.params[param].name.clone(), class.replace('/', "."))
        };
        steps.push(Step {
            event: property.letter_name(letter).to_owned(),
            file: file.map(str::to_owned),
            line,
            method,
            objects: event.objects.objects().map(object).collect(),
            from: automaton.name(state).to_owned(),
            to: automaton.name(next).to_owned(),
        });
        state = next;
    }
    steps
}

/// The inputs on which a choice depended that some event depends on.
fn inputs_that_matter(
    pool: &Pool,
    judge: &mut Judge<'_>,
    run: &Recorder,
    host: &Concolic<'_>,
) -> FxHashSet<Term> {
    let mut matter = FxHashSet::default();
    for (choice, place) in host.choices.iter().zip(&run.choices) {
        let Some(choice) = choice else { continue };
        let spot = place.places.last().and_then(|place| judge.spot(run, *place));
        if spot.is_none_or(|spot| judge.analysis.matters(spot)) {
            matter.extend(pool.free_vars(&[choice.cond()]));
        }
    }
    matter
}
