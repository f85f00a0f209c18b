//! What a program learns of the world around it: its environment, the settings of the user, the size
//! of the machine.
//!
//! All of that is as on a plain machine, and each thing that a program asks for is noted, so that what
//! is said of the program names the world in which it is true.

use machine::Host;

use super::super::boot::given_property;
use super::super::trap::Trap;
use super::super::value::Ref;
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};
use crate::note::Note;

/// Properties that are the same on all machines of the kind that we model.
const PLATFORM: [&str; 3] = ["file.separator", "path.separator", "line.separator"];

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    let by_name = descriptor.starts_with("(Ljava/lang/String;");
    Some(match (class, name) {
        ("java/lang/System", "getenv") if by_name => |vm, _, args| {
            let name = vm.known_text(vm.arg_ref(args, 0), "the name of a variable")?;
            vm.note(Note::NotSet(Some(name)));
            Outcome::null()
        },
        ("java/lang/System", "getProperty")
        | ("java/lang/Integer", "getInteger")
        | ("java/lang/Long", "getLong")
        | ("java/lang/Boolean", "getBoolean")
            if by_name =>
        {
            property
        }
        ("java/lang/System", "getProperties") => |vm, _, _| {
            if vm.is_asked_by_application() {
                vm.note(Note::Properties);
            }
            Ok(Outcome::Body)
        },
        ("java/lang/System", "console") => |vm, _, _| assumed(vm, "no console", Outcome::null()),
        ("java/io/File", "getAbsolutePath" | "getAbsoluteFile" | "getCanonicalPath")
        | ("sun/nio/fs/UnixPath", "toAbsolutePath") => {
            |vm, _, _| assumed(vm, "the working folder `/`", Ok(Outcome::Body))
        }
        ("java/util/Locale", "getDefault") => {
            |vm, _, _| assumed(vm, "the default locale en-US", Ok(Outcome::Body))
        }
        ("java/nio/charset/Charset", "defaultCharset") => {
            |vm, _, _| assumed(vm, "the default charset UTF-8", Ok(Outcome::Body))
        }
        ("java/lang/Runtime", "availableProcessors") => {
            |vm, _, _| assumed(vm, "one processor", Outcome::int(1))
        }
        ("java/lang/Runtime", "freeMemory" | "totalMemory" | "maxMemory") => {
            |vm, _, _| assumed(vm, "a heap of 1 GiB", Outcome::long(1 << 30))
        }
        _ => return None,
    })
}

/// Notes a setting and goes on.
pub(super) fn assumed(
    vm: &mut Vm,
    setting: &'static str,
    outcome: Result<Outcome, Trap>,
) -> Result<Outcome, Trap> {
    vm.note(Note::Setting(setting));
    outcome
}

/// A property of the system. The library asks for many of its own, which are never set.
fn property(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    if vm.is_asked_by_application()
        && let Some(name) = vm.text(vm.arg_ref(args, 0))
        && !PLATFORM.contains(&name.as_str())
    {
        let value = given_property(&name);
        vm.note(Note::Property(name, value));
    }
    Ok(Outcome::Body)
}

impl Vm {
    /// Whether an object is of a class of the application, or a mere object.
    pub(super) fn is_of_application(&self, object: Ref) -> bool {
        let class = self.class(self.class_of(object));
        class.is_ours() || &*class.name == "java/lang/Object"
    }

    /// Whether a model is asked by a method of the application, not by one of the library.
    pub(super) fn is_asked_by_application(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|frame| self.class(self.method(frame.method).class).is_ours())
    }
}
