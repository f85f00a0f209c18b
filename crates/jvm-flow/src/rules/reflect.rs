//! What happens by the names of classes and methods.

use std::sync::Arc;

use lang_jvm::code::{Member, Op};
use lang_jvm::parse::Flags;

use super::{CallNo, Rules};
use crate::program::MethodAt;
use crate::site::At;
use crate::world::{Found, Kind, OBJECT};

impl Rules<'_> {
    /// What happens by names of classes: any class is initialised, and if it is made an object of, its
    /// class fits the cast behind.
    pub(super) fn reflect(&mut self, number: CallNo, member: &Member) {
        let makes = match (&*member.class, &*member.name) {
            ("java/lang/Class", "forName") => false,
            ("java/lang/Class", "newInstance") => true,
            ("java/lang/reflect/Constructor", "newInstance") => true,
            _ => return,
        };
        let at = self.calls[number.0 as usize].at;
        if self.all_initializers.is_none() {
            let classes = self.program.world.own_classes();
            let all = classes.iter().flat_map(|class| self.program.initializers(class)).collect();
            self.all_initializers = Some(all);
        }
        let initializers = self.all_initializers.clone().unwrap_or_default();
        self.program.targets(at).initializers.extend(initializers);
        if makes {
            self.make_by_reflection(number, at, member);
        }
    }

    pub(super) fn make_by_reflection(&mut self, number: CallNo, at: At, member: &Member) {
        let wanted: Box<str> = match self.program.method(at.0).body.ops.get(at.1 + 1) {
            Some(Op::Cast(class)) => class.clone(),
            _ => OBJECT.into(),
        };
        let with_arguments = &*member.class != "java/lang/Class";
        let pot = self.pot(number, true);
        let Some((out, _)) = self.calls[number.0 as usize].out else { return };
        for class in self.program.world.own_classes() {
            let constructors = self.constructors(&class, &wanted, with_arguments);
            if constructors.is_empty() {
                continue;
            }
            let site = self.made_site(at, Kind::exactly(&class));
            self.network.insert(out, site.index());
            for target in constructors {
                let this = self.program.method(target).params[0].0;
                self.network.insert(this, site.index());
                self.call_back(number, target, 1, pot);
            }
        }
    }

    /// The constructors of a class by which reflection may make an object of a wanted class.
    pub(super) fn constructors(
        &mut self,
        class: &str,
        wanted: &str,
        with_arguments: bool,
    ) -> Vec<MethodAt> {
        let world = &self.program.world;
        let Some(found) = world
            .class(class)
            .filter(|found| !found.file.flags.has(Flags::ABSTRACT) && world.is_a(class, wanted))
        else {
            return Vec::new();
        };
        let methods = found.file.methods.iter().enumerate();
        let fitting = methods.filter(|(_, info)| {
            &*info.name == "<init>" && (with_arguments || &*info.descriptor == "()V")
        });
        let fitting: Vec<usize> = fitting.map(|(index, _)| index).collect();
        let add = |index| self.program.add(Found { class: Arc::clone(&found), index });
        fitting.into_iter().filter_map(add).collect()
    }
}

/// Why anything may happen behind a call of a member, if that is so. A run that makes such a call has
/// left what was read beforehand.
#[must_use]
pub fn wild(member: &Member) -> Option<String> {
    let is_wild = match &*member.class {
        "java/lang/reflect/Method" => &*member.name == "invoke",
        "java/lang/reflect/Proxy" => &*member.name == "newProxyInstance",
        "java/lang/invoke/MethodHandle" => member.name.starts_with("invoke"),
        "java/io/ObjectInputStream" => &*member.name == "readObject",
        "java/util/ServiceLoader" => true,
        _ => false,
    };
    let call = || format!("{}.{}", member.class.replace('/', "."), member.name);
    is_wild.then(|| format!("what {} does is not known beforehand", call()))
}
