//! The methods of classes that can be checked, as a user would name them.

use lang_jvm::ClassPath;
use lang_jvm::parse::{ClassFile, Flags, MethodInfo, MethodType, Type};

/// The length that is proposed for texts, arrays and lists.
const USUAL_LENGTH: u32 = 3;
/// Methods that a compiler made.
const SYNTHETIC: u16 = 0x1000;

/// All methods of the application that can be checked, in the order of their classes.
pub(super) fn methods(path: &ClassPath) -> Vec<String> {
    let mut found = Vec::new();
    for name in path.own_classes() {
        let class = path.class(&name).and_then(|(bytes, _)| ClassFile::parse(&bytes).ok());
        let Some(class) = class else { continue };
        let usable = can_be_made(&class);
        let own = class.methods.iter().filter(|method| usable || is(method, Flags::STATIC));
        let own = own.filter_map(|method| Some((method, shapes(method)?)));
        let class = name.replace('/', ".");
        found.extend(own.map(|(method, shapes)| format!("{class}#{}({shapes})", method.name)));
    }
    found
}

fn is(method: &MethodInfo, flag: u16) -> bool {
    method.flags.has(flag)
}

/// Whether an object can be made without arguments.
fn can_be_made(class: &ClassFile) -> bool {
    let plain = |method: &MethodInfo| &*method.name == "<init>" && &*method.descriptor == "()V";
    !class.flags.has(Flags::ABSTRACT) && class.methods.iter().any(plain)
}

/// The parameters of a method, if all of them can be unknown.
fn shapes(method: &MethodInfo) -> Option<String> {
    let hidden = method.name.starts_with('<') || is(method, SYNTHETIC);
    if hidden || method.code.is_none() {
        return None;
    }
    if &*method.name == "main" && &*method.descriptor == "([Ljava/lang/String;)V" {
        return Some(String::new());
    }
    let types = MethodType::parse(&method.descriptor)?;
    let shapes = types.params.iter().map(shape).collect::<Option<Vec<String>>>()?;
    let named = shapes.iter().enumerate().map(|(at, shape)| format!("{}: {shape}", letter(at)));
    Some(named.collect::<Vec<String>>().join(", "))
}

fn letter(at: usize) -> String {
    let letter = char::from(b'a' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}

/// What a user writes for a parameter of this type.
fn shape(kind: &Type) -> Option<String> {
    let name = kind.source_name();
    let element = name.strip_suffix("[]").unwrap_or(&name);
    let plain = ["boolean", "byte", "char", "short", "int", "long"];
    if plain.contains(&element) {
        let is_array = element.len() < name.len();
        return Some(if is_array { format!("{element}[{USUAL_LENGTH}]") } else { name });
    }
    match name.as_str() {
        "java.lang.String" => Some(format!("String[{USUAL_LENGTH}]")),
        "java.util.List" | "java.util.ArrayList" | "java.util.Collection" => {
            Some(format!("ArrayList<Integer>[{USUAL_LENGTH}]"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_get_shapes_that_can_be_read_again() {
        for (descriptor, expected) in [
            ("(I[CJ)V", "int char[3] long"),
            ("(Ljava/lang/String;Ljava/util/List;)Z", "String[3] ArrayList<Integer>[3]"),
        ] {
            let types = MethodType::parse(descriptor).expect("a type");
            let shapes: Option<Vec<String>> = types.params.iter().map(shape).collect();
            let shapes = shapes.expect("all can be unknown");
            assert_eq!(shapes.join(" "), expected);
            let params = shapes.iter().map(|shape| format!("x: {shape}"));
            let entry = format!("A#f({})", params.collect::<Vec<_>>().join(", "));
            assert!(lang_jvm::Entry::parse(&entry).is_ok(), "{entry}");
        }
        let types = MethodType::parse("(D)V").expect("a type");
        assert_eq!(shape(&types.params[0]), None);
        assert_eq!([letter(0), letter(27)], ["a", "b1"]);
    }
}
