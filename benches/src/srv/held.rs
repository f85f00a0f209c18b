//! What variables hold, as far as the instructions of a method tell.

use std::collections::BTreeMap;

use lang_jvm::code::{Body, CallKind, Op};
use lang_jvm::parse::{ClassFile, Flags, MethodInfo, MethodType, Type};

/// The classes of what variables hold.
pub(crate) type Locals = BTreeMap<u16, Box<str>>;

/// For each instruction that is reached, the variables of which the class is known.
pub(crate) fn held(file: &ClassFile, method: &MethodInfo, body: &Body) -> Vec<Option<Locals>> {
    let mut before: Vec<Option<Locals>> = vec![None; body.ops.len()];
    before[0] = Some(params(file, method));
    let mut waiting = vec![0];
    while let Some(at) = waiting.pop() {
        let mut locals = before[at].clone().expect("it was reached");
        for guard in body.guards.iter().filter(|guard| guard.range.contains(&(at as u32))) {
            reach(&mut before, &mut waiting, guard.target as usize, &locals);
        }
        if let Op::Store(local, _) = &body.ops[at] {
            match at.checked_sub(1).and_then(|last| made(&body.ops[last])) {
                Some(class) => locals.insert(*local, class),
                None => locals.remove(local),
            };
        }
        for next in successors(&body.ops, at) {
            reach(&mut before, &mut waiting, next, &locals);
        }
    }
    before
}

fn reach(before: &mut [Option<Locals>], waiting: &mut Vec<usize>, at: usize, locals: &Locals) {
    let joined = match &before[at] {
        None => locals.clone(),
        Some(known) => {
            let same = known.iter().filter(|(local, class)| locals.get(local) == Some(class));
            same.map(|(local, class)| (*local, class.clone())).collect()
        }
    };
    if before[at].as_ref() != Some(&joined) {
        before[at] = Some(joined);
        waiting.push(at);
    }
}

fn params(file: &ClassFile, method: &MethodInfo) -> Locals {
    let mut locals = BTreeMap::new();
    let mut slot = 0;
    if !method.flags.has(Flags::STATIC) {
        locals.insert(0, file.name.clone());
        slot = 1;
    }
    let kinds = MethodType::parse(&method.descriptor).map_or(Vec::new(), |kind| kind.params);
    for kind in kinds {
        if let Type::Reference(class) = &kind {
            locals.insert(slot, class.clone());
        }
        slot += kind.slots() as u16;
    }
    locals
}

/// The class of what an instruction leaves on the stack.
fn made(op: &Op) -> Option<Box<str>> {
    let named = |descriptor: &str| match Type::parse(descriptor)? {
        Type::Reference(class) => Some(class),
        _ => None,
    };
    match op {
        Op::Cast(class) => Some(class.clone()),
        Op::Call(CallKind::Special, member) if &*member.name == "<init>" => {
            Some(member.class.clone())
        }
        Op::Call(_, member) => named(member.descriptor.rsplit(')').next()?),
        Op::GetField(member, _) | Op::GetStatic(member, _) => named(&member.descriptor),
        _ => None,
    }
}

fn successors(ops: &[Op], at: usize) -> Vec<usize> {
    match &ops[at] {
        Op::Goto(to) => vec![*to as usize],
        Op::Branch(_, to) => vec![at + 1, *to as usize],
        Op::Switch(targets) => targets.iter().map(|to| *to as usize).collect(),
        Op::Return(_) | Op::Throw | Op::Subroutine => Vec::new(),
        _ => vec![at + 1],
    }
}

/// Where the instructions of some code start.
pub(crate) fn offsets(code: &[u8]) -> Vec<usize> {
    let (mut offsets, mut at) = (Vec::new(), 0);
    let four = |at: usize| {
        let bytes: [u8; 4] = code[at..at + 4].try_into().expect("four bytes");
        i32::from_be_bytes(bytes) as usize
    };
    while at < code.len() {
        offsets.push(at);
        let aligned = (at + 4) & !3;
        at += match code[at] {
            0xaa => aligned + 12 + (four(aligned + 8) - four(aligned + 4) + 1) * 4 - at,
            0xab => aligned + 8 + four(aligned + 4) * 8 - at,
            0xc4 => {
                if code[at + 1] == 0x84 {
                    6
                } else {
                    4
                }
            }
            0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
            0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 => 3,
            0xc6 | 0xc7 => 3,
            0xc5 => 4,
            0xb9 | 0xba | 0xc8 | 0xc9 => 5,
            _ => 1,
        };
    }
    offsets
}
