//! Threads, executors and the tasks of pools.
//!
//! There is one order of execution: a thread runs to its end where it is started, a task where it is
//! given to a pool. That is noted.

use machine::Host;

use super::super::invoke::Slots;
use super::super::object::gap;
use super::super::trap::{Trap, null_pointer, raise_bare};
use super::super::value::{Ref, Value};
use super::super::vm::{FrameKind, Vm};
use super::{Args, NativeFn, Outcome};
use crate::note::Note;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/lang/Thread", "currentThread") => |vm, _, _| Outcome::object(vm.thread),
        ("java/lang/Thread", "start0" | "start") if descriptor == "()V" => |vm, _, args| {
            let thread = vm.arg_ref(args, 0);
            if vm.get_named(thread, "threadStatus").as_int() != 0 {
                return Err(raise_bare("java/lang/IllegalThreadStateException"));
            }
            run_thread(vm, thread)
        },
        ("java/lang/Thread", "isAlive") => |vm, _, args| {
            let status = vm.get_named(vm.arg_ref(args, 0), "threadStatus").as_int();
            Outcome::bool(status == RUNNING)
        },
        ("java/lang/Thread", "join" | "sleep" | "yield" | "setPriority0") => {
            |_, _, _| Ok(Outcome::Void)
        }
        ("java/lang/Thread", "interrupt0") => |_, _, _| Err(gap("a thread that is interrupted")),
        ("java/lang/Thread", "holdsLock") => |vm, _, _| match vm.is_asked_by_application() {
            true => Err(gap("the owner of a monitor")),
            false => Outcome::bool(true),
        },
        ("java/util/concurrent/locks/LockSupport", "park" | "parkNanos" | "parkUntil") => {
            |_, _, _| Err(gap("a thread that waits for another one"))
        }
        ("java/util/concurrent/ThreadPoolExecutor", "execute") => execute,
        ("java/util/concurrent/ScheduledThreadPoolExecutor", "delayedExecute") => scheduled,
        ("java/util/concurrent/ForkJoinTask", "fork") => |vm, _, args| {
            let task = vm.arg_ref(args, 0);
            run_task(vm, task)
        },
        ("java/util/concurrent/ForkJoinPool", "externalSubmit") => |vm, _, args| {
            let task = vm.arg_ref(args, 1);
            run_task(vm, task)
        },
        ("java/util/concurrent/ForkJoinPool", "externalPush") => |vm, _, args| {
            let task = vm.arg_ref(args, 1);
            match run_task(vm, task)? {
                Outcome::Enter(method, slots, _) => {
                    // What it returns would be left where nothing is expected.
                    Ok(Outcome::Enter(method, slots, FrameKind::Drop))
                }
                other => Ok(other),
            }
        },
        _ => return None,
    })
}

/// Alive and runnable, as `Thread` numbers its states.
pub(in super::super) const RUNNING: i32 = 5;
/// At its end.
const TERMINATED: i32 = 2;

/// Runs a thread to its end at once.
fn run_thread(vm: &mut Vm, thread: Ref) -> Result<Outcome, Trap> {
    vm.note(Note::ThreadRunAtStart);
    let Some(run) = vm.method_of(thread, "run", "()V") else { return Err(null_pointer()) };
    vm.set_named(thread, "threadStatus", Value::int(RUNNING));
    let starter = std::mem::replace(&mut vm.thread, thread);
    let slots = Slots::from_slice(&[Value::reference(thread)]);
    Ok(Outcome::Enter(run, slots, FrameKind::Thread(starter)))
}

/// Gives a task to a thread that the pool's factory makes. A pool that was shut down refuses it.
fn execute(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (pool, task) = (vm.arg(args, 0), vm.arg(args, 1));
    let class = "java/util/concurrent/ThreadPoolExecutor";
    let is_shut = vm.call_named(host, class, "isShutdown", "()Z", &[pool])?;
    if task.as_ref().is_null() || is_shut.is_some_and(Value::as_bool) {
        return Ok(Outcome::Body);
    }
    let factory = vm.get_named(pool.as_ref(), "threadFactory");
    let kind = "(Ljava/lang/Runnable;)Ljava/lang/Thread;";
    let made = vm.call_method(host, factory.as_ref(), "newThread", kind, &[factory, task])?;
    let thread = made.unwrap_or(Value::NULL).as_ref();
    if thread.is_null() {
        return Ok(Outcome::Void);
    }
    run_thread(vm, thread)
}

/// Runs a task of which the time has come, since clocks stand still; one that comes again and again
/// has no end.
fn scheduled(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let task = vm.arg(args, 1);
    let periodic = vm.call_method(host, task.as_ref(), "isPeriodic", "()Z", &[task])?;
    if periodic.is_some_and(Value::as_bool) {
        return Err(gap("a task that is repeated"));
    }
    vm.note(Note::ThreadRunAtStart);
    match vm.method_of(task.as_ref(), "run", "()V") {
        Some(run) => Ok(Outcome::Then(run, Slots::from_slice(&[task]))),
        None => Err(null_pointer()),
    }
}

/// Runs a task of a fork-join pool and returns the task.
fn run_task(vm: &mut Vm, task: Ref) -> Result<Outcome, Trap> {
    vm.note(Note::ThreadRunAtStart);
    match vm.method_of(task, "doExec", "()I") {
        Some(run) if !task.is_null() => {
            let slots = Slots::from_slice(&[Value::reference(task)]);
            Ok(Outcome::Enter(run, slots, FrameKind::Yield(task)))
        }
        Some(_) | None => Err(null_pointer()),
    }
}

impl Vm {
    /// A thread has ended; the one that started it goes on.
    pub(in super::super) fn end_thread(&mut self, starter: Ref) {
        let thread = std::mem::replace(&mut self.thread, starter);
        self.set_named(thread, "threadStatus", Value::int(TERMINATED));
    }

    /// Calls a method that the class of the receiver has; the receiver is the first argument.
    fn call_method(
        &mut self,
        host: &mut dyn Host,
        receiver: Ref,
        name: &str,
        descriptor: &str,
        args: &[Value],
    ) -> Result<Option<Value>, Trap> {
        let method = self.method_of(receiver, name, descriptor).ok_or_else(null_pointer)?;
        match self.call(host, method, args)? {
            super::super::invoke::Ended::Returned(value) => Ok(value),
            super::super::invoke::Ended::Threw(object) => Err(Trap::Throw(object)),
        }
    }
}
