//! A method of a Java program as a script that can be explored.
//!
//! Each path runs the method from the snapshot after the start of the machine. Machines are kept
//! between runs, so that classes are loaded and linked once for each thread of an exploration; what
//! a program sees is put back, so a run does not depend on the ones before it.
//!
//! Two properties are built in: no exception comes out of the method, and no `assert` fails.

use std::sync::{Mutex, PoisonError};

use ::machine::{Exit, Failure, Gap, Halt, Host, Script};

use crate::entry::{Entry, Shape};
use crate::error::JvmError;
use crate::machine::{Ended, MethodId, Ref, SharedFollower, Trap, Vm, array_of};
use crate::parse::{Member, Type};

/// A method to be explored.
pub struct Subject {
    entry: Entry,
    method: MethodId,
    watch: BuiltInChecks,
    /// The machine of which others are copies.
    first: Vm,
    /// Machines that are not in use at the moment.
    idle: Mutex<Vec<Vm>>,
}

/// The built-in properties that are watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltInChecks {
    /// No exception comes out of the method.
    pub exceptions: bool,
    /// No `assert` fails.
    pub assertions: bool,
}

impl Default for BuiltInChecks {
    fn default() -> BuiltInChecks {
        BuiltInChecks { exceptions: true, assertions: true }
    }
}

/// The code of an uncaught exception.
pub const UNCAUGHT: &str = "JVM001";
/// The code of an assertion that fails.
pub const ASSERTION: &str = "JVM002";

impl Subject {
    /// The method of an entry, on a machine that was started.
    pub fn new(mut vm: Vm, entry: Entry, watch: BuiltInChecks) -> Result<Subject, JvmError> {
        vm.check_makers(&entry.params)?;
        let method = vm.find_entry(&entry)?;
        Ok(Subject { entry, method, watch, first: vm, idle: Mutex::default() })
    }

    fn take(&self) -> Vm {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| self.first.clone())
    }

    fn give_back(&self, vm: Vm) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(vm);
    }

    fn run_on(&self, vm: &mut Vm, host: &mut dyn Host) -> Result<Exit, Halt> {
        match vm.run_entry(host, self.method, &self.entry) {
            Ok(Ended::Returned(value)) => {
                Ok(Exit::Finished(vm.result_term(host, self.method, value)))
            }
            Ok(Ended::Threw(object)) => Ok(self.thrown(vm, object)),
            Err(Trap::Throw(object)) => Ok(self.thrown(vm, object)),
            // What is raised before the method runs has no place, and its message may show values.
            Err(Trap::Raise(raise)) => {
                let message = format!("{} is thrown and not caught", raise.class.replace('/', "."));
                Ok(Exit::Failed(Failure::new(UNCAUGHT, message, None)))
            }
            Err(Trap::Halt(halt)) => Err(halt),
            Err(Trap::Gap(what)) => {
                let place = vm.standing_at().map_or(String::new(), |place| format!(", at {place}"));
                Err(host.unsupported(Gap { what: format!("{what}{place}"), span: None }))
            }
            Err(Trap::Discard) => Ok(Exit::Discarded),
            Err(Trap::Exit(_)) => Ok(Exit::Finished(None)),
            Err(Trap::Retry) => {
                let what = "a class that is never initialised".to_owned();
                Err(host.unsupported(Gap { what, span: None }))
            }
        }
    }

    /// The end of a run out of which an exception comes. The text depends on the place alone, not on
    /// the message of the exception: that may show inputs, which a replay knows and a search does not.
    fn thrown(&self, vm: &mut Vm, object: Ref) -> Exit {
        vm.tell_thrown(object);
        let asserted = vm.is_instance(object, "java/lang/AssertionError");
        let watched = if asserted { self.watch.assertions } else { self.watch.exceptions };
        if !watched {
            return Exit::Finished(None);
        }
        let place = vm.thrown_at(object).map_or(String::new(), |place| format!(" at {place}"));
        let name = vm.class_name_of(object);
        let (code, message) = if asserted {
            (ASSERTION, format!("an assertion fails{place}"))
        } else {
            (UNCAUGHT, format!("{name} is thrown{place} and not caught"))
        };
        Exit::Failed(Failure::new(code, message, None))
    }
}

impl Subject {
    /// The method, with its class and its type.
    #[must_use]
    pub fn member(&self) -> Member {
        let (class, name, descriptor) = self.first.method_name(self.method.0);
        let [class, name] = [class, name].map(Box::from);
        Member { class, name, descriptor: descriptor.into(), of_interface: false }
    }

    /// Whether the method is called without an object.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.first.receiver_class(self.method).is_none()
    }

    /// The classes of the objects that the method gets, the receiver first; numbers are none.
    #[must_use]
    pub fn param_classes(&self) -> Vec<Option<Box<str>>> {
        let (made, params) = self.entry.receiver();
        let made = made.and_then(|receiver| match &receiver.shape {
            Shape::Object { class, .. } => Some(class.as_str().into()),
            _ => None,
        });
        let receiver =
            self.first.receiver_class(self.method).map(|class| Some(made.unwrap_or(class)));
        let params = params.iter().zip(self.first.param_kinds(self.method));
        let made = params.map(|(param, kind)| match (&param.shape, kind) {
            (Shape::Scalar(_), Type::Reference(class)) => Some(class),
            (Shape::Scalar(_), _) => None,
            (Shape::Array(element, _), _) => Some(array_of(element).into()),
            (Shape::Text(_), _) => Some("java/lang/String".into()),
            (
                Shape::List { class, .. }
                | Shape::Object { class, .. }
                | Shape::Constant { class, .. },
                _,
            ) => Some(class.as_str().into()),
        });
        receiver.into_iter().chain(made).collect()
    }

    /// Runs the method, telling someone where it is. The machine has to be one that can be followed.
    pub fn run_followed(
        &self,
        host: &mut dyn Host,
        follower: SharedFollower,
    ) -> Result<Exit, Halt> {
        let mut vm = self.take();
        vm.set_follower(Some(follower));
        let ended = self.run_on(&mut vm, host);
        vm.tell_end();
        vm.set_follower(None);
        self.give_back(vm);
        ended
    }
}

impl Script for Subject {
    fn run(&self, host: &mut dyn Host) -> Result<Exit, Halt> {
        let mut vm = self.take();
        let ended = self.run_on(&mut vm, host);
        self.give_back(vm);
        ended
    }
}
