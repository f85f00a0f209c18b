//! Privileges, and what the JDK asks of its virtual machine.

use machine::Host;

use super::super::class::MethodId;
use super::super::invoke::Slots;
use super::super::trap::{Trap, null_pointer};
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::lang::note_clock;
use super::world::assumed;
use super::{Args, NativeFn, Outcome};

pub(super) fn find(class: &str, name: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8") => {
            |_, _, _| Outcome::bool(true)
        }
        // There is no file that could configure it.
        ("java/util/logging/LogManager", "readConfiguration") => |_, _, _| Ok(Outcome::Void),
        ("java/lang/System", "loadLibrary") => |_, _, _| Ok(Outcome::Void),
        ("java/lang/Runtime", "gc") => {
            |vm, _, _| assumed(vm, "no object that is collected", Ok(Outcome::Void))
        }
        ("java/lang/Runtime" | "java/lang/System", "exit" | "halt") => |vm, host, args| {
            let slot = usize::from(!vm.called_statically(args));
            let status = vm.arg_int(host, args, slot)?;
            Err(Trap::Exit(status))
        },
        ("java/security/AccessController", "doPrivileged" | "doPrivilegedWithCombiner") => {
            privileged
        }
        ("java/security/AccessController", "getStackAccessControlContext" | "getContext") => {
            |_, _, _| Outcome::null()
        }
        ("java/security/AccessController", "getInheritedAccessControlContext") => {
            |_, _, _| Outcome::null()
        }
        ("java/security/AccessController", "checkPermission") => |_, _, _| Ok(Outcome::Void),
        ("jdk/internal/misc/VM", "initialize" | "initializeFromArchive") => {
            |_, _, _| Ok(Outcome::Void)
        }
        ("jdk/internal/misc/VM", "getNanoTimeAdjustment") => |vm, _, _| {
            note_clock(vm);
            Outcome::long(0)
        },
        ("jdk/internal/misc/VM", "latestUserDefinedLoader0") => |_, _, _| Outcome::null(),
        (
            "jdk/internal/misc/CDS",
            "isDumpingClassList0" | "isDumpingArchive0" | "isSharingEnabled0" | "isTracingEnabled0",
        ) => |_, _, _| Outcome::bool(false),
        ("jdk/internal/misc/CDS", "getRandomSeedForDumping") => |_, _, _| Outcome::long(0),
        ("jdk/internal/misc/CDS", "initializeFromArchive" | "defineArchivedModules") => {
            |_, _, _| Ok(Outcome::Void)
        }
        ("java/lang/ref/Reference", "refersTo0") => |vm, host, args| {
            let referent = vm.get_named(vm.arg_ref(args, 0), "referent");
            Outcome::bool(vm.is_same_object(host, referent, vm.arg(args, 1))?)
        },
        ("java/lang/ref/Reference", "clear0") => |vm, _, args| {
            vm.set_named(vm.arg_ref(args, 0), "referent", Value::NULL);
            Ok(Outcome::Void)
        },
        _ => return None,
    })
}

impl Vm {
    /// Whether the arguments are those of a static method: then there is no receiver below them.
    fn called_statically(&self, args: Args) -> bool {
        self.sp - args.base == 1
    }

    /// The method of a receiver by name and type.
    pub(super) fn method_of(
        &mut self,
        object: Ref,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        let sig = self.sig(name, descriptor);
        self.select(self.class_of(object), sig)
    }
}

/// Runs the action with the privileges that everybody has.
fn privileged(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let action = vm.arg_ref(args, 0);
    match vm.method_of(action, "run", "()Ljava/lang/Object;") {
        Some(run) if !action.is_null() => {
            Ok(Outcome::Then(run, Slots::from_slice(&[Value::reference(action)])))
        }
        Some(_) | None => Err(null_pointer()),
    }
}
