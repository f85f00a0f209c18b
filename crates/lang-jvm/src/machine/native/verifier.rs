//! Inputs and assumptions that a program states by itself, by calls of a class `Verifier`.

use machine::{Host, Input};
use term::Term;

use super::super::shadow::term_of;
use super::super::trap::Trap;
use super::super::value::Value;
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};
use crate::lower::Test;
use crate::note::Note;
use crate::parse::Type;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    if class.rsplit('/').next() != Some("Verifier") {
        return None;
    }
    Some(match (name, descriptor) {
        ("nondetInt", "()I") => |vm, host, _| ask(vm, host, &Type::Int),
        ("nondetLong", "()J") => |vm, host, _| ask(vm, host, &Type::Long),
        ("nondetBoolean", "()Z") => |vm, host, _| ask(vm, host, &Type::Boolean),
        ("nondetByte", "()B") => |vm, host, _| ask(vm, host, &Type::Byte),
        ("nondetChar", "()C") => |vm, host, _| ask(vm, host, &Type::Char),
        ("nondetShort", "()S") => |vm, host, _| ask(vm, host, &Type::Short),
        ("nondetString", "()Ljava/lang/String;") => text,
        ("nondetFloat", "()F") => |vm, host, _| ask(vm, host, &Type::Float),
        ("nondetDouble", "()D") => |vm, host, _| ask(vm, host, &Type::Double),
        ("assume", "(Z)V") => assume,
        _ => return None,
    })
}

fn ask(vm: &mut Vm, host: &mut dyn Host, kind: &Type) -> Result<Outcome, Trap> {
    // What the bits of a floating-point number mean is not seen from them.
    let of = match kind {
        Type::Float => "Float",
        Type::Double => "Double",
        _ => "",
    };
    let name = format!("nondet{of}{}", vm.inputs);
    let value = vm.ask(host, &name, kind)?;
    Ok(if kind.is_wide() { Outcome::Wide(value) } else { Outcome::One(value) })
}

/// The most characters of a text that a program asks for.
const LONGEST: u32 = 16;

/// A text of unknown length. Longer ones are not tried, and that is noted. What comes last is tried first,
/// so short texts are.
fn text(vm: &mut Vm, host: &mut dyn Host, _: Args) -> Result<Outcome, Trap> {
    let name = format!("nondet{}", vm.inputs);
    let len = vm.ask(host, &format!("{name}.length"), &Type::Int)?;
    let pool = host.pool();
    let len = term_of(pool, len, 32);
    let is = |length: u32| pool.eq(len, pool.bitvec(32, u64::from(length)));
    let mut conds: Vec<Term> = (0..=LONGEST).map(is).collect();
    conds.push(pool.not(pool.or(&conds)));
    conds.reverse();
    vm.note(Note::ShortTexts(LONGEST));
    match vm.choose(host, &conds)? as u32 {
        0 => Err(Trap::Discard),
        taken => Ok(Outcome::One(vm.input_text(host, &name, LONGEST + 1 - taken)?)),
    }
}

fn assume(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let cond = vm.arg(args, 0);
    let holds = match cond.shadow {
        None => cond.as_bool(),
        Some(_) => vm.branch(host, Test::Ne, cond, Value::ZERO)?,
    };
    if holds { Ok(Outcome::Void) } else { Err(Trap::Discard) }
}

impl Vm {
    /// The value of an input of a primitive type.
    pub(in super::super) fn ask(
        &mut self,
        host: &mut dyn Host,
        name: &str,
        kind: &Type,
    ) -> Result<Value, Trap> {
        use super::super::shadow::{int_of_bool, value_of};
        use term::{Op, Sort};

        let width = match kind {
            Type::Boolean => None,
            Type::Byte => Some(8),
            Type::Char | Type::Short => Some(16),
            Type::Int | Type::Float => Some(32),
            Type::Long | Type::Double => Some(64),
            Type::Reference(_) => {
                return Err(Trap::Gap(format!("an input of type {}", kind.source_name())));
            }
        };
        self.inputs += 1;
        let sort = width.map_or(Sort::BOOL, |width| host.pool().bitvec_sort(width));
        let answer = host.ask(Input { name: name.to_owned(), sort, span: None })?;
        let pool = host.pool();
        Ok(match kind {
            Type::Boolean => int_of_bool(pool, answer),
            Type::Byte => value_of(pool, pool.word(Op::BvSignExtend(24), &[answer])),
            Type::Short => value_of(pool, pool.word(Op::BvSignExtend(16), &[answer])),
            Type::Char => value_of(pool, pool.word(Op::BvZeroExtend(16), &[answer])),
            _ => value_of(pool, answer),
        })
    }
}
