//! From the bytes of a method to instructions that are fit to be run.
//!
//! Operands are decoded, jumps are indices of instructions, and the depth of the stack is checked at
//! every instruction, so that the interpreter never meets a slot that is not there. Types are not
//! checked: a program that confuses them gets a wrong answer or an error, never a crash.

mod decode;
mod depth;
mod instr;
mod null_cause;

use crate::parse::ClassFile;

pub use decode::LowerError;
pub(crate) use decode::{Base, Guard, Lowered, Switch, lower};
pub(crate) use depth::{conversion, slots as elem_slots};
pub(crate) use instr::{Convert, Elem, FloatOp, Instr, IntOp, Test};
pub(crate) use null_cause::{Explained, null_slot};

/// Whether the code of all methods of a class file keeps the rules that the machine relies on. The
/// machine checks each method by itself when it is called first; this checks all at once.
pub fn check_code(file: &ClassFile) -> Result<(), String> {
    for method in &file.methods {
        if let Some(code) = &method.code {
            let lowered = lower(code, &file.constants, Base::default());
            lowered.map_err(|error| format!("{}.{}: {error}", file.name, method.name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{CodeBytes, Handler};

    /// Lowers instructions with two variables and two slots of stack.
    fn check(bytes: &[u8]) -> Result<Vec<Instr>, String> {
        check_with(bytes, Vec::new())
    }

    fn check_with(bytes: &[u8], handlers: Vec<Handler>) -> Result<Vec<Instr>, String> {
        let lines = Vec::new();
        let code = CodeBytes { max_stack: 2, max_locals: 2, bytes: bytes.into(), handlers, lines };
        let lowered = lower(&code, &[], Base { code: 100, wides: 0, switches: 0 });
        lowered.map(|lowered| lowered.instrs).map_err(|error| error.to_string())
    }

    #[test]
    fn jumps_become_places_in_the_code_of_the_machine() {
        // iconst_0, ifeq +4, nop, return
        let instrs = check(&[0x03, 0x99, 0x00, 0x04, 0x00, 0xB1]).expect("good code");
        assert_eq!(instrs[1], Instr::If(Test::Eq, 103));
        assert_eq!(instrs.len(), 4);
    }

    #[test]
    fn code_that_leaves_its_frame_is_refused() {
        for (bytes, expected) in [
            (&[][..], "a method without instructions"),
            (&[0x57, 0xB1], "too few values on the stack"),
            (&[0x03, 0x03, 0x03, 0xB1], "too many values on the stack"),
            (&[0x1D, 0xB1], "a local variable that is not there"),
            (&[0x20, 0xB1], "a local variable that is not there"),
            (&[0x03], "a way out of the code"),
            (&[0xA7, 0x00, 0x09], "a jump into the middle of nowhere"),
            (&[0xA7, 0xFF, 0xFE], "a jump out of the method"),
            (&[0x10], "an instruction that ends too early"),
            (&[0xFE], "an unknown instruction"),
            (&[0xB2, 0x00, 0x01, 0xB1], "a field that is none"),
            (&[0x03, 0x99, 0x00, 0x04, 0x03, 0xB1], "a stack of two depths"),
        ] {
            let error = check(bytes).expect_err("bad code");
            assert!(error.ends_with(expected), "{bytes:?}: {error}");
        }
    }

    #[test]
    fn a_handler_must_lie_in_the_code() {
        let handler = |start, end, target| Handler { start, end, target, class: None };
        // nop, return, pop, return
        let bytes = [0x00, 0xB1, 0x57, 0xB1];
        assert!(check_with(&bytes, vec![handler(0, 1, 2)]).is_ok());
        let error = check_with(&bytes, vec![handler(0, 1, 9)]).expect_err("no such target");
        assert_eq!(error, "bad code at offset 9: a bad exception handler");
    }

    #[test]
    fn switches_are_read_with_their_padding() {
        // iconst_0, tableswitch (2 bytes of padding), default +23, 1..=2, +23, +23, return
        let bytes =
            [0x03, 0xAA, 0, 0, 0, 0, 0, 23, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 23, 0, 0, 0, 23, 0xB1];
        assert_eq!(check(&bytes).expect("good code").len(), 3);
        let mut unsorted = vec![0x03, 0xAB, 0, 0, 0, 0, 0, 27, 0, 0, 0, 2];
        unsorted.extend([0, 0, 0, 9, 0, 0, 0, 27, 0, 0, 0, 3, 0, 0, 0, 27, 0xB1]);
        let error = check(&unsorted).expect_err("keys must ascend");
        assert!(error.ends_with("a switch whose keys are not sorted"), "{error}");
    }
}
