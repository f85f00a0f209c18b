//! Orders that a virtual machine chooses anew each time it starts.
//!
//! Sets and maps that never change (`Set.of`, and what collectors make) are walked through from a
//! random place in a random direction; the methods of a class are reflected in the order of addresses.
//! Here they have one order, so what a program finds in that order is noted.

use super::super::trap::Trap;
use super::super::value::Ref;
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};
use crate::note::Note;

/// Methods of collections that come to the same in every order.
const ORDERLESS: [&str; 3] = ["equals", "hashCode", "containsAll"];

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        (
            "java/util/ImmutableCollections$SetN$SetNIterator"
            | "java/util/ImmutableCollections$MapN$MapNIterator",
            "<init>",
        ) => |vm, _, args| walk(vm, vm.arg_ref(args, 1)),
        ("java/util/ImmutableCollections$Set12$1", "<init>") => {
            |vm, _, args| walk_pair(vm, vm.arg_ref(args, 1))
        }
        ("java/util/ImmutableCollections$Set12", "toArray") => {
            |vm, _, args| walk_pair(vm, vm.arg_ref(args, 0))
        }
        ("java/lang/Class", "getMethods") if descriptor.starts_with("()") => {
            |vm, _, _| members(vm, usize::MAX)
        }
        ("java/lang/Class", "getDeclaredMethods") if descriptor.starts_with("()") => {
            |vm, _, args| members_named(vm, args, |name| !name.starts_with('<'))
        }
        ("java/lang/Class", "getConstructors" | "getDeclaredConstructors")
            if descriptor.starts_with("()") =>
        {
            |vm, _, args| members_named(vm, args, |name| name == "<init>")
        }
        _ => return None,
    })
}

/// A program asks for the members of a class with such names.
fn members_named(vm: &mut Vm, args: Args, is: fn(&str) -> bool) -> Result<Outcome, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    let methods = vm.class(class).methods.iter();
    let count = methods.filter(|id| is(&vm.method(**id).name)).count();
    members(vm, count)
}

fn members(vm: &mut Vm, count: usize) -> Result<Outcome, Trap> {
    if count > 1 && vm.is_asked_by_application() {
        vm.note(Note::Fixed("the order of reflected methods and constructors"));
    }
    Ok(Outcome::Body)
}

/// Something begins to walk through a set or map of any size.
fn walk(vm: &mut Vm, collection: Ref) -> Result<Outcome, Trap> {
    if vm.get_named(collection, "size").as_int() > 1 {
        note_order(vm);
    }
    Ok(Outcome::Body)
}

/// Something begins to walk through a set of one or two elements.
fn walk_pair(vm: &mut Vm, set: Ref) -> Result<Outcome, Trap> {
    let nothing = vm.static_named("java/util/ImmutableCollections", "EMPTY")?;
    if vm.get_named(set, "e1").bits != nothing.bits {
        note_order(vm);
    }
    Ok(Outcome::Body)
}

fn note_order(vm: &mut Vm) {
    // The frame on top is that of the method which makes the iterator.
    let asks = vm.frames.iter().rev().nth(1).map(|frame| vm.method(frame.method));
    let is_orderless = asks.is_some_and(|method| {
        ORDERLESS.contains(&&*method.name) && vm.class(method.class).module.is_some()
    });
    if !is_orderless {
        vm.note(Note::Fixed("the order of what is in Set.of and Map.of"));
    }
}
