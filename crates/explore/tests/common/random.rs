//! Random programs.

use proptest::prelude::*;

use super::{Instr, Program, REGS};

fn instr(len: usize) -> impl Strategy<Value = Instr> {
    let reg = 0..REGS;
    let target = 0..len + 2;
    let code = prop_oneof![Just("T1"), Just("T2"), Just("T3")];
    prop_oneof![
        4 => reg.clone().prop_map(Instr::Ask),
        1 => (reg.clone(), -2i64..3).prop_map(|(r, v)| Instr::Set(r, v)),
        2 => (reg.clone(), reg.clone(), reg.clone()).prop_map(|(t, a, b)| Instr::Add(t, a, b)),
        2 => (reg.clone(), -2i64..3).prop_map(|(r, v)| Instr::AddConst(r, v)),
        4 => (reg.clone(), reg.clone(), target.clone())
            .prop_map(|(a, b, t)| Instr::IfLess(a, b, t)),
        4 => (reg.clone(), -2i64..3, target.clone()).prop_map(|(r, v, t)| Instr::IfEq(r, v, t)),
        3 => (reg.clone(), target.clone(), target.clone(), target.clone())
            .prop_map(|(r, a, b, c)| Instr::Sign(r, [a, b, c])),
        1 => target.prop_map(Instr::Jump),
        1 => reg.clone().prop_map(Instr::Emit),
        1 => (reg, -2i64..3).prop_map(|(r, v)| Instr::Assume(r, v)),
        2 => code.prop_map(Instr::Fail),
        1 => Just(Instr::Gap),
    ]
}

/// Any program, with loops and unreachable code.
pub(crate) fn program() -> impl Strategy<Value = Program> {
    (3usize..14).prop_flat_map(|len| prop::collection::vec(instr(len), len).prop_map(Program))
}
