//! Which calls may be events of a property, and which objects they may concern.

use std::cell::{OnceCell, RefCell};

use flow::Bits;
use lang_jvm::code::{CallKind, Member, Op};
use lang_jvm::parse::{Flags, MethodType};
use rustc_hash::FxHashMap;
use typestate::{Call, EventDecl, Property, Source, When};

use crate::hierarchy::{Hierarchy, Kind, OBJECT};
use crate::points_to::PointsTo;
use crate::program::Program;
use crate::site::{At, Site, objects};

/// A call that may be an event.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// The place of its declaration among the events of the property.
    pub(crate) decl: usize,
    pub(crate) when: When,
    /// For each parameter of the property that it binds, the objects that it may be.
    pub(crate) params: Vec<(usize, Bits)>,
    /// Whether the call is this event whenever it happens.
    pub(crate) certain: bool,
}

/// Finds events.
pub(crate) struct Matcher<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    property: &'a Property,
    /// For each parameter of the property the classes that its type may mean, once that is asked.
    meant: Vec<OnceCell<Vec<String>>>,
    /// Whether objects of a class are of the type of a parameter.
    surely: RefCell<FxHashMap<(usize, Box<str>), bool>>,
}

impl<'a> Matcher<'a> {
    pub(crate) fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        property: &'a Property,
    ) -> Matcher<'a> {
        let meant = property.params.iter().map(|_| OnceCell::new()).collect();
        Matcher { program, points_to, property, meant, surely: RefCell::default() }
    }

    /// The events that an instruction may be.
    pub(crate) fn events(&self, at: At) -> Vec<Event> {
        let Some(site) = CallSite::at(self.program, at) else { return Vec::new() };
        let decls = self.property.events.iter().enumerate();
        decls.filter_map(|(index, decl)| self.event(at, &site, index, decl)).collect()
    }

    fn event(&self, at: At, site: &CallSite, index: usize, decl: &EventDecl) -> Option<Event> {
        // Most calls are told apart by their names alone.
        if !site.with_classes(&[], |call| decl.may_name(call)) {
            return None;
        }
        let args = self.program.arguments(at);
        let matched = self.matches(&args, site, decl);
        if matched == Match::No {
            return None;
        }
        let mut certain = matched == Match::Yes && !decl.looks_at_values() && !decl.checks_types();
        let mut params: Vec<(usize, Bits)> = Vec::new();
        for (param, source) in decl.sources() {
            let value = match (source, site.kind) {
                // Of properties with threads nothing is left out.
                (Source::Thread, _) => continue,
                (Source::LastArgument(arg), _) => {
                    self.points_to.of_value(args.get(args.len().checked_sub(1 + arg)?)?)
                }
                (Source::Target, _) => self.points_to.of_value(args.first()?),
                (Source::Argument(arg), CallKind::Static) => {
                    self.points_to.of_value(args.get(arg)?)
                }
                (Source::Argument(arg), CallKind::Virtual | CallKind::Special) => {
                    self.points_to.of_value(args.get(arg + 1)?)
                }
                (Source::Result, CallKind::Special) => self.points_to.of_value(args.first()?),
                (Source::Result, CallKind::Virtual | CallKind::Static) => {
                    let code = self.program.method(at.0);
                    self.points_to.of_value(&[code.values.output(at.1, 0)])
                }
            };
            let (fitting, all_fit) = self.fitting(param, &value);
            let declared = site.declared(source);
            if declared.as_ref().is_some_and(|class| !self.may_be_meant(param, &Kind::below(class)))
            {
                return None;
            }
            let all_fit = all_fit || declared.is_some_and(|class| self.is_surely(param, &class));
            // A receiver that is null makes the call fail; other values make it another event.
            let null = value.contains(Site::NULL.index()) && source != Source::Target;
            certain &= all_fit && !null;
            params.push((param, fitting));
        }
        params.iter().all(|(_, sites)| !sites.is_empty()).then_some(Event {
            decl: index,
            when: decl.when,
            params,
            certain,
        })
    }

    /// The sites whose objects may be of the type of a parameter, and whether all are.
    fn fitting(&self, param: usize, sites: &Bits) -> (Bits, bool) {
        let (mut fitting, mut all) = (self.points_to.sites.empty(), true);
        for site in objects(sites) {
            let kind = self.points_to.sites.kind(site);
            let surely = self.is_surely(param, &kind.class);
            all &= surely;
            if surely || !kind.exact && self.may_be_meant(param, kind) {
                fitting.insert(site.index());
            }
        }
        (fitting, all)
    }

    fn is_surely(&self, param: usize, class: &str) -> bool {
        let mut known = self.surely.borrow_mut();
        *known.entry((param, class.into())).or_insert_with(|| {
            let names = dotted(&self.program.hierarchy, class);
            names.iter().any(|name| self.property.params[param].ty.matches(name))
        })
    }

    /// Whether an object of a kind may be of a class that the type of a parameter means.
    fn may_be_meant(&self, param: usize, kind: &Kind) -> bool {
        let hierarchy = &self.program.hierarchy;
        let meant = self.meant[param].get_or_init(|| {
            let ty = &self.property.params[param].ty;
            hierarchy.all_names().iter().filter(|name| ty.matches(name)).cloned().collect()
        });
        meant.iter().any(|name| hierarchy.may_be_a(kind, &name.replace('.', "/")))
    }

    /// Whether a call may be an event by its names and by the classes of its receiver.
    fn matches(&self, args: &[crate::values::Sources], site: &CallSite, decl: &EventDecl) -> Match {
        let named = site
            .with_classes(&dotted(&self.program.hierarchy, &site.member.class), |call| {
                decl.may_be(call)
            });
        if site.kind != CallKind::Virtual {
            return if named { Match::Yes } else { Match::No };
        }
        let Some(receiver) = args.first() else { return Match::No };
        let set = self.points_to.of_value(receiver);
        let any_class = OnceCell::new();
        let of_any_class = || {
            let all = self.program.hierarchy.all_names();
            *any_class.get_or_init(|| site.with_classes(all, |call| decl.may_be(call)))
        };
        let found = objects(&set)
            .map(|receiver| self.matches_kind(receiver, site, decl, named, &of_any_class));
        found.reduce(Match::either).unwrap_or(Match::No)
    }

    fn matches_kind(
        &self,
        receiver: Site,
        site: &CallSite,
        decl: &EventDecl,
        named: bool,
        of_any_class: &dyn Fn() -> bool,
    ) -> Match {
        let hierarchy = &self.program.hierarchy;
        let kind = self.points_to.sites.kind(receiver);
        // An array or a class that cannot be called is a receiver that never is one.
        let known = site.with_classes(&dotted(hierarchy, &kind.class), |call| decl.may_be(call));
        if known || named && !kind.exact {
            return Match::Yes;
        }
        if kind.exact || !of_any_class() {
            return Match::No;
        }
        match decl.target_and_result().0 {
            Some(param) if !self.may_be_meant(param, kind) => Match::No,
            Some(_) | None => Match::Perhaps,
        }
    }
}

/// Whether something is the case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Match {
    No,
    Perhaps,
    Yes,
}

impl Match {
    /// If it is not known which of two is the case.
    fn either(self, other: Match) -> Match {
        if self == other { self } else { Match::Perhaps }
    }
}

/// A call as events see it.
struct CallSite {
    kind: CallKind,
    member: Member,
    name: String,
    params: Vec<String>,
    returns: String,
}

impl CallSite {
    /// The call at an instruction, unless it is one that no event can be: of the superclass, or one
    /// that no one wrote.
    fn at(program: &Program, at: At) -> Option<CallSite> {
        let code = program.method(at.0);
        let Op::Call(kind, member) = &code.body.ops[at.1] else { return None };
        if code.found.info().flags.has(Flags::BRIDGE) {
            return None;
        }
        // A private method of the same class is called exactly, too, and is as good as another.
        let is_own = member.class == code.found.class.file.name && &*member.name != "<init>";
        let kind = if is_own && *kind == CallKind::Special { CallKind::Virtual } else { *kind };
        if !code.values.is_reached(at.1) || kind == CallKind::Special && !makes(program, at) {
            return None;
        }
        CallSite::of(kind, member)
    }

    fn of(kind: CallKind, member: &Member) -> Option<CallSite> {
        let types = MethodType::parse(&member.descriptor)?;
        let constructs = &*member.name == "<init>";
        let returns = match (&types.result, constructs) {
            (_, true) => member.class.replace('/', "."),
            (Some(result), false) => result.source_name(),
            (None, false) => "void".to_owned(),
        };
        let name = if constructs { "new".to_owned() } else { member.name.to_string() };
        let params = types.params.iter().map(|param| param.source_name()).collect();
        Some(CallSite { kind, member: member.clone(), name, params, returns })
    }

    /// The class that a value is declared to be of.
    fn declared(&self, source: Source) -> Option<Box<str>> {
        let types = MethodType::parse(&self.member.descriptor)?;
        let kind = match source {
            Source::Target => return Some(self.member.class.clone()),
            Source::Argument(arg) => types.params.get(arg)?.clone(),
            Source::LastArgument(arg) => types.params.iter().rev().nth(arg)?.clone(),
            Source::Thread => return Some("java/lang/Thread".into()),
            Source::Result if self.name == "new" => return Some(self.member.class.clone()),
            Source::Result => types.result?,
        };
        crate::hierarchy::class_of(&kind).map(Box::from)
    }

    fn with_classes<R>(&self, classes: &[String], f: impl FnOnce(&Call<'_>) -> R) -> R {
        f(&Call {
            classes,
            method: &self.name,
            params: &self.params,
            returns: &self.returns,
            is_static: self.kind == CallKind::Static,
        })
    }
}

/// Whether a call of a constructor makes an object, and is not that of a superclass.
fn makes(program: &Program, at: At) -> bool {
    let code = program.method(at.0);
    let Op::Call(_, member) = &code.body.ops[at.1] else { return false };
    let inside = &*code.found.info().name == "<init>";
    let this = code.params.first().map(|(place, _)| *place);
    let receiver = program.arguments(at).first().cloned().unwrap_or_default();
    // Within a constructor, what was loaded from the first variable is the object itself.
    let is_this = inside
        && receiver.iter().any(|place| {
            (0..at.1).any(|before| {
                code.values.output(before, 0) == *place
                    && matches!(code.body.ops[before], Op::Load(0, _))
                    && code
                        .values
                        .taken(before)
                        .iter()
                        .any(|from| from.iter().any(|p| Some(*p) == this))
            })
        });
    &*member.name == "<init>" && !is_this
}

/// A class and everything above it, with dots in the names.
pub(crate) fn dotted(hierarchy: &Hierarchy, class: &str) -> Vec<String> {
    let class = if class.starts_with('[') { OBJECT } else { class };
    hierarchy.supertypes(class).iter().map(|name| name.replace('/', ".")).collect()
}
