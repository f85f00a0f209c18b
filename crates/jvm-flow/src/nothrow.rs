//! Methods of the library that never end with an exception.
//!
//! Whatever follows a call depends on whether it throws, so a call that cannot is worth knowing. The
//! list has those that programs use everywhere; a receiver that is null is handled elsewhere.

use lang_jvm::code::Member;

/// Whether a method of the library, called on an object, never throws.
pub(crate) fn is_nothrow(member: &Member) -> bool {
    let Some((package, class)) = member.class.rsplit_once('/') else { return false };
    match package {
        "java/lang" => is_nothrow_lang(class, member),
        "java/util" => is_nothrow_collection(class, member),
        "java/io" => {
            class == "PrintStream" && matches!(&*member.name, "print" | "println" | "flush")
        }
        _ => false,
    }
}

fn is_nothrow_lang(class: &str, member: &Member) -> bool {
    match class {
        "Object" => &*member.name == "<init>",
        // With offsets, or with an array that may be null, it may.
        "StringBuilder" | "StringBuffer" => match &*member.name {
            "append" => {
                !member.descriptor.starts_with("([C") && !member.descriptor.contains(";II)")
            }
            "<init>" => &*member.descriptor == "()V",
            "length" | "toString" => true,
            _ => false,
        },
        "String" => matches!(
            &*member.name,
            "length" | "isEmpty" | "equals" | "hashCode" | "toString" | "trim" | "intern"
        ),
        "Math" => matches!(&*member.name, "abs" | "max" | "min"),
        "Integer" | "Long" | "Short" | "Byte" | "Character" | "Boolean" | "Double" | "Float" => {
            let boxes = &*member.name == "valueOf" && !member.descriptor.contains("String");
            boxes || member.name.ends_with("Value") && member.descriptor.starts_with("()")
        }
        _ => false,
    }
}

fn is_nothrow_collection(class: &str, member: &Member) -> bool {
    match class {
        "ArrayList" | "LinkedList" | "HashMap" | "HashSet" | "Vector" => match &*member.name {
            "<init>" => &*member.descriptor == "()V",
            "size" | "isEmpty" | "iterator" | "elements" | "clear" => true,
            "add" => class == "ArrayList" && &*member.descriptor == "(Ljava/lang/Object;)Z",
            _ => false,
        },
        _ => false,
    }
}
