//! Random programs.

use proptest::prelude::*;

use super::{Instr, Program, REGS};

/// An instruction for the place `pc`. Most jumps go a little forwards, some to the start.
fn instr(pc: usize) -> impl Strategy<Value = Instr> {
    let reg = 0..REGS;
    let value = -2i64..3;
    let target = prop_oneof![9 => pc + 2..pc + 5, 1 => 0..pc + 1];
    let code = prop_oneof![Just("T1"), Just("T2"), Just("T3")];
    prop_oneof![
        2 => reg.clone().prop_map(Instr::Ask),
        1 => (reg.clone(), value.clone()).prop_map(|(r, v)| Instr::Set(r, v)),
        4 => (reg.clone(), reg.clone(), reg.clone()).prop_map(|(t, a, b)| Instr::Add(t, a, b)),
        4 => (reg.clone(), value.clone()).prop_map(|(r, v)| Instr::AddConst(r, v)),
        12 => (reg.clone(), reg.clone(), target.clone())
            .prop_map(|(a, b, t)| Instr::IfLess(a, b, t)),
        8 => (reg.clone(), value.clone(), target.clone())
            .prop_map(|(r, v, t)| Instr::IfEq(r, v, t)),
        6 => (reg.clone(), target.clone(), target.clone(), target.clone())
            .prop_map(|(r, a, b, c)| Instr::Sign(r, [a, b, c])),
        1 => target.prop_map(Instr::Jump),
        2 => reg.clone().prop_map(Instr::Emit),
        1 => (reg, value).prop_map(|(r, v)| Instr::Assume(r, v)),
        3 => code.prop_map(Instr::Fail),
        1 => Just(Instr::Gap),
    ]
}

/// Any program that begins by asking for a few inputs, with loops and unreachable code.
pub(crate) fn program() -> impl Strategy<Value = Program> {
    (1..=REGS, 4usize..24).prop_flat_map(|(asked, len)| {
        let body: Vec<_> = (asked..asked + len).map(instr).collect();
        body.prop_map(move |body| Program((0..asked).map(Instr::Ask).chain(body).collect()))
    })
}

/// A program all of whose paths go to its end, past many branches.
pub(crate) fn wide() -> impl Strategy<Value = Program> {
    let reg = 0..REGS;
    let effect = prop_oneof![
        (reg.clone(), -2i64..3).prop_map(|(r, v)| Instr::AddConst(r, v)),
        reg.clone().prop_map(Instr::Emit),
    ];
    let block = (reg.clone(), reg, -2i64..3, effect, 0..3);
    prop::collection::vec(block, 6..14).prop_map(|blocks| {
        let mut code: Vec<Instr> = (0..REGS).map(Instr::Ask).collect();
        for (a, b, value, effect, kind) in blocks {
            // Past the effect or through it.
            let after = code.len() + 2;
            code.push(match kind {
                0 => Instr::IfLess(a, b, after),
                1 => Instr::IfEq(a, value, after),
                _ => Instr::Sign(a, [after - 1, after, after - 1]),
            });
            code.push(effect);
        }
        let end = code.len();
        code.extend([Instr::IfLess(0, 1, end + 2), Instr::Fail("WIDE")]);
        Program(code)
    })
}

/// A program of either kind.
pub(crate) fn any_program() -> impl Strategy<Value = Program> {
    prop_oneof![2 => program(), 1 => wide()]
}
