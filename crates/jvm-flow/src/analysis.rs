//! What is known of a program and its properties before it is run.

use std::collections::BTreeMap;

use flow::{Backward, Bits, Future, Graph, MethodId, PathSlicer, PointId, Relevance, Standing};
use lang_jvm::ClassPath;
use lang_jvm::code::{Member, Op};
use rustc_hash::FxHashSet;
use typestate::{Property, When};

use crate::build::Builder;
use crate::error::FlowError;
use crate::event::{Event, Matcher};
use crate::executes_once::executes_once;
use crate::handle::Handles;
use crate::hierarchy::{Hierarchy, Kind};
use crate::layout::{Layout, Part};
use crate::points_to::PointsTo;
use crate::program::Program;
use crate::rules::Rules;
use crate::site::{At, Origin, Site};
use crate::site_groups::SiteGroups;
use crate::trie::Essences;
use crate::tuple::{Bound, Concerns, Stage, Tuple, Watch};
use crate::variables::storage;

/// An instruction of the application.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot(pub(crate) At);

/// The class of a parameter of the first method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamClass {
    /// Such as `java/util/ArrayList`.
    pub class: Box<str>,
    /// Whether it is that class and not one below it.
    pub exact: bool,
}

/// Where an object of a run was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Birth {
    /// Before the program began.
    Outside,
    /// As a parameter of the first method.
    Param(usize),
    /// By this instruction of the application.
    Own(Spot),
    /// By the library, called by this instruction. Whether it is the only object of its class that
    /// this call has made.
    Library(Spot, bool),
}

/// Where the innermost method of the application stands in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Top {
    /// In the middle of an instruction.
    In(Spot),
    /// Before an instruction.
    At(Spot),
}

/// What is known of a program and its properties before it is run.
pub struct Analysis {
    pub(crate) properties: Vec<Property>,
    program: Program,
    points_to: PointsTo,
    layout: Layout,
    graph: Graph,
    backward: Backward,
    /// For each property the events that may happen at a point.
    events: Vec<BTreeMap<PointId, Vec<Event>>>,
    /// For each property the variables through which events go.
    handles: Vec<Handles>,
    /// For each property the objects that the same events concern.
    groups: Vec<SiteGroups>,
    tuples: Vec<Vec<Tuple>>,
    /// The points behind which anything may happen.
    wild: FxHashSet<PointId>,
    executes_once: Bits,
    relevance: Relevance,
}

impl Analysis {
    /// Analyses what may run if a method is called with objects of these classes; numbers are none.
    /// The receiver comes first. Reading classes ends with an error when `stop` says so.
    pub fn new(
        path: ClassPath,
        entry: &Member,
        params: &[Option<ParamClass>],
        properties: Vec<Property>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Analysis, FlowError> {
        let hierarchy = Hierarchy::new(path);
        let mut program = Program::new(hierarchy, entry)?;
        let kind = |param: &ParamClass| Kind { class: param.class.clone(), exact: param.exact };
        let kinds: Vec<Option<Kind>> =
            params.iter().map(|param| param.as_ref().map(kind)).collect();
        let points_to = Rules::follow(&mut program, &kinds, stop)?;
        let found: Vec<_> =
            properties.iter().map(|property| all_events(&program, &points_to, property)).collect();
        let is_event =
            |at| program.wild.contains_key(&at) || found.iter().any(|e| e.contains_key(&at));
        let layout = Layout::new(&program, is_event);
        let graph = Builder::new(&program, &points_to, &layout).graph();
        let events: Vec<_> = found.into_iter().map(|events| by_point(&layout, events)).collect();
        let handles = properties.iter().zip(&events);
        let handles = handles
            .map(|(property, events)| Handles::of(&program, &layout, property, events))
            .collect();
        for property in properties.iter().filter(|property| !property.is_plain()) {
            let name = &property.name;
            program.holes.insert(format!("{name} looks at more than which calls come after which"));
        }
        let wild: FxHashSet<PointId> = program.wild.keys().map(|at| layout.first(*at)).collect();
        let is_event = |point| events.iter().any(|events| events.contains_key(&point));
        let relevance = Relevance::of(&graph, &is_event);
        let executes_once = executes_once(&graph, MethodId(program.entry().0 as u32));
        let (groups, tuples) = (Vec::new(), Vec::new());
        let mut analysis = Analysis {
            properties,
            program,
            points_to,
            layout,
            backward: Backward::of(&graph),
            graph,
            events,
            handles,
            groups,
            tuples,
            wild,
            executes_once,
            relevance,
        };
        for property in 0..analysis.properties.len() {
            let groups = SiteGroups::of(&analysis, property);
            analysis.tuples.push(groups.tuples(&analysis, property));
            analysis.groups.push(groups);
        }
        Ok(analysis)
    }

    /// The properties.
    #[must_use]
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// What the analysis cannot see, as sentences. As long as there is something, nothing may be left
    /// out because of it.
    pub fn holes(&self) -> impl Iterator<Item = &str> {
        self.program.holes.iter().map(String::as_str)
    }

    /// How many points and methods were visited.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.graph.len(), self.program.methods.len())
    }

    /// Whether any call may be an event of a property.
    #[must_use]
    pub fn has_events(&self, property: usize) -> bool {
        !self.events[property].is_empty()
    }

    /// An instruction by the method that it is in; none if the method was not expected to run.
    #[must_use]
    pub fn spot(&self, class: &str, name: &str, descriptor: &str, index: usize) -> Option<Spot> {
        let at = self.program.find(class, name, descriptor)?;
        (index < self.program.method(at).body.ops.len()).then_some(Spot((at, index)))
    }

    /// The source file and the line of an instruction, and its method.
    #[must_use]
    pub fn place(&self, spot: Spot) -> (Option<&str>, Option<u16>, String) {
        let code = self.program.method(spot.0.0);
        let file = &code.found.class.file;
        let method = format!("{}.{}", file.name.replace('/', "."), code.found.info().name);
        (file.source_file.as_deref(), code.body.lines[spot.0.1], method)
    }

    /// The place of an event, as [`crate::Essence`] has it.
    #[must_use]
    pub fn event_point(&self, spot: Spot) -> PointId {
        self.layout.main(spot.0)
    }

    /// The instruction of a point.
    #[must_use]
    pub fn spot_of(&self, point: PointId) -> Option<Spot> {
        self.layout.instruction(point).map(|(at, _)| Spot(at))
    }

    /// Whether what happens at an instruction matters for any event.
    #[must_use]
    pub fn matters(&self, spot: Spot) -> bool {
        // What anything does may depend on anything.
        !self.can_slice() || self.relevance.matters(self.layout.main(spot.0))
    }

    /// Whether anything may be said not to matter: there is no call that may do anything.
    #[must_use]
    pub fn can_slice(&self) -> bool {
        self.wild.is_empty()
    }

    /// Finds out what matters for the events of single runs, see [`Analysis::trail`]. To be believed
    /// only if [`Analysis::can_slice`].
    #[must_use]
    pub fn path_slicer(&self) -> PathSlicer<'_> {
        PathSlicer::new(&self.graph, &storage(&self.program, &self.graph))
    }

    /// What people call a method of the graph.
    #[must_use]
    pub fn method_name(&self, method: MethodId) -> &str {
        &self.graph.method(method).name
    }

    pub(crate) fn parts(&self) -> (&Program, &Layout) {
        (&self.program, &self.layout)
    }

    /// The instructions that may follow one that chooses between two: first where it jumps to.
    #[must_use]
    pub fn jump(&self, spot: Spot) -> Option<(Spot, Spot)> {
        let (method, index) = spot.0;
        match &self.program.method(method).body.ops[index] {
            Op::Branch(_, to) => Some((Spot((method, *to as usize)), Spot((method, index + 1)))),
            _ => None,
        }
    }

    /// Where the methods of a run go on, for [`Future::violating_in`]: the calls that are running,
    /// outermost first, then where the innermost method stands.
    #[must_use]
    pub fn standing(&self, calls: &[Spot], top: Top) -> Vec<Standing> {
        let behind = |spot: &Spot| {
            let point = self.graph.point(self.layout.main(spot.0));
            // A call of the library may go on to call back; then its own point is among those behind.
            Standing { points: point.successors().collect(), may_leave: point.escapes }
        };
        let point = match top {
            Top::In(spot) => self.layout.main(spot.0),
            Top::At(spot) => self.layout.first(spot.0),
        };
        let here = Standing { points: vec![point], may_leave: false };
        calls.iter().map(behind).chain([here]).collect()
    }

    /// The sites that an object may come from.
    #[must_use]
    pub fn bound(&self, birth: Birth, class: &str) -> Bound {
        let sites = &self.points_to.sites;
        let found = |origin: Origin| sites.find(origin).unwrap_or(Site::OUTSIDE);
        Bound::From(match birth {
            Birth::Outside => vec![Site::OUTSIDE],
            Birth::Param(index) => vec![found(Origin::Param(index))],
            // An object of another class was made by the machine, such as an exception.
            Birth::Own(spot) => match sites.find(Origin::New(spot.0)) {
                Some(site) if &*sites.kind(site).class == class => vec![site],
                Some(_) | None => vec![Site::OUTSIDE],
            },
            Birth::Library(spot, _) if sites.find_made(spot.0, class).is_some() => {
                sites.find_made(spot.0, class).into_iter().collect()
            }
            Birth::Library(spot, is_only_one) => {
                let result = sites.find(Origin::Result(spot.0));
                let result = result.filter(|site| &*sites.kind(*site).class == class);
                let others = [Origin::Inner(spot.0), Origin::Given(spot.0)];
                let others = others.into_iter().filter_map(|origin| sites.find(origin));
                let others =
                    others.filter(|site| self.program.hierarchy.may_be_a(sites.kind(*site), class));
                let mut from: Vec<Site> = match result {
                    Some(result) if is_only_one => vec![result],
                    result => result.into_iter().chain(others).collect(),
                };
                if from.is_empty() {
                    from.push(Site::OUTSIDE);
                }
                from.sort();
                from
            }
        })
    }

    /// Whether the analysis expected an event at an instruction to concern such objects. If it did
    /// not, it has missed something, and must not be believed.
    #[must_use]
    pub fn expects(
        &self,
        property: usize,
        decl: usize,
        spot: Spot,
        objects: &[(usize, Bound)],
    ) -> bool {
        let points = [self.layout.first(spot.0), self.layout.after(spot.0)];
        let events = points.iter().filter_map(|point| self.events[property].get(point)).flatten();
        let fits = |event: &Event| {
            event.params.iter().all(|(param, sites)| {
                objects.iter().filter(|(known, _)| known == param).all(|(_, bound)| match bound {
                    Bound::Free => true,
                    Bound::From(own) => own.iter().any(|site| sites.contains(site.index())),
                })
            })
        };
        events.filter(|event| event.decl == decl).any(fits)
    }

    /// The combinations of objects that events of a property may bring together.
    #[must_use]
    pub fn tuples(&self, property: usize) -> &[Tuple] {
        &self.tuples[property]
    }

    /// A combination of a run, with each object as one of its group: those that the same events concern.
    #[must_use]
    pub fn site_groups(&self, property: usize, tuple: &[Bound]) -> Tuple {
        self.groups[property].widen(tuple)
    }

    /// Whether there is at most one such combination in a run.
    #[must_use]
    pub fn is_single(&self, tuple: &[Bound]) -> bool {
        tuple.iter().all(|bound| match bound {
            Bound::Free => false,
            Bound::From(sites) => sites.len() == 1 && self.is_once(sites[0]),
        })
    }

    /// What may still become of a combination of objects, if some violations are known already. None
    /// if it was stopped.
    #[must_use]
    pub fn future(
        &self,
        property: usize,
        tuple: &[Bound],
        found: &Essences,
        stop: &dyn Fn() -> bool,
    ) -> Option<Future> {
        let watch = Watch { analysis: self, property, tuple, found };
        Future::of(&self.graph, &self.backward, &watch, stop)
    }

    /// How the events of a property concern a combination of objects: those of which it is the same
    /// have the same future.
    #[must_use]
    pub fn concerns(&self, property: usize, tuple: &[Bound]) -> Concerns {
        let found = Essences::default();
        let watch = Watch { analysis: self, property, tuple, found: &found };
        let events = self.events[property].values().flatten();
        Concerns(events.map(|event| watch.concern(event)).collect())
    }

    /// The number that a stage has in a future: one if only violations count that are not known yet,
    /// and one if all count.
    #[must_use]
    pub fn numbers(&self, found: &Essences, stage: Stage<'_>) -> (usize, usize) {
        (Watch::number(found, stage), Watch::number_for_all(found, stage))
    }

    pub(crate) fn has_creation(&self, property: usize) -> bool {
        self.properties[property].events.iter().any(|decl| decl.creation)
    }

    pub(crate) fn events_at(&self, property: usize, point: PointId) -> &[Event] {
        self.events[property].get(&point).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn handles(&self, property: usize) -> &Handles {
        &self.handles[property]
    }

    /// The place of an event, for essences.
    pub(crate) fn event_place(&self, point: PointId) -> PointId {
        let (at, _) = self.layout.instruction(point).expect("events are at instructions");
        self.layout.main(at)
    }

    /// Whether a site is all that a set has, and has at most one object in a run.
    pub(crate) fn is_only(&self, site: Site, sites: &Bits) -> bool {
        let mut all = sites.iter();
        all.next() == Some(site.index()) && all.next().is_none() && self.is_once(site)
    }

    /// Whether anything may happen at an instruction, so that what was read beforehand is of no use
    /// for runs that pass it.
    #[must_use]
    pub fn is_wild_at(&self, spot: Spot) -> bool {
        self.program.wild.contains_key(&spot.0)
    }

    pub(crate) fn has_wild(&self) -> bool {
        !self.wild.is_empty()
    }

    /// Whether anything may happen at a point.
    pub(crate) fn is_wild(&self, point: PointId) -> bool {
        self.wild.contains(&point)
    }

    /// The events of a property, with their points.
    pub(crate) fn all_events(&self, property: usize) -> impl Iterator<Item = &Event> {
        self.events[property].values().flatten()
    }

    pub(crate) fn is_once(&self, site: Site) -> bool {
        match self.points_to.sites.origin(site) {
            Origin::Param(_) => true,
            Origin::New(at) | Origin::Result(at) => {
                self.executes_once.contains(self.layout.main(at).index())
            }
            Origin::Null | Origin::Text | Origin::Outside | Origin::Value => false,
            Origin::Inner(_) | Origin::Given(_) | Origin::Made(_) => false,
        }
    }
}

/// The events of a property, by instruction.
fn all_events(
    program: &Program,
    points_to: &PointsTo,
    property: &Property,
) -> BTreeMap<At, Vec<Event>> {
    let matcher = Matcher::new(program, points_to, property);
    let instructions =
        program.all().flat_map(|at| (0..program.method(at).body.ops.len()).map(move |i| (at, i)));
    let found = instructions.map(|at: At| (at, matcher.events(at)));
    found.filter(|(_, events)| !events.is_empty()).collect()
}

fn by_point(layout: &Layout, events: BTreeMap<At, Vec<Event>>) -> BTreeMap<PointId, Vec<Event>> {
    let mut found: BTreeMap<PointId, Vec<Event>> = BTreeMap::new();
    for (at, event) in
        events.into_iter().flat_map(|(at, all)| all.into_iter().map(move |e| (at, e)))
    {
        let point = match event.when {
            When::Before => layout.first(at),
            When::After | When::Throwing => layout.after(at),
        };
        debug_assert!(layout.instruction(point).is_some_and(|(_, part)| part != Part::Main));
        found.entry(point).or_default().push(event);
    }
    found
}
