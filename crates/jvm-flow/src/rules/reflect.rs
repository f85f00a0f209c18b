//! What happens by the names of classes and methods.

use std::collections::BTreeSet;
use std::sync::Arc;

use lang_jvm::code::{Member, Op};
use lang_jvm::parse::{Flags, MethodInfo};

use super::{Call, CallNo, Rules};
use crate::hierarchy::{Found, Kind, OBJECT};
use crate::program::MethodAt;
use crate::site::At;

/// Methods that may be called by their names.
#[derive(Default)]
pub(super) struct Named {
    /// The names that are written where methods are asked for.
    names: BTreeSet<Box<str>>,
    /// Whether some name is not written there.
    any: bool,
    /// The calls by name.
    invoked: Vec<CallNo>,
}

impl Rules<'_> {
    /// What happens by names: of classes, which are initialised, and if one is made an object of, it fits
    /// the cast behind; and of methods.
    pub(super) fn reflect(&mut self, number: CallNo, member: &Member) {
        self.note_methods(number, member);
        let makes = match (&*member.class, &*member.name) {
            ("java/lang/Enum", "valueOf")
            | ("java/lang/Class", "getEnumConstants")
            | ("java/util/EnumMap", "<init>")
            | ("java/util/EnumSet", _) => return self.list_constants(number),
            ("java/lang/Class", "forName") => false,
            ("java/lang/Class", "newInstance") => true,
            ("java/lang/reflect/Constructor", "newInstance") => true,
            _ => return,
        };
        let at = self.calls[number.0 as usize].at;
        if let Some(class) = self.text(number, 0).filter(|_| !makes) {
            return self.initialize(at, &class.replace('.', "/"));
        }
        if self.all_initializers.is_none() {
            let classes = self.program.hierarchy.own_classes();
            let all = classes.iter().flat_map(|class| self.program.initializers(class)).collect();
            self.all_initializers = Some(all);
        }
        let initializers = self.all_initializers.clone().unwrap_or_default();
        self.program.targets(at).initializers.extend(initializers);
        if makes {
            self.make_by_reflection(number, at, member);
        }
    }

    /// The library finds the constants of an enumeration by asking its class.
    fn list_constants(&mut self, number: CallNo) {
        let pot = self.pot(number, false);
        for class in self.program.hierarchy.own_classes() {
            let Some(class) = self.program.hierarchy.class(&class) else { continue };
            if class.file.super_name.as_deref() != Some("java/lang/Enum") {
                continue;
            }
            let values =
                |info: &MethodInfo| &*info.name == "values" && info.descriptor.starts_with("()");
            let index = class.file.methods.iter().position(values);
            let at = self.calls[number.0 as usize].at;
            self.initialize(at, &class.file.name);
            let target = index.and_then(|index| self.program.add(Found { class, index }));
            if let Some(target) = target {
                self.call_back(number, target, 0, pot);
            }
        }
    }

    /// The text that an argument is, if it is written there.
    fn text(&self, number: CallNo, index: usize) -> Option<Box<str>> {
        let Call { at, args, .. } = &self.calls[number.0 as usize];
        let [place] = args.get(index)?.as_slice() else { return None };
        let code = self.program.method(at.0);
        let writer = (0..at.1).rev().find(|op| code.values.output(*op, 0) == *place)?;
        match &code.body.ops[writer] {
            Op::Text(text) => text.clone(),
            _ => None,
        }
    }

    /// Notes which methods may be called by their names.
    fn note_methods(&mut self, number: CallNo, member: &Member) {
        let gives = |class: &str| member.descriptor.ends_with(&format!(")L{class};"));
        let gives_many = member.descriptor.ends_with(")[Ljava/lang/reflect/Method;");
        match (&*member.class, &*member.name) {
            ("java/lang/Class", "getMethod" | "getDeclaredMethod") => match self.text(number, 1) {
                Some(name) => self.named.names.extend([name]),
                None => self.named.any = true,
            },
            ("java/lang/reflect/Method", "invoke") => self.named.invoked.push(number),
            _ if !self.program.hierarchy.is_library(&member.class) => {}
            _ if gives_many || gives("java/lang/reflect/Method") => self.named.any = true,
            _ => {}
        }
        let at = self.calls[number.0 as usize].at;
        let is_invoked = &*member.class == "java/lang/reflect/Method";
        if let Some(why) = wild(member).filter(|_| !is_invoked) {
            self.program.wild.insert(at, why);
        }
    }

    /// Lets methods be called by their names, if all names are known. Whether something was new.
    pub(super) fn invoke_named(&mut self) -> bool {
        let before = self.called_back.len();
        let is_used = !self.named.any && !self.named.invoked.is_empty();
        let methods = if is_used { self.methods_named() } else { Vec::new() };
        for number in self.named.invoked.clone() {
            let Call { at, member, .. } = &self.calls[number.0 as usize];
            let (at, member) = (*at, Arc::clone(member));
            if self.named.any {
                self.program.wild.extend(wild(&member).map(|why| (at, why)));
                continue;
            }
            let pot = self.pot(number, true);
            for target in methods.iter().copied() {
                let is_static = self.program.method(target).found.is_static();
                if let (false, Some((this, _))) =
                    (is_static, self.program.method(target).params.first())
                {
                    let (this, class) =
                        (*this, self.program.method(target).found.class.file.name.clone());
                    self.pick(&[pot], this, &class);
                }
                self.call_back(number, target, usize::from(!is_static), pot);
            }
        }
        self.called_back.len() != before
    }

    /// The methods of the application with names that are asked for.
    fn methods_named(&mut self) -> Vec<MethodAt> {
        let mut found = Vec::new();
        for class in self.program.hierarchy.own_classes() {
            let Some(class) = self.program.hierarchy.class(&class) else { continue };
            let methods = class.file.methods.iter().enumerate();
            let named = methods.filter(|(_, info)| self.named.names.contains(&info.name));
            let named: Vec<usize> = named.map(|(index, _)| index).collect();
            let add = |index| self.program.add(Found { class: Arc::clone(&class), index });
            found.extend(named.into_iter().filter_map(add));
        }
        found
    }

    pub(super) fn make_by_reflection(&mut self, number: CallNo, at: At, member: &Member) {
        let wanted: Box<str> = match self.program.method(at.0).body.ops.get(at.1 + 1) {
            Some(Op::Cast(class)) => class.clone(),
            _ => OBJECT.into(),
        };
        let with_arguments = &*member.class != "java/lang/Class";
        let pot = self.pot(number, true);
        let Some((out, _)) = self.calls[number.0 as usize].out else { return };
        for class in self.program.hierarchy.own_classes() {
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
        let hierarchy = &self.program.hierarchy;
        let Some(found) = hierarchy.class(class).filter(|found| {
            !found.file.flags.has(Flags::ABSTRACT) && hierarchy.is_a(class, wanted)
        }) else {
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
