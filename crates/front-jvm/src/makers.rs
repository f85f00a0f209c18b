//! How objects of a program can be made from unknown values, as a user would write it.
//!
//! An object is what the constructor with most parameters makes, or a factory of its class; an enum is its
//! constants; of an abstract class or an interface it is the first class below it in the program that can
//! be made. Parameters may be objects themselves, to a depth.

use std::collections::BTreeMap;

use lang_jvm::parse::{ClassFile, Flags, MethodInfo, MethodType, Type, parameter_names};
use lang_jvm::{ClassPath, Entry};

use super::lengths::USUAL_LENGTH;

/// A constant of an enum, and an enum.
pub(super) const ENUM: u16 = 0x4000;
/// How many levels of objects are made.
const DEEPEST: u32 = 3;
/// The most parameters of a constructor that is proposed.
const MOST_PARAMS: usize = 6;
/// The most levels of classes between one and another above it: files may lie, and go round in circles.
const MOST_ABOVE: u32 = 50;
/// The most constants of an enum that are proposed.
const MOST_CONSTANTS: usize = 12;

/// A class of the program.
struct Known {
    file: ClassFile,
    bytes: Vec<u8>,
}

/// The classes of a program.
pub(super) struct Makers {
    classes: BTreeMap<String, Known>,
}

impl Makers {
    /// Reads all classes of the application.
    pub(super) fn read(path: &ClassPath) -> Makers {
        let read = |name: String| {
            let (bytes, _) = path.class(&name).ok().flatten()?;
            let file = ClassFile::parse(&bytes).ok()?;
            Some((name, Known { file, bytes: bytes.to_vec() }))
        };
        Makers { classes: path.own_classes().into_iter().filter_map(read).collect() }
    }

    /// All classes, with their names.
    pub(super) fn classes(&self) -> impl Iterator<Item = (&str, &ClassFile)> {
        self.classes.iter().map(|(name, known)| (name.as_str(), &known.file))
    }

    /// The parameters of a method, the `at`th one of a class, if all of them can be unknown.
    pub(super) fn params(&self, class: &str, at: usize) -> Option<String> {
        self.params_to(class, at, DEEPEST)
    }

    fn params_to(&self, class: &str, at: usize, depth: u32) -> Option<String> {
        let Known { file, bytes } = self.classes.get(class)?;
        let method = file.methods.get(at)?;
        let types = MethodType::parse(&method.descriptor)?;
        let generic = method.signature.as_deref().map(type_params).unwrap_or_default();
        let params = types.params.iter().enumerate();
        let shapes = params.map(|(at, kind)| {
            self.shape(kind, generic.get(at).copied().unwrap_or_default(), depth)
        });
        let shapes = shapes.collect::<Option<Vec<String>>>()?;
        let names = names(parameter_names(bytes, file, at));
        let named = shapes.iter().zip(names).map(|(shape, name)| format!("{name}: {shape}"));
        Some(named.collect::<Vec<String>>().join(", "))
    }

    /// What a user writes for an object of a class of the program.
    pub(super) fn object(&self, class: &str) -> Option<String> {
        self.object_to(class, DEEPEST)
    }

    fn object_to(&self, class: &str, depth: u32) -> Option<String> {
        let file = &self.classes.get(class)?.file;
        let dotted = class.replace('/', ".");
        if file.flags.has(ENUM) {
            let constants = file.fields.iter().filter(|field| field.flags.has(ENUM));
            let names: Vec<&str> =
                constants.map(|field| &*field.name).take(MOST_CONSTANTS).collect();
            return (!names.is_empty()).then(|| format!("{dotted}{{{}}}", names.join(", ")));
        }
        let depth = depth.checked_sub(1)?;
        if file.flags.has(Flags::ABSTRACT) {
            let mut below = self.classes().filter(|(_, other)| !other.flags.has(Flags::ABSTRACT));
            return below.find_map(|(name, _)| {
                self.is_below(name, class, MOST_ABOVE).then(|| self.object_to(name, depth))?
            });
        }
        if !can_be_named(class, file) {
            return None;
        }
        self.made_by(file, class, depth).map(|(factory, params)| match factory {
            Some(factory) => format!("{dotted}::{factory}({params})"),
            None => format!("{dotted}({params})"),
        })
    }

    /// The constructor with most parameters, or a factory, with its parameters.
    fn made_by(
        &self,
        file: &ClassFile,
        class: &str,
        depth: u32,
    ) -> Option<(Option<String>, String)> {
        let of_class = format!("L{class};");
        let makes = |method: &MethodInfo| match &*method.name {
            "<init>" => !method.flags.has(Flags::PRIVATE),
            _ => {
                let is_factory = method.flags.has(Flags::STATIC | Flags::PUBLIC);
                is_factory && method.descriptor.ends_with(&of_class)
            }
        };
        let count = |method: &MethodInfo| {
            MethodType::parse(&method.descriptor).map_or(0, |types| types.params.len())
        };
        let mut makers: Vec<usize> = (0..file.methods.len())
            .filter(|at| makes(&file.methods[*at]) && count(&file.methods[*at]) <= MOST_PARAMS)
            .filter(|at| !file.methods[*at].descriptor.contains(&format!("{of_class})")))
            .collect();
        makers.sort_by_key(|at| {
            let method = &file.methods[*at];
            (&*method.name != "<init>", std::cmp::Reverse(count(method)))
        });
        makers.into_iter().find_map(|at| {
            let name = &*file.methods[at].name;
            let factory = (name != "<init>").then(|| name.to_owned());
            Some((factory, self.params_to(class, at, depth)?))
        })
    }

    /// Whether a class of the program is below another one.
    fn is_below(&self, class: &str, above: &str, levels: u32) -> bool {
        let Some(known) = self.classes.get(class).filter(|_| levels > 0) else { return false };
        let file = &known.file;
        let direct = file.super_name.as_deref().into_iter();
        let mut direct = direct.chain(file.interfaces.iter().map(|name| &**name));
        direct.any(|name| name == above || self.is_below(name, above, levels - 1))
    }

    /// What a user writes for a parameter of this type, of which the generic type is known, perhaps.
    fn shape(&self, kind: &Type, generic: &str, depth: u32) -> Option<String> {
        plain_shape(kind, generic).or_else(|| match kind {
            Type::Reference(class) => self.object_to(class, depth),
            _ => None,
        })
    }
}

/// Whether a class can be named in a program, and its objects need no other around them.
fn can_be_named(class: &str, file: &ClassFile) -> bool {
    let own = file.inner_classes.iter().filter(|inner| *inner.name == *class);
    own.into_iter().all(|inner| {
        inner.simple.is_some() && inner.flags.has(Flags::STATIC) && !inner.flags.has(Flags::PRIVATE)
    })
}

/// A name for each parameter: that of the source if it can be used, a letter otherwise. Letters do where names
/// are missing or not plain, so all parameters of a method have the one or the other.
fn names(known: Vec<Option<Box<str>>>) -> Vec<String> {
    let plain = |name: &str| Entry::parse(&format!("A#f({name}: int)")).is_ok();
    let usable: Option<Vec<String>> = known
        .iter()
        .map(|name| name.as_deref().filter(|name| plain(name)).map(str::to_owned))
        .collect();
    usable.unwrap_or_else(|| (0..known.len()).map(letter).collect())
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
fn list(class: &str, generic: &str) -> Option<String> {
    let element = generic.split_once('<').map(|(_, of)| of.trim_end_matches([';', '>']));
    let of = match element.map(|element| element.trim_start_matches(['+', '-'])) {
        None | Some("" | "*" | "Ljava/lang/Object" | "Ljava/lang/Number") => "Integer".to_owned(),
        Some("Ljava/lang/String" | "Ljava/lang/CharSequence") => format!("String[{USUAL_LENGTH}]"),
        Some(variable) if variable.starts_with('T') => "Integer".to_owned(),
        Some(other) => other.strip_prefix("Ljava/lang/").filter(|box_| is_box(box_))?.to_owned(),
    };
    Some(format!("{class}<{of}>[{USUAL_LENGTH}]"))
}

fn is_box(name: &str) -> bool {
    matches!(
        name,
        "Boolean" | "Byte" | "Character" | "Short" | "Integer" | "Long" | "Float" | "Double"
    )
}

/// What a user writes for a parameter of this type, of which the generic type is known, perhaps.
fn plain_shape(kind: &Type, generic: &str) -> Option<String> {
    let name = kind.source_name();
    let element = name.strip_suffix("[]").unwrap_or(&name);
    let plain = ["boolean", "byte", "char", "short", "int", "long", "float", "double"];
    if plain.contains(&element) {
        let is_array = element.len() < name.len();
        return Some(if is_array { format!("{element}[{USUAL_LENGTH}]") } else { name });
    }
    match name.as_str() {
        "java.lang.String" => Some(format!("String[{USUAL_LENGTH}]")),
        "java.lang.String[]" => Some(format!("String[{USUAL_LENGTH}][{USUAL_LENGTH}]")),
        "java.lang.Object" | "java.lang.CharSequence" | "java.lang.Comparable" => {
            Some(format!("String[{USUAL_LENGTH}]"))
        }
        "java.util.List"
        | "java.util.ArrayList"
        | "java.util.Collection"
        | "java.lang.Iterable" => list("ArrayList", generic),
        "java.util.Set" | "java.util.HashSet" => list("HashSet", generic),
        "java.util.Queue" | "java.util.Deque" | "java.util.LinkedList" => {
            list("LinkedList", generic)
        }
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
        assert_eq!(list("ArrayList", params[2]).as_deref(), Some("ArrayList<String[3]>[3]"));
        assert_eq!(list("ArrayList", params[4]), None);
        let shown = |of: &str| list("ArrayList", &format!("Ljava/util/List<{of}>;"));
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
            let shapes = types.params.iter().map(|kind| plain_shape(kind, ""));
            let shapes: Option<Vec<String>> = shapes.collect();
            let shapes = shapes.expect("all can be unknown");
            assert_eq!(shapes.join(" "), expected);
            let params = shapes.iter().map(|shape| format!("x: {shape}"));
            let entry = format!("A#f({})", params.collect::<Vec<_>>().join(", "));
            assert!(lang_jvm::Entry::parse(&entry).is_ok(), "{entry}");
        }
        let types = MethodType::parse("(DLjava/util/Date;)V").expect("a type");
        assert_eq!(plain_shape(&types.params[0], "").as_deref(), Some("double"));
        assert_eq!(plain_shape(&types.params[1], ""), None);
        assert_eq!([letter(0), letter(27)], ["a", "b1"]);
    }

    #[test]
    fn parameters_have_the_names_of_the_source_or_letters() {
        let known = |names: &[&str]| names.iter().map(|name| Some((*name).into())).collect();
        assert_eq!(names(known(&["amount", "people"])), ["amount", "people"]);
        assert_eq!(names(known(&["amount", "two words"])), ["a", "b"]);
        assert_eq!(names(vec![Some("amount".into()), None]), ["a", "b"]);
    }
}
