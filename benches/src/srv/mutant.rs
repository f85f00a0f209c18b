//! Programs with an event put in at a random branch, as the paper makes them.
//!
//! A branch is chosen at which a variable, or a field of `this`, holds an object of the property's
//! class; behind its jump one method of that object is called. That need not break the property.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jvm_flow::Analysis;
use lang_jvm::ClassPath;
use lang_jvm::code::{Body, CallKind, Op};
use lang_jvm::parse::{ClassFile, Flags, MethodInfo, MethodType, Type};
use test_support::Dice;

use crate::patch::{Extra, Jump, patch};

/// The methods that are called for a property: on objects of these classes.
fn calls(property: &str) -> &'static [(&'static str, &'static str, &'static str, bool)] {
    match property {
        "enumeration" => &[("java/util/Enumeration", "nextElement", "()Ljava/lang/Object;", true)],
        "iterator" => &[("java/util/Iterator", "next", "()Ljava/lang/Object;", true)],
        "reader" => &[
            ("java/io/Reader", "close", "()V", false),
            ("java/io/StringReader", "close", "()V", false),
            ("java/io/PushbackReader", "close", "()V", false),
            ("java/io/BufferedReader", "close", "()V", false),
            ("java/io/InputStreamReader", "close", "()V", false),
            ("java/io/FileReader", "close", "()V", false),
        ],
        "writer" => &[
            ("java/io/Writer", "close", "()V", false),
            ("java/io/PrintWriter", "close", "()V", false),
            ("java/io/BufferedWriter", "close", "()V", false),
            ("java/io/FileWriter", "close", "()V", false),
        ],
        _ => &[],
    }
}

/// A mutant: a class, a branch in it, and what is called there.
pub(crate) struct Mutation {
    pub(crate) class: String,
    pub(crate) jump: Jump,
    pub(crate) extra: Extra,
}

/// Some mutations among those that are possible in what may run, always the same.
pub(crate) fn choose(
    path: &ClassPath,
    analysis: &Analysis,
    property: &str,
    count: usize,
) -> Vec<Mutation> {
    let mut all = Vec::new();
    for class in path.own_classes() {
        let Some((bytes, false)) = path.class(&class) else { continue };
        let Ok(file) = ClassFile::parse(&bytes) else { continue };
        for method in &file.methods {
            if analysis.spot(&class, &method.name, &method.descriptor, 0).is_some() {
                all.extend(in_method(&file, method, property));
            }
        }
    }
    let mut dice = Dice::new(2018);
    let mut chosen = Vec::new();
    while chosen.len() < count && !all.is_empty() {
        chosen.push(all.swap_remove(dice.below(all.len())));
    }
    chosen
}

/// Writes the mutated class into a folder; false if that cannot be done.
pub(crate) fn write(path: &ClassPath, mutation: &Mutation, folder: &Path) -> bool {
    let (bytes, _) = path.class(&mutation.class).expect("it was read before");
    let Some(patched) = patch(&bytes, &mutation.jump, &mutation.extra) else { return false };
    let file: PathBuf = folder.join(format!("{}.class", mutation.class));
    std::fs::create_dir_all(file.parent().expect("a file is in a folder")).expect("there is room");
    std::fs::write(file, patched).expect("there is room");
    true
}

fn in_method(file: &ClassFile, method: &MethodInfo, property: &str) -> Vec<Mutation> {
    let Some(code) = &method.code else { return Vec::new() };
    let Ok(body) = Body::read(code, &file.constants) else { return Vec::new() };
    let offsets = offsets(&code.bytes);
    if offsets.len() != body.ops.len() {
        return Vec::new();
    }
    let held = held(file, method, &body);
    let mut found = Vec::new();
    for (index, op) in body.ops.iter().enumerate() {
        let (Op::Branch(..), Some(locals)) = (op, &held[index]) else { continue };
        for extra in extras(file, method, locals, property) {
            let method = [method.name.to_string(), method.descriptor.to_string()];
            let jump = Jump { method, offset: offsets[index] };
            found.push(Mutation { class: file.name.to_string(), jump, extra });
        }
    }
    found
}

/// What can be called where variables hold objects of these classes.
fn extras(
    file: &ClassFile,
    method: &MethodInfo,
    locals: &BTreeMap<u16, Box<str>>,
    property: &str,
) -> Vec<Extra> {
    let mut found = Vec::new();
    for (class, name, kind, of_interface) in calls(property) {
        let method_name = [class, name, kind].map(|part| (*part).to_owned());
        let extra = |local: u8, field: Option<[String; 3]>| Extra {
            local,
            field,
            method: method_name.clone(),
            of_interface: *of_interface,
        };
        let held = locals.iter().filter(|(local, held)| **local < 256 && ***held == **class);
        found.extend(held.map(|(local, _)| extra(*local as u8, None)));
        if !method.flags.has(Flags::STATIC) && &*method.name != "<init>" {
            let kind = format!("L{class};");
            let fields = file
                .fields
                .iter()
                .filter(|field| *field.descriptor == *kind && !field.flags.has(Flags::STATIC));
            found.extend(fields.map(|field| {
                extra(0, Some([file.name.to_string(), field.name.to_string(), kind.clone()]))
            }));
        }
    }
    found
}

/// For each instruction that is reached, the variables of which the class is known.
fn held(
    file: &ClassFile,
    method: &MethodInfo,
    body: &Body,
) -> Vec<Option<BTreeMap<u16, Box<str>>>> {
    let mut before: Vec<Option<BTreeMap<u16, Box<str>>>> = vec![None; body.ops.len()];
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

fn reach(
    before: &mut [Option<BTreeMap<u16, Box<str>>>],
    waiting: &mut Vec<usize>,
    at: usize,
    locals: &BTreeMap<u16, Box<str>>,
) {
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

fn params(file: &ClassFile, method: &MethodInfo) -> BTreeMap<u16, Box<str>> {
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
fn offsets(code: &[u8]) -> Vec<usize> {
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
