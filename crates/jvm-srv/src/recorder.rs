//! Following one run: its events, the monitors, and where it stood at each choice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lang_jvm::{CodePlace, Follower, Mark, Note, ObjectId, SeenCall, SourceLine, Trace, Vm};
use machine::{Halt, Host};
use typestate::{Instance, Letter, Monitors, Moved, Object, Property, State, When};

use crate::outcome::Met;
use crate::seen::{Dictionary, Named, Now};

/// The events of a combination that mattered, each with its place.
pub(crate) type History = Arc<Vec<(Letter, CodePlace)>>;

/// Where each combination of objects stands: the paper's Preset. For each property.
pub(crate) type Preset = Vec<Vec<(Instance, State, History)>>;

/// Where a run stood at a choice.
#[derive(Clone, Debug)]
pub(crate) struct ChoicePlace {
    /// The instructions of the application that were running, outermost first.
    pub(crate) places: Vec<CodePlace>,
    pub(crate) preset: Arc<Preset>,
}

/// An event of a run.
#[derive(Clone, Debug)]
pub(crate) struct EventSeen {
    pub(crate) property: usize,
    /// The place of its declaration.
    pub(crate) decl: usize,
    pub(crate) at: CodePlace,
    pub(crate) objects: Instance,
}

/// What is known of an object that an event concerned.
#[derive(Clone, Debug)]
pub(crate) struct ObjectSeen {
    pub(crate) class: Box<str>,
    /// The instruction of the application that was running when it was made, whether that made it
    /// itself, and whether none but it of its class was made there.
    pub(crate) birth: Option<(CodePlace, bool, bool)>,
}

/// A violation in a run.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub(crate) property: usize,
    pub(crate) objects: Instance,
    pub(crate) history: History,
    pub(crate) at_end: bool,
}

/// Follows one run.
pub(crate) struct Recorder {
    properties: Arc<[Property]>,
    /// To be handed on to the next run.
    pub(crate) dictionary: Dictionary,
    monitors: Vec<Monitors>,
    histories: Vec<BTreeMap<Instance, History>>,
    /// The calls that have not ended; none for one that is no event.
    open: Vec<Option<Arc<Named>>>,
    /// How many of them may be events of each property.
    inside: Vec<usize>,
    snapshot: Option<Arc<Preset>>,
    pub(crate) choices: Vec<ChoicePlace>,
    pub(crate) events: Vec<EventSeen>,
    pub(crate) objects: BTreeMap<Object, ObjectSeen>,
    pub(crate) params: BTreeMap<Object, usize>,
    /// Class, name and descriptor of methods.
    pub(crate) methods: BTreeMap<u32, (String, String, String)>,
    pub(crate) broken: Option<Broken>,
    /// Where the exception was made that came out, innermost line first.
    pub(crate) thrown: Vec<SourceLine>,
    /// Whether the way of the run is wanted, and that way.
    pub(crate) traces: bool,
    /// Whether conditions of choices may be dropped, so that those behind them are wanted that follow from them.
    pub(crate) every_choice: bool,
    pub(crate) trace: Option<Trace>,
    /// What keeps the events from being certain.
    pub(crate) doubts: BTreeSet<String>,
    /// What was stubbed or simplified.
    pub(crate) notes: BTreeSet<Note>,
    /// Calls behind which the analysis did not look.
    pub(crate) wild: Vec<(CodePlace, String)>,
}

impl Recorder {
    pub(crate) fn new(properties: Arc<[Property]>, dictionary: Dictionary) -> Recorder {
        let mut recorder = Recorder {
            properties,
            dictionary,
            monitors: Vec::new(),
            histories: Vec::new(),
            open: Vec::new(),
            inside: Vec::new(),
            snapshot: None,
            choices: Vec::new(),
            events: Vec::new(),
            objects: BTreeMap::new(),
            params: BTreeMap::new(),
            methods: BTreeMap::new(),
            broken: None,
            thrown: Vec::new(),
            traces: false,
            every_choice: false,
            trace: None,
            doubts: BTreeSet::new(),
            notes: BTreeSet::new(),
            wild: Vec::new(),
        };
        recorder.clear();
        recorder
    }

    fn clear(&mut self) {
        let properties = self.properties.iter();
        self.monitors = properties
            .map(|property| {
                let has_creation = property.events.iter().any(|decl| decl.creation);
                Monitors::new(&property.automaton, has_creation)
            })
            .collect();
        self.histories = vec![BTreeMap::new(); self.properties.len()];
        self.open.clear();
        self.inside = vec![0; self.properties.len()];
        self.choices.clear();
        self.events.clear();
        self.objects.clear();
        (self.snapshot, self.broken) = (None, None);
    }

    /// The program has ended: a combination in a state in which it must not end is a violation.
    pub(crate) fn end(&mut self) {
        if self.broken.is_some() {
            return;
        }
        for (property, monitors) in self.monitors.iter().enumerate() {
            let automaton = &self.properties[property].automaton;
            let mut states = monitors.states();
            let is_broken = |objects: &Instance, state: State| {
                let own = self.events.iter().filter(|event| event.property == property);
                let events: Vec<Instance> = own.map(|event| event.objects.clone()).collect();
                automaton.is_unfinished(state)
                    && self.properties[property].concerns(objects, &events)
            };
            if let Some((objects, _)) = states.find(|(objects, state)| is_broken(objects, *state)) {
                let history = self.histories[property].get(objects).cloned().unwrap_or_default();
                let objects = objects.clone();
                self.broken = Some(Broken { property, objects, history, at_end: true });
                return;
            }
        }
    }

    /// An instruction that an event or a choice was at.
    pub(crate) fn met(&self, place: CodePlace) -> Met {
        let (class, method, descriptor) = self.methods[&place.method].clone();
        Met { class, method, descriptor, index: place.index }
    }

    /// What happened to the objects for which a property is broken, as other runs tell it, too.
    pub(crate) fn past(&self, broken: &Broken) -> Vec<(Letter, Met)> {
        broken.history.iter().map(|(letter, place)| (*letter, self.met(*place))).collect()
    }

    /// Whether a call is inside of an event of a property: then it is no event itself.
    fn is_inside(&self, property: usize) -> bool {
        self.inside[property] > 0
    }

    /// A call that may be an event begins.
    fn open(&mut self, named: Option<Arc<Named>>) {
        if let Some(named) = &named {
            for (property, inside) in self.inside.iter_mut().enumerate() {
                *inside += usize::from(named.is_event(property));
            }
        }
        self.open.push(named);
    }

    /// The call that began last has ended.
    fn close(&mut self) {
        if let Some(named) = self.open.pop().flatten() {
            for (property, inside) in self.inside.iter_mut().enumerate() {
                *inside -= usize::from(named.is_event(property));
            }
        }
    }

    fn read(
        &mut self,
        vm: &Vm,
        host: &mut dyn Host,
        named: &Named,
        call: &SeenCall,
        when: When,
    ) -> Result<(), Halt> {
        let properties = Arc::clone(&self.properties);
        for (index, property) in properties.iter().enumerate() {
            if self.broken.is_some() {
                return Err(Halt::by_host());
            }
            if self.is_inside(index) {
                continue;
            }
            for (decl, objects) in self.events_at(vm, host, (index, property), named, call, when)? {
                self.event(vm, index, decl, objects, call.at);
                if self.broken.is_some() {
                    return Err(Halt::by_host());
                }
            }
        }
        Ok(())
    }

    /// The events of a property that a call is. What hangs on unknown numbers is a choice of the run, if a
    /// run of a search can make one: where the analysis leaves branches out it knows of choices of the
    /// program only.
    fn events_at(
        &mut self,
        vm: &Vm,
        host: &mut dyn Host,
        (index, property): (usize, &Property),
        named: &Named,
        call: &SeenCall,
        when: When,
    ) -> Result<Vec<(usize, Instance)>, Halt> {
        let mut dictionary = std::mem::take(&mut self.dictionary);
        let mut tell = || self.chooses(vm);
        let chooses: Option<&mut dyn FnMut()> = match property.is_plain() {
            true => None,
            false => Some(&mut tell),
        };
        let mut now = Now { vm, host, chooses, halted: None };
        let found = dictionary.events(&mut now, (index, property), named, call, when);
        let halted = now.halted;
        self.dictionary = dictionary;
        if let Some(halt) = halted {
            return Err(halt);
        }
        Ok(found.unwrap_or_else(|_| {
            self.doubts.insert(format!(
                "whether a call of {} is an event of {} depends on a value that was not decided",
                call.member.name, property.name
            ));
            Vec::new()
        }))
    }

    fn event(&mut self, vm: &Vm, index: usize, decl: usize, objects: Instance, at: CodePlace) {
        let properties = Arc::clone(&self.properties);
        let property = &properties[index];
        let event = &property.events[decl];
        for (_, object) in objects.objects() {
            self.meet(vm, object);
        }
        self.name(vm, at.method);
        let moved = self.monitors[index].read(event.letter, &objects, event.creation);
        self.snapshot = None;
        for step in &moved {
            let history = self.remember(index, step, (event.letter, at));
            if property.automaton.is_violating(step.to)
                && self.broken.is_none()
                && self.concerns(index, &step.objects, &objects)
            {
                let objects = step.objects.clone();
                self.broken = Some(Broken { property: index, objects, history, at_end: false });
            }
        }
        self.events.push(EventSeen { property: index, decl, at, objects });
    }

    /// Whether a property is about a combination of objects, the last event of which concerned `last`.
    fn concerns(&self, property: usize, objects: &Instance, last: &Instance) -> bool {
        let own = self.events.iter().filter(|event| event.property == property);
        let mut events: Vec<Instance> = own.map(|event| event.objects.clone()).collect();
        events.push(last.clone());
        self.properties[property].concerns(objects, &events)
    }

    /// Adds an event to the past of a combination, if it mattered.
    fn remember(&mut self, property: usize, step: &Moved, event: (Letter, CodePlace)) -> History {
        let histories = &self.histories[property];
        let part = || {
            let known = histories.iter().filter(|(part, _)| {
                part.objects().all(|(param, object)| step.objects.object(param) == Some(object))
            });
            let largest = known.max_by_key(|(part, _)| part.objects().count());
            largest.map(|(_, history)| Arc::clone(history)).unwrap_or_default()
        };
        let mut history = histories.get(&step.objects).cloned().unwrap_or_else(part);
        if step.from == step.to && histories.contains_key(&step.objects) {
            return history;
        }
        if step.from != step.to {
            Arc::make_mut(&mut history).push(event);
        }
        self.histories[property].insert(step.objects.clone(), Arc::clone(&history));
        history
    }

    fn meet(&mut self, vm: &Vm, object: Object) {
        let id = ObjectId(object.0 as u32);
        let class = vm.class_name(id).into();
        let birth = vm.birth(id);
        if let Some((place, ..)) = birth {
            self.name(vm, place.method);
        }
        self.objects.insert(object, ObjectSeen { class, birth });
    }

    fn name(&mut self, vm: &Vm, method: u32) {
        self.methods.entry(method).or_insert_with(|| {
            let (class, name, descriptor) = vm.method_name(method);
            (class.to_owned(), name.to_owned(), descriptor)
        });
    }

    fn preset(&mut self) -> Arc<Preset> {
        if let Some(known) = &self.snapshot {
            return Arc::clone(known);
        }
        let of = |(property, monitors): (usize, &Monitors)| {
            let history = |objects: &Instance| {
                self.histories[property].get(objects).cloned().unwrap_or_default()
            };
            monitors
                .states()
                .map(|(objects, state)| (objects.clone(), state, history(objects)))
                .collect()
        };
        let preset: Arc<Preset> = Arc::new(self.monitors.iter().enumerate().map(of).collect());
        self.snapshot = Some(Arc::clone(&preset));
        preset
    }
}

impl Follower for Recorder {
    fn starts(&mut self) {
        self.clear();
        self.params.clear();
    }

    fn enters(&mut self, params: &[(usize, ObjectId)]) {
        let objects = params.iter().map(|(index, id)| (Object(u64::from(id.0)), *index));
        self.params = objects.collect();
    }

    fn calls(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) -> Result<(), Halt> {
        if let Some(why) = jvm_flow::wild(&call.member) {
            self.name(vm, call.at.method);
            self.wild.push((call.at, why));
        }
        let named = self.dictionary.named(vm, &self.properties, call);
        let told = match &named {
            Some(named) => self.read(vm, host, named, call, When::Before),
            None => Ok(()),
        };
        self.open(named);
        told
    }

    fn returns(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) -> Result<(), Halt> {
        self.close();
        match self.dictionary.named(vm, &self.properties, call) {
            Some(named) => self.read(vm, host, &named, call, When::After),
            None => Ok(()),
        }
    }

    fn fails(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) {
        self.close();
        if let Some(named) = self.dictionary.named(vm, &self.properties, call) {
            // A run that has broken a property ends at its next call.
            let _ = self.read(vm, host, &named, call, When::Throwing);
        }
    }

    fn chooses(&mut self, vm: &Vm) {
        let places = vm.own_places();
        places.iter().for_each(|place| self.name(vm, place.method));
        let preset = self.preset();
        self.choices.push(ChoicePlace { places, preset });
    }

    fn throws(&mut self, lines: &[SourceLine]) {
        self.thrown = lines.to_vec();
    }

    fn ends(&mut self, vm: &Vm) {
        self.notes.clone_from(vm.notes());
    }

    fn wants_trace(&self) -> bool {
        self.traces
    }

    fn wants_every_choice(&self) -> bool {
        self.every_choice
    }

    fn went(&mut self, vm: &Vm, trace: Trace) {
        for mark in &trace.marks {
            if let Mark::Enter { method, .. } = mark {
                self.name(vm, *method);
            }
        }
        self.trace = Some(trace);
    }
}
