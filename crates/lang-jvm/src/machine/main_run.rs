//! Running a program's `main` on values.

use super::heap::{Array, Body, Elems};
use super::invoke::Ended;
use super::trap::Trap;
use super::value::{Ref, Value};
use super::vm::Vm;
use crate::error::JvmError;
use crate::plain::Plain;

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MainEnd {
    /// `main` returned.
    Returned,
    /// The program exited with this status.
    Exited(i32),
    /// An exception came out of `main`; with its stack trace.
    Threw(String),
    /// The program came to something that is not modelled.
    Unsupported(String),
    /// It was asked to stop.
    Stopped,
}

impl Vm {
    /// Runs `main` of a class such as `com.acme.Main`, from the state after the start, to its end.
    pub fn run_main(&mut self, class: &str, args: &[&str]) -> Result<MainEnd, JvmError> {
        self.run_main_until(class, args, &|| false)
    }

    /// As [`Vm::run_main`], asking again and again whether to stop.
    pub fn run_main_until(
        &mut self,
        class: &str,
        args: &[&str],
        stop: &dyn Fn() -> bool,
    ) -> Result<MainEnd, JvmError> {
        self.reset();
        let name = class.replace('.', "/");
        let mut host = Plain::until(stop);
        let class = match self.load(&name) {
            Ok(class) => class,
            Err(trap) => return Err(JvmError::entry(self.explain(trap))),
        };
        let sig = self.sig("main", "([Ljava/lang/String;)V");
        let main = self.own_method(class, sig).filter(|main| self.method(*main).is_static());
        let main =
            main.ok_or_else(|| JvmError::entry(format!("class {name} has no static method main")))?;
        let ended = self
            .string_array(args)
            .and_then(|array| self.call(&mut host, main, &[Value::reference(array)]));
        Ok(match ended {
            Ok(Ended::Returned(_)) => MainEnd::Returned,
            Ok(Ended::Threw(object)) => MainEnd::Threw(self.explain(Trap::Throw(object))),
            Err(Trap::Exit(status)) => MainEnd::Exited(status),
            Err(Trap::Gap(what)) => MainEnd::Unsupported(what),
            Err(trap @ (Trap::Raise(_) | Trap::Throw(_))) => MainEnd::Threw(self.explain(trap)),
            Err(Trap::Halt(_)) if host.is_stopped => MainEnd::Stopped,
            Err(Trap::Retry | Trap::Halt(_) | Trap::Discard) => {
                MainEnd::Unsupported("an input asked for in a run on values".to_owned())
            }
        })
    }

    pub(super) fn string_array(&mut self, texts: &[&str]) -> Result<Ref, Trap> {
        let refs =
            texts.iter().map(|text| self.new_text(text)).collect::<Result<Vec<Ref>, Trap>>()?;
        let class = self.load("[Ljava/lang/String;")?;
        Ok(self.heap.add(class, Body::Array(Array::new(Elems::Refs(refs.into())))))
    }
}
