//! Programs as lists of instructions.
//!
//! After lowering there are no names, no nesting and no types: a function is a list of instructions
//! over numbered slots. Whatever can fail is preceded by a [`Op::JumpIf`] over an [`Op::Fail`].

use std::collections::BTreeSet;
use std::sync::Arc;

use machine::{EventKind, Failure};
use source::Span;
use term::Literal;

use crate::ast::{BinaryOp, Scalar, UnaryOp};
use crate::machine::ToyMachine;

/// A program that is ready to run. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) functions: Arc<[Function]>,
    targets: Arc<[Target]>,
    /// For each instruction, what can be reached from it before its function returns.
    ahead: Arc<[Vec<Ahead>]>,
}

/// An entry point: a `check` of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// The place of its name.
    pub span: Span,
    pub(crate) body: FuncId,
}

impl Program {
    pub(crate) fn new(functions: Vec<Function>, targets: Vec<Target>) -> Program {
        let ahead = reachable(&functions).into();
        Program { functions: functions.into(), targets: targets.into(), ahead }
    }

    /// The entry points in source order; at least one.
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// The events that the program performs, in source order.
    #[must_use]
    pub fn events(&self) -> Vec<EventKind> {
        let instrs = self.functions.iter().flat_map(|function| &function.instrs);
        let events = instrs.filter_map(|Instr { op, span }| match op {
            Op::Emit { event, args } => {
                let args = args.iter().map(|(_, scalar)| scalar.sort()).collect();
                Some(EventKind { op: event.clone(), args, result: None, span: *span })
            }
            _ => None,
        });
        events.collect()
    }

    /// Where there is code that an entry point can reach.
    #[must_use]
    pub fn code(&self, target: &Target) -> Vec<Span> {
        let (mut seen, mut todo) = (vec![target.body], vec![target.body]);
        while let Some(function) = todo.pop() {
            for Instr { op, .. } in &self.functions[function.0].instrs {
                if let Op::Call { function, .. } = op
                    && !seen.contains(function)
                {
                    seen.push(*function);
                    todo.push(*function);
                }
            }
        }
        let instrs = seen.iter().flat_map(|function| &self.functions[function.0].instrs);
        instrs.map(|instr| instr.span).collect()
    }

    /// What can be reached from an instruction before its function returns.
    pub(crate) fn ahead(&self, function: FuncId, at: usize) -> &Ahead {
        &self.ahead[function.0][at]
    }

    /// The machine that runs one of the entry points of this program.
    #[must_use]
    pub fn machine(&self, target: &Target) -> ToyMachine {
        ToyMachine::new(self.clone(), target.body)
    }
}

/// What can be reached from an instruction.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Ahead {
    /// Whether a failure can.
    pub(crate) fails: bool,
    /// The events that can.
    pub(crate) events: BTreeSet<Arc<str>>,
}

impl Ahead {
    fn absorb(&mut self, other: &Ahead) {
        self.fails |= other.fails;
        self.events.extend(other.events.iter().cloned());
    }
}

/// A function by its number in [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FuncId(pub(crate) usize);

/// A place for a value in the frame of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot(pub(crate) usize);

/// A function. Its arguments arrive in the first slots. The last instruction never falls through.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) instrs: Vec<Instr>,
    /// How many slots a frame has.
    pub(crate) slots: usize,
}

/// An instruction where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Instr {
    pub(crate) op: Op,
    pub(crate) span: Span,
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// Computes a value.
    Set(Slot, Value),
    /// Asks for an input. One element of an array is named after its index, which is in a slot.
    Ask { into: Slot, scalar: Scalar, name: String, element: Option<Slot> },
    /// Goes on elsewhere.
    Jump(usize),
    /// Goes on elsewhere where the condition holds. The only instruction that splits paths.
    JumpIf(Slot, usize),
    /// Runs a function and takes its result.
    Call { into: Option<Slot>, function: FuncId, args: Vec<Slot> },
    /// Ends the function.
    Return(Option<Slot>),
    /// Performs an event.
    Emit { event: String, args: Vec<(Slot, Scalar)> },
    /// A property does not hold.
    Fail(Failure),
    /// An assumption does not hold.
    Discard,
}

/// How a value is computed. None of these can fail: the checks stand before them.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Literal(Literal),
    Copy(Slot),
    Unary(UnaryOp, Slot),
    /// `And` and `Or` are strict here.
    Binary(BinaryOp, Slot, Slot),
    Len(Slot),
    /// Whether an index (second) lies in an array (first).
    InBounds(Slot, Slot),
    /// The element of an array (first) at an index (second).
    Element(Slot, Slot),
    /// An array (first) with another value (third) at an index (second).
    With(Slot, Slot, Slot),
    /// An array of these, at least one.
    List(Vec<Slot>),
    /// An array of one value (first) over and over, of a length (second).
    Fill(Slot, Slot),
}

/// What can be reached from each instruction: the least answer, found by going round until nothing
/// changes. Conditions are taken to be possible.
fn reachable(functions: &[Function]) -> Vec<Vec<Ahead>> {
    let mut ahead: Vec<Vec<Ahead>> =
        functions.iter().map(|function| vec![Ahead::default(); function.instrs.len()]).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (number, function) in functions.iter().enumerate() {
            for (at, instr) in function.instrs.iter().enumerate().rev() {
                let mut found = Ahead::default();
                match &instr.op {
                    Op::Fail(_) => found.fails = true,
                    Op::Discard | Op::Return(_) => {}
                    Op::Jump(to) => found.absorb(&ahead[number][*to]),
                    Op::JumpIf(_, to) => {
                        found.absorb(&ahead[number][*to]);
                        found.absorb(&ahead[number][at + 1]);
                    }
                    Op::Call { function, .. } => {
                        found.absorb(&ahead[function.0][0]);
                        found.absorb(&ahead[number][at + 1]);
                    }
                    Op::Emit { event, .. } => {
                        found.absorb(&ahead[number][at + 1]);
                        found.events.insert(event.as_str().into());
                    }
                    Op::Set(..) | Op::Ask { .. } => found.absorb(&ahead[number][at + 1]),
                }
                changed |= found != ahead[number][at];
                ahead[number][at] = found;
            }
        }
    }
    ahead
}

#[cfg(test)]
mod tests {
    use source::Files;

    #[track_caller]
    fn check(text: &str, fails: bool, events: &[&str]) {
        let program = crate::load(&Files::new().add("t.toy", text)).expect("well formed");
        let body = program.targets()[0].body;
        let ahead = program.ahead(body, 0);
        assert_eq!(ahead.fails, fails, "{text}");
        assert_eq!(ahead.events.iter().map(|event| &**event).collect::<Vec<&str>>(), events);
    }

    #[test]
    fn failures_and_events_are_seen_through_branches_loops_and_calls() {
        check("check c { emit out(1); }", false, &["out"]);
        check("check c { let n = read int \"n\"; while n > 0 { n = n - 1; } }", false, &[]);
        check("check c { let n = read int \"n\"; if n > 0 { assert n > 1; } }", true, &[]);
        check(
            "fn f() { assert 1 > 2; emit b(); } fn g() { f(); emit a(); } check c { g(); }",
            true,
            &["a", "b"],
        );
        check(
            "fn f(n: int) { if n > 0 { g(n); } } fn g(n: int) { f(n - 1); } check c { f(3); }",
            false,
            &[],
        );
        check("check c { emit out(1 / 2); }", true, &["out"]);
    }
}
