//! The methods of classes that can be checked, as a user would name them.

use lang_jvm::ClassPath;
use lang_jvm::parse::{ClassFile, Flags, MethodInfo, MethodType, Type};

use super::lengths::USUAL_LENGTH;

/// Methods that a compiler made.
const SYNTHETIC: u16 = 0x1000;

/// All methods of the application that can be checked, in the order of their classes.
pub(super) fn methods(path: &ClassPath) -> Vec<String> {
    let mut found = Vec::new();
    for name in path.own_classes() {
        let class = path.class(&name).ok().flatten();
        let class = class.and_then(|(bytes, _)| ClassFile::parse(&bytes).ok());
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
    let generic = method.signature.as_deref().map(type_params).unwrap_or_default();
    let params = types.params.iter().enumerate();
    let shapes = params.map(|(at, kind)| shape(kind, generic.get(at).copied().unwrap_or_default()));
    let shapes = shapes.collect::<Option<Vec<String>>>()?;
    let named = shapes.iter().enumerate().map(|(at, shape)| format!("{}: {shape}", letter(at)));
    Some(named.collect::<Vec<String>>().join(", "))
}

fn letter(at: usize) -> String {
    let letter = char::from(b'a' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}

/// The parameters of a generic signature, as class files have them.
fn type_params(signature: &str) -> Vec<&str> {
    let Some((_, rest)) = signature.split_once('(') else { return Vec::new() };
    let (mut params, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let mut is_named = false;
    for (at, char) in rest.char_indices() {
        match char {
            ')' => break,
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            'L' | 'T' if !is_named && depth == 0 => is_named = true,
            ';' if depth == 0 => is_named = false,
            _ => {}
        }
        if !is_named && depth == 0 && char != '[' {
            params.push(&rest[start..=at]);
            start = at + 1;
        }
    }
    params
}

/// What a user writes for a list, by its generic type.
fn list(generic: &str) -> Option<String> {
    let element = generic.split_once('<').map(|(_, of)| of.trim_end_matches([';', '>']));
    let of = match element.map(|element| element.trim_start_matches(['+', '-'])) {
        None | Some("" | "*" | "Ljava/lang/Object" | "Ljava/lang/Number") => "Integer".to_owned(),
        Some("Ljava/lang/String" | "Ljava/lang/CharSequence") => format!("String[{USUAL_LENGTH}]"),
        Some(variable) if variable.starts_with('T') => "Integer".to_owned(),
        Some(other) => other.strip_prefix("Ljava/lang/").filter(|box_| is_box(box_))?.to_owned(),
    };
    Some(format!("ArrayList<{of}>[{USUAL_LENGTH}]"))
}

fn is_box(name: &str) -> bool {
    matches!(name, "Boolean" | "Byte" | "Character" | "Short" | "Integer" | "Long")
}

/// What a user writes for a parameter of this type, of which the generic type is known, perhaps.
fn shape(kind: &Type, generic: &str) -> Option<String> {
    let name = kind.source_name();
    let element = name.strip_suffix("[]").unwrap_or(&name);
    let plain = ["boolean", "byte", "char", "short", "int", "long"];
    if plain.contains(&element) {
        let is_array = element.len() < name.len();
        return Some(if is_array { format!("{element}[{USUAL_LENGTH}]") } else { name });
    }
    match name.as_str() {
        "java.lang.String" => Some(format!("String[{USUAL_LENGTH}]")),
        "java.lang.String[]" => Some(format!("String[{USUAL_LENGTH}][{USUAL_LENGTH}]")),
        "java.util.List"
        | "java.util.ArrayList"
        | "java.util.Collection"
        | "java.lang.Iterable" => list(generic),
        name => name.strip_prefix("java.lang.").filter(|name| is_box(name)).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_get_elements_of_their_types() {
        let signature = "<T:Ljava/lang/Object;>(I[[JLjava/util/List<Ljava/lang/String;>;TT;\
            Ljava/util/List<Ljava/util/Map<TT;Ljava/lang/Long;>;>;[Ljava/util/List<*>;Z)V";
        let params = type_params(signature);
        assert_eq!(params.len(), 7, "{params:?}");
        assert_eq!([params[1], params[3], params[6]], ["[[J", "TT;", "Z"]);
        assert_eq!(list(params[2]).as_deref(), Some("ArrayList<String[3]>[3]"));
        assert_eq!(list(params[4]), None);
        let shown = |of: &str| list(&format!("Ljava/util/List<{of}>;"));
        assert_eq!(shown("*").as_deref(), Some("ArrayList<Integer>[3]"));
        assert_eq!(shown("+Ljava/lang/Long;").as_deref(), Some("ArrayList<Long>[3]"));
        assert_eq!(shown("TT;").as_deref(), Some("ArrayList<Integer>[3]"));
        assert_eq!(shown("Ljava/util/Date;"), None);
    }

    #[test]
    fn parameters_get_shapes_that_can_be_read_again() {
        for (descriptor, expected) in [
            ("(I[CJ)V", "int char[3] long"),
            ("(Ljava/lang/String;Ljava/util/List;)Z", "String[3] ArrayList<Integer>[3]"),
            ("([Ljava/lang/String;Ljava/lang/Long;)V", "String[3][3] Long"),
        ] {
            let types = MethodType::parse(descriptor).expect("a type");
            let shapes = types.params.iter().map(|kind| shape(kind, ""));
            let shapes: Option<Vec<String>> = shapes.collect();
            let shapes = shapes.expect("all can be unknown");
            assert_eq!(shapes.join(" "), expected);
            let params = shapes.iter().map(|shape| format!("x: {shape}"));
            let entry = format!("A#f({})", params.collect::<Vec<_>>().join(", "));
            assert!(lang_jvm::Entry::parse(&entry).is_ok(), "{entry}");
        }
        let types = MethodType::parse("(D)V").expect("a type");
        assert_eq!(shape(&types.params[0], ""), None);
        assert_eq!([letter(0), letter(27)], ["a", "b1"]);
    }
}
