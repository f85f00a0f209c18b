//! A stack machine with jumps: which inputs reach an address, and programs for given results.
//!
//! What it adds to the first tutorial ([`regex`](crate::regex)): integers that are not known. An operation
//! on them (`cx.add`, `cx.same`) makes a constraint and no choice; only [`Cx::branch`] asks which way
//! a run goes, and a solver says which ways there are. The machine is a Rust loop over a program
//! counter. The counter is a value like any other, so a jump to an address that is not known goes
//! to every address that there is.

use lang_interp::{Cx, Kind, Stop, Symbol, Tree, Value, case, data};

use crate::notation::{self, Part};

data! {
    /// Instructions.
    pub Instr = Push(Int) | Add() | Sub() | Dup() | Swap() | Pop() | Jump(Int) | JumpIfZero(Int)
        | Out() | Halt();
    /// Programs: addresses count from zero.
    pub Code = Last() | Next(Instr, Code);
    /// The stack, its top first.
    pub Stack = Bottom() | On(Int, Stack);
}

/// Any program.
pub const CODE: Kind = Kind::Data(&Code);
/// Any stack.
pub const STACK: Kind = Kind::Data(&Stack);

/// Where a machine is.
#[derive(Clone, Copy)]
struct State {
    counter: Value,
    stack: Value,
}

/// Runs a program on a stack until it halts or leaves its last instruction behind; the value is the
/// stack at the end.
pub fn run(cx: &mut Cx<'_>, code: Value, stack: Value) -> Result<Value, Stop> {
    let mut state = State { counter: cx.int(0), stack };
    loop {
        let Some(instr) = fetch(cx, code, state.counter)? else { return Ok(state.stack) };
        let Some(next) = step(cx, instr, state)? else { return Ok(state.stack) };
        state = next;
    }
}

/// The instruction at an address; none directly behind the last one.
fn fetch(cx: &mut Cx<'_>, code: Value, counter: Value) -> Result<Option<Value>, Stop> {
    let (mut rest, mut address) = (code, 0);
    loop {
        let here = cx.int(address);
        let found = cx.same(counter, here)?;
        let found = cx.branch(found)?;
        let next = case!(cx, rest; {
            Last() => None,
            Next(instr, behind) => Some((instr, behind)),
        });
        match next {
            None if found => return Ok(None),
            None => return Err(cx.fail("a jump out of the program")),
            Some((instr, _)) if found => return Ok(Some(instr)),
            Some((_, behind)) => rest = behind,
        }
        address += 1;
    }
}

/// One instruction; none if the machine halts.
fn step(cx: &mut Cx<'_>, instr: Value, state: State) -> Result<Option<State>, Stop> {
    let stack = state.stack;
    let (one, mut jump) = (cx.int(1), None);
    let stack = case!(cx, instr; {
        Push(number) => cx.make(&On, &[number, stack]),
        Add() => {
            let (left, right, rest) = operands(cx, stack)?;
            let sum = cx.add(left, right)?;
            cx.make(&On, &[sum, rest])
        }
        Sub() => {
            let (left, right, rest) = operands(cx, stack)?;
            let difference = cx.sub(left, right)?;
            cx.make(&On, &[difference, rest])
        }
        Dup() => {
            let (top, _) = pop(cx, stack)?;
            cx.make(&On, &[top, stack])
        }
        Swap() => {
            let (top, rest) = pop(cx, stack)?;
            let (below, rest) = pop(cx, rest)?;
            let rest = cx.make(&On, &[top, rest]);
            cx.make(&On, &[below, rest])
        }
        Pop() => pop(cx, stack)?.1,
        Jump(address) => {
            jump = Some(address);
            stack
        }
        JumpIfZero(address) => {
            let (top, rest) = pop(cx, stack)?;
            let zero = cx.int(0);
            let is_zero = cx.same(top, zero)?;
            jump = cx.branch(is_zero)?.then_some(address);
            rest
        }
        Out() => {
            let (top, rest) = pop(cx, stack)?;
            cx.emit(Symbol::new("out"), &[top])?;
            rest
        }
        Halt() => return Ok(None),
    });
    let counter = match jump {
        Some(address) => address,
        None => cx.add(state.counter, one)?,
    };
    Ok(Some(State { counter, stack }))
}

fn pop(cx: &mut Cx<'_>, stack: Value) -> Result<(Value, Value), Stop> {
    case!(cx, stack; {
        On(top, rest) => Ok((top, rest)),
        Bottom() => Err(cx.fail("the stack is empty")),
    })
}

/// The two topmost numbers and what is below; the topmost is the right operand.
fn operands(cx: &mut Cx<'_>, stack: Value) -> Result<(Value, Value, Value), Stop> {
    let (right, rest) = pop(cx, stack)?;
    let (left, rest) = pop(cx, rest)?;
    Ok((left, right, rest))
}

/// A program or a stack as it is written: `push 1; add; halt; end`.
#[must_use]
pub fn show(tree: &Tree) -> String {
    notation::write(tree, |ctor| match ctor {
        "Push" => &[Part::Text("push "), Part::Field(0)],
        "Add" => &[Part::Text("add")],
        "Sub" => &[Part::Text("sub")],
        "Dup" => &[Part::Text("dup")],
        "Swap" => &[Part::Text("swap")],
        "Pop" => &[Part::Text("pop")],
        "Jump" => &[Part::Text("jump "), Part::Field(0)],
        "JumpIfZero" => &[Part::Text("jump-if-zero "), Part::Field(0)],
        "Out" => &[Part::Text("out")],
        "Halt" => &[Part::Text("halt")],
        "Last" => &[Part::Text("end")],
        "Next" => &[Part::Field(0), Part::Text("; "), Part::Field(1)],
        "Bottom" => &[Part::Text("|")],
        "On" => &[Part::Field(0), Part::Text(" "), Part::Field(1)],
        _ => &[],
    })
}
