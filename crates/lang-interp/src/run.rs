//! One run of the interpreter.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use smallvec::SmallVec;
use solve::Reason;

use crate::branches::Waiting;
use crate::engine::Engine;
use crate::heap::Heap;
use crate::stop::{Failure, FailureKind, Halt};
use crate::{Cx, Stop, Symbol, Tree, Value};

/// An interpreter with its input, as the search runs it.
pub(crate) type Program<'p> = &'p (dyn Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync);

/// How a run ended. Its values are in the heap until the next run.
pub(crate) struct RunEnd {
    pub(crate) result: Result<Value, Halt>,
    pub(crate) unknowns: SmallVec<[Value; 8]>,
    pub(crate) events: Vec<(Symbol, Vec<Value>)>,
    pub(crate) path: Waiting,
    /// The solver did not know whether the path can be taken.
    pub(crate) doubt: Option<Reason>,
}

/// Runs a program along the prefix that the engine holds, and then freely.
pub(crate) fn run(
    heap: &mut Heap,
    engine: &mut Engine,
    target: Option<Waiting>,
    given: Option<&[Tree]>,
    program: Program<'_>,
) -> RunEnd {
    heap.begin();
    if target.is_none() || engine.prefix.is_empty() {
        heap.begin_work(engine.options.work_limit());
    }
    let mut cx = Cx::new(heap, engine, target, given);
    let result = catch_unwind(AssertUnwindSafe(|| program(&mut cx)));
    let led = cx.made < cx.engine.prefix.len();
    let result = match (cx.halted.take(), result) {
        (_, Err(panic)) => Err(Halt::Failed(panicked(&*panic))),
        (Some(halt), _) => Err(halt),
        (None, Ok(Ok(_))) if led => Err(Halt::Failed(ended_early())),
        (None, Ok(Ok(value))) => Ok(value),
        (None, Ok(Err(_))) => Err(Halt::Failed(stopped_itself())),
    };
    match &result {
        // The path waits as before.
        Err(Halt::Ended(_)) => {}
        Err(Halt::Suspended | Halt::CutOff(_)) => cx.went_on(),
        result if cx.engine.options.tells(result) => cx.went_on(),
        Ok(_) | Err(_) => cx.next_in_turn(),
    }
    let (ticks, work) = (cx.ticks, cx.heap.work);
    let end =
        RunEnd { result, unknowns: cx.unknowns, events: cx.events, path: cx.path, doubt: cx.doubt };
    engine.account.stats.runs += 1;
    engine.account.stats.steps += ticks;
    engine.account.stats.comparisons += work;
    end
}

fn panicked(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = format!("the interpreter panicked: {}", text.unwrap_or("(no message)"));
    Failure { kind: FailureKind::Panic, message, site: None }
}

fn ended_early() -> Failure {
    let message = "the interpreter made fewer choices when it was run again".to_owned();
    Failure { kind: FailureKind::NotRepeatable, message, site: None }
}

fn stopped_itself() -> Failure {
    let message = "the interpreter kept a stop of an earlier run".to_owned();
    Failure { kind: FailureKind::NotRepeatable, message, site: None }
}
