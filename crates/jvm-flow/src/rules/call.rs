//! Calls, each followed for the objects that may be its receiver.

use std::sync::Arc;

use lang_jvm::code::{CallKind, Member};
use lang_jvm::parse::MethodType;

use super::{
    Call, CallNo, Lambda, Resolved, Rules, Watch, is_clone, is_copying, signature, values_of,
};
use crate::hierarchy::{Kind, OBJECT, class_of};
use crate::program::MethodAt;
use crate::site::{At, Site};

impl Rules<'_> {
    pub(super) fn call(&mut self, at: At, kind: CallKind, member: &Member) {
        let Some(types) = MethodType::parse(&member.descriptor) else { return };
        let code = self.program.method(at.0);
        let args = values_of(code.values.taken(at.1), &types, kind != CallKind::Static);
        let out = code.values.output(at.1, 0);
        self.program.keep_arguments(at, Arc::clone(&args));
        self.program.targets(at);
        let class = types.result.as_ref().and_then(class_of).map(Box::<str>::from);
        let out = class.map(|class| (out, self.class_no(&class)));
        let number = CallNo(self.calls.len() as u32);
        let member = Arc::new(member.clone());
        let receivers = args.first().cloned().unwrap_or_default();
        let reach = Vec::new();
        self.calls.push(Call { at, member: Arc::clone(&member), args, out, pot: None, reach });
        self.reflect(number, &member);
        if kind == CallKind::Virtual {
            return self.watch(&receivers, Watch::Receiver(number));
        }
        if kind == CallKind::Static {
            self.initialize(at, &member.class);
        }
        let hierarchy = &self.program.hierarchy;
        match hierarchy.resolve(&member.class, &member.name, &member.descriptor) {
            Some(found) if !found.class.is_library => match self.program.add(found) {
                Some(target) => self.link(number, target, None),
                None => self.library(number, None, None),
            },
            Some(found) if is_copying(&found) => self.watch(&receivers, Watch::Copied(number)),
            Some(found) => self.library(number, None, Some(&found.class.file.name)),
            None => self.library(number, None, None),
        }
    }

    /// Follows a call for one object that may be its receiver.
    pub(super) fn dispatch(&mut self, number: CallNo, site: Site) {
        let member = Arc::clone(&self.calls[number.0 as usize].member);
        if let Some((name, lambda)) = self.lambdas.get(&site)
            && *name == member.name
        {
            let lambda = *lambda;
            return match lambda.target {
                Some(target) => self.call_lambda(number, lambda, target),
                None => self.library(number, Some(site), None),
            };
        }
        let kind = self.sites.kind(site).clone();
        if !kind.exact {
            return self.dispatch_below(number, site, &kind, &member);
        }
        match self.resolve(&kind.class, &member) {
            Resolved::Own(found) => {
                if let Some(target) = self.program.add(found) {
                    self.link(number, target, Some(site));
                }
            }
            Resolved::Library(owner) if &*owner == OBJECT && is_clone(&member) => {
                self.copy_object(number, site);
            }
            Resolved::Library(owner) => {
                let is_library = self.program.hierarchy.is_library(&kind.class);
                let owner = if is_library { &kind.class } else { &owner };
                self.library(number, Some(site), Some(owner));
            }
            Resolved::Nothing => {}
        }
    }

    /// The class of the receiver is not known exactly.
    pub(super) fn dispatch_below(
        &mut self,
        number: CallNo,
        site: Site,
        kind: &Kind,
        member: &Member,
    ) {
        if self.program.hierarchy.is_library(&kind.class) {
            // What the library made has no method of a class of the application.
            if self.program.hierarchy.is_library(&member.class) {
                self.library(number, Some(site), None);
            }
            return;
        }
        let classes = self.program.hierarchy.own_classes();
        for class in classes
            .iter()
            .filter(|class| self.program.hierarchy.is_a(class, &kind.class))
            .cloned()
            .collect::<Vec<_>>()
        {
            match self.resolve(&class, member) {
                Resolved::Own(found) => {
                    if let Some(target) = self.program.add(found) {
                        self.link(number, target, Some(site));
                    }
                }
                Resolved::Library(owner) => self.library(number, Some(site), Some(&owner)),
                Resolved::Nothing => {}
            }
        }
    }

    pub(super) fn resolve(&mut self, class: &str, member: &Member) -> Resolved {
        let key = (self.class_no(class), signature(member));
        if let Some(known) = self.resolved.get(&key) {
            return known.clone();
        }
        let found = self.program.hierarchy.resolve(class, &member.name, &member.descriptor);
        let resolved = match found {
            Some(found) if found.is_abstract() => Resolved::Nothing,
            Some(found) if found.class.is_library => {
                Resolved::Library(found.class.file.name.clone())
            }
            Some(found) => Resolved::Own(found),
            None => Resolved::Nothing,
        };
        self.resolved.insert(key, resolved.clone());
        resolved
    }

    pub(super) fn link(&mut self, number: CallNo, target: MethodAt, receiver: Option<Site>) {
        if let Some(site) = receiver
            && let Some((this, _)) = self.program.method(target).params.first()
        {
            self.network.insert(*this, site.index());
        }
        let skipped = usize::from(receiver.is_some());
        self.connect(number, target, (skipped, skipped));
    }

    fn call_lambda(&mut self, number: CallNo, lambda: Lambda, target: MethodAt) {
        if let (Some(site), Some((out, _))) = (lambda.makes, self.calls[number.0 as usize].out) {
            self.network.insert(out, site.index());
        }
        self.connect(number, target, (1, lambda.captured));
    }

    /// Lets a call reach a method, once: arguments become parameters, each from one of them on, and the
    /// result comes back.
    fn connect(&mut self, number: CallNo, target: MethodAt, (arg, param): (usize, usize)) {
        if !self.linked.insert((number, target)) {
            return;
        }
        let Call { at, args, out, .. } = &self.calls[number.0 as usize];
        let (at, args, out) = (*at, Arc::clone(args), *out);
        self.program.targets(at).own.insert(target);
        self.pass(&args[arg..], target, param);
        if let Some((out, _)) = out {
            self.edge(self.program.method(target).result, out, None);
        }
    }
}
