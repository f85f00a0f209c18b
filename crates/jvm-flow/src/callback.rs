//! Which objects of the application a call of the library may call back.
//!
//! The library sees what it is given and what it was given before ([`crate::rules`]). Of that it calls
//! what its documentation says: a list hands its elements out and does not look into them, a map
//! compares its keys, a reader reads from the reader it was made with. Calls that are not listed may
//! call back whatever they see.

use lang_jvm::code::Member;

use crate::hierarchy::{Hierarchy, OBJECT, is_immutable};

/// What a call of the library may call back, of the objects that it sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Calls(u16);

impl Calls {
    const NOTHING: Calls = Calls(0);
    /// Methods that make a text of an object.
    const TEXT: Calls = Calls(1);
    /// Methods that compare and hash.
    const COMPARE: Calls = Calls(2);
    /// Methods that read collections and iterators, which may stand behind those of the library.
    const READ: Calls = Calls(4);
    /// Methods that change them.
    const CHANGE: Calls = Calls(8);
    /// Functions.
    const FUNCTION: Calls = Calls(16);
    /// Streams.
    const STREAM: Calls = Calls(32);
    /// Exceptions.
    const THROWABLE: Calls = Calls(64);
    /// Everything.
    const ALL: Calls = Calls(128);

    const fn and(self, other: Calls) -> Calls {
        Calls(self.0 | other.0)
    }

    const fn without(self, other: Calls) -> Calls {
        Calls(self.0 & !other.0)
    }

    fn has(self, other: Calls) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether nothing is called back.
    pub(crate) fn is_nothing(self) -> bool {
        self == Calls::NOTHING
    }
}

/// What a call of a method of the library may call back.
pub(crate) fn calls(member: &Member) -> Calls {
    match member.class.rsplit_once('/') {
        Some(("java/lang", class)) => of_lang(class, member),
        Some(("java/util", class)) => of_collection(class, member),
        Some(("java/io", "ObjectInputStream" | "ObjectOutputStream")) => Calls::ALL,
        Some(("java/io", _)) => match &*member.name {
            "format" | "printf" => Calls::ALL,
            _ if takes_object(member) => STREAMS.and(Calls::TEXT),
            _ => STREAMS,
        },
        Some(("java/math", _)) => Calls::NOTHING,
        Some(_) | None => Calls::ALL,
    }
}

/// Streams, and functions that choose files.
const STREAMS: Calls = Calls::STREAM.and(Calls::FUNCTION);

/// Whether an argument may be an object of which a text is made.
fn takes_object(member: &Member) -> bool {
    let params = member.descriptor.split(')').next().unwrap_or_default();
    params.contains("Ljava/lang/Object;") || params.contains("Ljava/lang/CharSequence;")
}

fn of_lang(class: &str, member: &Member) -> Calls {
    match class {
        "StringBuilder" | "StringBuffer" | "String" => match &*member.name {
            "format" | "formatted" | "join" | "chars" | "lines" => Calls::ALL,
            _ if takes_object(member) => Calls::TEXT,
            _ => Calls::NOTHING,
        },
        "Boolean" | "Byte" | "Character" | "Double" | "Enum" | "Float" | "Integer" | "Long"
        | "Math" | "Short" => Calls::NOTHING,
        "Object" => match &*member.name {
            "<init>" | "getClass" | "clone" => Calls::NOTHING,
            "equals" | "hashCode" => Calls::COMPARE.and(Calls::READ),
            "toString" => Calls::TEXT.and(Calls::READ),
            _ => Calls::ALL,
        },
        "System" if matches!(&*member.name, "arraycopy" | "identityHashCode") => Calls::NOTHING,
        // Where it was thrown may be printed to any stream.
        "Throwable" => Calls::THROWABLE.and(Calls::STREAM),
        _ if class.ends_with("Exception") || class.ends_with("Error") => {
            Calls::THROWABLE.and(Calls::STREAM)
        }
        "Comparable" => Calls::COMPARE,
        "CharSequence" => Calls::TEXT,
        "Iterable" if &*member.name == "iterator" => Calls::READ,
        _ => Calls::ALL,
    }
}

/// Methods that read collections and iterators and leave elements alone.
const READS: [&str; 32] = [
    "asIterator",
    "capacity",
    "descendingIterator",
    "element",
    "elementAt",
    "elements",
    "empty",
    "entrySet",
    "firstElement",
    "getFirst",
    "getKey",
    "getLast",
    "getValue",
    "hasMoreElements",
    "hasMoreTokens",
    "hasNext",
    "hasPrevious",
    "isEmpty",
    "iterator",
    "keySet",
    "keys",
    "lastElement",
    "listIterator",
    "next",
    "nextElement",
    "nextIndex",
    "nextToken",
    "peek",
    "previous",
    "size",
    "subList",
    "values",
];

/// Methods that change collections and leave elements alone.
const CHANGES: [&str; 14] = [
    "addElement",
    "addFirst",
    "addLast",
    "clear",
    "ensureCapacity",
    "insertElementAt",
    "offer",
    "poll",
    "pop",
    "push",
    "removeElementAt",
    "removeFirst",
    "removeLast",
    "trimToSize",
];

/// Methods that get functions.
const FUNCTIONAL: [&str; 13] = [
    "compute",
    "computeIfAbsent",
    "computeIfPresent",
    "forEach",
    "forEachRemaining",
    "merge",
    "parallelStream",
    "removeIf",
    "replaceAll",
    "sort",
    "spliterator",
    "stream",
    "tryAdvance",
];

/// Collections that neither sort nor hash their elements.
const LISTS: [&str; 8] = [
    "AbstractList",
    "ArrayDeque",
    "ArrayList",
    "LinkedList",
    "List",
    "ListIterator",
    "Stack",
    "Vector",
];

fn of_collection(class: &str, member: &Member) -> Calls {
    let name = &*member.name;
    match class {
        "ServiceLoader" | "Timer" | "ResourceBundle" | "Formatter" | "Scanner" => {
            return Calls::ALL;
        }
        "Observable" if name == "notifyObservers" => return Calls::ALL,
        "Observable" => return Calls::NOTHING,
        _ => {}
    }
    let is_made = name == "<init>";
    let by_place = member.descriptor.starts_with("(I") && !is_made;
    let adds = matches!(name, "add" | "set") && LISTS.contains(&class);
    let makes_empty = is_made && !member.descriptor.contains("Ljava/util/");
    if FUNCTIONAL.contains(&name) || name == "toArray" && member.descriptor.contains("function") {
        return Calls::ALL;
    }
    if READS.contains(&name) || name == "get" && by_place || name == "toArray" {
        return Calls::READ.and(Calls::FUNCTION);
    }
    let changes = Calls::READ.and(Calls::CHANGE).and(Calls::FUNCTION);
    let orders = matches!(class, "AbstractQueue" | "Collection" | "PriorityQueue" | "Queue");
    match name {
        "toString" => Calls::READ.and(Calls::TEXT),
        "deepToString" => Calls::ALL,
        _ if orders => changes.and(Calls::COMPARE),
        _ if makes_empty => Calls::NOTHING,
        _ if CHANGES.contains(&name) || by_place || adds => changes,
        _ => changes.and(Calls::COMPARE),
    }
}

/// Collections that hold their elements themselves; others may be views of what the application has.
const OWNERS: [&str; 15] = [
    "ArrayDeque",
    "ArrayList",
    "BitSet",
    "HashMap",
    "HashSet",
    "Hashtable",
    "IdentityHashMap",
    "LinkedHashMap",
    "LinkedHashSet",
    "LinkedList",
    "PriorityQueue",
    "Stack",
    "TreeMap",
    "TreeSet",
    "Vector",
];

/// What a call may call back, called on an object of exactly this class of the library.
pub(crate) fn calls_on(class: &str, member: &Member) -> Calls {
    let of_member = calls(member);
    let name = class.strip_prefix("java/util/").unwrap_or_default();
    // Iterators and views of such collections are classes inside of theirs.
    let owner = name.split('$').next().unwrap_or_default();
    let params = member.descriptor.split(')').next().unwrap_or_default();
    if !OWNERS.contains(&owner) || params.contains("Ljava/util/") || of_member.has(Calls::ALL) {
        return of_member;
    }
    let compares = of_member.has(Calls::COMPARE);
    let alone = of_member.without(Calls::READ.and(Calls::CHANGE));
    // A function that such a collection knows compares elements.
    if compares { alone } else { alone.without(Calls::FUNCTION) }
}

/// Classes and interfaces that may stand behind collections and iterators of the library.
const STRUCTURES: [&str; 6] = [
    "java/lang/Iterable",
    "java/util/Enumeration",
    "java/util/Iterator",
    "java/util/Map",
    "java/util/Map$Entry",
    "java/util/Spliterator",
];

/// A method of the application that the library may know of.
pub(crate) struct Candidate<'a> {
    pub(crate) class: &'a str,
    pub(crate) method: &'a str,
    pub(crate) is_function: bool,
}

impl Calls {
    /// Whether a method of the application may be called back.
    pub(crate) fn may_call(self, hierarchy: &Hierarchy, candidate: &Candidate<'_>) -> bool {
        let (class, method) = (candidate.class, candidate.method);
        let is_a = |types: &[&str]| types.iter().any(|ty| hierarchy.is_a(class, ty));
        let compares = matches!(method, "compare" | "compareTo" | "equals" | "hashCode");
        let prints = method == "toString";
        let reads = READS.contains(&method) || matches!(method, "get" | "toArray" | "contains");
        self.has(Calls::ALL)
            || self.has(Calls::TEXT) && (prints || is_a(&["java/lang/CharSequence"]))
            || self.has(Calls::COMPARE) && compares
            || self.has(Calls::READ) && reads && is_a(&STRUCTURES)
            || self.has(Calls::CHANGE) && !compares && !prints && is_a(&STRUCTURES)
            || self.has(Calls::FUNCTION) && (candidate.is_function || hierarchy.is_function(class))
            || self.has(Calls::STREAM)
                && (hierarchy.is_stream(class)
                    || is_a(&[
                        "java/lang/AutoCloseable",
                        "java/lang/Appendable",
                        "java/lang/Readable",
                    ]))
            || self.has(Calls::THROWABLE) && is_a(&["java/lang/Throwable"])
    }
}

/// The class of what a call of a method of the library makes besides its result, as far as that may come
/// out of the library later; none if nothing does.
pub(crate) fn makes_inside(member: &Member) -> Option<&'static str> {
    match member.class.rsplit_once('/') {
        Some(("java/lang", name)) => {
            let builds = matches!(name, "CharSequence" | "Math" | "StringBuffer" | "StringBuilder");
            let is_plain = builds || is_immutable(&member.class) && name != "Class";
            (!is_plain).then_some(OBJECT)
        }
        // Maps make entries; views and iterators are results.
        Some(("java/util", name)) if keeps_to_itself(&member.class) => {
            (!matches!(name, "Arrays" | "Collections" | "Objects")).then_some("java/util/Map$Entry")
        }
        Some(("java/io", _)) if keeps_to_itself(&member.class) => None,
        Some(("java/math" | "java/text", _)) => None,
        Some(_) | None => Some(OBJECT),
    }
}

/// Whether objects of a class of the library keep to themselves what they are given. Calls of others
/// may share it with the library as a whole.
pub(crate) fn keeps_to_itself(class: &str) -> bool {
    let Some((package, name)) = class.rsplit_once('/') else { return class.starts_with('[') };
    match package {
        "java/util" => !matches!(
            name,
            "Calendar"
                | "Currency"
                | "EnumMap"
                | "EnumSet"
                | "Locale"
                | "Properties"
                | "ResourceBundle"
                | "ServiceLoader"
                | "TimeZone"
                | "Timer"
        ),
        "java/io" => !matches!(name, "Console" | "ObjectInputStream" | "ObjectOutputStream"),
        "java/util/function" | "java/util/regex" | "java/util/stream" => true,
        "java/math" | "java/text" => true,
        "java/lang" => {
            const OWN: [&str; 12] = [
                "CharSequence",
                "Comparable",
                "Enum",
                "Iterable",
                "Math",
                "Number",
                "Object",
                "Record",
                "String",
                "StringBuffer",
                "StringBuilder",
                "Throwable",
            ];
            OWN.contains(&name)
                || is_immutable(class)
                || name.ends_with("Exception")
                || name.ends_with("Error")
        }
        _ => false,
    }
}

/// Whether a static method touches nothing but what it is given.
pub(crate) fn is_pure(member: &Member) -> bool {
    match member.class.rsplit_once('/') {
        Some(("java/lang", "System")) => &*member.name == "arraycopy",
        Some(("java/lang", name)) => {
            name == "Math" || is_immutable(&member.class) && name != "Class"
        }
        Some(("java/util", name)) => matches!(
            name,
            "Arrays" | "Collections" | "List" | "Map" | "Objects" | "Optional" | "Set"
        ),
        Some(_) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(class: &str, name: &str, descriptor: &str) -> Member {
        let [class, name, descriptor] = [class, name, descriptor].map(Box::from);
        Member { class, name, descriptor, of_interface: false }
    }

    #[test]
    fn lists_hand_out_elements_and_maps_compare_them() {
        let next = member("java/util/Iterator", "next", "()Ljava/lang/Object;");
        assert!(calls_on("java/util/ArrayList$Itr", &next).is_nothing());
        assert!(calls(&next).has(Calls::READ), "it may stand for an iterator of the application");
        let get = member("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;");
        assert_eq!(calls_on("java/util/HashMap", &get), Calls::COMPARE.and(Calls::FUNCTION));
    }

    #[test]
    fn what_is_not_listed_may_do_anything() {
        let run = member("java/lang/Thread", "start", "()V");
        assert_eq!(calls(&run), Calls::ALL);
        let sort = member("java/util/ArrayList", "sort", "(Ljava/util/Comparator;)V");
        assert_eq!(calls_on("java/util/ArrayList", &sort), Calls::ALL);
    }
}
