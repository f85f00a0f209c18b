//! The methods of classes that can be checked, as a user would name them.

use lang_jvm::ClassPath;
use lang_jvm::parse::{ClassFile, Flags, MethodInfo};

use super::makers::{ENUM, Makers};

/// All methods of the application that can be checked, in the order of their classes.
pub(super) fn methods(path: &ClassPath) -> Vec<String> {
    let makers = Makers::read(path);
    let mut found = Vec::new();
    for (name, class) in makers.classes() {
        let receiver =
            if can_be_made(class) { Some(String::new()) } else { receiver(&makers, name) };
        for (at, method) in class.methods.iter().enumerate() {
            let before = match method.flags.has(Flags::STATIC) {
                true => Some(String::new()),
                false => receiver.clone(),
            };
            // Compilers make these two of every enum.
            if class.flags.has(ENUM) && matches!(&*method.name, "values" | "valueOf") {
                continue;
            }
            let params = before.zip(params(&makers, name, at, method));
            found.extend(params.map(|(before, params)| {
                let comma = if before.is_empty() || params.is_empty() { "" } else { ", " };
                format!("{}#{}({before}{comma}{params})", name.replace('/', "."), method.name)
            }));
        }
    }
    found
}

/// Whether an object can be made without arguments.
fn can_be_made(class: &ClassFile) -> bool {
    let plain = |method: &MethodInfo| &*method.name == "<init>" && &*method.descriptor == "()V";
    !class.flags.has(Flags::ABSTRACT) && class.methods.iter().any(plain)
}

/// The object on which methods of a class are called, made by arguments.
fn receiver(makers: &Makers, class: &str) -> Option<String> {
    makers.object(class).map(|object| format!("{}: {object}", lang_jvm::RECEIVER))
}

/// The parameters of a method, if all of them can be unknown.
fn params(makers: &Makers, class: &str, at: usize, method: &MethodInfo) -> Option<String> {
    let hidden = method.name.starts_with('<') || method.flags.has(Flags::SYNTHETIC);
    if hidden || method.code.is_none() {
        return None;
    }
    if &*method.name == "main" && &*method.descriptor == "([Ljava/lang/String;)V" {
        return Some(String::new());
    }
    makers.params(class, at)
}
