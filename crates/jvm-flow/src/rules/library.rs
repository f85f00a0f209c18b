//! Calls of the library: what they see, what they return, whom they call back.

use std::sync::Arc;

use flow::Location;
use lang_jvm::code::Member;
use lang_jvm::parse::{Flags, MethodType};

use super::{
    Call, CallNo, Callbacks, Lambda, Made, Rules, Watch, is_blind, is_box, is_plain, signature,
    values_of,
};
use crate::callback::{Calls, Candidate, calls, calls_on, is_pure, keeps_to_itself, makes_inside};
use crate::fresh::fresh_result;
use crate::hierarchy::{Kind, OBJECT, class_of, is_immutable};
use crate::network::ClassNo;
use crate::program::MethodAt;
use crate::site::{At, Origin, Site, objects};

impl Rules<'_> {
    /// A call of the library, for a receiver or as a whole. `owner` is the class of the library whose
    /// code runs, if it is known.
    pub(super) fn library(&mut self, number: CallNo, receiver: Option<Site>, owner: Option<&str>) {
        let pot = self.pot(number, receiver.is_some());
        let Call { at, member, out, .. } = &self.calls[number.0 as usize];
        let (at, mut member, out) = (*at, Member::clone(member), *out);
        // What is inherited is known by the class that it is inherited from.
        if let Some(owner) = owner.filter(|_| !self.program.hierarchy.is_library(&member.class)) {
            member.class = owner.into();
        }
        let reach = match owner {
            Some(owner) => calls_on(owner, &member),
            None => calls(&member),
        };
        self.share(number, &member, pot);
        self.widen(number, reach);
        if let Some(site) = receiver {
            self.network.insert(pot, site.index());
        }
        let Some((out, class)) = out else { return };
        match receiver {
            Some(site) => self.result(number, site, pot),
            None => {
                self.given(at, out, class, pot);
                if !is_box(&member) {
                    self.edge(pot, out, Some(class));
                }
            }
        }
    }

    /// A call may call back more than was known: what it has seen so far is processed again.
    pub(super) fn widen(&mut self, number: CallNo, reach: Calls) {
        let call = &mut self.calls[number.0 as usize];
        if call.reach.contains(&reach) {
            return;
        }
        call.reach.push(reach);
        let pot = call.pot.expect("calls of the library have a pot");
        let seen = self.network.at(pot).clone();
        for site in objects(&seen).filter(|_| !reach.is_nothing()) {
            self.see_with(number, site, reach);
        }
    }

    /// What a call of the library sees.
    pub(super) fn pot(&mut self, number: CallNo, is_by_receiver: bool) -> Location {
        let Call { at, member, args, pot, .. } = &self.calls[number.0 as usize];
        if let Some(known) = pot {
            return *known;
        }
        let (at, member, args) = (*at, Arc::clone(member), Arc::clone(args));
        let pot = self.program.places.fresh();
        self.calls[number.0 as usize].pot = Some(pot);
        self.pots.insert(at, pot);
        self.program.targets(at).library = true;
        if let Some(class) = makes_inside(&member) {
            let inner = self.new_site(Origin::Inner(at), Kind::below(class));
            self.network.insert(pot, inner.index());
        }
        self.network.insert(pot, Site::NULL.index());
        if !is_blind(&member, args.len()) {
            self.network.watch(pot, Watch::Pot(number));
        }
        for arg in &args[usize::from(is_by_receiver)..] {
            self.copy(arg, pot, None);
        }
        pot
    }

    /// What a call sees is seen by the library as a whole, unless the call keeps it to itself.
    pub(super) fn share(&mut self, number: CallNo, member: &Member, pot: Location) {
        let count = self.calls[number.0 as usize].args.len();
        let Some(types) = MethodType::parse(&member.descriptor) else { return };
        let has_receiver = count > types.params.len();
        let gives = types.result.as_ref().is_some_and(|result| !is_plain(result));
        let closed = if has_receiver { keeps_to_itself(&member.class) } else { is_pure(member) };
        // Constants of enumerations are known to everybody by their class.
        let is_enum = &*member.class == "java/lang/Enum" && &*member.name == "<init>";
        let is_seen = !is_blind(member, count) || gives;
        if is_seen && !closed && !is_immutable(&member.class) || is_enum {
            self.network.join(pot, self.global);
        }
    }

    /// What a call of the library returns for an object that may be its receiver.
    pub(super) fn result(&mut self, number: CallNo, receiver: Site, pot: Location) {
        let Call { at, member, out, .. } = &self.calls[number.0 as usize];
        let (at, member) = (*at, Arc::clone(member));
        let Some((out, class)) = *out else { return };
        if let Made::New(made) = self.made_by(receiver, &member) {
            let result = self.new_site(Origin::Result(at), Kind::exactly(&made));
            let kind = self.sites.kind(result);
            if kind.exact && *kind.class == *made {
                self.network.insert(out, result.index());
                self.network.insert(pot, result.index());
                return;
            }
        }
        self.given(at, out, class, pot);
        self.edge(pot, out, Some(class));
    }

    /// A call of the library may return something new of the class that it promises.
    pub(super) fn given(&mut self, at: At, out: Location, class: ClassNo, pot: Location) {
        let class = self.classes[class.0 as usize].clone();
        let exact = is_immutable(&class);
        let given = self.new_site(Origin::Given(at), Kind { class, exact });
        self.network.insert(out, given.index());
        self.network.insert(pot, given.index());
    }

    /// What a method returns for a receiver, by what is known of its class.
    pub(super) fn made_by(&mut self, receiver: Site, member: &Member) -> Made {
        let kind = self.sites.kind(receiver).clone();
        if !kind.exact {
            return Made::Anything;
        }
        let key = (self.class_no(&kind.class), signature(member));
        if let Some(known) = self.made.get(&key) {
            return known.clone();
        }
        let hierarchy = &self.program.hierarchy;
        let fresh = fresh_result(hierarchy, &kind.class, &member.name, &member.descriptor);
        let made = fresh.map_or(Made::Anything, |class| Made::New(class.into()));
        self.made.insert(key, made.clone());
        made
    }

    /// An object has come into the sight of a call of the library.
    pub(super) fn see(&mut self, number: CallNo, site: Site) {
        if self.sites.is_immutable(site) {
            return;
        }
        let Call { pot, reach, .. } = &self.calls[number.0 as usize];
        let (pot, reach) = (pot.expect("calls that see have a pot"), reach.clone());
        if self.is_of_library(site) {
            let contents = self.contents(site);
            self.network.join(contents, pot);
        }
        reach.into_iter().for_each(|reach| self.see_with(number, site, reach));
    }

    pub(super) fn see_with(&mut self, number: CallNo, site: Site, reach: Calls) {
        let class = self.sites.kind(site).class.clone();
        let pot = self.calls[number.0 as usize].pot.expect("calls that see have a pot");
        if let Some((_, lambda)) = self.lambdas.get(&site) {
            let lambda = *lambda;
            return self.see_lambda(number, &class, lambda, pot, reach);
        }
        for target in self.callbacks(&class, reach).iter() {
            if let Some((this, _)) = self.program.method(*target).params.first() {
                self.network.insert(*this, site.index());
            }
            self.call_back(number, *target, 1, pot);
        }
    }

    pub(super) fn see_lambda(
        &mut self,
        number: CallNo,
        interface: &str,
        lambda: Lambda,
        pot: Location,
        reach: Calls,
    ) {
        let hierarchy = &self.program.hierarchy;
        let candidate = Candidate { class: interface, method: "", is_function: true };
        if !hierarchy.is_library(interface) || !reach.may_call(hierarchy, &candidate) {
            return;
        }
        if let Some(site) = lambda.makes {
            self.network.insert(pot, site.index());
        }
        if let Some(target) = lambda.target {
            self.call_back(number, target, lambda.captured, pot);
        }
    }

    /// The library calls a method with what it sees, and sees what it returns.
    pub(super) fn call_back(
        &mut self,
        number: CallNo,
        target: MethodAt,
        skipped: usize,
        pot: Location,
    ) {
        if !self.called_back.insert((number, target)) {
            return;
        }
        let at = self.calls[number.0 as usize].at;
        self.program.targets(at).callbacks.insert(target);
        let params = self.program.method(target).params.iter().skip(skipped);
        let params: Vec<(Location, Box<str>)> =
            params.filter_map(|(place, kind)| Some((*place, class_of(kind)?.into()))).collect();
        for (place, class) in params {
            self.pick(&[pot], place, &class);
        }
        self.edge(self.program.method(target).result, pot, None);
    }

    /// Whether objects of a site have a part that belongs to the library.
    pub(super) fn is_of_library(&self, site: Site) -> bool {
        // What the application's code behind a lambda captures is no concern of the library.
        if let Some((_, lambda)) = self.lambdas.get(&site) {
            return lambda.target.is_none();
        }
        let class = &*self.sites.kind(site).class;
        let hierarchy = &self.program.hierarchy;
        let plain = |name: &str| matches!(name, OBJECT | "java/lang/Enum" | "java/lang/Record");
        hierarchy.is_library(class)
            || hierarchy.supertypes(class).iter().any(|name| {
                let found = hierarchy.class(name).filter(|found| found.is_library && !plain(name));
                found.is_some_and(|found| !found.file.flags.has(Flags::INTERFACE))
            })
    }

    /// The methods of a class that a call with this reach may call back.
    pub(super) fn callbacks(&mut self, class: &str, reach: Calls) -> Callbacks {
        let number = self.class_no(class);
        if let Some(known) = self.callbacks.get(&(number, reach)) {
            return Arc::clone(known);
        }
        let mut found = Vec::new();
        if !self.program.hierarchy.is_library(class) {
            for (name, descriptor) in self.program.hierarchy.inherited_from_library(class) {
                let hierarchy = &self.program.hierarchy;
                let candidate = Candidate { class, method: &name, is_function: false };
                if !reach.may_call(hierarchy, &candidate) {
                    continue;
                }
                let own = hierarchy.resolve(class, &name, &descriptor);
                let own = own.filter(|found| !found.class.is_library && !found.is_abstract());
                found.extend(own.and_then(|own| self.program.add(own)));
            }
        }
        let found: Callbacks = found.into();
        self.callbacks.insert((number, reach), Arc::clone(&found));
        found
    }

    /// A copy of an object is another object that holds the same.
    pub(super) fn copy_object(&mut self, number: CallNo, site: Site) {
        let Call { at, out, .. } = &self.calls[number.0 as usize];
        let (at, out) = (*at, *out);
        self.program.targets(at).library = true;
        let copy = self.made_site(at, self.sites.kind(site).clone());
        if copy != site {
            let (from, to) = (self.contents(site), self.contents(copy));
            self.edge(from, to, None);
        }
        if let Some((out, _)) = out {
            self.network.insert(out, copy.index());
        }
    }

    /// What records are compared, hashed and printed by are their fields.
    fn open_record(&mut self, number: CallNo) {
        let Call { at, pot, .. } = &self.calls[number.0 as usize];
        let class = Arc::clone(&self.program.method(at.0).found.class);
        let (Some(pot), Some("java/lang/Record")) = (*pot, class.file.super_name.as_deref()) else {
            return;
        };
        for field in &class.file.fields {
            let (class, name) = (class.file.name.clone(), field.name.clone());
            let descriptor = field.descriptor.clone();
            let place = self.field(&Member { class, name, descriptor, of_interface: false });
            self.copy(&[place], pot, None);
        }
    }

    /// A call site that some bootstrap method links: most join texts.
    pub(super) fn dynamic(&mut self, at: At, kind: &MethodType) {
        let code = self.program.method(at.0);
        let args = values_of(code.values.taken(at.1), kind, false);
        let out = code.values.output(at.1, 0);
        self.program.keep_arguments(at, Arc::clone(&args));
        let class = kind.result.as_ref().and_then(class_of).map(Box::<str>::from);
        let joins = class.as_deref() == Some("java/lang/String");
        let out = class.map(|class| (out, self.class_no(&class)));
        let member = Arc::new(Member {
            class: if joins { "java/lang/String" } else { "java/lang/invoke/CallSite" }.into(),
            name: "valueOf".into(),
            descriptor: "(Ljava/lang/Object;)Ljava/lang/String;".into(),
            of_interface: false,
        });
        let number = CallNo(self.calls.len() as u32);
        self.calls.push(Call { at, member, args, out, pot: None, reach: Vec::new() });
        self.library(number, None, None);
        self.open_record(number);
    }
}
