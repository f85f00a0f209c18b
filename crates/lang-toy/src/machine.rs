//! Programs as machines.
//!
//! One instruction is one step. A frame that waits, for an input or for a call to return, stays on
//! the instruction that made it wait, which says where the value goes when it comes.

use imbl::Vector;
use machine::{Event, Exit, Gap, Input, Machine, Outlook, Step};
use source::Span;
use term::{Cases, Pool, Sort, Term};

use crate::ast::{BinaryOp, UnaryOp};
use crate::program::{FuncId, Instr, Op, Program, Slot, Value};

/// A program together with the entry point that is to be run.
#[derive(Clone, Debug)]
pub struct ToyMachine {
    program: Program,
    entry: FuncId,
}

/// The frame that runs and those that wait for it.
#[derive(Clone, Debug)]
pub struct State {
    frame: Frame,
    callers: Vector<Frame>,
}

#[derive(Clone, Debug)]
struct Frame {
    function: FuncId,
    /// The number of the next instruction.
    at: usize,
    slots: Vector<Held>,
}

/// What a slot holds.
#[derive(Clone, Copy, Debug)]
enum Held {
    /// An integer or a truth value.
    One(Term),
    /// An array: a total map, of which the indices from 0 up to the length count. The length is
    /// always a literal.
    Array { items: Term, len: Term },
}

impl ToyMachine {
    pub(crate) fn new(program: Program, entry: FuncId) -> ToyMachine {
        ToyMachine { program, entry }
    }

    fn frame(&self, function: FuncId, args: impl Iterator<Item = Held>) -> Frame {
        // Lowering lets no code read a slot before it is written, so what is in the others is
        // all the same.
        let unused = std::iter::repeat(Held::One(Term::FALSE));
        let size = self.program.functions[function.0].slots;
        Frame { function, at: 0, slots: args.chain(unused).take(size).collect() }
    }

    fn instr(&self, frame: &Frame) -> &Instr {
        &self.program.functions[frame.function.0].instrs[frame.at]
    }
}

impl Machine for ToyMachine {
    type State = State;

    fn start(&self, _: &Pool) -> State {
        State { frame: self.frame(self.entry, std::iter::empty()), callers: Vector::new() }
    }

    fn step(&self, pool: &Pool, state: State) -> Step<State> {
        let Instr { op, span } = self.instr(&state.frame);
        match op {
            Op::Set(into, value) => set(pool, state, *into, value, *span),
            Op::Ask { scalar, name, element, .. } => {
                let name = match element {
                    Some(index) => format!("{name}[{}]", pool.show(state.frame.one(*index))),
                    None => name.clone(),
                };
                Step::Ask(Input { name, sort: scalar.sort(), span: Some(*span) }, state)
            }
            Op::Jump(to) => Step::Go(Cases::one(state.at(*to))),
            Op::JumpIf(cond, to) => {
                let cond = state.frame.one(*cond);
                let (yes, no) = (state.clone().at(*to), state.next());
                Step::Go(Cases::branch(pool, cond, yes, no))
            }
            Op::Call { function, args, .. } => {
                Step::Go(Cases::one(self.call(state, *function, args)))
            }
            Op::Return(value) => self.ret(state, *value),
            Op::Emit { event, args } => {
                let args = args.iter().map(|(arg, _)| state.frame.one(*arg)).collect();
                let op = pool.symbol(event);
                let event = Event { op, args, result: None, span: Some(*span) };
                Step::Emit(event, state.next())
            }
            Op::Fail(failure) => Step::Stop(Exit::Failed(failure.clone())),
            Op::Discard => Step::Stop(Exit::Discarded),
        }
    }

    fn supply(&self, _: &Pool, mut state: State, answer: Term) -> State {
        let Op::Ask { into, .. } = self.instr(&state.frame).op else {
            unreachable!("only a machine that asks is answered")
        };
        state.frame.put(into, Held::One(answer));
        state.next()
    }

    fn outlook(&self, pool: &Pool, state: &State) -> Outlook {
        let now = self.program.ahead(state.frame.function, state.frame.at);
        // Who waits for a call goes on behind it.
        let waiting = |frame: &Frame| self.program.ahead(frame.function, frame.at + 1).clone();
        let mut outlook = Outlook::default();
        for ahead in std::iter::once(now.clone()).chain(state.callers.iter().map(waiting)) {
            outlook.fails |= ahead.fails;
            ahead.events.iter().for_each(|event| outlook.events.insert(pool.symbol(event)));
        }
        outlook
    }

    fn place(&self, state: &State) -> Option<Span> {
        Some(self.instr(&state.frame).span)
    }
}

impl ToyMachine {
    fn call(&self, mut state: State, function: FuncId, args: &[Slot]) -> State {
        let callee = self.frame(function, args.iter().map(|arg| state.frame.held(*arg)));
        state.callers.push_back(std::mem::replace(&mut state.frame, callee));
        state
    }

    fn ret(&self, mut state: State, value: Option<Slot>) -> Step<State> {
        let value = value.map(|slot| state.frame.held(slot));
        let Some(caller) = state.callers.pop_back() else {
            return Step::Stop(Exit::Finished(None));
        };
        state.frame = caller;
        let Op::Call { into, .. } = self.instr(&state.frame).op else {
            unreachable!("only a frame that calls is returned to")
        };
        if let (Some(into), Some(value)) = (into, value) {
            state.frame.put(into, value);
        }
        Step::Go(Cases::one(state.next()))
    }
}

impl State {
    fn at(mut self, instr: usize) -> State {
        self.frame.at = instr;
        self
    }

    fn next(self) -> State {
        let next = self.frame.at + 1;
        self.at(next)
    }
}

impl Frame {
    fn put(&mut self, slot: Slot, held: Held) {
        self.slots.set(slot.0, held);
    }

    fn held(&self, slot: Slot) -> Held {
        self.slots[slot.0]
    }

    fn one(&self, slot: Slot) -> Term {
        match self.held(slot) {
            Held::One(term) => term,
            Held::Array { .. } => unreachable!("types were checked"),
        }
    }

    /// The items and the length of an array.
    fn array(&self, slot: Slot) -> (Term, Term) {
        match self.held(slot) {
            Held::Array { items, len } => (items, len),
            Held::One(_) => unreachable!("types were checked"),
        }
    }
}

fn set(pool: &Pool, mut state: State, into: Slot, value: &Value, span: Span) -> Step<State> {
    match evaluate(pool, &state.frame, value) {
        Ok(held) => {
            state.frame.put(into, held);
            Step::Go(Cases::one(state.next()))
        }
        Err(what) => Step::Unsupported(Gap { what: what.to_owned(), span: Some(span) }),
    }
}

/// The value, or what it is that has no value here.
fn evaluate(pool: &Pool, frame: &Frame, value: &Value) -> Result<Held, &'static str> {
    let one = |slot: &Slot| frame.one(*slot);
    Ok(match value {
        Value::Literal(literal) => Held::One(pool.literal(literal.clone())),
        Value::Copy(from) => frame.held(*from),
        Value::Unary(UnaryOp::Neg, a) => Held::One(pool.neg(one(a))),
        Value::Unary(UnaryOp::Not, a) => Held::One(pool.not(one(a))),
        Value::Binary(op, a, b) => {
            let result = binary(pool, *op, one(a), one(b));
            match pool.oversize(result) {
                Some(what) => return Err(what),
                None => Held::One(result),
            }
        }
        Value::Len(array) => Held::One(frame.array(*array).1),
        Value::InBounds(array, index) => {
            let ((_, len), index) = (frame.array(*array), one(index));
            Held::One(pool.and(&[pool.le(pool.int(0), index), pool.lt(index, len)]))
        }
        Value::Element(array, index) => Held::One(pool.select(frame.array(*array).0, one(index))),
        Value::With(array, index, value) => {
            let (items, len) = frame.array(*array);
            Held::Array { items: pool.store(items, one(index), one(value)), len }
        }
        Value::List(items) => list(pool, items.iter().map(one)),
        Value::Fill(value, len) => fill(pool, one(value), one(len))?,
    })
}

fn binary(pool: &Pool, op: BinaryOp, a: Term, b: Term) -> Term {
    match op {
        BinaryOp::Or => pool.or(&[a, b]),
        BinaryOp::And => pool.and(&[a, b]),
        BinaryOp::Equal => pool.eq(a, b),
        BinaryOp::NotEqual => pool.not(pool.eq(a, b)),
        BinaryOp::Less => pool.lt(a, b),
        BinaryOp::LessEqual => pool.le(a, b),
        BinaryOp::Greater => pool.lt(b, a),
        BinaryOp::GreaterEqual => pool.le(b, a),
        BinaryOp::Add => pool.add(&[a, b]),
        BinaryOp::Sub => pool.sub(a, b),
        BinaryOp::Mul => pool.mul(&[a, b]),
        BinaryOp::Div => pool.div(a, b),
        BinaryOp::Mod => pool.modulo(a, b),
    }
}

fn list(pool: &Pool, items: impl ExactSizeIterator<Item = Term> + Clone) -> Held {
    let len = pool.int(items.len() as i64);
    let first = items.clone().next().expect("the parser demands at least one element");
    let everywhere = everywhere(pool, first);
    let items = (0i64..)
        .zip(items)
        .fold(everywhere, |array, (index, item)| pool.store(array, pool.int(index), item));
    Held::Array { items, len }
}

fn fill(pool: &Pool, value: Term, len: Term) -> Result<Held, &'static str> {
    if pool.as_literal(len).is_none() {
        return Err("an array whose length depends on an input");
    }
    Ok(Held::Array { items: everywhere(pool, value), len })
}

fn everywhere(pool: &Pool, value: Term) -> Term {
    pool.const_array(pool.array_sort(Sort::INT, pool.sort(value)), value)
}

#[cfg(test)]
mod tests {
    use source::Files;

    use super::*;

    /// Runs the first check of a program on inputs, and writes down what is seen.
    fn run(text: &str, inputs: &[i64]) -> Vec<String> {
        let (pool, mut inputs) = (Pool::new(), inputs.iter());
        let program = crate::load(&Files::new().add("t.toy", text)).expect("well formed");
        let machine = program.machine(&program.targets()[0]);
        let (mut state, mut seen) = (machine.start(&pool), Vec::new());
        loop {
            state = match machine.step(&pool, state) {
                Step::Go(cases) => only(cases),
                Step::Ask(input, state) => {
                    let answer = pool.int(*inputs.next().expect("enough inputs"));
                    seen.push(format!("{} = {}", input.name, pool.show(answer)));
                    machine.supply(&pool, state, answer)
                }
                Step::Emit(event, state) => {
                    let args: Vec<String> = event.args.iter().map(|arg| pool.show(*arg)).collect();
                    seen.push(format!("{}({})", pool.name(event.op), args.join(", ")));
                    state
                }
                Step::Stop(Exit::Finished(_)) => return seen,
                Step::Stop(Exit::Failed(failure)) => {
                    seen.push(failure.code.to_owned());
                    return seen;
                }
                Step::Stop(Exit::TooManyEvents(_) | Exit::Unrolled(_)) => {
                    unreachable!("events are not counted")
                }
                Step::Stop(Exit::Discarded) => {
                    seen.push("discarded".to_owned());
                    return seen;
                }
                Step::Unsupported(gap) => {
                    seen.push(gap.what);
                    return seen;
                }
            }
        }
    }

    fn only(cases: Cases<State>) -> State {
        let mut cases = cases.into_iter();
        let (cond, state) = cases.next().expect("one alternative holds");
        assert!(cond == Term::TRUE && cases.next().is_none(), "concrete runs do not split");
        state
    }

    #[test]
    fn each_element_of_an_array_is_an_input() {
        let text = "check c { let a = read int[2] \"a\"; a[1] = a[1] * 2; emit out(a[0], a[1]); }";
        assert_eq!(run(text, &[3, 4]), ["a[0] = 3", "a[1] = 4", "out(3, 8)"]);
    }

    #[test]
    fn arrays_are_values() {
        let text = "fn f(a: int[]) { a[0] = 9; } \
                    check c { let a = [1, 2]; let b = a; b[0] = 5; f(a); emit out(a[0], b[0]); }";
        assert_eq!(run(text, &[]), ["out(1, 5)"]);
    }

    #[test]
    fn calls_return_to_where_they_were_made() {
        let text = "fn fac(n: int) -> int { if n < 2 { return 1; } return n * fac(n - 1); } \
                    check c { emit out(fac(read int \"n\"), fac(3)); }";
        assert_eq!(run(text, &[25]), ["n = 25", "out(15511210043330985984000000, 6)"]);
    }

    #[test]
    fn junctions_short_circuit() {
        let text = "fn loud(b: bool) -> bool { emit loud(b); return b; } \
                    check c { let x = false; x = loud(true) && !x; \
                              emit out(x, false && loud(true), x || 1 / 0 == 0); }";
        assert_eq!(run(text, &[]), ["loud(true)", "out(true, false, true)"]);
    }

    #[test]
    fn every_failure_has_its_code() {
        assert_eq!(run("check c { assert 1 > 2; }", &[]), ["TOY001"]);
        assert_eq!(run("check c { let a = [1]; a[1] = 0; }", &[]), ["TOY002"]);
        assert_eq!(run("check c { emit out([true; 0 - 1][0]); }", &[]), ["TOY002"]);
        assert_eq!(run("check c { emit out(7 % 0); }", &[]), ["TOY003"]);
        assert_eq!(run("check c { assume false; assert false; }", &[]), ["discarded"]);
    }

    #[test]
    fn symbolic_condition_splits_symbolic_length_is_a_gap() {
        let pool = Pool::new();
        let text = "check c { let n = read int \"n\"; let a = [0; n]; }";
        let program = crate::load(&Files::new().add("t.toy", text)).expect("well formed");
        let machine = program.machine(&program.targets()[0]);
        let Step::Ask(_, state) = machine.step(&pool, machine.start(&pool)) else {
            panic!("the program starts with an input")
        };
        let state = machine.supply(&pool, state, pool.var("n", Sort::INT));
        let (mut waiting, mut ends, mut splits) = (vec![state], Vec::new(), 0);
        while let Some(state) = waiting.pop() {
            match machine.step(&pool, state) {
                Step::Go(cases) => {
                    splits += cases.len() - 1;
                    waiting.extend(cases.into_iter().map(|(_, state)| state));
                }
                Step::Stop(Exit::Failed(failure)) => ends.push(failure.message),
                Step::Unsupported(gap) => ends.push(gap.what),
                _ => panic!("nothing else can happen"),
            }
        }
        ends.sort();
        assert_eq!(splits, 1);
        let expected =
            ["an array whose length depends on an input", "the length of the array is negative"];
        assert_eq!(ends, expected);
    }
}
